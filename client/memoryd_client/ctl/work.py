"""`memoryctl extract`, `dream`, `rebuild` and `jobs`: work in the background."""

import argparse
from datetime import datetime

from memoryd_client import wire

from .text import ago, columns, count, indent, words
from .verbs import FAILED, OK, Call, UsageError, Verb


def _add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--session", metavar="ID", help="only this session")
    parser.add_argument("--all", action="store_true", help="all projects, not only this one")
    parser.add_argument("--force", action="store_true", help="read again from the start")
    parser.add_argument("--dry-run", action="store_true", help="only show what a model would get")
    parser.add_argument("--wait", action="store_true", help="return when it is done")


def _extract(call: Call) -> int:
    args = call.args
    if args.dry_run:
        preview = call.client.preview_extract(session_id=args.session, everywhere=args.all)
        if not call.print_json():
            call.terminal.say(*render_questions(preview))
        return OK
    started = call.client.extract(session_id=args.session, force=args.force, everywhere=args.all)
    return _follow(call, started)


def render_questions(preview: wire.ExtractPreview) -> list[str]:
    """Return the lines that show what a model would be asked."""
    systems = dict.fromkeys(each.system for each in preview.sessions)
    lines = [line for system in systems for line in ("To each:", "", *_text(system))]
    lines += [line for each in preview.sessions for line in _render_question(each)]
    if preview.skipped == "no_model":
        end = "No model is configured, so none of it is sent."
    elif preview.skipped:
        end = "The settings say that no model reads sessions, so none of it is sent."
    elif not preview.sessions:
        return [f"No session waits for {preview.model}."]
    else:
        end = f"{preview.model} would get it. Nothing was sent."
    tokens = sum(each.tokens for each in preview.sessions)
    total = f"{count(len(preview.sessions), 'session')}, about {count(tokens, 'token')}."
    more = f" {count(preview.left_out, 'session')} more wait." if preview.left_out else ""
    return [*lines, f"{total}{more} {end}"]


def _render_question(question: wire.ExtractQuestion) -> list[str]:
    error = f": {question.error}" if question.error else ""
    return [
        f"{question.agent} session {question.session} ({words(question.state)}{error})",
        f"about {count(question.tokens, 'token')} in all",
        "",
        *_text(question.user),
    ]


def _text(text: str) -> list[str]:
    return [*indent(text.splitlines(), 2), ""]


def _follow(call: Call, started: wire.Started) -> int:
    """Say what was started; with --wait, show how it goes and how it ends."""
    args, terminal = call.args, call.terminal
    if started.skipped or started.job is None or not args.wait:
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
    if started.skipped or started.job is None:
        return f"Nothing was started: {words(started.skipped or 'no reason given')}."
    return f"Started job {started.job}; `memoryctl jobs {started.job}` shows it."


def render_job(job: wire.Job) -> str:
    """Return the line that says how a job ended."""
    reason = f": {words(job.reason)}" if job.reason else ""
    done = f" ({job.progress.done:,} {job.progress.unit})" if job.progress.unit else ""
    result = f": {job.result}" if job.result else ""
    return f"{job.kind} {job.status}{reason}{done}{result}"


def _add_dream(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--model", action="store_true", help="with --dry-run: ask the model, too")
    parser.add_argument("--if-due", action="store_true", help="only if it is due anyway")
    parser.add_argument("--user", action="store_true", help="your own memories, of all projects")
    parser.add_argument("--all", action="store_true", help="all projects and your own memories")
    parser.add_argument("--wait", action="store_true", help="return when it is done")


def _dream(call: Call) -> int:
    args = call.args
    scope = "user" if args.user else "project"
    if args.dry_run:
        if args.all:
            raise UsageError("--dry-run shows one project at a time", hint="leave out --all")
        return _preview(call, call.client.preview_dream(scope=scope, model=args.model))
    if args.model:
        raise UsageError("--model goes with --dry-run", hint="a dream asks the model by itself")
    started = call.client.dream(
        scope=None if args.all else scope, force=not args.if_due, everywhere=args.all
    )
    return _follow(call, started)


def _preview(call: Call, preview: wire.DreamPreview) -> int:
    if not call.print_json():
        call.terminal.say(*render_preview(preview))
    return OK


def render_preview(preview: wire.DreamPreview) -> list[str]:
    """Return the lines that show what a dream would do."""
    model = [f"model: {preview.model}"] if preview.model else []
    refused = [f"refused: {fault}" for fault in preview.refused]
    if not preview.steps:
        return ["Nothing to tidy.", *model, *refused]
    steps = [f"{step.kind}: {step.reason}" for step in preview.steps]
    end = f"{count(len(steps), 'step')}; nothing was changed. `memoryctl dream` does it."
    return [*steps, *model, *refused, "", *preview.diff.splitlines(), "", end]


def _add_rebuild(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--if-due", action="store_true", help="only what is due anyway")
    parser.add_argument("--all", action="store_true", help="all projects in which something is due")
    parser.add_argument("--wait", action="store_true", help="return when it is done")


def _rebuild(call: Call) -> int:
    args = call.args
    started = call.client.rebuild(force=not (args.if_due or args.all), everywhere=args.all)
    if started.skipped == "disabled":
        call.terminal.trouble(
            "learning from whole sessions is off here",
            "set `memories: {enabled: true}` in the settings, then `memoryctl reload`",
        )
    return _follow(call, started)


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
            _about(job),
        )
        for job in jobs
    ]
    return columns(rows) or ["No work was done yet."]


def _about(job: wire.Job) -> str:
    why = job.error or words(job.reason or "") or job.result or ""
    if job.session and not job.error:
        return f"session {job.session}{': ' + why if why else ''}"
    return why or job.project or ""


def _progress(progress: wire.Progress) -> str:
    total = f"/{progress.total}" if progress.total is not None else ""
    return f"{progress.done}{total} {progress.unit}" if progress.unit else ""


VERBS = {
    "extract": Verb(_add_extract, _extract),
    "dream": Verb(_add_dream, _dream),
    "rebuild": Verb(_add_rebuild, _rebuild),
    "enqueue": Verb(_add_rebuild, _rebuild),
    "jobs": Verb(_add_jobs, _jobs),
}
