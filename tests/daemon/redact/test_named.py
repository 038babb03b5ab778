import pytest

from memoryd.redact import redact

NAMED = [
    ("DB_PASSWORD=swordfish", "swordfish"),
    ("export OPENAI_API_KEY=abcd1234efgh", "abcd1234efgh"),
    ("STRIPE_KEY=3fG9xQ2bLm77", "3fG9xQ2bLm77"),
    ("SECRET_KEY_BASE=abcdefgh", "abcdefgh"),
    ("HEROKU_API_KEY=12345678-1234-1234-1234-123456789abc", "12345678-1234"),
    ("DD_API_KEY=0123456789abcdef0123456789abcdef", "0123456789abcdef"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzz9", "wJalrXUtnFEMI"),
    ('api_key = "abcd1234efgh"', "abcd1234efgh"),
    ('{"token": "3fG9xQ2bLm77"}', "3fG9xQ2bLm77"),
    ('"{\\"password\\": \\"hunter2\\"}"', "hunter2"),
    ('{"password": "hun\\"ter22"}', "ter22"),
    ('{"apiKey": "0123456789abcdef0123456789abcdef"}', "0123456789abcdef"),
    ('{"name": "DB_PASSWORD", "value": "swordfish"}', "swordfish"),
    ("- name: DB_PASSWORD\n  value: swordfish", "swordfish"),
    ("password: hunter2", "hunter2"),
    ("user: bob\npassword: swordfish\n", "swordfish"),
    ("**Password:** hunter2", "hunter2"),
    ("Password (staging): hunter2", "hunter2"),
    ("<password>swordfish</password>", "swordfish"),
    ('const password: string = "swordfish"', "swordfish"),
    ("Server=db;User Id=sa;Password=Swordfish;Timeout=3", "Swordfish"),
    ("https://x.example/cb?token=abc123def456&page=1", "abc123def456"),
    ("mysql --password swordfish -h db", "swordfish"),
    ("run it with --token 3fG9xQ2bLm77", "3fG9xQ2bLm77"),
    ("my token: abc123def456", "abc123def456"),
    ("the password is hunter2, keep it", "hunter2"),
    ("the password is now P@ssword!", "P@ssword!"),
    ('the password is "swordfish"', "swordfish"),
    ("the password for the staging database is hunter2", "hunter2"),
    ("I changed the password to hunter2", "hunter2"),
    ("user admin password hunter2", "hunter2"),
    ("the api key is 3fG9xQ2bLm77", "3fG9xQ2bLm77"),
    ("our signing key is 3fG9xQ2bLm77", "3fG9xQ2bLm77"),
    ("user bob, password Winter-24-Sonne", "Winter-24-Sonne"),
    ("the password is Winter-2024!", "Winter-2024"),
    ("das Passwort ist hunter2", "hunter2"),
    ("das Passwort für die Datenbank lautet hunter2", "hunter2"),
    ("le mot de passe est soleil42", "soleil42"),
    ("la clé API est 3fG9xQ2bLm77", "3fG9xQ2bLm77"),
    ("la contraseña es luna99sol", "luna99sol"),
    ("a senha do banco é girassol7", "girassol7"),
    ("пароль: солнце42", "солнце42"),
    ("Пароль — hunter2", "hunter2"),
    ("hasło: kwiat2024x", "kwiat2024x"),
    ("şifre: gunes42x", "gunes42x"),
    ("数据库密码是hunter2，用户名是bob", "hunter2"),
    ("密码：abc12345", "abc12345"),
    ("パスワードはhunter2です", "hunter2"),
    ("비밀번호는 hunter2입니다", "hunter2"),
    ("mật khẩu là: hunter2", "hunter2"),
]

ORDINARY = [
    "set API_KEY before you start",
    "API_KEY=",
    "api_key=OPENAI_API_KEY",
    "API_KEY=<your-key>",
    "API_KEY=your-api-key-here",
    "API_KEY=xxxx",
    "API_KEY=xxxxxxxxxxxxxxxx",
    "API_KEY=$API_KEY",
    "API_KEY=${API_KEY:-default}",
    "API_KEY=%API_KEY%",
    "token: ${{ secrets.DEPLOY_TOKEN }}",
    'api_key = os.environ["API_KEY"]',
    "apiKey: process.env.API_KEY",
    "PASSWORD=changeme",
    'password = "***"',
    "SSH_KEY=~/.ssh/id_ed25519",
    "TOKEN_FILE=/run/secrets/token1",
    "API_KEY=op://vault/item1/field2",
    "password = getpass()",
    "password = settings.DB_PASSWORD",
    'token = response.json()["token1"]',
    "def login(password: str, token: str | None = None) -> None:",
    "login(password=password, token=token)",
    "interface User { password: string; token?: string }",
    '"password": "required|min:8"',
    '{"type": "password", "name": "pw2"}',
    '<label for="password">Password</label>',
    "task_management_service.py uses disk_usage_percentage",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "550e8400-e29b-41d4-a716-446655440000",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    "the token is stored in ~/.config/app/token.json",
    "the token is base64-encoded and expires after 3600 seconds",
    "max_tokens=4096 and tokens: 128000",
    'primary_key=True, cache_key="user:profile:v2"',
    "cache key: linux-node-3f786850e387",
    "password hashing uses argon2id with SHA256",
    "the password is required and case-sensitive",
    "the password uses sha-256 or utf-8 and python-3.11",
    "the password must be at least 8 characters",
    "send the password to user1",
    "Reset password: click the link in the mail",
    "the secret is kept in 1Password",
    "secretName: my-app-secret",
    "the key is to read the docs first",
    "token bucket, tokenizer v2, keyboard layout qwerty2",
    "the access token lifetime is 15m",
    "password-stdin and --password-file=/run/pw1",
    "PWD=/home/me/project2",
    "access_token = access_token_v2",
    "self.key_password = new_password",
    "the --username and --password options",
    "socks5://<username>:<password>@proxy-host",
    "if token == expected_token:",
    "first pass to worker1, bypass: gate7",
    "Bearer authentication uses tokens; Basic authentication is off",
    "密码存储在保险箱里",
    "パスワードは必須です",
    "python-3.11.7 v2.0.1-rc1 node-v20.11.0-linux-x64",
]


@pytest.mark.parametrize(("text", "secret"), NAMED)
def test_a_value_that_is_called_a_secret_is_taken_out(text: str, secret: str):
    result = redact(text)

    assert result.findings
    assert secret not in result.text


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_placeholders_and_references_stay(text: str):
    assert redact(text).text == text


def test_only_the_value_goes():
    assert redact('{"password": "hunter2", "user": "bob"}').text == (
        '{"password": "[redacted:password]", "user": "bob"}'
    )


def test_a_value_of_any_length_goes_whole():
    secret = "a1" * 5_000

    assert redact(f"DB_PASSWORD={secret} # staging").text == (
        "DB_PASSWORD=[redacted:password] # staging"
    )


def test_several_secrets_of_a_line_go_each():
    result = redact("user: bob, password: hunter2, token: 3fG9xQ2bLm77")

    assert result.text == "user: bob, password: [redacted:password], token: [redacted:token]"
