"""What a command is run for, told by its program and its first words."""

import posixpath
import re

from .values import Purpose

_F, _L, _T, _B = Purpose.FORMAT, Purpose.LINT, Purpose.TEST, Purpose.BUILD
_TYPES, _RUN, _SETUP, _SHIP = Purpose.TYPES, Purpose.RUN, Purpose.SETUP, Purpose.SHIP


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(rows: dict[Purpose, str]) -> dict[str, Purpose]:
    return {word: purpose for purpose, words in rows.items() for word in words.split()}


# Programs with one purpose, whatever they are told.
_PROGRAMS = _table(
    {
        _F: "black gofmt goimports isort prettier rustfmt shfmt yapf clang-format dprint",
        _L: "actionlint biome eslint flake8 golangci-lint hadolint ktlint oxlint pre-commit pylint "
        "rubocop ruff shellcheck standard staticcheck stylelint swiftlint yamllint lint-imports",
        _TYPES: "mypy pyright pytype sorbet tsc ty vue-tsc",
        _T: "ava bats ctest cypress jest mocha nox nosetests phpunit playwright pytest rspec tox "
        "unittest vitest",
        _B: "ninja vite webpack rollup esbuild tsup",
    }
)
# What the words in the name of a task, a script or a subcommand say.
_WORDS = _table(
    {
        _F: "fmt format formatting prettier",
        _L: "lint linter clippy vet validate eslint ruff style",
        _TYPES: "types typecheck typing mypy tsc",
        _T: "test tests testing spec specs e2e unit integration pytest check checks verify ci "
        "coverage smoke bench nextest",
        _B: "build compile bundle package assemble dist",
        _SETUP: "install setup bootstrap sync deps init prepare restore add get mod download",
        _SHIP: "deploy release publish ship push apply",
    }
)
_RUNNERS = _words(
    "ant bazel bun buck cargo composer dart deno docker docker-compose dotnet earthly flutter go "
    "gradle gradlew grunt gulp helm hatch inv invoke just lein make mage meson mise mix moon mvn "
    "mvnw nix npm nx pdm pip pip3 pipenv pnpm poe poetry podman rake rye sbt stack swift task "
    "terraform tofu turbo uv yarn zig brew apt-get cmake xcodebuild bundle rails manage.py"
)
# Words between a program and what it is told to do.
_PASSED_OVER = _words("-- compose dlx exec manage.py run run-script tool workspace x")
_INNER = _words("uv poetry pipenv hatch pdm rye npx bunx pnpm yarn bundle mise")
_INNER_WORDS = frozenset({"run", "exec", "dlx"})
_MODULE_RUNNERS = re.compile(r"python(?:\d(?:\.\d+)?)?|py")
_INTERPRETERS = re.compile(
    r"(?:python(?:\d(?:\.\d+)?)?|node|bun|deno|ruby|perl|php|bash|sh|zsh|tsx|ts-node)"
)
_SCRIPT = re.compile(
    r"(?:[\w.-]+/)*[\w.-]+\.(?:py|sh|js|mjs|cjs|ts|rb|pl|php|bash|ps1)|(?:\./|bin/|scripts?/)[\w./-]+"
)
_PREFIXES = frozenset({"time", "nohup", "command", "exec", "sudo", "env", "timeout", "xvfb-run"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*")
# Where the word alone would mislead.
_EXACT: dict[tuple[str, ...], Purpose] = {
    ("bun", "ci"): _SETUP,
    ("cargo", "check"): _TYPES,
    ("deno", "check"): _TYPES,
    ("npm", "ci"): _SETUP,
    ("pnpm", "ci"): _SETUP,
}
_GIT_SHIPS = frozenset({"commit", "push"})
_GH_SHIPS = frozenset({("pr", "create"), ("pr", "merge"), ("release", "create")})
# Looking around, moving files, talking to the network: nothing to be learnt from by itself.
_PASSING = _words(
    "Copy-Item Get-ChildItem Get-Content Get-Item Remove-Item Select-String Test-Path Write- "
    "Output [ ack ag apt awk base64 basename bat cat cd chmod chown clear cmd cmp cp curl cut "
    "date dd df diff dig dirname du echo env eval export eza false fd file find gh git grep "
    "head history hostname id jq kill killall less ln ls lsof man md5 md5sum mkdir mongo more "
    "mv mysql nc open pbcopy pgrep ping pkill popd powershell printenv printf ps psql pushd "
    "pwd pwsh read readlink realpath redis-cli rg rm rmdir rsync scp screen sed seq set "
    "sha256sum shasum sleep sort source sqlite3 ssh stat strings tail tar tee test time "
    "timeout tmux top touch tr tree true type uname uniq unset unzip uuidgen wait watch wc "
    "wget which whoami xargs xxd yes yq zip"
)
_NAME = re.compile(r"(?:\./)?[A-Za-z][\w./-]{0,60}")


def purpose_of(words: tuple[str, ...]) -> Purpose | None:
    """Return what a command is for; None when running it again would teach nothing."""
    words = _inner(words)
    if not words or {"--help", "-h", "--version", "help"}.intersection(words):
        return None
    program, rest = posixpath.basename(words[0]), words[1:]
    if program in {"git", "gh"}:
        return _SHIP if _ships(program, rest) else None
    if program in _PROGRAMS:
        formats = program in {"ruff", "biome"} and rest[:1] == ("format",)
        return _F if formats else _PROGRAMS[program]
    if program in _RUNNERS:
        return _EXACT.get(words[:2]) or _told(rest)
    if _INTERPRETERS.fullmatch(program):
        return _script(rest)
    if program in _PASSING or not _NAME.fullmatch(words[0]):
        return None
    return _named(program) or _RUN if _SCRIPT.fullmatch(words[0]) else Purpose.OTHER


def _inner(words: tuple[str, ...]) -> tuple[str, ...]:
    """Strip what only starts another program."""
    while words:
        head = posixpath.basename(words[0])
        if _ASSIGNMENT.fullmatch(words[0]) or head in _PREFIXES:
            words = words[1:]
            while head == "timeout" and words and re.fullmatch(r"-.*|[\d.]+[smh]?", words[0]):
                words = words[1:]
        elif head in {"npx", "bunx"} or (head in _INNER and words[1:2] and _starts(words)):
            words = words[1:] if head in {"npx", "bunx"} else words[2:]
            while words and words[0].startswith("-"):
                words = words[1:]
        elif _MODULE_RUNNERS.fullmatch(head) and words[1:2] == ("-m",):
            words = words[2:]
        else:
            return words
    return words


def _starts(words: tuple[str, ...]) -> bool:
    """Tell whether what follows `run` is a program that is known, not the name of a task."""
    following = next((word for word in words[2:] if not word.startswith("-")), "")
    known = following in _PROGRAMS or _INTERPRETERS.fullmatch(following)
    return words[1] in _INNER_WORDS and bool(known)


def _ships(program: str, rest: tuple[str, ...]) -> bool:
    return rest[0] in _GIT_SHIPS if program == "git" and rest else rest[:2] in _GH_SHIPS


def _told(rest: tuple[str, ...]) -> Purpose:
    """Read what a runner of tasks was told to do."""
    told = [word for word in rest if not word.startswith("-") and word not in _PASSED_OVER]
    if not told:
        return _B if "build" in rest else _RUN
    return _named(told[0]) or _RUN


def _named(name: str) -> Purpose | None:
    parts = re.split(r"[^a-z0-9]+", posixpath.basename(name).lower())
    return next((_WORDS[part] for part in parts if part in _WORDS), None)


def _script(rest: tuple[str, ...]) -> Purpose | None:
    """Read the script that an interpreter runs; code within the command is nothing to keep."""
    script = next((word for word in rest if not word.startswith("-")), "")
    if {"-c", "-e", "-p", "--eval"}.intersection(rest) or not _SCRIPT.fullmatch(script):
        return _told(rest) if script in {"run", "test", "task"} else None
    return _named(script) or _RUN
