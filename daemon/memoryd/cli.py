"""The daemon's command line: argv in, exit code out."""

import argparse
import asyncio
import gc
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from memoryd import config
from memoryd.errors import AlreadyRunningError, CannotServeError, ConfigError, MemorydError
from memoryd.paths import Paths, base_dir, locate
from memoryd.prompts import Prompts

EXIT_OK, EXIT_FAILED, EXIT_ALREADY_RUNNING, EXIT_CANNOT_SERVE = 0, 1, 75, 78
_LAUNCHD_LABEL = "org.memoryd.daemon"


def main(argv: Sequence[str] | None = None, env: Mapping[str, str] = os.environ) -> int:
    """Run `memoryd`."""
    options = _parser().parse_args(argv)
    try:
        paths = locate(env)
        if options.command == "check-config":
            file = options.file or paths.config
            if options.json:
                return _examine(file, paths, env)
            return _check_config(file, env, named=options.file is not None)
        return _run(paths, env, once=options.once)
    except AlreadyRunningError as exc:
        return _for_manager(_complain(exc, EXIT_ALREADY_RUNNING), env)
    except CannotServeError as exc:
        return _for_manager(_complain(exc, EXIT_CANNOT_SERVE), env)
    except MemorydError as exc:
        return _complain(exc, EXIT_FAILED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memoryd", description="Memory for coding agents, as a service of your own."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve in the foreground until SIGTERM")
    run.add_argument(
        "--once", action="store_true", help="do all that is due now and exit (1: something failed)"
    )
    check = commands.add_parser("check-config", help="print the effective settings, or the errors")
    check.add_argument("file", nargs="?", type=Path, help="default: the settings file in use")
    check.add_argument("--json", action="store_true", help="the same for programs, in one object")
    return parser


def _run(paths: Paths, env: Mapping[str, str], *, once: bool) -> int:
    # Imports make much and drop nothing: collecting in between only costs start-up time, and what
    # they made need never be looked at again.
    gc.disable()
    from memoryd.service import run  # noqa: PLC0415 -- check-config need not load a web server

    gc.freeze()
    gc.enable()
    return asyncio.run(run(paths, env, once=once))


def _check_config(file: Path, env: Mapping[str, str], *, named: bool) -> int:
    if named and not file.exists():
        return _complain(ConfigError("there is no such file", file=file), EXIT_FAILED)
    try:
        settings = config.load(file, env)
    except ConfigError as exc:
        return _complain(exc, EXIT_FAILED)
    print(config.dump(settings), end="")  # noqa: T201 -- this is the command's output
    return EXIT_OK


def _examine(file: Path, paths: Paths, env: Mapping[str, str]) -> int:
    """Print the settings, where memories lie by them, and all that is wrong, prompts too."""
    faults: list[ConfigError] = []
    try:
        settings = config.load(file, env)
    except ConfigError as exc:
        faults.append(exc)
        settings = config.Settings()
    faults += Prompts(paths.prompts).faults()
    told = {
        "file": str(file),
        "settings": config.as_plain(settings),
        "base": str(base_dir(env, settings.storage.base_dir)),
        "errors": [{"detail": str(exc), "hint": exc.hint} for exc in faults],
    }
    print(json.dumps(told, ensure_ascii=False))  # noqa: T201 -- this is the command's output
    return EXIT_FAILED if faults else EXIT_OK


def _complain(error: MemorydError, code: int) -> int:
    sys.stderr.write(f"memoryd: {error}\n")
    if error.hint:
        sys.stderr.write(f"hint: {error.hint}\n")
    return code


def _for_manager(code: int, env: Mapping[str, str]) -> int:
    """Return the code that keeps the service manager from trying the same again and again."""
    # systemd is told which codes are final; launchd takes only 0 for that.
    return EXIT_OK if env.get("XPC_SERVICE_NAME") == _LAUNCHD_LABEL else code
