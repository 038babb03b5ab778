"""`memoryctl recall`: what is remembered about something."""

import argparse
from collections.abc import Mapping

from memoryd_client import wire
from memoryd_client.client import Client
from memoryd_client.errors import NotFoundError

from .text import age, bold, columns, count, dim, head, indent, words
from .verbs import NOTHING, OK, Call, Verb

_BODY_LINES, _TERMS = 3, 5


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help="a question or a prompt")
    parser.add_argument("--session", metavar="ID", help="leave out what this session has already")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N memories (1 to 5)")
    parser.add_argument("--type", action="append", metavar="T", help="only memories of this type")
    parser.add_argument("--explain", action="store_true", help="also say who lost, and why")


def _recall(call: Call) -> int:
    args = call.args
    found = call.client.recall(
        " ".join(args.query),
        session_id=args.session,
        limit=args.limit,
        types=args.type or (),
        explain=args.explain,
    )
    if not call.print_json():
        call.terminal.say(*render_recall(found, fetch_bodies(call.client, found)))
    if found.skipped:
        call.terminal.trouble("memory is off here", "`memoryctl projects` says why")
        return NOTHING
    if not found.documents:
        call.terminal.trouble("nothing is remembered about that", "`memoryctl list` shows all")
        return NOTHING
    return OK


def fetch_bodies(client: Client, found: wire.Recall) -> dict[str, str]:
    """Return the bodies of what was found, by id; a recall itself does not carry them."""
    bodies = {}
    for document in found.documents:
        try:
            bodies[document.id] = client.memory(document.id).body
        except NotFoundError:  # forgotten between the two calls
            bodies[document.id] = document.description
    return bodies


def render_recall(found: wire.Recall, bodies: Mapping[str, str]) -> list[str]:
    """Return the lines that show a recall; *bodies* by id."""
    lines = []
    for number, document in enumerate(found.documents, start=1):
        lines.append(f"{number}. {bold(document.title)}")
        about = [document.id, age(document.age_days)]
        if found.explain:
            about.append(f"score {document.score:.2f}")
        if document.matched:
            about.append("matched " + ", ".join(document.matched[:_TERMS]))
        lines.append("   " + dim(" · ".join(about)))
        lines += [*indent(head(bodies[document.id], _BODY_LINES), 3), ""]
    if found.documents:
        chosen = count(len(found.documents), "memory", "memories")
        lines.append(dim(f"{chosen} of {found.docs_scanned:,}, {found.duration_ms:.1f} ms"))
    if found.explain:
        lines += [""] * bool(lines) + _render_rejected(found.explain.rejected, others=bool(lines))
    return lines


def _render_rejected(rejected: list[wire.RejectedMemory], *, others: bool) -> list[str]:
    if not rejected:
        return ["Nothing else was near." if others else "Nothing was near."]
    rows = [(f"{one.score:.2f}", one.id, words(one.reason)) for one in rejected]
    return ["Not chosen", *indent(columns(rows), 2)]


VERBS = {"recall": Verb(_add_arguments, _recall)}
