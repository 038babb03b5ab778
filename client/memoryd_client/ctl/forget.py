"""`memoryctl forget` and `undo`: take it out, put it back."""

import argparse
import json
from dataclasses import asdict, replace

from memoryd_client import wire

from .text import columns, count, cut, indent, undo_command
from .verbs import FAILED, NOTHING, OK, USAGE, Call, UsageError, Verb


def _add_forget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help="what to forget, in words")
    parser.add_argument("--id", action="append", metavar="ID", help="forget exactly this memory")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N candidates")
    parser.add_argument(
        "--purge", action="store_true", help="for leaked secrets: empty the trash of it too"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _forget(call: Call) -> int:
    args, client = call.args, call.client
    if bool(args.query) == bool(args.id):
        raise UsageError("say what to forget: words, or --id", hint="see `memoryctl forget --help`")
    query = " ".join(args.query) or None
    preview = client.forget(query, ids=args.id or (), limit=args.limit, purge=args.purge)
    if not preview.candidates and not preview.purged:
        call.print_json()
        call.terminal.trouble("nothing like that is remembered", "`memoryctl list` shows all")
        return NOTHING
    call.terminal.say(*render_candidates(preview.candidates))
    if not args.yes:
        if not call.terminal.talks:
            call.print_json()
            call.terminal.trouble("nothing was forgotten: nobody is there to ask", "add --yes")
            return USAGE
        if not call.terminal.ask(_question(preview, purge=args.purge)):
            call.terminal.say("Nothing was forgotten.")
            return FAILED
    # Exactly what was shown, whatever has been learnt in between.
    ids = [candidate.id for candidate in preview.candidates]
    done = []
    if ids:
        done.append(client.forget(ids=ids, apply=True, purge=args.purge))
    if args.purge and query:  # and what was forgotten before
        done.append(client.forget(query, apply=True, purge=True))
    if len(done) > 1 and call.terminal.json:
        call.terminal.print_json(_as_one(done))
    elif not call.print_json():
        call.terminal.say(*render_forgotten(done))
    return OK


def _as_one(done: list[wire.Forgotten]) -> bytes:
    """Return what was forgotten in two steps as the reply of one."""
    first, *_ = done
    whole = replace(
        first,
        forgotten=[memory_id for each in done for memory_id in each.forgotten],
        purged=sum(each.purged for each in done),
        unreachable=list(dict.fromkeys(place for each in done for place in each.unreachable)),
    )
    return json.dumps(asdict(whole)).encode()


def _question(preview: wire.Forgotten, *, purge: bool) -> str:
    number = count(len(preview.candidates), "entry", "entries")
    if not purge:
        return f"Forget {number}?"
    copies = count(preview.purged, "copy", "copies")
    return f"Forget {number} and {copies} in the trash, for good?"


def render_candidates(candidates: list[wire.ForgetCandidate]) -> list[str]:
    """Return the lines that show what would be forgotten."""
    return indent(columns([(cut(one.summary, 120), one.id) for one in candidates]), 2)


def render_forgotten(done: list[wire.Forgotten]) -> list[str]:
    """Return the lines that say what is gone, how to get it back, and where it may still be."""
    entries = sum(len(each.forgotten) for each in done)
    lines = [f"Forgot {count(entries, 'entry', 'entries')}."]
    copies = sum(each.purged for each in done)
    if copies:
        lines.append(
            f"Removed {count(copies, 'copy', 'copies')} from the trash; nothing undoes that."
        )
    lines += [f"Take it back with: {undo_command(each.undo)}" for each in done if each.undo]
    places = dict.fromkeys(place for each in done for place in each.unreachable)
    if places:
        lines += ["Not reached, and may still hold it:", *indent(places, 2)]
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
