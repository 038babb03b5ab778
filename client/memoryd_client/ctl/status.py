"""`memoryctl status`: all of it at a glance."""

import argparse
from collections.abc import Iterator, Mapping
from datetime import datetime

from memoryd_client import wire

from .budget import render_models, render_spent
from .text import ago, bold, columns, count, dim, duration, indent, words
from .verbs import OK, Call, Verb

_MARGIN = 12
_MOST_REASONS = 4
_DREAMT = {"updated": "tidied", "noop": "tidy already"}
_WHO = {"rules": "rules", "model": "a model", "person": "you", "dream": "dreams"}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verbose", action="store_true", help="also the last runs, and all counts")


def _status(call: Call) -> int:
    status = call.client.status()
    if not call.print_json():
        now, verbose = call.now.astimezone(), call.args.verbose
        call.terminal.say(*render_status(status, now, verbose=verbose))
    return OK


def render_status(status: wire.Status, now: datetime, *, verbose: bool = False) -> list[str]:
    """Return the lines that show the daemon's state; times of day are as *now*'s.

    What says nothing is left out, and so is, unless *verbose*, what the last day tells better.
    """
    day, queue = status.day, status.queue
    whole = verbose or day is None
    spends = bool(status.budget.models)
    state = "running" if status.ready else "running, but not ready"
    lines = [
        f"{bold('memoryd')} {status.version} {state} for {duration(status.uptime_s)}"
        + dim(f" (pid {status.pid})"),
        *_block("not ready", [words(reason) for reason in status.reasons]),
        *_block("watching", _watched(status.roots)),
        *_block("remembers", [_remembered(status)]),
        *_block("learns", [_learnt(status.past_sessions)] * status.past_sessions.enabled),
        *_block("24 hours", list(_done(day)) if day else []),
        *_block("not done", list(_skipped(day.skipped, most=_MOST_REASONS)) if day else []),
        *_block(
            "queue",
            [f"{queue.running} running, {queue.pending} waiting"]
            * (whole or queue.running + queue.pending > 0),
        ),
        *_block("last", list(_last(status.last, now, only_failed=not whole))),
        *_block("models", [render_models(status.budget)] * spends),
        *_block("budget", [render_spent(status.budget, now)] * spends),
        *_block("skipped", list(_skipped(status.skipped)) if whole else []),
        *_block("dreams", [_idle(one, now) for one in status.idle_dreams]),
    ]
    troubles = [line for one in status.errors for line in _trouble(one, now)]
    return lines + _block("errors", troubles)


def _block(title: str, lines: list[str]) -> list[str]:
    """Put a title before the first of *lines* and indent the others alike."""
    titles = [title] + [""] * (len(lines) - 1)
    return [f"  {title:<{_MARGIN}}{line}" for title, line in zip(titles, lines, strict=False)]


def _watched(roots: list[wire.Root]) -> list[str]:
    there = [root for root in roots if root.exists]
    if not there:
        return ["no agent's sessions were found on this machine"]
    rows = []
    for agent in dict.fromkeys(root.agent for root in there):
        mine = [root for root in there if root.agent == agent]
        rows.append(
            (
                agent,
                sum(root.sessions for root in mine),
                "sessions",
                sum(root.messages for root in mine),
                "messages",
                sum(root.human_messages for root in mine),
                "by people",
                _damage(mine),
            )
        )
    return columns(rows)


def _damage(roots: list[wire.Root]) -> str:
    bad = sum(root.bad_lines for root in roots)
    long = sum(root.oversize_lines for root in roots)
    parts = [f"{bad:,} unreadable lines"] * bool(bad) + [f"{long:,} too long"] * bool(long)
    return f"({', '.join(parts)})" if parts else ""


def _remembered(status: wire.Status) -> str:
    memories = count(status.memories, "memory", "memories")
    return f"{memories} in {count(status.projects, 'project')}, in {status.base}"


def _learnt(past: wire.PastSessions) -> str:
    taught = f"{past.taught:,} of {count(past.known, 'past session')} taught something"
    waits = [f"{number:,} {words(reason)}" for reason, number in sorted(past.waits.items())]
    failed = [f"{past.failed:,} failed, see `memoryctl jobs`"] * bool(past.failed)
    return "; ".join([taught, *failed, *waits])


def _last(
    last: dict[str, wire.LastRun | None], now: datetime, *, only_failed: bool
) -> Iterator[str]:
    for kind, run in last.items():
        if run is not None and (run.status == "failed" or not only_failed):
            reason = f" ({words(run.reason)})" if run.reason else ""
            where = f", {run.project}" if run.project else ""
            took = f"{run.duration_ms:,.0f} ms"
            yield f"{kind} {run.status}{reason} {ago(run.at, now)}, {took}{where}"


def _done(day: wire.Day) -> Iterator[str]:
    """Tell what was done in the last day, a line each; one line when nothing was."""
    sessions = count(day.sessions, "session")
    if not day.sessions + sum(day.learnt.values()):
        yield "no session moved"
    else:
        yield f"learnt {_by(day.learnt)}; {sessions} moved"
    changes = [
        f"{verb} {_by(counts)}"
        for verb, counts in (("changed", day.changed), ("forgot", day.forgotten))
        if counts
    ]
    if day.undone:
        changes.append(f"took back {count(day.undone, 'change')}")
    if changes:
        yield "; ".join(changes)
    if day.handed_out:
        memories = count(day.handed_out, "memory", "memories")
        yield f"handed {memories} to {count(day.handed_to, 'session')}"
    if day.dreams:
        total = count(sum(day.dreams.values()), "place")
        ends = (f"{number:,} {_DREAMT.get(end, end)}" for end, number in day.dreams.items())
        yield f"dreamt of {total}: {', '.join(ends)}"


def _by(counts: Mapping[str, int]) -> str:
    """Return how many memories, and by whom."""
    total = count(sum(counts.values()), "memory", "memories")
    whose = ", ".join(f"{_WHO.get(who, who)} {number:,}" for who, number in counts.items())
    return f"{total} ({whose})" if counts else "nothing"


def _skipped(skipped: Mapping[str, Mapping[str, int]], *, most: int | None = None) -> Iterator[str]:
    """Tell why things were not done, the most frequent reasons first, at most so many of each."""
    for kind, reasons in skipped.items():
        if reasons:
            ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
            shown = [f"{number:,} {words(reason)}" for reason, number in ranked[:most]]
            if rest := sum(number for _, number in ranked[len(shown) :]):
                shown.append(f"{rest:,} other")
            yield f"{kind}: {', '.join(shown)}"


def _idle(dream: wire.IdleDream, now: datetime) -> str:
    where = dream.project or "your own memories"
    why = dream.reason or ("nothing to tidy" if dream.status == "noop" else words(dream.status))
    times = f"due {count(dream.times, 'time')} in a row, changed nothing"
    return f"{where}: {times} ({why}), last {ago(dream.at, now)}"


def _trouble(trouble: wire.Trouble, now: datetime) -> list[str]:
    when = f" ({ago(trouble.at, now)})" if trouble.at else ""
    lines = [f"{words(trouble.what)}: {trouble.detail}{when}"]
    return lines + indent([f"hint: {trouble.hint}"] * bool(trouble.hint), 2)


VERBS = {"status": Verb(_add_arguments, _status)}
