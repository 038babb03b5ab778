import pytest

from memoryd.lifecycle.rollouts.programs import purpose_of


@pytest.mark.parametrize(
    ("line", "purpose"),
    [
        ("pytest -q", "test"),
        ("python -m pytest tests", "test"),
        ("uv run pytest", "test"),
        ("uv run --frozen pytest", "test"),
        ("npx vitest run", "test"),
        ("npm test", "test"),
        ("npm run test:e2e", "test"),
        ("pnpm run lint", "lint"),
        ("yarn typecheck", "types"),
        ("make check", "test"),
        ("just fmt", "format"),
        ("mise run build", "build"),
        ("cargo clippy --all", "lint"),
        ("cargo check", "types"),
        ("go test ./...", "test"),
        ("go vet ./...", "lint"),
        ("go run ./cmd/x", "run"),
        ("ruff check", "lint"),
        ("ruff format", "format"),
        ("tsc --noEmit", "types"),
        ("./gradlew test", "test"),
        ("docker compose up -d", "run"),
        ("docker compose exec web pytest", "run"),
        ("CI=1 npm test", "test"),
        ("timeout 60 make test", "test"),
        ("npm ci", "setup"),
        ("make ci", "test"),
        ("npm install", "setup"),
        ("uv sync", "setup"),
        ("bash scripts/deploy.sh", "ship"),
        ("./scripts/seed.py", "run"),
        ("python tools/make_docs.py", "run"),
        ("git commit -m x", "ship"),
        ("gh pr create --fill", "ship"),
        ("acme status", "other"),
    ],
)
def test_a_command_is_run_for_something(line, purpose):
    assert purpose_of(tuple(line.split())) == purpose


@pytest.mark.parametrize(
    "line",
    [
        "ls -la",
        "cat x.py",
        "git status",
        "git log",
        "gh pr view 1",
        "curl https://x.example",
        "python -c pass",
        "node -e 1",
        "bash -c ls",
        "make --help",
        "npm --version",
        "rm -rf build",
        "$EDITOR x",
        "CI=1",
    ],
)
def test_looking_around_teaches_nothing(line):
    assert purpose_of(tuple(line.split())) is None
