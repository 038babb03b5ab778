"""`memoryctl list`, `show`, `view`, `history`, `injections`, `projects`: what there is."""

import argparse
import json
from datetime import datetime

from memoryd_client import wire

from .text import age, ago, columns, count, cut, dim, undo_command
from .verbs import NOTHING, OK, Call, Verb, no_arguments


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help="only memories with these words")
    parser.add_argument("--type", metavar="T", help="user, feedback, project or reference")
    parser.add_argument("--scope", choices=("user", "project"), help="who sees it")


def _list(call: Call) -> int:
    args = call.args
    pages, memories, after = [], [], None
    while True:
        page = call.client.memory_page(
            type=args.type, scope=args.scope, query=" ".join(args.query) or None, next=after
        )
        pages.append(call.client.transport.last)
        memories += page.memories
        after = page.next
        if after is None:
            break
    if call.terminal.json:
        call.terminal.print_json(_one_page(pages))
    else:
        call.terminal.say(*render_list(memories))
    if not memories:
        call.terminal.trouble("nothing is remembered here", "`memoryctl projects` lists projects")
        return NOTHING
    return OK


def _one_page(pages: list[bytes]) -> bytes:
    if len(pages) == 1:
        return pages[0]
    return json.dumps({"memories": [m for p in pages for m in json.loads(p)["memories"]]}).encode()


def render_list(memories: list[wire.Memory]) -> list[str]:
    """Return the lines that list memories; how often they were used once any was."""
    any_used = any(one.usage_count for one in memories)
    rows = [
        (
            one.type,
            one.scope,
            age(one.age_days),
            cut(one.title, 60) + " (pinned)" * one.pinned,
            *([f"used {count(one.usage_count, 'time')}"] if any_used else []),
            one.id,
        )
        for one in memories
    ]
    total = [dim(count(len(memories), "memory", "memories"))] * bool(memories)
    return columns(rows) + total


def _add_show(parser: argparse.ArgumentParser) -> None:
    told = "the memory's id, as recall and list print it, or memory://root/…"
    parser.add_argument("id", metavar="ID", help=told)


def _show(call: Call) -> int:
    if "://" in call.args.id:
        return _show_resource(call)
    memory = call.client.memory(call.args.id)
    if not call.print_json():
        call.terminal.print_raw(memory.raw if memory.raw.endswith("\n") else memory.raw + "\n")
        call.terminal.say(*render_kind(memory, call.now), *render_sources(memory, call.now))
    return OK


def _show_resource(call: Call) -> int:
    found = call.client.resource(call.args.id)
    if found.entries is None:
        call.terminal.print_raw(found.data.decode("utf-8", "replace"))
    elif not call.print_json():
        call.terminal.say(*(found.entries or ["The directory is empty."]))
    return OK


def _view(call: Call) -> int:
    told = call.client.guidance()
    if call.print_json():
        return OK
    if told.skipped == "disabled":
        call.terminal.trouble("memory is off here", "`memoryctl projects` says why")
        return NOTHING
    if told.skipped:
        limit = "memories.summaryInjectionTokenLimit"
        call.terminal.say(f"Nothing is injected here: {limit} leaves no room.")
    elif told.empty:
        call.terminal.say("Nothing is injected here yet: nothing is remembered.")
    else:
        call.terminal.print_raw(told.text + "\n")
    return OK


def render_kind(memory: wire.Memory, now: datetime) -> list[str]:
    """Return the lines that say what a memory is, and since when."""
    kind = f"{memory.type}, {memory.scope} scope" + ", pinned" * memory.pinned
    said = f"first said {ago(memory.created, now)}, last said {ago(memory.updated, now)}"
    used = f"; used {count(memory.usage_count, 'time')}, last {ago(memory.last_usage, now)}"
    return ["", f"{kind}; {said}{used if memory.usage_count else ''}"]


def render_sources(memory: wire.Memory, now: datetime) -> list[str]:
    """Return the lines that say where a memory comes from."""
    if not memory.sources:
        return ["", dim("No session is known to have said this.")]
    rows = [
        (one.agent, one.session, one.record, ago(one.at, now) if one.at else "")
        for one in memory.sources
    ]
    return ["", "Said in", *columns([(" ", *row) for row in rows])]


def _history(call: Call) -> int:
    changes = call.client.history().changes
    if not call.print_json():
        call.terminal.say(*render_history(changes, call.now))
    return OK


def render_history(changes: list[wire.Change], now: datetime) -> list[str]:
    """Return the lines that list changes."""
    rows = [
        (
            ago(one.at, now),
            one.operation,
            f"by {one.by}",
            count(len(one.files), "file"),
            undo_command(one.undo) if one.undo else "",
        )
        for one in changes
    ]
    return columns(rows) or ["Nothing has changed yet."]


def _add_injections(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--session", metavar="ID", help="only what this session was handed")


def _injections(call: Call) -> int:
    handed = call.client.injections(session_id=call.args.session).injections
    if not call.print_json():
        rows = [(ago(one.at, call.now), one.session_id, one.id) for one in handed]
        call.terminal.say(*(columns(rows) or ["Nothing was handed to a session yet."]))
    return OK


def _projects(call: Call) -> int:
    projects = call.client.projects().projects
    if not call.print_json():
        call.terminal.say(*render_projects(projects, call.now))
    return OK


def render_projects(projects: list[wire.Project], now: datetime) -> list[str]:
    """Return the lines that list projects, and below each its key and why it is that one."""
    if not projects:
        return ["No project is known yet."]
    titles = ("memories", "sessions", "last read", "project")
    rows = [
        (str(one.memories), str(one.sessions), ago(one.last_extraction_at, now), one.root)
        for one in projects
    ]
    head, *lines = columns([titles, *rows])
    margin = " " * head.index(titles[-1])
    whys = [dim(f"{margin}{one.key} · {_why(one)}") for one in projects]
    return [head, *(line for pair in zip(lines, whys, strict=True) for line in pair)]


def _why(project: wire.Project) -> str:
    return f"{project.reason}; its memory lies in it" if project.local else project.reason


VERBS = {
    "list": Verb(_add_list, _list),
    "show": Verb(_add_show, _show),
    "view": Verb(no_arguments, _view),
    "history": Verb(no_arguments, _history),
    "injections": Verb(_add_injections, _injections),
    "projects": Verb(no_arguments, _projects),
}
