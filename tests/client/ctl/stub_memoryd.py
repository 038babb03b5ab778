"""A daemon in a few lines, for `memoryctl try`: it has read all at once and knows two memories.

Run as `python -m memoryd run` from a folder that holds it under that name. STUB_NOTES is where it
notes what it was started with; STUB_STATE says how it behaves: `empty` finds sessions only in a
given path, `endless` never finishes reading, `taught` knows what whole sessions taught.
"""

import json
import os
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingMixIn, UnixStreamServer

NOTES = Path(os.environ["STUB_NOTES"])
STATE = os.environ.get("STUB_STATE", "")
CONFIG = json.loads(Path(os.environ["MEMORYD_CONFIG"]).read_text())
PATHS = [path for agent in CONFIG["agents"].values() for path in agent["paths"]]
SUMMARY = b"<!-- memoryd: generated; take it out -->\n\n# What sessions taught\n\n- Lint: `ruff`\n"
ROOTS = ["agent", "path", "exists", "sessions", "messages", "human_messages", "bytes"]


def note(what: str) -> None:
    with NOTES.open("a") as notes:
        notes.write(what + "\n")


def memory(memory_id: str, kind: str, scope: str, title: str) -> dict[str, object]:
    texts = {"id": memory_id, "scope": scope, "type": kind, "title": title, "path": memory_id}
    return texts | {"description": "", "sources": []}


def status() -> dict[str, object]:
    sessions = 0 if STATE == "empty" and not PATHS else 2
    root = dict(zip(ROOTS, ("codex", "/p", True, sessions, 9, 3 * sessions, 9), strict=True))
    return {
        "version": "0",
        "pid": os.getpid(),
        "socket": "",
        "base": "",
        "uptime_s": 0,
        "ready": True,
        "reasons": [],
        "roots": [root | {"bad_lines": 0, "oversize_lines": 0}],
        "projects": 1,
        "memories": 2,
        "queue": {"running": int(STATE == "endless"), "pending": 0},
        "last": {},
        "skipped": {},
        "errors": [],
    }


def recall(asked: dict[str, str]) -> dict[str, object]:
    note(f"recall {asked['query']} in {asked['cwd']}")
    extra = {"score": 1, "matched": ["slots"], "freshness": "", "truncated": False}
    found = memory("feedback/slots.md", "feedback", "project", "Keep slots in order") | extra
    return {
        "strategy": "heuristic",
        "documents": [found],
        "prompt": "",
        "docs_scanned": 2,
        "duration_ms": 1,
    }


def answer(path: str, body: dict[str, str]) -> object:
    route, _, query = path.partition("?")
    if route == "/v1/status":
        note("status")
        return status()
    if route == "/v1/memories":
        if "scope=user" in query:
            return {"memories": [memory("user:user/h.md", "user", "user", "Likes type hints")]}
        titles = ["Depths in centimetres", "Keep slots in order"]
        kinds = ["project", "feedback"]
        pairs = zip(kinds, titles, strict=True)
        return {"memories": [memory(f"{kind}/x.md", kind, "project", t) for kind, t in pairs]}
    project = {"key": "k", "root": "/home/sam/harbor", "reason": "", "memory_dir": ""}
    return {
        "/v1/extract": {"job": None},
        "/v1/rebuild": {"job": None},
        "/v1/projects": {"projects": [project | {"memories": 2, "sessions": 2}]},
        "/v1/recall": recall(body) if "query" in body else None,
    }.get(route, {"code": "not_found", "detail": "no"})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        value = answer(self.path, json.loads(content) if content else {})
        body = b"OK" if self.path == "/_ping" else json.dumps(value).encode()
        media = "application/json"
        if self.path.startswith("/v1/resource?") and STATE == "taught":
            value, body, media = None, SUMMARY, "text/markdown"
        refused = isinstance(value, dict) and "code" in value and self.path != "/_ping"
        self.send_response(404 if refused else 200)
        for name in ("Memoryd-Api", "Memoryd-Api-Min"):
            self.send_header(name, "1")
        self.send_header("Content-Type", "application/problem+json" if refused else media)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 -- http.server names them

    def address_string(self) -> str:
        return "unix"

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


class Server(ThreadingMixIn, UnixStreamServer):
    daemon_threads = True


if __name__ == "__main__":
    SOCKET = Path(os.environ["MEMORYD_SOCKET"])
    note("env " + json.dumps(dict(os.environ)))
    note("config " + json.dumps(CONFIG))
    note(f"pid {os.getpid()}")
    SOCKET.parent.mkdir(mode=0o700)
    Server(str(SOCKET), Handler).serve_forever()
