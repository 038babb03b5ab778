"""No secret that goes in comes out again or stays: through every door of a real daemon."""

import contextlib
import http.client
import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import memoryd_client.hook
from memoryd_client import MemorydError

LABELLED = Path(__file__).parents[1] / "daemon" / "redact" / "labelled.tsv"
# What the redactor knows by form or by name; a word like `swordfish` alone is none of these.
_SHORTEST = 12
_EVERY = 8


def _secrets() -> dict[str, tuple[str, str]]:
    """Return for each family a text that holds a secret, and the longest word of that secret."""
    found: dict[str, tuple[str, str]] = {}
    for raw in LABELLED.read_text(encoding="utf-8").split("\n"):
        if not raw.startswith("secret\t"):
            continue
        _, kind, text = raw.split("\t", 2)
        text = text.replace("¦", "").replace("⏎", "\n").replace("␛", "\x1b")
        parts = re.split("[⟪⟫]", text)
        value = max(re.split(r"\s+|\\n", "\n".join(parts[1::2])), key=len)
        if len(value) >= _SHORTEST:
            found.setdefault(kind, ("".join(parts), value))
    return found


SECRETS = _secrets()


class Plain(http.client.HTTPConnection):
    """A connection that says what no client of ours would."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=120)
        self._path = str(path)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        sent = None if body is None else json.dumps(body).encode()
        self.request(method, path, body=sent, headers={"Content-Type": "application/json"})
        return self.getresponse().read()


def _tell(transcript) -> None:
    """Let a person, the agent and a tool say every secret."""
    with transcript.path.open("ab") as file:
        for text, _ in SECRETS.values():
            file.write(transcript.line("user", f"Remember that our service is set up so: {text}"))
            file.write(transcript.line("assistant", f"Always use this for the deployment: {text}"))
            record = json.loads(transcript.line("user", ""))
            record["message"]["content"] = [
                {"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": True}
            ]
            file.write(json.dumps(record | {"toolUseResult": {"stdout": text}}).encode() + b"\n")


def _leaks(where: str, heard: bytes, *, most: int = 5) -> list[str]:
    return [
        f"{where}: {kind}"
        for kind, (_, value) in SECRETS.items()
        if value.encode() in heard or json.dumps(value)[1:-1].encode() in heard
    ][:most]


def _files(*folders: Path) -> list[tuple[str, bytes]]:
    return [
        (str(path), path.read_bytes())
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    ]


def _hook(house, event: str, said: dict[str, str]) -> bytes:
    done = subprocess.run(
        [sys.executable, "-I", "-S", memoryd_client.hook.__file__, "claude-code", event],
        input=json.dumps(said).encode(),
        env=house.env | {"MEMORYD_SOCKET": str(house.socket)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def _ctl(house, *verb: str) -> bytes:
    done = house.run("memoryctl", *verb, MEMORYD_SOCKET=str(house.socket))
    return (done.stdout + done.stderr).encode()


def _walk_through_the_api(house, project: Path) -> list[tuple[str, bytes]]:
    """Send every secret to every route that takes words; return what came back that lasts."""
    plain, heard = Plain(house.socket), []
    where = str(project)
    kept = json.loads(
        plain.ask("POST", "/v1/remember", {"text": "The pier is painted every May.", "cwd": where})
    )
    for number, (kind, (text, _)) in enumerate(SECRETS.items()):
        said = f"The {kind} service is reached so: {text}"
        asked: dict[str, object] = {"text": said, "cwd": where}
        if number % 2:
            asked |= {"text": f"The {kind} service runs on host {number}.", "why": text}
        heard.append(("remember", plain.ask("POST", "/v1/remember", asked)))
        heard.append(
            ("learn", plain.ask("POST", "/v1/learn", {"text": said, "context": text, "cwd": where}))
        )
        if number % _EVERY == 0:
            heard.append(("recall", plain.ask("POST", "/v1/recall", {"query": text, "cwd": where})))
            plain.ask(
                "POST",
                "/v1/hook?agent=claude-code&event=UserPromptSubmit",
                {"session_id": "s1", "cwd": where, "prompt": text},
            )
    bodies = "\n\n".join(text for text, _ in SECRETS.values())
    for field in ("body", "description"):
        path = f"/v1/memories/{kept['id'].replace('/', '%2F')}?cwd={where}"
        heard.append((f"edit {field}", plain.ask("PUT", path, {field: bodies})))
    heard += [
        (path, plain.ask("GET", path))
        for path in (
            *("/v1/status", "/metrics", "/v1/projects", "/v1/jobs", f"/v1/history?cwd={where}"),
            *(f"/v1/memories?cwd={where}&limit=200", f"/v1/guidance?cwd={where}"),
            *("/v1/injections", "/readyz"),
        )
    ]
    plain.close()
    return heard


def test_no_secret_of_any_family_is_found_anywhere_afterwards(house):
    project = house.project()
    transcript = house.transcript(project)
    _tell(transcript)
    process = house.start(MEMORYD_LOG_LEVEL="debug")
    client = house.client(project)
    client.wait(client.extract(force=True).job)

    heard = _walk_through_the_api(house, project)
    text = next(iter(SECRETS.values()))[0]
    heard.append(("hook", _hook(house, "SessionStart", {"cwd": str(project), "session_id": "s2"})))
    house.config.write_text(f"storage: {{baseDir: {json.dumps(text)}}}\nlog: {{level: {text}}}\n")
    with pytest.raises(MemorydError) as refused:
        client.reload()
    heard.append(("reload", str(refused.value).encode()))
    heard += [
        (" ".join(verb), _ctl(house, *verb))
        for verb in (["status"], ["list", "--cwd", str(project)], ["view", "--cwd", str(project)])
    ]
    removed = client.forget("service").candidates
    client.forget(ids=[each.id for each in removed[:20]], apply=True)
    with contextlib.closing(Plain(house.socket)) as plain:
        metrics = plain.ask("GET", "/metrics").decode()
    process.terminate()
    heard += zip(("stdout", "stderr"), process.communicate(timeout=25), strict=True)

    told = [*heard, *_files(house.base, house.state)]
    leaks = [leak for where, what in told for leak in _leaks(where, what)]
    assert leaks == []
    assert len(SECRETS) >= 80
    assert len(told) > 100
    assert 'memoryd_redactions_total{family="github"}' in metrics
    assert any(b"[redacted:" in what for where, what in told if where.endswith(".md"))
