import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.redact import Finding, has_secret, redact

PIECES = [
    *("password", "PASSWORD", "DB_PASS", "token", "my api key", "SECRET", "key", "пароль", "密码"),
    *(" is ", ": ", "=", " = ", "：", " ", "\n", "_", "-", ".", "/", ",", "(", ")", "\\n", "\\"),
    *('"', "'", "`", "[", "]", "<", ">", "@", "://", "&", "?", "https://", "bob:", "--"),
    *("hunter2", "3fG9xQ2bLm77", "swordfish", "AKIA0123456789ABCDEF", "sk-", "ghp_", "eyJ"),
    *("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "0123456789abcdef0123456789abcdef", "xoxb-"),
    *("Bearer ", "Basic ", "Cookie: ", "curl -u ", "?sig=", "creds are ", "seed phrase: "),
    *("<private>", "</private>", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"),
    *("[redacted:password]", "[redacted:", "value:", "name", "и", "是", "İ", "\ud800", "🙂"),
]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


@given(TEXTS)
@example("password: hunter2 is hunter3")
@example("Cookie: a=b[redacted:cookie]c=d")
@example("<private>\n[redacted:private] b")
def test_redacting_again_changes_nothing(text: str):
    once = redact(text)

    assert redact(once.text).text == once.text
    assert redact(once.text).findings == ()
    assert not has_secret(once.text)


@given(TEXTS)
def test_a_text_has_a_secret_when_redacting_finds_one(text: str):
    result = redact(text)

    assert has_secret(text) == bool(result.findings) == (result.text != text)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz ,.\n", max_size=400))
def test_plain_words_stay(text: str):
    assert redact(text).text == text


@pytest.mark.parametrize(
    "text",
    ["task_management_service.py", "disk_usage_percentage", "tokenizer_configuration_value"],
)
def test_names_that_hold_the_beginning_of_a_token_stay(text: str):
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("password: hunter2", "hunter2"),
        ("password: hunter22", "hunter22"),
        ("Authorization: Bearer abcdefghijklmnop1234", "abcdefghijklmnop1234"),
        ('api_key = "abcd1234efgh"', "abcd1234efgh"),
        ("OPENAI_API_KEY=abcd1234efgh", "abcd1234efgh"),
        ("postgres://u:p@h/db", ":p@"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234567890", "MIIEowIBAAKCAQEA"),
        ("sk-proj-abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_secrets_of_every_common_shape_go(text: str, secret: str):
    assert secret not in redact(text).text


def test_findings_tell_kinds_and_counts_and_no_values():
    result = redact("DB_PASSWORD=swordfish\nOLD_PASSWORD=mackerel\nAKIA0123456789ABCDEF")

    assert result.findings == (Finding("aws-access-key", 1), Finding("password", 2))


def test_a_named_token_is_called_by_its_issuer():
    assert redact("TOKEN=glpat-a1B2c3D4e5F6g7H8i9J0").text == "TOKEN=[redacted:gitlab]"


def test_a_mark_that_stands_already_is_no_secret():
    text = "the password is [redacted:password] and TOKEN=[redacted:token]"

    assert not has_secret(text)


BEGINNINGS = [
    "password=",
    "password is ",
    "password for ",
    "password: (",
    "api key ",
    'token "',
    "eyJ",
    "eyJa-",
    "eyJhbGciOiJ.",
    "sk-ant-",
    "sk-ant-xxxxx",
    "SG.a",
    "dp.st.",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAA",
    "<private>",
    "</private>",
    "://a:",
    "://",
    "curl -u a ",
    "cookie:a=b;",
    "seed is abc ",
    "creds:a",
    "0123456789:AA",
    "a",
    "aA",
    "x1_",
    "[redacted:",
    "密码是",
    "İпароль ",
    "\\n",
    "mysql -p",
    "http -a a",
    "echo a",
    "use a as the ",
    "machine a login b password ",
    "authorization: a ",
    "\x1b[",
    "\x1b[1mpassword:\x1b[0m ",
    '("password", ',
    "password: >\n ",
    "| password | ",
    "jwt.sign(a, ",
    'password" { a ',
    "'\"" * 3,
]


# What must hold is that they return: a pattern that is worse than linear runs into the limit.
@pytest.mark.timeout(30)
@pytest.mark.parametrize("piece", BEGINNINGS)
def test_a_beginning_repeated_without_end_is_read_in_time(piece: str):
    text = piece * (100_000 // len(piece))

    result = redact(text)

    assert len(result.text) <= 20 * len(text)


@pytest.mark.timeout(60)
def test_many_beginnings_one_after_the_other_is_read_in_time():
    text = "".join(BEGINNINGS)
    text *= 300_000 // len(text) + 1

    result = redact(text)

    assert result.findings
    assert not has_secret(result.text)
