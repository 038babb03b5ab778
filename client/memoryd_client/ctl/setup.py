"""`memoryctl setup`: connect the agents that are here, or take all of it back."""

import argparse
import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memoryd_client.integrations import (
    AGENTS,
    Agent,
    FileError,
    Installed,
    Records,
    Step,
    detect,
    find_launch,
    perform,
    plan_removals,
    plan_setups,
)
from memoryd_client.locate import find_socket, state_dir

from .text import count, indent
from .verbs import FAILED, NOTHING, OK, USAGE, Call, Verb

_DONE = {"create": "created", "change": "changed", "restore": "restored", "delete": "deleted"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What is to be done for one agent."""

    agent: Agent
    installed: Installed
    steps: list[Step]
    warnings: list[str]


def _add_setup(parser: argparse.ArgumentParser) -> None:
    # Not `choices`: with no name at all these would be compared with an empty list.
    parser.add_argument(
        "agent", nargs="*", help=f"{', '.join(AGENTS)} (default: all that are here)"
    )
    parser.add_argument("--remove", action="store_true", help="take back all that was written")
    parser.add_argument("--dry-run", action="store_true", help="only show what would be written")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _setup(call: Call) -> int:
    unknown = [name for name in call.args.agent if name not in AGENTS]
    if unknown:
        call.terminal.trouble(f"there is no agent {unknown[0]!r}", f"one of {', '.join(AGENTS)}")
        return USAGE
    records = Records(state_dir(call.env) / "setup")
    plans = _plan(call, records)
    _show(call, plans)
    code = _go_on(call, plans)
    written = code is None
    if code is None:
        plans = [_carry_out(call, plan, records) for plan in plans]
        code = FAILED if _failed(plans) else OK
        _tell_notes(call, plans)
    if call.terminal.json:
        call.terminal.print_json(_as_json(plans, written=written).encode())
    return code


def _plan(call: Call, records: Records) -> list[_Plan]:
    named: Sequence[str] = call.args.agent
    remove: bool = call.args.remove
    launch = find_launch(find_socket(call.env, call.args.socket))
    plans = []
    for agent in (AGENTS[name] for name in dict.fromkeys(named or AGENTS)):
        installed = detect(agent, call.env)
        edits = agent.edits(installed.folder, launch)
        if remove:
            steps = plan_removals(agent.name, edits, records)
        elif installed.found:
            steps = plan_setups(agent.name, edits, records, asked=agent.name in named)
        else:
            steps = []
        warnings = _warnings(call, agent, installed)
        plans.append(_Plan(agent=agent, installed=installed, steps=steps, warnings=warnings))
    return plans


def _warnings(call: Call, agent: Agent, installed: Installed) -> list[str]:
    if call.args.remove or not installed.found:
        return []
    several = []
    if len(installed.versions) > 1:
        listed = ", ".join(installed.versions)
        several = [f"several versions are installed ({listed}); all of them read the same files"]
    return [*several, *agent.warnings(installed.folder, call.env)]


def _show(call: Call, plans: Sequence[_Plan]) -> None:
    for plan in plans:
        call.terminal.say(_headline(plan, remove=call.args.remove))
        for step in plan.steps:
            if step.does:
                call.terminal.say(*indent(_diff(step), 2))
            elif step.why:
                call.terminal.trouble(f"{plan.agent.title}: {step.why}", step.hint)
        call.terminal.say(*(f"  warning: {warning}" for warning in plan.warnings))


def _headline(plan: _Plan, *, remove: bool) -> str:
    does = sum(step.does for step in plan.steps)
    version = f" {plan.installed.versions[0]}" if plan.installed.versions else ""
    name = f"{plan.agent.title}{version}"
    if does:
        verb = "to take back" if remove else "to write"
        return f"{name}: {count(does, 'file')} {verb}"
    if not plan.installed.found and not remove:
        return f"{name}: not here (no {plan.agent.program} on PATH, no {plan.installed.folder})"
    return f"{name}: nothing to do"


def _diff(step: Step) -> Iterator[str]:
    old, new = (
        content.decode("utf-8", "replace") if content else "" for content in (step.old, step.new)
    )
    lines = difflib.unified_diff(
        old.splitlines(),
        new.splitlines(),
        "/dev/null" if step.old is None else str(step.path),
        "/dev/null" if step.new is None else str(step.path),
        lineterm="",
    )
    return iter(list(lines) or [f"--- {step.path}", "(only its line ends change)"])


def _go_on(call: Call, plans: Sequence[_Plan]) -> int | None:
    """Return the exit code when nothing is to be written, None when all is."""
    failed = FAILED if _failed(plans) else OK
    missing = [plan for plan in plans if not plan.installed.found]
    if not call.args.remove and len(missing) == len(plans):
        call.terminal.trouble("none of these agents is here", "install one, then try again")
        return NOTHING
    if call.args.dry_run:
        return failed
    if not any(step.does for plan in plans for step in plan.steps):
        return None  # records may still have to be dropped
    if call.args.yes:
        return None
    if not call.terminal.talks:
        call.terminal.trouble("nothing was written: nobody is there to ask", "add --yes")
        return USAGE
    if call.terminal.ask("Take it back?" if call.args.remove else "Write it?"):
        return None
    call.terminal.say("Nothing was written.")
    return FAILED


def _failed(plans: Sequence[_Plan]) -> bool:
    return any(step.action == "failed" for plan in plans for step in plan.steps)


def _carry_out(call: Call, plan: _Plan, records: Records) -> _Plan:
    due = (step.action != "failed" and (step.does or call.args.remove) for step in plan.steps)
    steps = [
        _perform(call, plan.agent, step, records) if is_due else step
        for step, is_due in zip(plan.steps, due, strict=True)
    ]
    return replace(plan, steps=steps)


def _perform(call: Call, agent: Agent, step: Step, records: Records) -> Step:
    try:
        perform(step, records)
    except FileError as exc:
        call.terminal.trouble(f"{agent.title}: {exc}", exc.hint)
        return replace(step, action="failed", why=str(exc), hint=exc.hint)
    return step


def _tell_notes(call: Call, plans: Sequence[_Plan]) -> None:
    for plan in plans:
        done = [step for step in plan.steps if step.does]
        if done:
            names = sorted({_DONE[step.action] for step in done})
            call.terminal.say(
                f"{plan.agent.title}: {count(len(done), 'file')} {' or '.join(names)}."
            )
        if done and not call.args.remove:
            call.terminal.say(f"  {plan.agent.note}")


def _as_json(plans: Sequence[_Plan], *, written: bool) -> str:
    agents = [
        {
            "agent": plan.agent.name,
            "found": plan.installed.found,
            **({"version": plan.installed.versions[0]} if plan.installed.versions else {}),
            "files": [_file_as_json(step) for step in plan.steps],
            "warnings": plan.warnings,
            "status": _status(plan, written=written),
        }
        for plan in plans
    ]
    return json.dumps({"agents": agents}, ensure_ascii=False)


def _file_as_json(step: Step) -> dict[str, str]:
    why = {"why": step.why, "hint": step.hint} if step.why else {}
    return {"path": str(step.path), "action": step.action, **why}


def _status(plan: _Plan, *, written: bool) -> str:
    actions = {step.action for step in plan.steps}
    if "failed" in actions:
        return "failed"
    if any(step.does for step in plan.steps):
        return "done" if written else "planned"
    if "kept" in actions:
        return "kept"
    return "unchanged" if plan.steps else "absent"


VERBS = {"setup": Verb(_add_setup, _setup)}
