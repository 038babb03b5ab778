"""What a person wrote within a message, apart from what machines put around it."""

import hashlib
import re
from itertools import islice

# Blocks that agents, editors, hooks and this service put into a person's message.
_BLOCK = re.compile(
    r"<(memoryd|memory-citation|oai-mem-citation|system-reminder|ide_[a-z_]{1,30}|hook_context|qwen:[a-z-]{1,40}|[a-z-]{1,30}-hook)"
    r"(?:\s[^<>]{0,200})?>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_CITATION = re.compile(r"<(memory-citation|oai-mem-citation)>.*?(?:</\1>|\Z)", re.DOTALL)
_MOST_CITATIONS = 8
_MAX_CITATION_CHARS = 8_000
# Some agents escape what a hook returns.
_ESCAPED = re.compile(r"&lt;memoryd(?:\s.{0,200}?)?&gt;.*?(?:&lt;/memoryd&gt;|\Z)", re.DOTALL)
_HIDDEN = re.compile(r"(^|[.!?。！？]\s{0,8})(?:\[redacted:private\]\s{0,8})+", re.MULTILINE)
_PRIVATE = re.compile(r"(?i)<private[\s>]")
_TAG = re.compile(r"<(?!private[\s>])[a-z][\w:.-]*[\s/>]")
_COMPOUND_TAG = re.compile(r"<[a-z]+[_-][\w-]*[\s/>]")
_OPENINGS = (
    "[Request interrupted by user",
    "Caveat: The messages below",
    "This session is being continued from a previous conversation",
    "Base directory for this skill:",
)
_COMMAND_NAME = re.compile(r"<command-name>\s*/?([^<\s]{1,200})\s*</command-name>")
_COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_COMMAND_LINE = re.compile(r"/([A-Za-z][\w:.-]{0,199})(?:\s+(.*))?", re.DOTALL)
# What is said to these is about the tool, and what is said to forget or recall is no statement.
_TOOL_COMMANDS = frozenset(
    (
        "add-dir",
        "agents",
        "approval-mode",
        "auth",
        "bashes",
        "branch",
        "bug",
        "chat",
        "clear",
        "color",
        "config",
        "context",
        "cost",
        "directory",
        "docs",
        "doctor",
        "editor",
        "effort",
        "exit",
        "export",
        "extensions",
        "fast",
        "feedback",
        "forget",
        "fork",
        "help",
        "hooks",
        "ide",
        "keybindings",
        "language",
        "login",
        "logout",
        "mcp",
        "model",
        "new",
        "output-style",
        "permissions",
        "plugin",
        "plugins",
        "privacy-settings",
        "quit",
        "recall",
        "release-notes",
        "reload",
        "rename",
        "restore",
        "resume",
        "rewind",
        "settings",
        "setup-github",
        "skills",
        "stats",
        "status",
        "statusline",
        "tasks",
        "terminal-setup",
        "theme",
        "tools",
        "trust",
        "upgrade",
        "usage",
        "usage-credits",
        "vim",
    )
)


def hide_private(text: str) -> str:
    """Return *text* with a mark in place of what a person wrapped in `<private>` tags.

    Where a statement begins behind it the block leaves no mark, or the statement would not be
    known as one.
    """
    if "<" not in text or _PRIVATE.search(text) is None:
        return text
    # Its tables take long to load, and a daemon that starts must answer first.
    from memoryd.redact import without_private  # noqa: PLC0415 -- see above

    return _HIDDEN.sub(r"\1", without_private(text))


def strip_blocks(text: str) -> str:
    """Return *text* without the blocks that machines put in, trimmed.

    A block that is never closed goes on to the end: injected text may be cut off by the agent.
    """
    if "<" in text:
        text = _BLOCK.sub("", text)
    if "&lt;" in text:
        text = _ESCAPED.sub("", text)
    return text.strip()


def citations_in(text: str) -> tuple[str, ...]:
    """Return the blocks in which an agent says what memories it used; `strip_blocks` drops them."""
    if "-citation>" not in text:
        return ()
    found = islice(_CITATION.finditer(text), _MOST_CITATIONS)
    return tuple(match[0][:_MAX_CITATION_CHARS] for match in found)


def is_machine_text(text: str, *, vouched: bool = False) -> bool:
    """Tell whether *text* opens as agents' own messages do: a known phrase or a lower-case tag.

    *vouched*: the record says that a person entered it. Then `<div>` is what they pasted, and only
    a tag such as `<bash-stdout>` is the agent's.
    """
    tag = _COMPOUND_TAG if vouched else _TAG
    return text.startswith(_OPENINGS) or tag.match(text) is not None


def command_words(name: str, args: str) -> str:
    """Return what a person told the slash command *name*; empty when it is about the tool."""
    bare = name.lower().removeprefix("/").rpartition(":")[2]
    return "" if bare in _TOOL_COMMANDS else strip_blocks(args)


def tagged_command(text: str) -> tuple[str, str] | None:
    """Split `<command-name>/x</command-name>… <command-args>y</command-args>`, in any order."""
    if not text.startswith("<command-"):
        return None
    name, args = _COMMAND_NAME.search(text), _COMMAND_ARGS.search(text)
    return (name[1] if name else "", args[1].strip() if args else "")


def typed_command(text: str) -> tuple[str, str] | None:
    """Split `/name args` as it was typed; None for other text, paths such as /usr/bin included."""
    found = _COMMAND_LINE.fullmatch(text.strip())
    return (found[1], (found[2] or "").strip()) if found else None


def digest(*parts: str) -> str:
    """Return a short stable identity of *parts*, for records that have none of their own."""
    joined = "\0".join(parts).encode("utf-8", "replace")
    return hashlib.blake2b(joined, digest_size=12).hexdigest()
