"""`memoryctl try`: the whole job in a throw-away store, on the sessions that are here."""

import argparse
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from memoryd_client import wire
from memoryd_client.client import UNFINISHED, Client
from memoryd_client.errors import NotFoundError

from .recall import fetch_bodies, render_recall
from .text import bold, count, dim
from .throwaway import AGENTS, Reading, throwaway_daemon, throwaway_folder
from .verbs import OK, TIMED_OUT, Call, UsageError, Verb

_LIMIT_S = 60.0
_PAUSE_S = 0.1
_SHOWN = 30
_MARK = re.compile(r"\A<!-- memoryd: [^\n]*-->\n+")
_SAMPLE = Path(__file__).parent / "sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What a daemon made of the sessions; `projects` maps a project's directory to its memories.

    The memories of all projects stand under "". `complete` is False when time ran out; `busiest`
    is the project with the most sessions.
    """

    sessions: int
    human_messages: int
    projects: dict[str, list[wire.Memory]]
    complete: bool
    busiest: str = ""

    @property
    def memories(self) -> list[wire.Memory]:
        """All memories, project by project."""
        return [memory for memories in self.projects.values() for memory in memories]


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="NAME", help=f"only this agent: {', '.join(AGENTS)}")
    parser.add_argument("--path", metavar="DIR", help="only sessions below this directory")
    parser.add_argument("--query", metavar="TEXT", help="what to ask at the end")


def _try(call: Call, *, clock: Callable[[], float] = time.monotonic) -> int:
    ends_at = clock() + _LIMIT_S
    reading = choose_reading(call.args.agent, call.args.path)
    with throwaway_folder(lambda: call.terminal.say("", "Nothing was left behind.")) as folder:
        learned = _read(call, folder / "1", reading, lambda: clock() >= ends_at)
        if learned.complete and not learned.sessions:
            where = f"below {reading.path}" if reading.path else f"of {', '.join(reading.agents)}"
            call.terminal.trouble(f"no sessions {where} were found", "here is a sample session")
            sample = Reading(agents=["claude-code"], path=_SAMPLE)
            learned = _read(call, folder / "2", sample, lambda: clock() >= ends_at)
    if learned.complete:
        return OK
    call.terminal.trouble(
        f"after {_LIMIT_S:.0f} s only {count(learned.sessions, 'session')} had been read",
        "memoryd itself reads on in the background; here --path DIR narrows it down",
    )
    return TIMED_OUT


def choose_reading(agent: str | None, path: str | None) -> Reading:
    """Return what the arguments ask for; raise UsageError for what cannot be."""
    if agent is not None and agent not in AGENTS:
        raise UsageError(f"there is no agent {agent!r}", hint=f"one of {', '.join(AGENTS)}")
    if path is None:
        return Reading(agents=[agent] if agent else list(AGENTS))
    folder = Path(path).expanduser().absolute()
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a directory", hint="give one that holds sessions")
    return Reading(agents=[agent or "claude-code"], path=folder)


def _read(call: Call, folder: Path, reading: Reading, is_over: Callable[[], bool]) -> Learned:
    with throwaway_daemon(folder, reading, call.env, is_over) as client:
        complete = _wait_until_read(call, client, is_over)
        learned = _collect(client, complete=complete)
        if learned.sessions:
            _show(call, client, learned, is_over)
    return learned


def _wait_until_read(call: Call, client: Client, is_over: Callable[[], bool]) -> bool:
    """Return True once all is read, False when time ran out."""
    started = client.extract(everywhere=True)
    while not is_over():
        job = client.job(started.job) if started.job else None
        status = client.status()
        sessions = sum(root.sessions for root in status.roots)
        call.terminal.show_progress(sessions, None, "sessions read")
        queue = status.queue
        if (job is None or job.status not in UNFINISHED) and not queue.running + queue.pending:
            call.terminal.clear_progress()
            return True
        time.sleep(_PAUSE_S)
    call.terminal.clear_progress()
    return False


def _collect(client: Client, *, complete: bool) -> Learned:
    roots = client.status().roots
    projects = {}
    # Roots of other machines are no directories here, and nothing can be asked about them.
    known = [each for each in client.projects().projects if each.root.startswith("/")]
    busiest = max(known, key=lambda project: project.sessions, default=None)
    for project in known:
        client.cwd = project.root
        projects[project.root] = list(client.memories(scope="project"))
    projects[""] = list(client.memories(scope="user"))
    return Learned(
        sessions=sum(root.sessions for root in roots),
        human_messages=sum(root.human_messages for root in roots),
        projects={root: memories for root, memories in projects.items() if memories},
        complete=complete,
        busiest=busiest.root if busiest else "",
    )


def _show(call: Call, client: Client, learned: Learned, is_over: Callable[[], bool]) -> None:
    summary = _summarise(client, learned, is_over)
    question, client.cwd = choose_question(learned, call.args.query)
    found = client.recall(question) if question else None
    if call.terminal.json:
        whole = {
            "sessions": learned.sessions,
            "human_messages": learned.human_messages,
            "memories": [asdict(memory) for memory in learned.memories],
            "recall": asdict(found) if found else None,
            "summary": summary,
        }
        call.terminal.print_json(json.dumps(whole).encode())
        return
    call.terminal.say(*render_learned(learned))
    if found:
        call.terminal.say("", f"Asked: {question}", "")
        call.terminal.say(*render_recall(found, fetch_bodies(client, found)))
    if summary:
        call.terminal.say("", f"Whole sessions taught, of {learned.busiest}:", "", summary)
        call.terminal.say("", "`memories: {enabled: true}` in the settings has sessions told that.")


def _summarise(client: Client, learned: Learned, is_over: Callable[[], bool]) -> str:
    """Return what whole sessions taught, in the project with the most of them; maybe nothing."""
    if not learned.complete or not learned.busiest:
        return ""
    client.cwd = learned.busiest
    started = client.rebuild(force=True)
    while started.job and client.job(started.job).status in UNFINISHED:
        if is_over():
            return ""
        time.sleep(_PAUSE_S)
    try:
        text = client.resource("memory://root").data.decode("utf-8", "replace")
    except NotFoundError:
        return ""
    return _MARK.sub("", text).strip()


def choose_question(learned: Learned, query: str | None) -> tuple[str, str]:
    """Return what to ask and for which project: *query*, else the words of one memory."""
    known = [(root, one) for root, memories in learned.projects.items() for one in memories]
    if not known:
        return query or "", "/"
    # A correction shows best what recall is for.
    root, memory = min(known, key=lambda each: each[1].type != "feedback")
    return query or memory.title, root or "/"


def render_learned(learned: Learned) -> list[str]:
    """Return the lines that show what would be remembered, by project and type."""
    sessions = count(learned.sessions, "session")
    messages = count(learned.human_messages, "message")
    lines = [f"Read {sessions} with {messages} by people."]
    if not learned.memories:
        return [*lines, "Nothing in them is worth keeping."]
    left = _SHOWN
    for root, memories in learned.projects.items():
        shown = sorted(memories, key=lambda memory: memory.type)[:left]
        left -= len(shown)
        lines += _render_project(root, shown)
    hidden = len(learned.memories) - _SHOWN
    return lines + [dim(f"… and {hidden:,} more")] * (hidden > 0)


def _render_project(root: str, memories: Sequence[wire.Memory]) -> list[str]:
    lines = ["", bold(root or "All projects")] if memories else []
    before = ""
    for memory in memories:
        lines.append(f"  {memory.type if memory.type != before else '':<11}{memory.title}")
        before = memory.type
    return lines


VERBS = {"try": Verb(_add_arguments, _try)}
