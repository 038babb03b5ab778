"""`memoryctl doctor`: prove the loop, look at everything it needs, say what to do."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from memoryd_client.doctor import Facts, Finding, Here, examine, gather
from memoryd_client.locate import find_socket

from .service import own_version
from .text import bold, count, dim, indent
from .verbs import FAILED, OK, Call, Verb

_MARKS = {"ok": "ok", "warn": "warn", "fail": "FAIL"}
_WORST_FIRST = ("fail", "warn", "ok")
_MARGIN = 13


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verbose", action="store_true", help="also list what is well")


def _doctor(call: Call) -> int:
    here = Here(
        env=call.env,
        socket=find_socket(call.env, call.args.socket),
        installed=own_version(),
        now=call.now,
    )
    facts = gather(here, call.client)
    findings = examine(facts)
    failed = any(finding.level == "fail" for finding in findings)
    if call.terminal.json:
        call.terminal.print_json(_as_json(facts, findings, ok=not failed).encode())
    else:
        call.terminal.say(*render_findings(findings, verbose=call.args.verbose))
    return FAILED if failed else OK


def render_findings(findings: Sequence[Finding], *, verbose: bool) -> list[str]:
    """Return the verdict, then what is wrong with what to do, worst first; well only if asked."""
    shown = sorted(findings, key=lambda finding: _WORST_FIRST.index(finding.level))
    lines = [_verdict(findings)]
    for finding in shown:
        if finding.level != "ok" or verbose or finding.check == "loop":
            lines += _render(finding)
    well = sum(finding.level == "ok" for finding in findings)
    if not verbose:
        lines.append(dim(f"{count(well, 'check')} went well; --verbose lists them."))
    return lines


def _verdict(findings: Sequence[Finding]) -> str:
    failed, warned = (sum(each.level == level for each in findings) for level in ("fail", "warn"))
    if failed:
        more = f", {count(warned, 'warning')}" if warned else ""
        return bold(f"memoryd needs help: {count(failed, 'check')} failed{more}.")
    if warned:
        return bold(f"memoryd works, with {count(warned, 'warning')}.")
    return bold("memoryd is well.")


def _render(finding: Finding) -> list[str]:
    first, *rest = finding.detail.splitlines() or [""]
    lines = [f"  {_MARKS[finding.level]:<4}  {finding.check:<{_MARGIN}}{first}"]
    lines += indent(rest, _MARGIN + 8)
    return lines + indent((f"→ {line}" for line in finding.remedy.splitlines()), _MARGIN + 8)


def _as_json(facts: Facts, findings: Sequence[Finding], *, ok: bool) -> str:
    told = {
        "ok": ok,
        "findings": [asdict(finding) for finding in findings],
        "proof": asdict(facts.proof) if facts.proof else None,
    }
    return json.dumps(told, ensure_ascii=False)


VERBS = {"doctor": Verb(_add_arguments, _doctor)}
