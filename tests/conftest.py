"""What holds for all tests."""

from hypothesis import settings

# No test asserts on time: a busy machine may take as long as it likes over an example.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
