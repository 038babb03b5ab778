"""memoryctl: ask memoryd, and tell it what to do."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import NoReturn

from memoryd_client import __version__, wire
from memoryd_client.client import Client
from memoryd_client.errors import MemorydError, RequestError

from .terminal import Terminal
from .verbs import FAILED, INTERRUPTED, OK, Call, UsageError, Verb, exit_code

__all__ = ["main"]

# verb -> (module, what it does), in the order of the help.
_GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Ask": {
        "recall": ("recall", "find the memories that a question needs"),
        "list": ("browse", "list memories"),
        "show": ("browse", "print one memory, or a memory:// address"),
        "view": ("browse", "print what a new session here is told"),
        "status": ("status", "say what memoryd does, did and skipped"),
    },
    "Change": {
        "remember": ("remember", "keep a text"),
        "learn": ("remember", "keep a lesson of this project"),
        "forget": ("forget", "forget what a question finds; asks first"),
        "clear": ("clear", "clear this project of all that was learnt of it; asks first"),
        "reset": ("clear", "the same as clear"),
        "undo": ("forget", "take the latest change back, or a given one"),
        "extract": ("work", "read now what moved in the sessions"),
        "dream": ("work", "tidy the memories now; --dry-run shows what would change"),
        "rebuild": ("work", "learn from whole sessions, and write the summary anew"),
        "enqueue": ("work", "the same as rebuild"),
    },
    "Look closer": {
        "history": ("browse", "list every change and how to undo it"),
        "injections": ("browse", "list what sessions were handed"),
        "projects": ("browse", "list the projects that have memories"),
        "budget": ("budget", "show what models cost, for what, and what they may"),
        "jobs": ("work", "list background work"),
        "events": ("events", "follow what happens, as it happens"),
        "logs": ("logs", "print what the daemon logged; -f goes on as it comes"),
    },
    "The daemon": {
        "doctor": ("doctor", "prove that it works, and say what is wrong"),
        "setup": ("setup", "connect the agents that are here; --remove takes it back"),
        "install": ("install", "have it started at each login; --dry-run shows how"),
        "uninstall": ("install", "take that back"),
        "start": ("running", "start the daemon"),
        "stop": ("running", "stop the daemon"),
        "restart": ("running", "stop the daemon, then start it"),
        "reload": ("service", "read the settings again"),
        "version": ("service", "print the versions of both sides"),
        "mcp": ("mcp", "serve agents as an MCP server, on stdin and stdout"),
        "try": ("try_", "show what memoryd would learn here; leaves nothing behind"),
    },
}
_VERBS = {verb: entry for group in _GROUPS.values() for verb, entry in group.items()}
_OPTIONS = """\
Options of every verb
  --json         print the reply as it came, for programs
  --cwd DIR      the project, by any directory in it (default: the current one)
  --socket PATH  talk to the daemon on this socket
  --quiet        print nothing but trouble
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run memoryctl and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["hook"]:
        run_hook(words[1:], os.environ)  # an agent waits: nothing said, and 0, whatever is wrong
    terminal = Terminal(out=sys.stdout, err=sys.stderr, source=sys.stdin, env=os.environ)
    try:
        code = _run(words, terminal)
        terminal.out.flush()
    except MemorydError as exc:
        terminal.trouble(str(exc), exc.hint)
        return exit_code(exc)
    except KeyboardInterrupt:
        terminal.clear_progress()
        return INTERRUPTED
    except SystemExit as exc:  # argparse has printed a verb's help
        return int(exc.code or 0)
    except OSError as exc:
        # Without this the interpreter complains once more, when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), terminal.out.fileno())
        if isinstance(exc, BrokenPipeError):  # the reader has had enough
            return OK
        terminal.trouble(f"cannot write: {exc.strerror}", "is the disk full?")
        return FAILED
    return code


def run_hook(words: Sequence[str], env: Mapping[str, str]) -> NoReturn:
    """Relay an agent's event and end the process; the verb that hooks can be written with.

    What `setup` writes into agents is the file of `memoryd_client.hook` itself, which starts in a
    fraction of the time.
    """
    from memoryd_client.hook import run  # noqa: PLC0415 -- only for this verb
    from memoryd_client.locate import find_socket  # noqa: PLC0415 -- as above

    try:
        agent, event = words
        socket = find_socket(env)
    except (ValueError, OSError, MemorydError):
        os._exit(0)
    run(agent, event, socket)
    os._exit(0)


def _run(argv: list[str], terminal: Terminal) -> int:
    options = _parse_before_verb(argv)
    words: list[str] = options.words
    if not words or options.help:
        terminal.say(_help())
        return OK
    verb, *rest = words
    args = _parse_verb(verb, rest, options)
    terminal.json, terminal.quiet = args.json, args.quiet
    with Client(args.cwd or ".", socket=args.socket) as client:
        call = Call(
            args=args, client=client, terminal=terminal, env=os.environ, now=datetime.now(UTC)
        )
        try:
            return _load(verb).run(call)
        except RequestError as exc:
            raise _explain_age(exc, client.transport.peer) from exc


def _explain_age(error: RequestError, peer: Mapping[str, str]) -> RequestError:
    """Return *error*, with the reason when the daemon is not as new as what was asked of it."""
    theirs, told = peer.get(wire.HEADER_VERSION.lower(), ""), str(error)
    lacks = error.code == "unknown_field" or told.startswith("no route ")
    if lacks and theirs and theirs != __version__:
        error.hint = (
            f"the daemon is version {theirs} and this is {__version__}; `memoryctl restart`"
            " starts what is installed"
        )
    return error


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}", hint=f"see `{self.prog} --help`")


def _parse_before_verb(argv: list[str]) -> argparse.Namespace:
    parser = _Parser(
        prog="memoryctl", add_help=False, allow_abbrev=False, parents=[_common_options()]
    )
    parser.set_defaults(json=False, quiet=False, cwd=None, socket=None)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    return parser.parse_args(argv)


def _parse_verb(verb: str, rest: list[str], options: argparse.Namespace) -> argparse.Namespace:
    if verb not in _VERBS:
        raise UsageError(f"memoryctl: there is no verb {verb!r}", hint=_suggest(verb))
    return _parser_of(verb).parse_args(rest, options)


def _parser_of(verb: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=f"memoryctl {verb}",
        description=f"{_VERBS[verb][1].capitalize()}.",
        allow_abbrev=False,
        parents=[_common_options()],
    )
    _load(verb).add_arguments(parser)
    return parser


def _common_options() -> argparse.ArgumentParser:
    # Without defaults of their own, so that what stands before the verb counts as well.
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--json", action="store_true", help="print the reply as it came")
    common.add_argument("--cwd", metavar="DIR", help="any directory of the project")
    common.add_argument("--socket", metavar="PATH", help="talk to the daemon on this socket")
    common.add_argument("--quiet", action="store_true", help="print nothing but trouble")
    return common


def _load(verb: str) -> Verb:
    module = import_module(f".{_VERBS[verb][0]}", __name__)
    verbs: Mapping[str, Verb] = module.VERBS
    return verbs[verb]


def _suggest(verb: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 -- only after a slip of the fingers

    near = get_close_matches(verb, _VERBS, n=1)
    return f"did you mean `memoryctl {near[0]}`?" if near else "see `memoryctl --help`"


def _help() -> str:
    lines = ["usage: memoryctl VERB [options]", ""]
    for group, verbs in _GROUPS.items():
        lines += [group, *(f"  {verb:<12}   {summary}" for verb, (_, summary) in verbs.items()), ""]
    return "\n".join([*lines, _OPTIONS, "`memoryctl VERB --help` tells more."])
