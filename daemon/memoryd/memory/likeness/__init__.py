"""When two wordings state the same fact."""

from .form import is_same_fact, normal_form

__all__ = ["is_same_fact", "normal_form"]
