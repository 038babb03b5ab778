"""What people and programs call a secret; more languages are more rows."""

from typing import Final, NamedTuple


class Noun(NamedTuple):
    """A word for a secret.

    A *chosen* one is made up by a person and may be any word; the others are drawn by machines
    and look it. A *written* one counts only in `name = value`, for its word has other uses.
    """

    word: str
    kind: str
    chosen: bool = False
    written: bool = False

    @property
    def unspaced(self) -> bool:
        """Whether its script puts no space between words."""
        return self.word[-1] >= "\u3000"


def _rows(kind: str, *rows: str, chosen: bool = False) -> tuple[Noun, ...]:
    return tuple(Noun(word, kind, chosen) for row in rows for word in row.split(", "))


def words(*rows: str) -> frozenset[str]:
    """Return the words of *rows*, which separate them by blanks."""
    return frozenset(word for row in rows for word in row.split())


NOUNS: Final = (
    *_rows(
        "password",
        "password, passwd, passphrase, pass_phrase, passcode, pwd, pswd, pw, passwort, kennwort",
        "wachtwoord, lösenord, lösenordet, passord, passordet, adgangskode, adgangskoden",
        "mot de passe, mdp, contraseña, contrasena, senha, palavra-passe, heslo, jelszó",
        "salasana, parolă, lozinka, κωδικός, κωδικός πρόσβασης, رمز عبور, পাসওয়ার্ড",
        "hasło, parola, şifre, пароль, kata sandi, mật khẩu, รหัสผ่าน, पासवर्ड, סיסמה",
        "密码, 密碼, 口令, パスワード, 暗証番号, 비밀번호, 비번, 암호",
        "كلمة المرور, كلمة السر",
        chosen=True,
    ),
    Noun("pass", "password", chosen=True, written=True),
    Noun("_pat", "token", written=True),
    *_rows("secret", "secret, geheimnis, секрет, シークレット, 시크릿"),
    *_rows("token", "token, jeton, authorization, токен, 令牌, トークン, 토큰"),
    *_rows(
        "key",
        "key, schlüssel, clé, clave, chave, chiave, ключ",
        "密钥, 密鑰, 秘钥, 金鑰, 私钥, 秘密鍵, キー, 키",
    ),
)
ASCII_NOUNS: Final = tuple((noun, noun.word.encode()) for noun in NOUNS if noun.word.isascii())
OTHER_NOUNS: Final = tuple(
    (noun, spelling, spelling.encode())
    for noun in NOUNS
    if not noun.word.isascii()
    for spelling in sorted({noun.word, noun.word.capitalize(), noun.word.upper()})
)

# `key` alone is any key; these words before it make it a secret one, those an open one.
KEY_QUALIFIERS: Final = words(
    "api access secret private auth authentication encryption decryption signing master license",
    "licence service deploy account subscription storage shared client app application webhook",
    "admin session hmac jwt aws azure gcp google openai anthropic stripe github gitlab cloudflare",
    "heroku datadog dd sentry supabase my our unseal preshared",
)
JOINED_QUALIFIERS: Final = (
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "signing",
    "shared",
    "unseal",
)
OPEN_KEYS: Final = words(
    "public publishable cache primary foreign sort partition group index row object host"
)

# Between the noun and its value: "the password FOR staging IS NOW hunter2".
PREPOSITIONS: Final = (
    "for|of|on|at|in|from|für|von|vom|zum|zur|im|para|de|del|do|da|em|en|pour|du|sur|per|di|voor"
    "|для|от|к|на|в|до|k|ke|do|til|till|på|untuk|cho"
)
COPULAS: Final = (
    "is|was|are|will be|should be|equals|ist|lautet|war|est|es|era|é|è|este|är|er|je|jest"
    "|c['’]est|это|là|adalah|=|—|–|-|to"
    "|(?:is |was |has been )?(?:set|changed|reset|updated) to"
)
# "The password wifi is …", as Romance languages order it.
PLACES: Final = "nueva|nova|nuova|wi-?fi|admin|root|sudo|ssh|prod|staging|test|db"
ADVERBS: Final = "now|just|still|currently|jetzt|ahora|agora|maintenant|теперь"
ATTACHED_COPULAS: Final = "を|就是|是|为|為|改成|改为|は|が|은|는|이|가"
# "The password to the server" gives no value, "changed the password to hunter2" does.
SETTING_VERBS: Final = r"\b(?:set|chang|reset|updat|rotat|switch)\w*"
