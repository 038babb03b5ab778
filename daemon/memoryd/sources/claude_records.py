"""Claude Code's records: the few fields that are read, and who produced them."""

import msgspec

from .text import command_words, is_machine_text, strip_blocks, tagged_command, typed_command

_TYPED = frozenset({"typed", "queued"})
# A suggestion is the agent's text, even if a person accepted it.
_NOT_TYPED = frozenset({"system", "suggestion_accepted"})
_REJECTED = "The user doesn't want to proceed with this tool use."
_SAID = "the user said:\n"
_HINT = "\n\nNote: The user's next message may contain"


class Block(msgspec.Struct):
    """One part of a message's content."""

    type: str | None = None
    text: str | None = None
    id: str | None = None
    name: str | None = None
    input: msgspec.Raw = msgspec.Raw()
    tool_use_id: str | None = None
    is_error: bool | None = None
    content: msgspec.Raw = msgspec.Raw()


Content = str | list[Block] | None


class Body(msgspec.Struct):
    """The message of a `user` or `assistant` record."""

    content: Content = None
    model: str | None = None


class Record(msgspec.Struct, rename="camel"):
    """One line; all fields may be missing, and most lines have more of them."""

    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    entrypoint: str | None = None
    message: Body | None = None
    attachment: msgspec.Raw = msgspec.Raw()
    operation: str | None = None
    content: msgspec.Raw = msgspec.Raw()
    origin: msgspec.Raw = msgspec.Raw()
    prompt_source: str | None = None
    tool_use_result: msgspec.Raw = msgspec.Raw()
    is_meta: bool | None = None
    is_sidechain: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None


class Stub(msgspec.Struct, rename="camel"):
    """Of a record only where it stands: what is left of one that holds no words."""

    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    cwd: str | None = None
    is_sidechain: bool | None = None


class _Attachment(msgspec.Struct, rename="camel"):
    type: str | None = None
    prompt: Content = None
    command_mode: str | None = None
    origin: msgspec.Raw = msgspec.Raw()


_CONTENT: msgspec.json.Decoder[Content] = msgspec.json.Decoder(Content)
_ATTACHMENT = msgspec.json.Decoder(_Attachment)


def blocks_of(content: Content) -> list[Block]:
    """Return the blocks of a content; plain text is one."""
    if isinstance(content, str):
        return [Block(type="text", text=content)]
    return content or []


def origin_kind(origin: msgspec.Raw) -> str | None:
    """Return who a record says it comes from; None when it does not say."""
    said = msgspec.json.decode(origin) if bytes(origin) else None
    return str(said.get("kind")) if isinstance(said, dict) else None


def is_machine_prompt(record: Record) -> bool:
    """Tell whether a `user` record says itself that no person wrote it."""
    return bool(
        record.is_meta
        or record.is_compact_summary
        or record.is_visible_in_transcript_only
        or record.prompt_source in _NOT_TYPED
        or bytes(record.tool_use_result) not in (b"", b"null")
        or origin_kind(record.origin) not in (None, "human")
    )


def is_typed(record: Record) -> bool:
    """Tell whether a `user` record says itself that it was entered at a terminal."""
    return record.prompt_source in _TYPED


def prompt_words(content: Content, *, vouched: bool) -> str:
    """Return what a person wrote in a prompt, without wrappers; empty for the agent's own texts."""
    if isinstance(content, str):
        return _block_words(content, vouched=vouched)
    words = [_block_words(b.text, vouched=vouched) for b in content or () if b.text]
    return "\n".join(word for word in words if word)


def _block_words(text: str, *, vouched: bool) -> str:
    text = strip_blocks(text)
    if command := tagged_command(text):
        return command_words(*command)
    return "" if is_machine_text(text, vouched=vouched) else text


def attached_words(record: Record) -> str:
    """Return what a person typed while the agent worked; empty for attachments of other kinds."""
    if b'"queued_command"' not in bytes(record.attachment):
        return ""
    attachment = _ATTACHMENT.decode(record.attachment)
    kind = origin_kind(attachment.origin)
    asked = kind is None and attachment.command_mode == "prompt"
    if attachment.type != "queued_command" or not (asked or kind == "human"):
        return ""
    return prompt_words(attachment.prompt, vouched=kind is not None)


def queued_words(content: msgspec.Raw) -> str | None:
    """Return what a person queued, commands without their name; None when the line has no text."""
    if not bytes(content):
        return None
    words = prompt_words(_CONTENT.decode(content), vouched=False)
    command = typed_command(words)
    return command_words(*command) if command else words


def rejection_words(block: Block) -> str:
    """Return what a person answered when they rejected a tool call; empty for other results."""
    if not block.is_error or b"the user said:" not in bytes(block.content):
        return ""
    text = result_text(block)
    if not text.startswith(_REJECTED):
        return ""
    return strip_blocks(text.partition(_SAID)[2].partition(_HINT)[0])


def result_text(block: Block) -> str:
    """Return what a tool's result says."""
    content = _CONTENT.decode(block.content) if bytes(block.content) else None
    return "".join(part.text or "" for part in blocks_of(content))
