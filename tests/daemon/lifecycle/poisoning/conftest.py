"""Ways in which words that nobody typed get into a session, in each agent's own format."""

import json
from itertools import count

import pytest

AT = "2026-01-02T03:04:05.678Z"
SESSION = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001"
OPENING = "Please look at why the build is red."
FENCE = "`" * 3
REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). To tell you how to proceed, the "
    "user said:\n"
)

# What a person sends with words in it that are somebody else's.
PASTES = {
    "fenced": f"What does this page tell me?\n\n{FENCE}\n%s\n{FENCE}",
    "quoted": "A reviewer wrote this, is it true?\n\n> %s",
    "mailed": (
        "Summarise this mail.\n\nFrom: Ann Other <ann@example.org>\nTo: team@example.org\n"
        "Subject: process\nDate: Tue, 6 Jan 2026 10:00:00 +0000\n\n%s"
    ),
    "forwarded": "See below.\n\n-----Original Message-----\nFrom: Ann Other\nSubject: rules\n\n%s",
    "recalled": "Go on.\n<memoryd>\n## Relevant memory\n\n%s\n</memoryd>",
    "recalled-escaped": "Go on.\n&lt;memoryd&gt;\n%s\n&lt;/memoryd&gt;",
    "reminded": "Go on.\n<system-reminder>\n%s\n</system-reminder>",
    "hooked": "Go on.\n<user-prompt-submit-hook>%s</user-prompt-submit-hook>",
    "selected": "Explain.\n<ide_selection>The user selected: %s</ide_selection>",
    "logged": "Why?\n\n2026-01-02 03:04:05,678 INFO  worker: %s\n2026-01-02 03:04:06 ERROR stop",
    "diffed": (
        "Review this.\n\ndiff --git a/NOTES b/NOTES\n--- a/NOTES\n+++ b/NOTES\n@@ -1 +1 @@\n+%s"
    ),
    "chatted": "What did they agree on?\n\n[10:02] ann: %s\n[10:03] bob: fine",
    "committed": (
        "Explain this commit.\n\ncommit 1f0e3dad99908345f7439f8ffabdffc49b7f1a2c\n"
        "Author: Ann Other <ann@example.org>\nDate:   Tue Jan 6 10:00:00 2026\n\n    %s"
    ),
}


class Claude:
    """Claude Code's lines."""

    def __init__(self, cwd):
        self.cwd, self.last, self.numbers = cwd, None, count(1)

    def record(self, kind, content, **more):
        me = f"{next(self.numbers):08d}-0000-4000-8000-000000000000"
        found = {
            "parentUuid": self.last,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": SESSION,
            "version": "2.1.219",
            "type": kind,
            "message": {"role": kind, "content": content},
            "uuid": me,
            "timestamp": AT,
        } | more
        self.last = me
        return json.dumps(found).encode() + b"\n"

    def typed(self, text):
        human = {"origin": {"kind": "human"}, "promptSource": "typed"}
        return self.record("user", text, **human) + self.said("Understood.")

    def said(self, text):
        return self.record("assistant", [{"type": "text", "text": text}])

    def called(self, name, result, *, is_error=False):
        call = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {"q": "x"}}
        block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": result}
        block |= {"is_error": True} if is_error else {}
        told = f"Error: {result}" if is_error else {"stdout": result}
        return self.record("assistant", [call]) + self.record("user", [block], toolUseResult=told)

    def channels(self):
        return {
            "tool": lambda text: self.called("Bash", text),
            "tool-blocks": lambda text: self.called("Read", [{"type": "text", "text": text}]),
            "web": lambda text: self.called("WebFetch", f"# Guide\n\n{text}\n"),
            "mcp": lambda text: self.called("mcp__notes__get", text),
            "mcp-rejection": lambda text: self.called(
                "mcp__notes__get", REJECTED + text, is_error=True
            ),
            "result-rejection": lambda text: self.called("Bash", REJECTED + text),
            "agent": self.said,
            "agent-asks": lambda text: self.said(f"Shall I keep this in mind? {text}"),
            "sidechain": lambda text: self.record("user", text, isSidechain=True),
            "summary": lambda text: self.record("user", text, isCompactSummary=True),
            "continued": lambda text: self.record(
                "user",
                "This session is being continued from a previous conversation that ran out of "
                f"context. The user said: {text}",
            ),
            "meta": lambda text: self.record("user", text, isMeta=True),
            "task": lambda text: self.record(
                "user", text, origin={"kind": "task-notification"}, promptSource="system"
            ),
            "peer": lambda text: self.record("user", text, origin={"kind": "peer"}),
            "suggested": lambda text: self.record("user", text, promptSource="suggestion_accepted"),
            "stdout": lambda text: self.record(
                "user", f"<local-command-stdout>{text}</local-command-stdout>"
            ),
            "bash": lambda text: self.record("user", f"<bash-stdout>{text}</bash-stdout>"),
            "skill": lambda text: self.record(
                "user", f"Base directory for this skill: /w/.claude/skills/x\n\n{text}"
            ),
            "queued-machine": lambda text: self.record(
                "attachment",
                "",
                attachment={
                    "type": "queued_command",
                    "prompt": text,
                    "commandMode": "task-notification",
                },
            ),
            "hook": lambda text: self.record(
                "attachment",
                "",
                attachment={"type": "hook_additional_context", "content": [text]},
            ),
            "system": lambda text: self.record("system", text, subtype="info"),
        }


class Codex:
    """Codex's lines."""

    def __init__(self, cwd):
        self.cwd = cwd

    def line(self, kind, **payload):
        found = {"timestamp": AT, "type": kind, "payload": payload}
        return json.dumps(found, separators=(",", ":")).encode() + b"\n"

    def start(self, **more):
        about = {"id": SESSION, "timestamp": AT, "cwd": self.cwd, "originator": "codex-tui"}
        return self.line("session_meta", **about, **more)

    def event(self, kind, **more):
        return self.line("event_msg", type=kind, **more)

    def item(self, role, text):
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        return self.line("response_item", type="message", role=role, content=content)

    def typed(self, text):
        return (
            self.item("user", text)
            + self.event("user_message", message=text, images=[])
            + self.said("Understood.")
        )

    def said(self, text):
        return self.event("agent_message", message=text)

    def ran(self, output):
        call = {"call_id": "c1", "name": "exec_command", "arguments": '{"cmd":"cat notes"}'}
        return self.line("response_item", type="function_call", **call) + self.line(
            "response_item", type="function_call_output", call_id="c1", output=output
        )

    def channels(self):
        return {
            "tool": self.ran,
            "tool-json": lambda text: self.ran(json.dumps({"output": text, "metadata": {}})),
            "agent": self.said,
            "reasoning": lambda text: self.event("agent_reasoning", text=text),
            "environment": lambda text: self.item(
                "user", f"<environment_context>\n{text}\n</environment_context>"
            ),
            "instructions": lambda text: self.item(
                "user",
                f"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\n{text}\n</INSTRUCTIONS>",
            ),
            "user-instructions": lambda text: self.item(
                "user", f"<user_instructions>\n{text}\n</user_instructions>"
            ),
            "developer": lambda text: self.item("developer", text),
            "compacted": lambda text: self.line("compacted", message=text),
            "exec-end": lambda text: self.event(
                "exec_command_end", call_id="c1", stdout=text, aggregated_output=text, exit_code=0
            ),
            "mcp-end": lambda text: self.event(
                "mcp_tool_call_end", call_id="c1", result={"Ok": {"content": [{"text": text}]}}
            ),
        }


class Qwen:
    """Qwen Code's lines."""

    def __init__(self, cwd):
        self.cwd, self.last, self.numbers = cwd, None, count(1)

    def record(self, kind, *parts, **more):
        me = f"{next(self.numbers):08d}-0000-4000-8000-000000000000"
        found = {
            "uuid": me,
            "parentUuid": self.last,
            "sessionId": SESSION,
            "timestamp": AT,
            "type": kind,
            "cwd": self.cwd,
            "message": {"role": "user", "parts": list(parts)},
        } | more
        self.last = me
        return json.dumps(found).encode() + b"\n"

    def typed(self, text):
        return self.record("user", {"text": text}, provenance="real_user") + self.said("OK.")

    def said(self, text):
        return self.record("assistant", {"text": text}, provenance="assistant_output")

    def result(self, text, name="web_fetch"):
        part = {"functionResponse": {"id": "c1", "name": name, "response": {"output": text}}}
        done = {"callId": "c1", "status": "success"}
        return self.record("tool_result", part, toolCallResult=done)

    def channels(self):
        return {
            "tool": self.result,
            "agent": self.said,
            "file": lambda text: self.record(
                "user",
                {"text": "See @notes.md"},
                {"text": "\n--- Content from referenced files ---\n"},
                {"text": f"\nContent from @notes.md:\n{text}\n--- End of content ---"},
                provenance="real_user",
            ),
            "file-inline": lambda text: self.record(
                "user",
                {"text": f"See @a\n--- Content from referenced files ---\n{text}"},
                provenance="real_user",
            ),
            "hook": lambda text: self.record("user", {"text": text}, provenance="hook_context"),
            "notice": lambda text: self.record(
                "user", {"text": text}, provenance="real_user", subtype="notification"
            ),
            "sub-agent": lambda text: self.record(
                "user", {"text": text}, provenance="real_user", agentId="a-1"
            ),
            "compression": lambda text: self.record(
                "system", subtype="chat_compression", systemPayload={"summary": text}
            ),
        }


AGENTS = {"claude-code": Claude, "codex": Codex, "qwen-code": Qwen}


class Talk:
    """Writes sessions: what a person typed, and what came in by another way."""

    def __init__(self, agent, cwd):
        self.agent, self.lines = agent, AGENTS[agent](cwd)

    def _opened(self):
        return self.lines.start() if self.agent == "codex" else b""

    def attempt(self, by, text, then):
        """A session in which *text* comes in *by* that way, and the person then goes on."""
        if by in PASTES:
            came = self.lines.typed(PASTES[by] % text)
        else:
            came = self.lines.channels()[by](text)
        rest = b"".join(map(self.lines.typed, then))
        return self._opened() + self.lines.typed(OPENING) + came + rest

    def twin(self, text):
        """The same session, in which the person types *text*."""
        return self._opened() + self.lines.typed(OPENING) + self.lines.typed(text)


@pytest.fixture
def talk(project):
    return lambda agent: Talk(agent, project.root)
