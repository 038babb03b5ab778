"""The few files of a git repository that say where it is and whence it came; all hostile.

They are read as they stand, a bounded part of each, regular files only. What a configuration
includes is not followed, and no program runs but `git rev-list`, for `first_commit`.
"""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

_REFS = ("refs/heads", "packed-refs", "reftable")
_MAX_POINTER_BYTES = 8192
_MAX_CONFIG_BYTES = 256 * 1024
_MAX_REMOTE_CHARS = 512
_GIT_TIMEOUT_S = 2.0
_SCHEMES = frozenset({"ssh", "git", "git+ssh", "ssh+git", "http", "https", "ftp", "ftps"})
_SECTION = re.compile(r'\s*\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\](.*)', re.IGNORECASE)
_URL = re.compile(r"\s*url\s*=(.*)", re.IGNORECASE)
_COMMIT = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
# Parts of a value: quoted, escaped, a comment, or any other character.
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"|\\(.)|([#;].*)|([^"\\#;]+)')
# What a repository's own configuration could make git run or fetch is switched off.
_ISOLATED = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


def read_pointer(file: str) -> str | None:
    """Return the real path that a `.git` file names, None when it names none.

    Raise OSError when the file cannot be read.
    """
    text = os.fsdecode(_read(file, _MAX_POINTER_BYTES))
    match = re.match(r"gitdir:\s*([^\0]+?)\s*$", text, re.MULTILINE)
    if match is None:
        return None
    return os.path.realpath(os.path.join(file.rpartition("/")[0], match[1]))  # noqa: PTH118 -- on the way of each recall


def lists_worktree(git_dir: str, directory: str) -> bool:
    """Tell whether a worktree's part of its main repository names *directory* (a real path).

    Whoever writes a `.git` file can point it at any repository; only that repository can point
    back.
    """
    try:
        named = os.fsdecode(_read(f"{git_dir}/gitdir", _MAX_POINTER_BYTES)).strip()
    except OSError:
        return False
    if "\0" in named:
        return False
    place, name = os.path.split(os.path.join(git_dir, named))  # noqa: PTH118 -- as above
    return name == ".git" and os.path.realpath(place) == directory


def _read(file: str | Path, limit: int) -> bytes:
    fd = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe must not hold us up
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(f"{file} is not a regular file")
        return os.read(fd, limit)
    finally:
        os.close(fd)


def read_remote(git_dir: Path) -> str | None:
    """Return the normalised URL of `origin`, or of the only remote there is."""
    try:
        text = os.fsdecode(_read(git_dir / "config", _MAX_CONFIG_BYTES))
    except OSError:
        return None
    urls = _remote_urls(text)
    if "origin" in urls:
        return normalise(urls["origin"])
    return normalise(next(iter(urls.values()))) if len(urls) == 1 else None


def _remote_urls(text: str) -> dict[str, str]:
    urls: dict[str, str] = {}
    remote = None
    for line in re.sub(r"\\\r?\n", "", text).split("\n"):
        rest = line
        if line.lstrip().startswith("["):
            section = _SECTION.match(line)
            remote, rest = (section[1], section[2]) if section else (None, "")
        if remote is not None and (found := _URL.match(rest)):
            urls.setdefault(remote, _value(found[1]))
    return urls


def _value(raw: str) -> str:
    parts = (
        re.sub(r"\\(.)", r"\1", part[1]) if part[1] is not None else part[2] or part[4] or ""
        for part in _VALUE.finditer(raw.strip())
    )
    return "".join(parts).strip()


def normalise(url: str) -> str | None:
    """Return a remote's URL as `host/path`, one text for all ways to reach it.

    Scheme, user, password, port, query and a final `.git` are left out. None for what says
    nothing once the repository is elsewhere (a relative path), for a helper's own syntax, and
    where a password could be left in the path.
    """
    if len(url) > _MAX_REMOTE_CHARS or not url.isprintable():
        return None
    host, path = _split(url)
    path = path.strip("/").removesuffix(".git").rstrip("/")
    if host is None or not path or "@" in path:
        return None
    return f"{host.lower()}/{path}"


def _split(url: str) -> tuple[str | None, str]:
    """Return host and path; the host of a path of this machine is the empty text."""
    if "://" in url:
        try:
            parts = urlsplit(url)
            _ = parts.port  # raises for a password that holds a slash
        except ValueError:
            return None, ""
        if parts.scheme == "file":
            return "", parts.path
        return (parts.hostname, parts.path) if parts.scheme in _SCHEMES else (None, "")
    if url.startswith("/"):
        return "", url
    place, colon, path = url.partition(":")
    host = place.rpartition("@")[2]
    # One letter is a drive; two colons are for a helper program.
    if not colon or "/" in place or len(host) < 2 or path.startswith(":"):
        return None, ""
    return host, path


def first_commit(git_dir: Path, *, git: str) -> str | None:
    """Ask the program *git* for the oldest commit without parents; takes up to two seconds.

    Reading the objects ourselves would be a second git, for the few repositories that have no
    remote; those are small. The environment keeps their configuration from running anything.
    """
    command = [git, f"--git-dir={git_dir}", "-c", "core.fsmonitor=false"]
    command += ["rev-list", "--max-parents=0", "HEAD"]
    try:
        done = subprocess.run(
            command,
            env=_ISOLATED,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_GIT_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.split()
    if done.returncode or not lines or not _COMMIT.fullmatch(lines[-1]):
        return None
    return lines[-1].decode()


def refs_stamp(git_dir: Path) -> tuple[int | None, ...]:
    """Return what differs once a repository that had no commit may have one."""
    return tuple(map(_mtime_ns, (git_dir / name for name in _REFS)))


def _mtime_ns(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def is_stand_in(git: str) -> bool:
    """Tell whether *git* is what macOS has in its place, which asks people to install it."""
    tools = ("/Library/Developer/CommandLineTools", "/Applications/Xcode.app")
    return (
        sys.platform == "darwin" and git == "/usr/bin/git" and not any(map(os.path.exists, tools))
    )
