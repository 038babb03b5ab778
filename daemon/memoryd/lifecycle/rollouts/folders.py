"""Where things lie below the project, told from text alone: the machine may be another."""

import ntpath
import posixpath


def within(cwd: str | None, path: str, folder: str = "") -> str | None:
    """Return *path*, named while in *folder*, relative to *cwd*; None when it is outside.

    The project itself is the empty string. Always with forward slashes.
    """
    windows = "\\" in path or "\\" in (cwd or "") or path[1:2] == ":"
    module = ntpath if windows else posixpath
    base = cwd or ("C:\\" if windows else "/")
    if cwd is None and module.isabs(path):
        return None
    if path.startswith(("~", "$")):
        return None
    full: str = module.normpath(module.join(base, folder, path))
    top = module.normpath(base)
    if module.normcase(full) == module.normcase(top):
        return ""
    ahead = top if top.endswith(module.sep) else top + module.sep
    if not module.normcase(full).startswith(module.normcase(ahead)):
        return None
    return full[len(ahead) :].replace("\\", "/")
