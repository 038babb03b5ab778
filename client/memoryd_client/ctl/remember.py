"""`memoryctl remember` and `learn`: keep this."""

import argparse

from memoryd_client import wire

from .verbs import NOTHING, OK, Call, UsageError, Verb


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the text; - reads it from stdin")
    parser.add_argument("--type", metavar="T", help="user, feedback, project or reference")
    parser.add_argument("--scope", choices=("user", "project"), help="who sees it")
    parser.add_argument("--why", metavar="W", help="the reason")
    parser.add_argument("--how", metavar="H", help="how to apply it")


def _remember(call: Call) -> int:
    args = call.args
    kept = call.client.remember(
        _text(call), type=args.type, scope=args.scope, why=args.why, how_to_apply=args.how
    )
    if not call.print_json():
        call.terminal.say(*render_remembered(kept))
    if kept.rejected:
        call.terminal.trouble(
            f"not remembered: {kept.rejected.detail}", f"the reason is `{kept.rejected.code}`"
        )
        return NOTHING
    return OK


def _text(call: Call) -> str:
    words: list[str] = call.args.text
    text = call.terminal.source.read() if words == ["-"] else " ".join(words)
    if not text.strip():
        raise UsageError("there is no text to remember", hint="give it as words, or - and stdin")
    return text.strip()


def render_remembered(kept: wire.Remembered) -> list[str]:
    """Return the lines that say what became of a text; none for a rejected one."""
    if kept.merged_into:
        return [f"known already, merged into {kept.merged_into}"]
    if kept.memory:
        return [f"remembered {kept.memory.id} ({kept.memory.type}, {kept.memory.scope})"]
    return []


def _add_learn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the lesson; - reads it from stdin")
    parser.add_argument("--context", metavar="C", help="when or where it holds")


def _learn(call: Call) -> int:
    learned = call.client.learn(_text(call), context=call.args.context)
    if not call.print_json():
        call.terminal.say(*render_learned(learned))
    if learned.rejected:
        call.terminal.trouble(
            f"not learned: {learned.rejected.detail}", f"the reason is `{learned.rejected.code}`"
        )
        return NOTHING
    return OK


def render_learned(learned: wire.Learned) -> list[str]:
    """Return the lines that say what became of a lesson; none for a rejected one."""
    if learned.lesson is None:
        return []
    said = "known already, now first" if learned.known else "learned"
    return [
        f"{said}: {learned.lesson.removeprefix('- ')}",
        *(f"dropped to make room: {line.removeprefix('- ')}" for line in learned.dropped),
        f"to take it back, delete its line in {learned.file}",
    ]


VERBS = {
    "remember": Verb(_add_arguments, _remember),
    "learn": Verb(_add_learn, _learn),
}
