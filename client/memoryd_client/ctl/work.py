"""`memoryctl extract` and `jobs`: work in the background."""

import argparse
from datetime import datetime

from memoryd_client import wire

from .text import ago, columns, words
from .verbs import FAILED, OK, Call, Verb


def _add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--session", metavar="ID", help="only this session")
    parser.add_argument("--all", action="store_true", help="all projects, not only this one")
    parser.add_argument("--force", action="store_true", help="read again from the start")
    parser.add_argument("--wait", action="store_true", help="return when it is done")


def _extract(call: Call) -> int:
    args, terminal = call.args, call.terminal
    started = call.client.extract(session_id=args.session, force=args.force, everywhere=args.all)
    if started.job is None or not args.wait:
        if not call.print_json():
            terminal.say(_render_started(started))
        return OK
    job = call.client.wait(started.job, lambda job: _show_progress(call, job))
    terminal.clear_progress()
    if not call.print_json():
        terminal.say(render_job(job))
    if job.status == "failed":
        terminal.trouble(f"job {job.id} failed: {job.error}", "see `memoryctl status`")
        return FAILED
    return OK


def _show_progress(call: Call, job: wire.Job) -> None:
    call.terminal.show_progress(job.progress.done, job.progress.total, job.progress.unit)


def _render_started(started: wire.Started) -> str:
    if started.job is None:
        return f"Nothing was started: {words(started.skipped or 'no reason given')}."
    return f"Started job {started.job}."


def render_job(job: wire.Job) -> str:
    """Return the line that says how a job ended."""
    reason = f": {words(job.reason)}" if job.reason else ""
    done = f" ({job.progress.done:,} {job.progress.unit})" if job.progress.unit else ""
    return f"{job.kind} {job.status}{reason}{done}"


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="only this job")


def _jobs(call: Call) -> int:
    jobs = [call.client.job(call.args.id)] if call.args.id else call.client.jobs().jobs
    if not call.print_json():
        call.terminal.say(*render_jobs(jobs, call.now))
    return OK


def render_jobs(jobs: list[wire.Job], now: datetime) -> list[str]:
    """Return the lines that list jobs."""
    rows = [
        (
            job.id,
            job.kind,
            job.status,
            _progress(job.progress),
            ago(job.updated, now),
            job.error or words(job.reason or "") or job.project or "",
        )
        for job in jobs
    ]
    return columns(rows) or ["No work was done yet."]


def _progress(progress: wire.Progress) -> str:
    total = f"/{progress.total}" if progress.total is not None else ""
    return f"{progress.done}{total} {progress.unit}" if progress.unit else ""


VERBS = {"extract": Verb(_add_extract, _extract), "jobs": Verb(_add_jobs, _jobs)}
