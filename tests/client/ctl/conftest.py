"""memoryctl as a person or a program runs it."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd_client.ctl import main

Run = Callable[..., tuple[int, str, str]]


class Screen(io.StringIO):
    """A terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(daemon, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run memoryctl without a terminal; returns exit code, output and trouble."""
    monkeypatch.setenv("MEMORYD_SOCKET", str(daemon.path))

    def run(*argv: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(["--cwd", "/home/it", *argv])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def run_on_screen(daemon, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run memoryctl on a terminal, where a person types *stdin*."""
    monkeypatch.setenv("MEMORYD_SOCKET", str(daemon.path))
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*argv: str, stdin: str = "") -> tuple[int, str, str]:
        out, err = Screen(), Screen()
        monkeypatch.setattr("sys.stdin", Screen(stdin))
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setattr("sys.stderr", err)
        code = main(["--cwd", "/home/it", *argv])
        return code, out.getvalue(), err.getvalue()

    return run


# Stand for foreign programs: they note what they are asked, and keep what they know in files
# beside themselves. `fail-<verb>` makes a verb fail with what that file says.
_SYSTEMCTL = """#!/bin/sh
here=$(dirname "$0")
echo "systemctl $*" >> "$here/asked"
shift 2
[ -e "$here/unreachable" ] && { echo "Failed to connect to bus: no medium found" >&2; exit 1; }
[ -e "$here/fail-$1" ] && { cat "$here/fail-$1" >&2; exit 1; }
for unit; do :; done
wants="$XDG_CONFIG_HOME/systemd/user/default.target.wants"
case "$1 $2" in
"show --property=ActiveState")
    if [ -e "$here/active-$unit" ]; then echo active; else echo inactive; fi ;;
"show --property=Result,ExecMainStatus,StatusText")
    printf 'Result=exit-code\\nExecMainStatus=78\\nStatusText=\\n' ;;
enable*) mkdir -p "$wants" && ln -s "$XDG_DATA_HOME/systemd/user/$unit" "$wants/$unit" ;;
disable*) rm -f "$wants/$unit"; rmdir "$wants" ;;
start*|restart*) touch "$here/active-$unit" ;;
stop*) shift; for unit; do rm -f "$here/active-$unit"; done ;;
esac
exit 0
"""
_LAUNCHCTL = """#!/bin/sh
here=$(dirname "$0")
echo "launchctl $*" >> "$here/asked"
[ -e "$here/fail-$1" ] && { cat "$here/fail-$1" >&2; exit 5; }
case "$1 $2" in
"print gui/"*/*|"print user/"*/*)
    [ -e "$here/loaded" ] || { echo "Could not find service" >&2; exit 113; }
    [ -e "$here/runs" ] && printf '\\tpid = 12\\n' ;;
"print gui/"*) [ ! -e "$here/no-gui" ] || exit 125 ;;
bootstrap*) touch "$here/loaded" "$here/runs" ;;
bootout*) rm -f "$here/loaded" "$here/runs" ;;
kickstart*) touch "$here/runs" ;;
esac
exit 0
"""
_LOGINCTL = """#!/bin/sh
here=$(dirname "$0")
echo "loginctl $*" >> "$here/asked"
[ -e "$here/no-logind" ] && { echo "Could not enable linger: Access denied" >&2; exit 1; }
case "$*" in
*enable-linger*) touch "$here/lingers" ;;
show-user*) if [ -e "$here/lingers" ]; then echo yes; else echo no; fi ;;
esac
exit 0
"""
_JOURNALCTL = """#!/bin/sh
cat "$(dirname "$0")/journal" 2>/dev/null
exit 0
"""


class Managers:
    """Service managers that are small scripts, and a home of their own."""

    def __init__(self, root: Path) -> None:
        self.bin = root / "bin"
        self.home = root / "home"
        self.bin.mkdir()
        self.home.mkdir()
        for name, script in (
            ("systemctl", _SYSTEMCTL),
            ("launchctl", _LAUNCHCTL),
            ("loginctl", _LOGINCTL),
            ("journalctl", _JOURNALCTL),
        ):
            (self.bin / name).write_text(script)
            (self.bin / name).chmod(0o755)
        self.env = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / ".local" / "share"),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
        }

    def know(self, fact: str, text: str = "") -> None:
        """Have the scripts find this file."""
        (self.bin / fact).write_text(text)

    def knows(self, fact: str) -> bool:
        return (self.bin / fact).exists()

    def asked(self) -> list[str]:
        """Return what the scripts were asked to do, but not what they only had to tell."""
        noted = self.bin / "asked"
        lines = noted.read_text().splitlines() if noted.exists() else []
        short = (line.replace(" --user --no-ask-password", "") for line in lines)
        return [line for line in short if line.split()[1] not in ("show", "print", "show-user")]

    @property
    def unit(self) -> Path:
        return self.home / ".local" / "share" / "systemd" / "user" / "memoryd.service"

    def left(self) -> list[str]:
        """Return all that is in the home."""
        return sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*"))


@pytest.fixture
def managers(tmp_path: Path) -> Managers:
    return Managers(tmp_path)
