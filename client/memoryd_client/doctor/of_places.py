"""Checks of what lies on disk, and of what the system grants."""

from collections.abc import Iterator

from .values import Facts, Finding, Level, Place

_MIB = 1 << 20
_LEAST_BYTES = 4 * _MIB
_FEW_BYTES = 200 * _MIB
_NEARLY = 0.8
_SPARE_INSTANCES = 2


def check_state(facts: Facts) -> Iterator[Finding]:
    """Check that the state directory is ours, closed to others, and writable."""
    yield from _check_folder("state", facts.state, facts.uid)


def check_base(facts: Facts) -> Iterator[Finding]:
    """Check that the directory of the memories is ours, closed to others, and writable."""
    yield from _check_folder("memories", facts.base, facts.uid)


def _check_folder(check: str, place: Place, uid: int) -> Iterator[Finding]:
    where = place.path
    if place.trouble:
        yield Finding(check=check, level="fail", detail=f"{where}: {place.trouble}", remedy=_OWN)
    elif place.kind == "missing":
        able = place.writable
        detail = f"{where} is not there yet" if able else f"{where} cannot be made"
        yield Finding(
            check=check, level="ok" if able else "fail", detail=detail, remedy="" if able else _OWN
        )
    elif place.kind != "dir":
        detail = f"{where} is not a directory (it is a {place.kind})"
        yield Finding(check=check, level="fail", detail=detail, remedy="move it away")
    elif place.uid != uid:
        detail = f"{where} belongs to uid {place.uid}, not to you ({uid})"
        yield Finding(check=check, level="fail", detail=detail, remedy=_OWN)
    elif not place.writable:
        detail = f"{where} cannot be written (mode {place.mode:04o})"
        remedy = f"chmod u+rwx {where}; if its disk is mounted read-only, mount it writable"
        yield Finding(check=check, level="fail", detail=detail, remedy=remedy)
    elif place.mode & 0o077:
        detail = f"{where} is open to other users (mode {place.mode:04o})"
        yield Finding(check=check, level="warn", detail=detail, remedy=f"chmod 700 {where}")
    else:
        yield Finding(check=check, level="ok", detail=f"{where} is yours alone, and writable")


_OWN = "give it to your own user, or set MEMORYD_STATE_DIR or storage.baseDir to another place"


def check_disks(facts: Facts) -> Iterator[Finding]:
    """Check that there is room for what is yet to be learnt."""
    for disk in facts.disks:
        free = f"{disk.free_bytes / _MIB:,.0f} MiB are free where {disk.path} lies"
        if disk.free_bytes < _LEAST_BYTES or not disk.has_inodes:
            detail = free if disk.has_inodes else f"no more files fit where {disk.path} lies"
            remedy = "free some space; what waits is learnt then"
            yield Finding(check="disk", level="fail", detail=detail, remedy=remedy)
        elif disk.free_bytes < _FEW_BYTES:
            yield Finding(check="disk", level="warn", detail=f"only {free}", remedy="free some")
        else:
            yield Finding(check="disk", level="ok", detail=free)


def check_settings(facts: Facts) -> Iterator[Finding]:
    """Check that the settings and the user's own prompts can be used."""
    settings = facts.settings
    if settings.errors is None:
        yield Finding(
            check="settings",
            level="warn",
            detail=f"they could not be looked at: {settings.trouble}",
            remedy="is memoryd installed for the same Python as memoryctl?",
        )
        return
    for detail, hint in settings.errors:
        remedy = hint or "mend the file, then `memoryctl reload`"
        yield Finding(check="settings", level="fail", detail=detail, remedy=remedy)
    if not settings.extracts:
        detail = "extract.enabled is false: nothing is learnt from sessions"
        yield Finding(
            check="settings", level="warn", detail=detail, remedy="set it to true if that is not so"
        )
    elif not settings.errors:
        yield Finding(check="settings", level="ok", detail="settings and prompts can be used")


def check_keys(facts: Facts) -> Iterator[Finding]:
    """Check that only we can read the keys of models."""
    for provider, place in facts.settings.key_files.items():
        trouble = _key_trouble(place, facts.uid)
        detail, remedy = trouble or (f"{place.path} is yours alone", "")
        detail = f"the key of {provider}: {detail}"
        yield Finding(check="keys", level="fail" if trouble else "ok", detail=detail, remedy=remedy)


def _key_trouble(place: Place, uid: int) -> tuple[str, str] | None:
    if place.kind != "file":
        return f"{place.path} is {place.trouble or place.kind}", "write the key there, on one line"
    if place.uid != uid:
        return f"{place.path} belongs to uid {place.uid}", "make a file of your own"
    if place.mode & 0o077:
        return f"others may read {place.path} (mode {place.mode:04o})", f"chmod 600 {place.path}"
    return None


def check_inotify(facts: Facts) -> Iterator[Finding]:
    """Check that all may be watched that has to be."""
    found = facts.inotify
    if found is None:
        return
    needed = f"{found.folders:,} directories to watch, {found.max_watches:,} allowed"
    more = "sudo sysctl fs.inotify.max_user_watches=524288 (and in /etc/sysctl.d, to last)"
    if found.folders > found.max_watches * _NEARLY:
        level: Level = "fail" if found.folders >= found.max_watches else "warn"
        yield Finding(check="inotify", level=level, detail=needed, remedy=more)
    elif found.instances + _SPARE_INSTANCES > found.max_instances:
        yield Finding(
            check="inotify",
            level="warn",
            detail=f"{found.instances} of {found.max_instances} inotify instances are in use",
            remedy="sudo sysctl fs.inotify.max_user_instances=512",
        )
    else:
        yield Finding(check="inotify", level="ok", detail=needed)


def check_unit(facts: Facts) -> Iterator[Finding]:
    """Check that the service can start again, and whether it outlives a login."""
    unit = facts.unit
    if unit is None:
        return
    again = "`memoryctl install` writes it anew"
    if not unit.program_runs:
        detail = f"{unit.path} starts {unit.program or 'nothing'}, which is no program"
        yield Finding(check="service", level="fail", detail=detail, remedy=again)
    if unit.verdict:
        detail = f"{unit.path}: {unit.verdict.splitlines()[0]}"
        yield Finding(check="service", level="fail", detail=detail, remedy=again)
    if unit.program_runs and not unit.verdict:
        asked = "" if unit.verdict is not None else " (systemd-analyze is not here to ask)"
        yield Finding(check="service", level="ok", detail=f"{unit.path} can be started{asked}")
    if unit.lingers is False:
        # Who has a desktop is always logged in; over ssh it would end with the last connection.
        yield Finding(
            check="linger",
            level="warn" if unit.remote else "ok",
            detail="memoryd ends when you log out for the last time",
            remedy="loginctl enable-linger" if unit.remote else "",
        )


def check_git(facts: Facts) -> Iterator[Finding]:
    """Check that a repository that moved can be known again."""
    if not facts.git:
        detail = "git is not on PATH: a repository that is moved or copied may not be known again"
        yield Finding(check="git", level="warn", detail=detail, remedy="install git")
