"""The client: one typed method for each thing the daemon does."""

from __future__ import annotations  # naming a reply in a signature must not load them all

import os
import time

from . import codec, locate, wire
from .errors import MemorydError
from .sse import IDLE_S, EventParser, Resume
from .stream import connect_unix
from .transport import MAX_REPLY_BYTES, UNLIMITED, Transport

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import Literal, Self, TypeVar

    from .transport import Connect, Sleep

    _T = TypeVar("_T")

# What a caller who ignores errors waits for the daemon at most; the rest of the 300 ms it is
# promised is for building the reply.
_IGNORE_TOTAL_S = 0.2
_MODEL_TIMEOUT_S = 600.0
_PROOF_TIMEOUT_S = 180.0
_IGNORE_REPLY_BYTES = 1024 * 1024

UNFINISHED = ("pending", "running")


class Client:
    """Talks to the daemon of this user; *cwd* is any directory of the project it is about.

    `on_error="ignore"` is for callers whose own work must not suffer: calls never raise, never
    print, and return empty results within 300 ms. `close`, or leaving the `with` block, gives
    the connection back.
    """

    def __init__(
        self,
        cwd: str | os.PathLike[str] = ".",
        *,
        socket: str | os.PathLike[str] | None = None,
        timeout_s: float = 5.0,
        on_error: Literal["raise", "ignore"] = "raise",
        connect: Connect = connect_unix,
        sleep: Sleep = time.sleep,
    ) -> None:
        self.cwd = _absolute(cwd)
        self._ignores = on_error == "ignore"
        self._sleep = sleep
        explicit = None if socket is None else os.fspath(socket)
        self.transport = Transport(
            lambda: locate.find_socket(os.environ, explicit),
            timeout_s=timeout_s,
            total_s=_IGNORE_TOTAL_S if self._ignores else UNLIMITED,
            connect=connect,
            sleep=sleep,
            max_reply_bytes=_IGNORE_REPLY_BYTES if self._ignores else MAX_REPLY_BYTES,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back; the client can still be used."""
        self.transport.close()

    def ping(self) -> bool:
        """Return True when a daemon answers; it does so before it has read anything."""
        try:
            return self.transport.request("GET", "/_ping") == b"OK"
        except Exception:
            if self._ignores:
                return False
            raise

    def status(self) -> wire.Status:
        """Return what the daemon does, what it did, and what it did not and why."""
        return self._call(wire.Status, "GET", "/v1/status")

    def prove(self) -> wire.Proof:
        """Have the daemon learn, recall and forget something, and return how far it came."""
        return self._call(wire.Proof, "POST", "/v1/doctor", body={}, timeout_s=_PROOF_TIMEOUT_S)

    def budget(self) -> wire.Budget:
        """Return the models by role, what may be spent on them, and what was."""
        return self._call(wire.Budget, "GET", "/v1/budget")

    def recall(
        self,
        query: str,
        *,
        session_id: str | None = None,
        limit: int | None = None,
        exclude: Collection[str] = (),
        recent_tools: Collection[str] = (),
        types: Collection[str] = (),
        explain: bool = False,
        deadline_ms: int | None = None,
    ) -> wire.Recall:
        """Return the memories that *query* needs, at most five.

        With *session_id*, what that session was handed before and has not changed is left out.
        Where the settings let a model choose, it has until *deadline_ms* after the call.
        """
        body = {
            "query": query,
            "cwd": self.cwd,
            "session_id": session_id,
            "limit": limit,
            "exclude": list(exclude) or None,
            "recent_tools": list(recent_tools) or None,
            "types": list(types) or None,
            "explain": explain or None,
            "deadline_ms": deadline_ms,
        }
        return self._call(
            wire.Recall, "POST", "/v1/recall", body=body, otherwise={"strategy": "none"}
        )

    def guidance(self, *, session_id: str | None = None) -> wire.Guidance:
        """Return what a new session of this project should know."""
        query = {"cwd": self.cwd, "session_id": session_id}
        return self._call(
            wire.Guidance, "GET", "/v1/guidance", query=query, otherwise={"empty": True}
        )

    def resource(self, uri: str, *, timeout_s: float | None = None) -> wire.Resource:
        """Return what a `memory://root/…` address of this project names."""
        try:
            headers, content = self.transport.fetch(
                "GET",
                codec.target("/v1/resource", {"uri": uri, "cwd": self.cwd}),
                timeout_s=timeout_s,
            )
            return codec.decode_resource(headers.get("content-type", ""), content)
        except Exception:
            if self._ignores:
                return wire.empty(wire.Resource)
            raise

    def learn(self, text: str, *, context: str | None = None) -> wire.Learned:
        """Keep a lesson of this project; the result says where, or why not."""
        body = {"text": text, "context": context, "cwd": self.cwd}
        return self._call(wire.Learned, "POST", "/v1/learn", body=body)

    def remember(
        self,
        text: str,
        *,
        type: str | None = None,  # noqa: A002 -- the API's word
        scope: str | None = None,
        why: str | None = None,
        how_to_apply: str | None = None,
    ) -> wire.Remembered:
        """Keep *text*; the result says where, or why not."""
        body = {
            "text": text,
            "cwd": self.cwd,
            "type": type,
            "scope": scope,
            "why": why,
            "how_to_apply": how_to_apply,
        }
        return self._call(
            wire.Remembered, "POST", "/v1/remember", body=body, decode=codec.decode_remembered
        )

    def memories(
        self,
        *,
        type: str | None = None,  # noqa: A002 -- the API's word
        scope: str | None = None,
        query: str | None = None,
    ) -> Iterator[wire.Memory]:
        """Iterate over the memories of this project and of the user, page by page."""
        page = self.memory_page(type=type, scope=scope, query=query)
        yield from page.memories
        while page.next is not None:
            page = self.memory_page(type=type, scope=scope, query=query, next=page.next)
            yield from page.memories

    def memory_page(
        self,
        *,
        type: str | None = None,  # noqa: A002 -- the API's word
        scope: str | None = None,
        query: str | None = None,
        next: str | None = None,  # noqa: A002 -- the API's word
    ) -> wire.MemoryList:
        """Return one page of memories; give its `next` to get the following one."""
        asked = {"cwd": self.cwd, "type": type, "scope": scope, "q": query, "next": next}
        return self._call(wire.MemoryList, "GET", "/v1/memories", query=asked)

    def memory(self, memory_id: str) -> wire.MemoryDetail:
        """Return one memory, whole."""
        return self._call(wire.MemoryDetail, "GET", _memory_path(memory_id), query=self._project)

    def edit(
        self,
        memory_id: str,
        *,
        updated: str,
        body: str | None = None,
        title: str | None = None,
        description: str | None = None,
        pinned: bool | None = None,
    ) -> wire.Memory:
        """Change what is given; *updated* is the memory's own, as it was when you read it.

        Raise ConflictError when it has changed since.
        """
        change = {"body": body, "title": title, "description": description, "pinned": pinned}
        return self._call(
            wire.Memory,
            "PUT",
            _memory_path(memory_id),
            query=self._project,
            body=change,
            headers={"If-Match": updated},
        )

    def delete(self, memory_id: str) -> wire.Deleted:
        """Delete one memory; the result says how to take that back."""
        return self._call(wire.Deleted, "DELETE", _memory_path(memory_id), query=self._project)

    def forget(
        self,
        query: str | None = None,
        *,
        ids: Collection[str] = (),
        apply: bool = False,
        purge: bool = False,
        limit: int | None = None,
    ) -> wire.Forgotten:
        """Show what a query or these ids would make forgotten; with *apply*, forget it.

        *purge* empties the trash of it too, which cannot be undone. Raise ConflictError when a
        query alone would remove more than 20.
        """
        body = {
            "query": query,
            "ids": list(ids) or None,
            "cwd": self.cwd,
            "apply": apply,
            "purge": purge or None,
            "limit": limit,
        }
        return self._call(wire.Forgotten, "POST", "/v1/forget", body=body)

    def used(self, ids: Collection[str], *, session_id: str | None = None) -> wire.Used:
        """Say what was of use; it ranks higher from then on.

        *ids* of memories, paths below `memory://root/`, or sessions as `agent:session`.
        """
        body = {"ids": list(ids), "cwd": self.cwd, "session_id": session_id}
        return self._call(wire.Used, "POST", "/v1/used", body=body)

    def clear(self, *, confirm: bool = False) -> wire.Cleared:
        """Clear this project of all that was learnt of it, but for pinned memories.

        Raise ConflictError, which names what would go, unless you *confirm*.
        """
        body = {"cwd": self.cwd, "confirm": confirm}
        return self._call(wire.Cleared, "POST", "/v1/clear", body=body)

    def undo(self, token: str | None = None) -> wire.Undone:
        """Take an operation back; without *token* the latest one of this project."""
        body = {"token": token} if token else {"cwd": self.cwd}
        return self._call(wire.Undone, "POST", "/v1/undo", body=body)

    def history(self) -> wire.History:
        """Return every change to this project's memory, newest first."""
        return self._call(wire.History, "GET", "/v1/history", query=self._project)

    def extract(
        self, *, session_id: str | None = None, force: bool = False, everywhere: bool = False
    ) -> wire.Started:
        """Read what moved now, in this project or *everywhere*.

        *force* reads sessions again from their start.
        """
        cwd = None if everywhere else self.cwd
        body = {"cwd": cwd, "session_id": session_id, "force": force or None}
        return self._call(wire.Started, "POST", "/v1/extract", body=body)

    def preview_extract(
        self, *, session_id: str | None = None, everywhere: bool = False
    ) -> wire.ExtractPreview:
        """Return what a model would be asked about the sessions that wait; nothing is sent."""
        query = {"cwd": None if everywhere else self.cwd, "session_id": session_id}
        return self._call(wire.ExtractPreview, "GET", "/v1/extract", query=query)

    def dream(
        self,
        *,
        scope: str | None = None,
        session_id: str | None = None,
        force: bool = False,
        everywhere: bool = False,
    ) -> wire.Started:
        """Tidy the memories of this project, with *scope* `user` the user's own, or all.

        Only what is due, unless *force* says whatever the clocks say.
        """
        body = {
            "cwd": None if everywhere else self.cwd,
            "scope": scope,
            "session_id": session_id,
            "force": force or None,
        }
        return self._call(wire.Started, "POST", "/v1/dream", body=body)

    def preview_dream(self, *, scope: str = "project", model: bool = False) -> wire.DreamPreview:
        """Return what a dream would do now; nothing is changed.

        With *model* the model is asked, too, where there is one: that takes as long as it thinks.
        """
        query = {"cwd": self.cwd, "scope": scope, "model": "true" if model else None}
        return self._call(
            wire.DreamPreview,
            "GET",
            "/v1/dream",
            query=query,
            timeout_s=_MODEL_TIMEOUT_S if model else None,
        )

    def rebuild(
        self, *, session_id: str | None = None, force: bool = False, everywhere: bool = False
    ) -> wire.Started:
        """Learn from whole sessions and write what they taught, for this project or *everywhere*.

        Only what is due, unless *force* says whatever was done before.
        """
        cwd = None if everywhere else self.cwd
        body = {"cwd": cwd, "session_id": session_id, "force": force or None}
        return self._call(wire.Started, "POST", "/v1/rebuild", body=body)

    def jobs(self) -> wire.JobList:
        """Return the recent jobs, newest first."""
        return self._call(wire.JobList, "GET", "/v1/jobs")

    def job(self, job_id: str) -> wire.Job:
        """Return one job."""
        return self._call(wire.Job, "GET", f"/v1/jobs/{codec.quote(job_id)}")

    def wait(self, job_id: str, on_progress: Callable[[wire.Job], None] | None = None) -> wire.Job:
        """Return the job once it has ended, and show it to *on_progress* until then."""
        delays_s = poll_delays_s()
        while True:
            job = self.job(job_id)
            if on_progress:
                on_progress(job)
            if job.status not in UNFINISHED:
                return job
            self._sleep(next(delays_s))

    def events(self, *, last_event_id: str | None = None) -> Iterator[wire.Event]:
        """Iterate over what happens in the daemon, as it happens, without an end.

        A broken stream is resumed where it broke. *last_event_id* resumes an earlier one.
        """
        return self._follow("/v1/events", last_event_id)

    def logs(self, *, limit: int | None = None, level: str | None = None) -> wire.LogList:
        """Return the latest records of the daemon's log, of that *level* or a graver one."""
        query = {"limit": None if limit is None else str(limit), "level": level}
        return self._call(wire.LogList, "GET", "/v1/logs", query=query)

    def follow_logs(self, *, last_event_id: str | None = None) -> Iterator[wire.Event]:
        """Iterate over the records of the log, each the data of an event, as `events` does."""
        return self._follow("/v1/logs/follow", last_event_id)

    def _follow(self, target: str, last_event_id: str | None) -> Iterator[wire.Event]:
        resume = Resume(last_event_id)
        while True:
            lost: MemorydError | None = None
            try:
                yield from self._read_events(target, resume)
            except MemorydError as exc:
                lost = exc
            try:
                delay_s = resume.delay_s(lost)
            except MemorydError:
                if self._ignores:
                    return
                raise
            self._sleep(delay_s)

    def projects(self) -> wire.ProjectList:
        """Return all projects the daemon knows."""
        return self._call(wire.ProjectList, "GET", "/v1/projects")

    def injections(self, *, session_id: str | None = None) -> wire.InjectionList:
        """Return what sessions, or that session, were handed; newest first."""
        return self._call(
            wire.InjectionList, "GET", "/v1/injections", query={"session_id": session_id}
        )

    def reload(self) -> wire.Reloaded:
        """Make the daemon read its settings again."""
        return self._call(wire.Reloaded, "POST", "/v1/reload", body={})

    def shutdown(self) -> wire.Stopping:
        """Make the daemon stop; it answers before it does."""
        return self._call(wire.Stopping, "POST", "/v1/shutdown", body={})

    def _read_events(self, target: str, resume: Resume) -> Iterator[wire.Event]:
        parser, opened = EventParser(), False
        parts = self.transport.stream(target, headers=resume.headers(), idle_s=IDLE_S)
        try:
            for reply, part in parts:
                if not opened:
                    yield from resume.opened(reply.headers.get(wire.HEADER_INSTANCE.lower(), ""))
                    opened = True
                for event in parser.feed(part):
                    resume.seen(event)
                    yield event
        finally:
            parts.close()

    def _call(
        self,
        kind: type[_T],
        method: str,
        path: str,
        *,
        query: Mapping[str, str | None] | None = None,
        body: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        decode: Callable[[type[_T], bytes], _T] = codec.decode,
        otherwise: Mapping[str, object] | None = None,
    ) -> _T:
        """Do one exchange; *otherwise* is what an empty *kind* does not say by being empty."""
        try:
            content = self.transport.request(
                method,
                codec.target(path, query or {}),
                body=None if body is None else codec.encode(body),
                headers=headers,
                timeout_s=timeout_s,
            )
            return decode(kind, content)
        except Exception:
            if self._ignores:
                return wire.empty(kind, **(otherwise or {}))
            raise

    @property
    def _project(self) -> dict[str, str]:
        return {"cwd": self.cwd}


def poll_delays_s() -> Iterator[float]:
    """Yield how long to wait between two looks at a job."""
    delay_s = 0.05
    while True:
        yield delay_s
        delay_s = min(delay_s * 1.5, 1.0)


def _memory_path(memory_id: str) -> str:
    return f"/v1/memories/{codec.quote(memory_id)}"


def _absolute(cwd: str | os.PathLike[str]) -> str:
    try:
        return os.path.abspath(cwd)  # noqa: PTH100 -- links stay as the user wrote them
    except OSError:  # the current directory is gone; the daemon says so when it matters
        return os.fspath(cwd)
