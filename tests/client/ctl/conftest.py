"""memoryctl as a person or a program runs it."""

import io
from collections.abc import Callable

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
