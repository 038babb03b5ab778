"""The pipe: from a call, ours or a library's, to a line that may be written, and a copy kept."""

import contextlib
import logging
import logging.handlers
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Final, Literal, TextIO

import msgspec
import structlog

from memoryd.errors import CannotServeError
from memoryd.system.files import make_private_dir

from .repeats import Repeats
from .thread import Handing, bound

Keep = Callable[[Mapping[str, object]], None]
Form = Literal["console", "json", "journal"]
_ROTATE_BYTES = 5 * 1024 * 1024
_KEPT = 3
_MAX_KEPT_CHARS = 4000
# The same for every form, since a logger keeps those of its first use.
_SHARED: Final[Sequence[structlog.typing.Processor]] = (
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
)
_PRIORITY = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}


def choose_form(setting: str, env: Mapping[str, str], stream: TextIO) -> Form:
    """Return the form for this context: journal, terminal, else JSON lines in a file."""
    if setting == "console" or (setting == "auto" and stream.isatty()):
        return "console"
    if setting == "journal" or (setting == "auto" and _is_journal(env, stream)):
        return "journal"
    return "json"


def _is_journal(env: Mapping[str, str], stream: TextIO) -> bool:
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return env.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def set_up(
    form: Form,
    level: str,
    file: Path,
    *,
    clean: Callable[[str], str],
    keep: Keep = lambda _: None,
) -> None:
    """Send all logging where *form* says: stderr, or a rotated 0600 file for JSON lines.

    Every rendered line goes through *clean* last, tracebacks included; *keep* gets what each
    record's JSON line says. All that happens in a thread of its own. May be called again. Raise
    CannotServeError when the file cannot be written.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # what is not written costs nothing more
            *_SHARED,
            _catch,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = _handler(form, file)
    handler.setFormatter(_AsKept() if form == "json" else _formatter(form, clean))
    handler.addFilter(_keeping(keep, clean))
    handing = Handing(handler)
    handing.addFilter(Repeats())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handing)
    set_level(level)


def flush() -> None:
    """Wait until what was logged before is written, a second at most."""
    for handler in logging.getLogger().handlers:
        handler.flush()


def set_level(level: str) -> None:
    """Change what is logged; libraries only speak up when something is wrong."""
    logging.getLogger().setLevel(level.upper())
    for chatty in ("watchfiles", "aiohttp", "asyncio"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLogger().level))


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A rotated file that only its owner may read, also after it was rotated."""

    def _open(self) -> TextIOWrapper:
        return open(
            self.baseFilename,
            "a",
            encoding=self.encoding,
            opener=lambda path, flags: os.open(path, flags, 0o600),
        )


def _handler(form: Form, file: Path) -> logging.Handler:
    if form != "json":
        return logging.StreamHandler(sys.stderr)
    try:
        make_private_dir(file.parent)
        return _PrivateFile(file, maxBytes=_ROTATE_BYTES, backupCount=_KEPT, encoding="utf-8")
    except OSError as exc:
        raise CannotServeError(
            f"cannot write the log {file}: {exc.strerror}",
            hint="make its directory writable, or set log.format to console",
        ) from exc


def _renderers(form: Form) -> list[structlog.typing.Processor]:
    # Tracebacks never show local variables: they may hold a secret or a person's words.
    plain = structlog.processors.format_exc_info
    if form == "console":
        traceback = structlog.dev.plain_traceback
        return [_escape, structlog.dev.ConsoleRenderer(exception_formatter=traceback)]
    if form == "json":
        return [plain, structlog.processors.JSONRenderer()]
    return [plain, _journal_line]


def _formatter(form: Form, clean: Callable[[str], str]) -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[
            # Not with the call: what is bound around it tells no repeat from another.
            lambda _, __, event: {**bound(event["_record"]), **event},
            *(() if form == "journal" else (_stamp,)),  # the journal stamps its lines itself
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(form),
            lambda _, __, line: clean(str(line)),
        ],
    )


def _keeping(keep: Keep, clean: Callable[[str], str]) -> Callable[[logging.LogRecord], bool]:
    """Return a filter that lets everything through, and gives *keep* a copy of it."""
    formatter = _formatter("json", clean)

    def copy(record: logging.LogRecord) -> bool:
        record.json_line = line = formatter.format(record)
        keep(_parse(line, record.levelname.lower()))
        return True

    return copy


class _AsKept(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: str = record.json_line  # type: ignore[attr-defined]  # of the filter above
        return line


def _parse(line: str, level: str) -> Mapping[str, object]:
    """Return what a cleaned JSON line says; one that is too long or no JSON any more, as text."""
    if len(line) <= _MAX_KEPT_CHARS:
        with contextlib.suppress(msgspec.DecodeError):  # cleaning may take a quote with it
            return msgspec.json.decode(line, type=dict[str, object])
    return {"level": level, "event": f"{line[:_MAX_KEPT_CHARS]}…"}


def _catch(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if event.get("exc_info") is True:  # the thread that writes handles no exception
        event["exc_info"] = sys.exc_info()
    return event


def _stamp(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    at = datetime.fromtimestamp(event["_record"].created, UTC)
    return {**event, "timestamp": at.isoformat(timespec="microseconds").replace("+00:00", "Z")}


def _escape(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {
        key: _printable(value) if isinstance(value, str) else value for key, value in event.items()
    }


def _journal_line(_: object, __: str, event: structlog.typing.EventDict) -> str:
    level = str(event.pop("level", "info"))
    name, what = event.pop("logger", ""), event.pop("event", "")
    rest = " ".join(f"{key}={value!r}" for key, value in event.items())
    return f"<{_PRIORITY.get(level, 6)}>{_printable(f'{name}: {what} {rest}'.rstrip())}"


def _printable(text: str) -> str:
    """Escape what could end the line, steer a terminal or not be encoded at all."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
