"""Secrets out, before a text reaches disk, log, model or index."""

from .blocks import without_private
from .scan import Finding, Redacted, has_secret, redact

__all__ = ["Finding", "Redacted", "has_secret", "redact", "without_private"]
