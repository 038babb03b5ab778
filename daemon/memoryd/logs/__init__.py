"""Logging: one pipe for our records and those of libraries, in the form the reader needs."""

from .pipe import Form, Keep, choose_form, flush, set_level, set_up

__all__ = ["Form", "Keep", "choose_form", "flush", "set_level", "set_up"]
