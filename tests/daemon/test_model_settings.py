import pytest

from memoryd.model_settings import Limits, Models, Provider, RoleLimits, Roles, find_fault

LOCAL = Provider(kind="openai", base_url="http://127.0.0.1:1/v1")
GEMINI = Provider(kind="command", command="/opt/bin/gemini")
CLAUDE = Provider(kind="command", command="claude")


def test_limits_are_found_by_role():
    limits = RoleLimits(default=Limits(calls_per_day=1), smol=Limits(calls_per_day=2))

    assert [limits.of(role).calls_per_day for role in ("default", "smol")] == [1, 2]


def test_what_fits_together_has_no_fault():
    providers = {
        "local": LOCAL,
        "claude": CLAUDE,
        "codex": Provider(kind="command", command="~/bin/codex"),
    }

    for default in (None, "local/m", "local/org/m:8b", "claude", "claude/opus", "codex/m"):
        assert find_fault(Models(providers=providers, roles=Roles(default=default))) is None


@pytest.mark.parametrize(
    ("provider", "key", "says"),
    [
        (Provider(kind="command"), "kind", "a command is missing: one of claude, codex"),
        (Provider(kind="command", command="rm"), "command", "expected one of claude"),
        (Provider(kind="command", command="./claude"), "command", "absolute path"),
        (Provider(kind="command", command="claude -p"), "command", "expected one of"),
        (Provider(kind="command", command="codex", api_key_env="K"), "apiKeyEnv", "by itself"),
        (Provider(kind="command", command="codex", base_url="http://a"), "baseUrl", "by itself"),
        (Provider(kind="openai", command="claude"), "command", "runs no command"),
        (Provider(kind="anthropic", api_key_env="A", api_key_file="/k"), "apiKeyFile", "already"),
        (Provider(kind="openai", api_key_file="/k", api_key_keyring=True), "apiKeyKeyring", "File"),
        (Provider(kind="command", command="qwen", api_key_keyring=True), "apiKeyKeyring", "itself"),
    ],
)
def test_what_a_provider_cannot_be_is_told_with_its_key(provider, key, says):
    message, path = find_fault(Models(providers={"p": provider}))

    assert path == ("models", "providers", "p", key)
    assert says in message


@pytest.mark.parametrize(
    ("role", "says"),
    [
        ("", "expected provider/model"),
        ("local", "name of a model"),
        ("local/", "expected provider/model"),
        ("local/a b", "expected provider/model"),
        ("claude/--dangerous", "expected provider/model"),
        ("other/m", "no provider 'other'"),
        ("gemini", "without one gemini asks two"),
    ],
)
@pytest.mark.parametrize("name", ["default", "smol"])
def test_a_role_that_names_no_model_is_told(name, role, says):
    providers = {"local": LOCAL, "claude": CLAUDE, "gemini": GEMINI}

    message, path = find_fault(Models(providers=providers, roles=Roles(**{name: role})))

    assert path == ("models", "roles", name)
    assert says in message
