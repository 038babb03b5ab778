import pytest

from memoryd.redact import redact

BODY = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"] * 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <private>b\nc</private> d", "a [redacted:private] d"),
        ("<PRIVATE>b</Private>", "[redacted:private]"),
        ("<private>a</private> b <private>c</private>", "[redacted:private] b [redacted:private]"),
        ("<private>a<private>b</private>c</private>d", "[redacted:private]d"),
        ("a\n<private>\nb, and the text is cut", "a\n[redacted:private]"),
        ("wrap it in `<private>` to hide it", "wrap it in `<private>` to hide it"),
        ("`<private>` opens, `</private>` ends", "`<private>` opens, `</private>` ends"),
        ("b <private> and the end is forgotten", "b [redacted:private]"),
        ('<private reason="x">a</private> b', "[redacted:private] b"),
        ("a </private> alone", "a </private> alone"),
    ],
)
def test_private_blocks_go_whole(text: str, expected: str):
    assert redact(text).text == expected


@pytest.mark.parametrize("label", ["PRIVATE KEY", "RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
def test_a_private_key_goes_whole(label: str):
    text = f"key:\n-----BEGIN {label}-----\n{BODY}\n-----END {label}-----\nend"

    assert redact(text).text == "key:\n[redacted:private-key]\nend"


def test_a_private_key_in_one_line_of_json_goes_whole():
    body = BODY.replace("\n", "\\n")
    text = f'{{"k": "-----BEGIN PRIVATE KEY-----\\n{body}\\n-----END PRIVATE KEY-----\\n"}}'

    assert redact(text).text == '{"k": "[redacted:private-key]\\n"}'


def test_a_private_key_cut_short_goes_as_far_as_it_reaches():
    text = f"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{BODY}\nthat was all"

    result = redact(text).text

    assert "MIIEv" not in result
    assert result.endswith("that was all")


@pytest.mark.parametrize(
    "text",
    [
        f"-----BEGIN CERTIFICATE-----\n{BODY}\n-----END CERTIFICATE-----",
        f"-----BEGIN PUBLIC KEY-----\n{BODY}\n-----END PUBLIC KEY-----",
        "the file begins with -----BEGIN PRIVATE KEY----- and is read once",
    ],
)
def test_public_parts_and_mentions_stay(text: str):
    assert redact(text).text == text
