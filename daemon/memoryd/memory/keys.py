"""The names of projects' directories, as agents that share the layout make them."""

import hashlib
import re

MAX_NAME = 255


def sanitise(root: str) -> str:
    """Return the shared layout's key: each UTF-16 unit outside A-Z, a-z, 0-9 becomes `-`."""
    return re.sub(r"[^A-Za-z0-9]", lambda found: "-" if found[0] < "\U00010000" else "--", root)


def distinct_key(root: str) -> str:
    """Return a key that no other root has: the plain one, or its tail, and a digest."""
    key = sanitise(root)
    digest = hashlib.sha256(root.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    # A name has 255 bytes; a long one keeps its tail, which tells people more.
    return f"{key[-(MAX_NAME - 9) :]}-{digest}"
