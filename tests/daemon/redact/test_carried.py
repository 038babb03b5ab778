import pytest

from memoryd.redact import redact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Authorization: Bearer abcdefghijklmnop1234",
            "Authorization: Bearer [redacted:bearer]",
        ),
        ("Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted:basic-auth]"),
        ("Authorization: 3fG9xQ2bLm77aa", "Authorization: [redacted:token]"),
        (
            "postgres://app:p@db.example/prod",
            "postgres://app:[redacted:url-password]@db.example/prod",
        ),
        ("redis://:s3cr3t@localhost:6379", "redis://:[redacted:url-password]@localhost:6379"),
        (
            "https://3f2a9c8e7b6d5f4a3f2a9c8e@o1.ingest.example/2",
            "https://[redacted:url-token]@o1.ingest.example/2",
        ),
        (
            "curl -u admin:hunter2 https://x.example",
            "curl -u admin:[redacted:password] https://x.example",
        ),
        ("creds are admin / hunter2", "creds are admin / [redacted:password]"),
        ("Cookie: session=abc123; theme=dark", "Cookie: [redacted:cookie]"),
        (
            "https://x.blob.example/f?sv=1&sig=3fG9xQ2bLm77%2Baaaaaaaa4",
            "https://x.blob.example/f?sv=1&sig=[redacted:signature]",
        ),
        (
            f"AccountName=a;AccountKey={'Zm9v' * 20}==;",
            "AccountName=a;AccountKey=[redacted:azure];",
        ),
        (
            "seed phrase: witch collapse practice feed shame open despair creek road again ice cat",
            "seed phrase: [redacted:seed-phrase]",
        ),
    ],
)
def test_what_a_carrier_holds_is_taken_out(text: str, expected: str):
    assert redact(text).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "git@github.com:org/repo.git and ssh://git@github.com:22/org/repo",
        "docker://registry/repo:tag@sha256:0123abcd",
        "https://x.example:8080/@scope/package",
        "https://$USER:$PASSWORD@x.example",
        "docker run -u 1000:1000 image; curl -u 1000:1000 x",
        "Bearer tokens-are-sent-in-a-header",
        "basic knowledge of base64",
        "the cookie: it is set by the proxy",
        "log in with GitHub / Google",
        "see the login page: /login/user2",
    ],
)
def test_addresses_and_words_without_a_secret_stay(text: str):
    assert redact(text).text == text
