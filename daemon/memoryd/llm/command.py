"""An agent's own command as a model: headless, apart from everything, and at most one deep."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from memoryd.paths import expand
from memoryd.system.files import make_private_dir
from memoryd.system.program import Ended, run_program

from .answers import with_form
from .clis import Recipe, Setting, read_reply, recipe, worker_env
from .errors import ModelRefusedError, ModelUnavailableError
from .keys import clean
from .values import Completion, Request

_MAX_OUT_BYTES = 1024 * 1024


class Command:
    """Runs an agent's command once for each call, with files that are thrown away.

    It always runs in *cwd*, an empty directory of ours: agents keep something for each directory
    they ever ran in.
    """

    def __init__(
        self, name: str, command: str, *, env: Mapping[str, str], home: Path, cwd: Path
    ) -> None:
        self._name, self._command = name, command
        self._env, self._home, self._cwd = env, home, cwd

    async def complete(self, request: Request) -> Completion:
        """Call a model once."""
        program = self._find()
        try:
            async with _scratch_dir() as scratch:
                setting = Setting(
                    cli=Path(program).name,
                    program=program,
                    model=request.model,
                    schema=request.schema,
                    scratch=scratch,
                    home=self._home,
                    env=self._env,
                )
                return await self._run(setting, request)
        except OSError as exc:
            raise ModelUnavailableError(
                f"provider {self._name}: cannot start {program}: {exc.strerror}",
                hint="check that it is a program you may run, and that there is room on the disk",
                sent=False,
            ) from exc

    def _find(self) -> str:
        if self._env.get("MEMORYD_WORKER"):
            raise ModelRefusedError(
                "a memoryd that runs inside a worker starts no workers of its own",
                hint="start memoryd without MEMORYD_WORKER",
                sent=False,
            )
        name = self._command
        if "/" in name:
            name = str(expand(name, self._home))
        found = shutil.which(name, path=self._env.get("PATH"))
        if found is None:
            raise ModelUnavailableError(
                f"provider {self._name}: there is no program {name!r}",
                hint="write its absolute path into command; a service has a PATH of its own",
                sent=False,
            )
        return found

    async def _run(self, setting: Setting, request: Request) -> Completion:
        how = await asyncio.to_thread(_prepare, setting, self._cwd)
        ended = await run_program(
            how.argv,
            stdin=_prompt(request).encode("utf-8", "replace"),
            env={**worker_env(self._env, setting.program), **how.env},
            cwd=self._cwd,
            max_out_bytes=_MAX_OUT_BYTES,
        )
        return await asyncio.to_thread(read_reply, setting, self._checked(setting, ended))

    def _checked(self, setting: Setting, ended: Ended) -> bytes:
        if ended.out is None:
            raise ModelUnavailableError(
                f"provider {self._name}: {setting.cli} wrote more than {_MAX_OUT_BYTES} bytes",
                hint="run it by hand; no answer is that long",
            )
        # claude says in its reply what is wrong, and ends with 1 as well.
        if ended.code != 0 and not (setting.cli == "claude" and ended.out.startswith(b"{")):
            said = clean(ended.complaint)
            raise ModelUnavailableError(
                f"provider {self._name}: {setting.cli} ended with {ended.code}: {said}",
                hint=f"run {setting.program} by hand; is it logged in?",
            )
        return ended.out


@asynccontextmanager
async def _scratch_dir() -> AsyncIterator[Path]:
    # Not in a thread: whoever is cancelled while it is made would leave it behind.
    made = Path(tempfile.mkdtemp(prefix="memoryd-worker-"))
    try:
        yield made
    finally:
        await asyncio.to_thread(shutil.rmtree, made, ignore_errors=True)


def _prepare(setting: Setting, cwd: Path) -> Recipe:
    how = recipe(setting)
    make_private_dir(cwd)
    cwd.chmod(0o500)  # it stays empty: what one worker leaves, the next would read
    for name, text in how.files.items():
        file = setting.scratch / name
        make_private_dir(file.parent)
        file.write_text(text, encoding="utf-8")
    return how


def _prompt(request: Request) -> str:
    parts = [with_form(request.system, request.schema)]
    for turn in request.turns:
        parts.append(f"--- {'the text' if turn.speaker == 'user' else 'your answer'} ---")
        parts.append(turn.text)
    return "\n\n".join(parts)
