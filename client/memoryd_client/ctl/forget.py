"""`memoryctl forget` and `undo`: take it out, put it back."""

import argparse

from memoryd_client import wire

from .text import columns, count, cut, indent, undo_command
from .verbs import FAILED, NOTHING, OK, USAGE, Call, UsageError, Verb


def _add_forget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help="what to forget, in words")
    parser.add_argument("--id", action="append", metavar="ID", help="forget exactly this memory")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N candidates")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _forget(call: Call) -> int:
    args = call.args
    if bool(args.query) == bool(args.id):
        raise UsageError("say what to forget: words, or --id", hint="see `memoryctl forget --help`")
    preview = call.client.forget(" ".join(args.query) or None, ids=args.id or (), limit=args.limit)
    if not preview.candidates:
        call.print_json()
        call.terminal.trouble("nothing like that is remembered", "`memoryctl list` shows all")
        return NOTHING
    call.terminal.say(*render_candidates(preview.candidates))
    if not args.yes:
        if not call.terminal.talks:
            call.print_json()
            call.terminal.trouble("nothing was forgotten: nobody is there to ask", "add --yes")
            return USAGE
        number = count(len(preview.candidates), "entry", "entries")
        if not call.terminal.ask(f"Forget {number}?"):
            call.terminal.say("Nothing was forgotten.")
            return FAILED
    # Exactly what was shown, whatever has been learnt in between.
    ids = [candidate.id for candidate in preview.candidates]
    done = call.client.forget(ids=ids, apply=True)
    if not call.print_json():
        call.terminal.say(*render_forgotten(done))
    return OK


def render_candidates(candidates: list[wire.ForgetCandidate]) -> list[str]:
    """Return the lines that show what would be forgotten."""
    return indent(columns([(cut(one.summary, 120), one.id) for one in candidates]), 2)


def render_forgotten(done: wire.Forgotten) -> list[str]:
    """Return the lines that say what is gone, and how to get it back."""
    lines = [f"Forgot {count(len(done.forgotten), 'entry', 'entries')}."]
    if done.undo:
        lines.append(f"Take it back with: {undo_command(done.undo)}")
    return lines


def _add_undo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("token", nargs="?", metavar="TOKEN", help="which change; else the latest")


def _undo(call: Call) -> int:
    undone = call.client.undo(call.args.token)
    if not call.print_json():
        files = count(len(undone.restored), "file")
        call.terminal.say(f"Took back {undone.operation}: {files}.", *indent(undone.restored, 2))
    return OK


VERBS = {"forget": Verb(_add_forget, _forget), "undo": Verb(_add_undo, _undo)}
