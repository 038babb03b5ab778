import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.dream.outdated import contradicts
from memoryd.lifecycle.dream.replaced import find_replaced

OUTDATED = [
    ("We no longer use Redis for sessions.", "We use Redis for sessions."),
    ("Use pnpm instead of npm.", "Use npm."),
    ("Use pnpm instead of npm because it is faster.", "Always run npm"),
    ("Instead of npm, use pnpm.", "Use npm."),
    ("CI moved from Jenkins to GitHub Actions.", "CI runs on Jenkins."),
    ("We moved CI from Jenkins to GitHub Actions.", "CI runs on Jenkins."),
    ("Jenkins was replaced by GitHub Actions.", "We use Jenkins."),
    ("The billing v1 endpoint is deprecated.", "Use the billing v1 endpoint."),
    ("Wir nutzen Redis nicht mehr.", "Wir nutzen Redis."),
    ("Verwende pnpm statt npm.", "Verwende npm."),
    ("Redis wurde durch Valkey ersetzt.", "Wir verwenden Redis."),
    ("Nous sommes passés de Jenkins à GitLab.", "Nous utilisons Jenkins."),
    ("Utilise pnpm au lieu de npm.", "Utilise npm."),
    ("Ya no usamos Redis.", "Usamos Redis."),
    ("Usa pnpm en vez de npm.", "Usa npm."),
    ("Não usamos mais Redis.", "Usamos Redis."),
    ("Use pnpm em vez de npm.", "Use npm."),
    ("Мы больше не используем Redis.", "Мы используем Redis."),
    ("Используй pnpm вместо npm.", "Используй npm."),
    ("我们不再使用 Redis。", "我们使用 Redis。"),
    ("我们不再使用 Redis，改用 Valkey。", "我们使用 Redis。"),
    ("We no longer use Redis, it was too slow.", "We use Redis."),
    ("部署从 Jenkins 迁移到 GitHub Actions。", "部署用 Jenkins。"),
    ("用 pnpm 代替 npm", "用 npm"),
    ("npm の代わりに pnpm を使う。", "npm を使う。"),
    ("Jenkins から GitHub Actions に移行した。", "Jenkins を使います。"),
    ("npm 대신 pnpm을 사용한다.", "npm을 사용한다."),
    ("더 이상 Redis를 사용하지 않는다.", "Redis를 사용한다."),
]
STILL_HOLDS = [
    ("We no longer use Redis for sessions.", "Redis holds the job queue."),
    ("We no longer use Redis.", "We use Redis for sessions on staging."),
    ("Use pnpm instead of npm.", "Never use npm."),
    ("Use pnpm instead of npm.", "npm and pnpm are both installed."),
    ("Use tabs instead of spaces in Makefiles.", "Use spaces."),
    ("We may move from Jenkins to GitHub Actions.", "We use Jenkins."),
    ("Should we use pnpm instead of npm?", "Use npm."),
    ("If the mirror is down, use pnpm instead of npm.", "Use npm."),
    ("We never moved from Jenkins to GitLab.", "We use Jenkins."),
    ("We moved from Jenkins to GitHub Actions.", "Deploys take ten minutes."),
    ("For sessions, we no longer use Redis.", "We use Redis."),
    ("Sessions no longer expire.", "Redis expires."),
    ("我们不再使用 Redis。", "不要使用 Redis。"),
    ("Use pnpm.", "Use npm."),
]


def outdated(newer, older):
    return any(contradicts(said, older) for said in find_replaced(newer))


@pytest.mark.parametrize(("newer", "older"), OUTDATED)
def test_what_is_named_as_replaced_is_outdated(newer, older):
    assert outdated(newer, older)


@pytest.mark.parametrize(("newer", "older"), STILL_HOLDS)
def test_what_may_still_hold_is_not(newer, older):
    assert not outdated(newer, older)


@given(st.text(), st.text())
def test_any_text_can_be_read(newer, older):
    assert outdated(newer, older) in {True, False}
