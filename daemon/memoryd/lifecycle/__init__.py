"""What happens to memory: learn, recall, remember, forget, guide; each in a module."""
