"""What touches the operating system, ignorant of memories."""
