"""Tokens that say by their form whose they are."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from .spans import Span

_ALNUM: Final = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
# Every token has a run of this many word characters; most texts have few such runs.
_RUN: Final = 16
_RUN_MAP: Final = bytes(
    ord("a") if byte in _ALNUM or byte in b"_-" else ord(" ") for byte in range(256)
)
# Runs that are no token: short words in one of the usual spellings, hashes, UUIDs.
_ORDINARY: Final = re.compile(
    rb"[_-]*+(?:(?:[a-z]{0,15}+(?:[A-Z][a-z]{1,15}+)*+|[A-Z]{1,15}+)(?![A-Za-z])[_-]*+)*+"
    rb"|[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
# How far before its run a token may begin (`SG.`, `hooks.slack.com/services/T0/B0/`).
_REACH: Final = 64
_PLACEHOLDER: Final = re.compile(rb"(?i)[x*._0-]*\Z|.*(?:your[_-]|xxxxx|changeme|placeholder)")


class Family(NamedTuple):
    """Tokens of one issuer: how they begin (blank-separated) and the pattern of the rest."""

    kind: str
    prefixes: str
    rest: str


class Shape(NamedTuple):
    """Tokens whose fixed part stands in their middle or at their end."""

    kind: str
    part: str
    whole: str


_W: Final = r"[A-Za-z0-9_-]"
_A: Final = r"[A-Za-z0-9]"
_HEX: Final = r"[0-9a-f]"
# A token begins a word; an escaped line break counts as white space.
_BEGIN: Final = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"

FAMILIES: Final = (
    # Clouds and hosting
    Family("aws-access-key", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}"),
    Family("aws-bedrock-key", "ABSK bedrock-api-key-", r"[A-Za-z0-9+/]{60,}={0,2}"),
    Family("gcp-api-key", "AIza", rf"{_W}{{35}}"),
    Family("gcp-oauth", "GOCSPX- ya29.", rf"{_W}{{20,}}"),
    Family("gcp-oauth", "1//0", rf"{_W}{{30,}}"),
    Family("alibaba", "LTAI", rf"{_A}{{12,26}}"),
    Family("tencent", "AKID", rf"{_A}{{32,}}"),
    Family("yandex", "AQVN", rf"{_W}{{35,}}"),
    Family("digitalocean", "dop_v1_ doo_v1_ dor_v1_", rf"{_HEX}{{64}}"),
    Family("cloudflare", "cfut_ cfat_ cfk_", rf"{_A}{{40,}}"),
    Family("cloudflare", "v1.0-", rf"{_HEX}{{24}}-{_HEX}{{146}}"),
    Family("heroku", "HRKU-", rf"{_W}{{30,}}"),
    Family("fly", "FlyV1 fm1_ fm2_ fo1_", r"(?: ?fm\d_)?[A-Za-z0-9+/=,_-]{40,}"),
    Family("netlify", "nfp_ nfc_ nfu_", rf"{_A}{{36,}}"),
    Family("vercel", "vcp_ vci_ vca_ vcr_ vck_", rf"{_A}{{24,}}"),
    Family("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[A-Za-z0-9_.=-]{32,}"),
    Family("supabase", "sbp_ sb_secret_", rf"{_W}{{20,}}"),
    Family("databricks", "dapi", rf"{_HEX}{{32}}(?:-\d)?"),
    Family("tailscale", "tskey-", rf"[a-z]{{2,12}}-{_A}{{6,}}-{_A}{{16,}}"),
    # Models
    Family("anthropic", "sk-ant-", rf"{_W}{{20,}}"),
    Family("openrouter", "sk-or-v1-", rf"{_HEX}{{64}}"),
    Family("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", rf"{_W}{{20,}}"),
    Family("openai", "sk-", rf"{_A}{{20,}}"),
    Family("huggingface", "hf_ api_org_", rf"{_A}{{30,}}"),
    Family("groq", "gsk_", rf"{_A}{{40,}}"),
    Family("xai", "xai-", rf"{_A}{{60,}}"),
    Family("perplexity", "pplx-", rf"{_A}{{40,}}"),
    Family("replicate", "r8_", rf"{_A}{{37,}}"),
    Family("nvidia", "nvapi-", rf"{_W}{{60,}}"),
    Family("langsmith", "lsv2_pt_ lsv2_sk_", rf"{_HEX}{{32}}_{_HEX}{{10}}"),
    Family("pinecone", "pcsk_", r"[A-Za-z0-9_]{50,}"),
    Family("elevenlabs", "sk_", rf"{_HEX}{{48}}"),
    Family("tavily", "tvly-", rf"(?:dev-|prod-)?{_A}{{28,}}"),
    # Code hosts, packages, builds
    Family("github", "ghp_ gho_ ghu_ ghs_ ghr_", rf"{_A}{{36,}}"),
    Family("github", "github_pat_", r"[A-Za-z0-9_]{50,}"),
    Family(
        "gitlab",
        "glpat- gldt- glrt- glrtr- glptt- glft- glimt- glagent- gloas- glsoat- glcbt- glffct-",
        r"[A-Za-z0-9_.-]{20,}",
    ),
    Family("bitbucket", "ATBB ATCTT3", rf"{_W}{{28,}}={{0,2}}"),
    Family("atlassian", "ATATT3 ATSTT3", r"[A-Za-z0-9_=-]{40,}"),
    Family("npm", "npm_", rf"{_A}{{36}}"),
    Family("pypi", "pypi-AgE", rf"{_W}{{50,}}"),
    Family("rubygems", "rubygems_", rf"{_HEX}{{48}}"),
    Family("crates-io", "cio", rf"{_A}{{32}}"),
    Family("nuget", "oy2", r"[a-z0-9]{43}"),
    Family("docker", "dckr_pat_ dckr_oat_", rf"{_W}{{27,}}"),
    Family("artifactory", "AKCp cmVmdGtu", rf"{_A}{{56,}}"),
    Family("circleci", "CCIPAT_", rf"{_A}{{22}}_{_HEX}{{40}}"),
    Family("buildkite", "bkua_ bkat_ bkpt_", rf"{_HEX}{{40}}"),
    Family("sourcegraph", "sgp_", rf"(?:(?:{_HEX}{{16}}|local)_)?{_HEX}{{40}}"),
    Family("sonar", "sqp_ squ_ sqa_", rf"{_HEX}{{40}}"),
    # Chat, mail, telephony
    Family("slack", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-", r"[A-Za-z0-9%-]{10,}"),
    Family("slack", "xoxe.xoxb- xoxe.xoxp- xapp-", r"\d-[A-Za-z0-9-]{20,}"),
    Family("slack-webhook", "hooks.slack.com/", r"[a-z]{6,12}/[A-Za-z0-9/]{20,}"),
    Family(
        "discord-webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        rf"\d{{16,20}}/{_W}{{50,}}",
    ),
    Family("discord", "MT Mj Mz ND NT Nj Nz OD OT", rf"{_W}{{21,26}}\.{_W}{{6}}\.{_W}{{27,}}"),
    Family("twilio", "SK", rf"{_HEX}{{32}}"),
    Family("sendgrid", "SG.", rf"{_W}{{16,32}}\.{_W}{{30,}}"),
    Family("mailgun", "key-", rf"{_HEX}{{32}}"),
    Family("brevo", "xkeysib- xsmtpsib-", rf"{_HEX}{{64}}-{_A}{{16}}"),
    Family("resend", "re_", rf"(?![A-Za-z]{{8}}_[A-Za-z]{{24}}){_A}{{8}}_{_A}{{24}}"),
    # Money
    Family("stripe", "sk_live_ sk_test_ rk_live_ rk_test_", rf"{_A}{{16,}}"),
    Family("stripe-webhook", "whsec_", r"[A-Za-z0-9+/]{24,}={0,2}"),
    Family("square", "sq0atp- sq0csp- sq0idp-", rf"{_W}{{22,}}"),
    Family("square", "EAAA", rf"{_W}{{60}}"),
    Family("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_", r"[0-9a-fA-F]{32}"),
    Family("facebook", "EAA", rf"{_A}{{80,}}"),
    # Watching
    Family("datadog", "ddapp_ ddpat_", rf"{_A}{{30,}}"),
    Family("sentry", "sntrys_ sntryu_ sntrya_ sntryi_", r"[A-Za-z0-9+/=_-]{40,}"),
    Family("new-relic", "NRAK- NRII- NRIQ-", rf"{_W}{{27,}}"),
    Family("new-relic", "NRAA- NRJS- NRRA-", rf"{_HEX}{{19,}}"),
    Family("grafana", "glc_", r"[A-Za-z0-9+/]{32,}={0,2}"),
    Family("grafana", "glsa_", rf"{_A}{{32}}_{_HEX}{{8}}"),
    Family("grafana", "eyJrIjoi", r"[A-Za-z0-9+/]{50,}={0,2}"),
    Family("dynatrace", "dt0a01. dt0c01. dt0s01. dt0s02.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    Family("posthog", "phx_", rf"{_A}{{40,}}"),
    # Work and data
    Family("postman", "PMAK-", rf"{_HEX}{{24}}-{_HEX}{{34}}"),
    Family("linear", "lin_api_ lin_oauth_ lin_wh_", rf"{_A}{{32,}}"),
    Family("notion", "ntn_", rf"{_A}{{40,}}"),
    Family("notion", "secret_", rf"{_A}{{43}}"),
    Family("airtable", "pat", rf"{_A}{{14}}\.{_HEX}{{64}}"),
    Family("figma", "figd_ figo_ figr_", rf"{_W}{{40,}}"),
    Family("contentful", "CFPAT-", rf"{_W}{{43}}"),
    Family("dropbox", "sl.", r"(?:u\.)?[A-Za-z0-9_-]{130,}"),
    Family("typeform", "tfp_", r"[A-Za-z0-9_.=-]{40,}"),
    Family("launchdarkly", "sdk- api- mob-", rf"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"),
    Family("mapbox", "sk.eyJ", rf"{_W}{{20,}}\.{_W}{{20,}}"),
    # Vaults
    Family("vault", "s.", rf"(?=[A-Za-z]*[0-9]){_A}{{24}}"),
    Family("vault", "hvs. hvb. hvr.", rf"{_W}{{24,}}"),
    Family(
        "doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", rf"(?:{_W}+\.)?{_A}{{40,}}"
    ),
    Family("onepassword", "ops_eyJ", r"[A-Za-z0-9_+/=-]{100,}"),
    Family("pulumi", "pul-", rf"{_HEX}{{40}}"),
    Family("age-key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{58}"),
    # The beginnings of private keys in PEM, encoded once more
    Family(
        "private-key",
        "LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0EgUFJJVkFURS LS0tLS1CRUdJTiBFQyBQUklWQVRF"
        " LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS",
        r"[A-Za-z0-9+/]{40,}={0,2}",
    ),
    # A header is JSON, so it begins with the encoding of `{"`; the signature may be missing.
    Family(
        "jwt",
        "eyJ",
        rf"(?:(?<!{_W}eyJ)|(?<=\\[nrt]eyJ)){_W}{{10,}}+\.{_W}{{10,}}+(?:\.{_W}*+){{1,3}}",
    ),
)

SHAPES: Final = (
    Shape("telegram", ":AA", rf"(?:{_BEGIN}|(?<=/bot))\d{{8,10}}:AA{_W}{{32,}}"),
    Shape(
        "twilio",
        "AC",
        rf"(?:(?<=AC{_HEX}{{32}}\", \")|(?<=AC{_HEX}{{32}}', ')|(?<=AC{_HEX}{{32}}:)){_HEX}{{32}}",
    ),
    Shape("firebase", ":APA91b", rf"{_BEGIN}{_W}{{8,24}}:APA91b{_W}{{100,}}"),
    Shape("azure", "Q~", rf"{_BEGIN}{_A}{{3}}\dQ~[A-Za-z0-9_.~-]{{31,34}}"),
    Shape("azure", "JQQJ9", rf"{_BEGIN}{_A}{{52}}JQQJ9{_A}{{27}}"),
    Shape("terraform", ".atlasv1.", rf"{_BEGIN}{_A}{{14}}\.atlasv1\.{_W}{{60,}}"),
    Shape("mailchimp", "-us", rf"{_BEGIN}{_HEX}{{32}}-us\d{{1,2}}"),
    Shape("new-relic", "NRAL", rf"{_BEGIN}{_HEX}{{36}}NRAL"),
)


class _Rest(NamedTuple):
    """What follows a prefix of *size* bytes in a token of one family."""

    kind: str
    size: int
    pattern: re.Pattern[bytes]


def _rests() -> dict[bytes, list[_Rest]]:
    """Return, for each prefix, the families it may open, the longest prefix first."""
    rests = [
        (prefix.encode(), family.kind, re.compile(f"{family.rest}(?!{_A})".encode()))
        for family in FAMILIES
        for prefix in family.prefixes.split()
    ]
    rests.sort(key=lambda row: len(row[0]), reverse=True)
    return {
        prefix: [_Rest(kind, len(p), rest) for p, kind, rest in rests if prefix.startswith(p)]
        for prefix, _, _ in rests
    }


def _any_of(prefixes: list[bytes]) -> bytes:
    """Return a pattern of sorted *prefixes*, the longest first, that reads each letter once."""
    branches = []
    for first, group in groupby((prefix for prefix in prefixes if prefix), lambda word: word[:1]):
        tails = [word[1:] for word in group]
        inner = _any_of(tails)
        branches.append(re.escape(first) + (b"(?:" + inner + b")" if inner else b""))
    return b"|".join(branches + [b""] * (b"" in prefixes))


_RESTS: Final = _rests()
_PREFIX: Final = re.compile(_BEGIN.encode() + b"(?:" + _any_of(sorted(_RESTS)) + b")")
_WHOLES: Final = tuple(
    (shape.kind, shape.part.encode(), re.compile(f"{shape.whole}(?!{_A})".encode()))
    for shape in SHAPES
)


def find_tokens(plain: bytes) -> Iterator[Span]:
    """Find the tokens of *plain*, a text at one byte a character."""
    done = 0
    for start, end in _long_runs(plain):
        yield from _find_shapes(plain, start, end)
        for prefix in _PREFIX.finditer(plain, start, end):
            if prefix.start() < done:
                continue
            for kind, size, pattern in _RESTS[prefix[0]]:
                rest = pattern.match(plain, prefix.start() + size)
                if rest:
                    done = rest.end()
                    if not _PLACEHOLDER.match(rest[0]):
                        yield Span(prefix.start(), done, kind)
                    break


def _find_shapes(plain: bytes, start: int, end: int) -> Iterator[Span]:
    for kind, part, whole in _WHOLES:
        if plain.find(part, start, end) >= 0:
            for match in whole.finditer(plain, start, end + _REACH):
                yield Span(*match.span(), kind)


def _long_runs(plain: bytes) -> Iterator[tuple[int, int]]:
    """Yield where a long word stands, with the stretch before it in which a token may begin.

    Nearly all of an ordinary text is passed over here, most of it at the speed of memory.
    """
    mapped = plain.translate(_RUN_MAP)
    needle = b"a" * _RUN
    end = done = 0
    while (at := mapped.find(needle, end)) >= 0:
        end = mapped.find(b" ", at)
        end = len(plain) if end < 0 else end
        if not _ORDINARY.fullmatch(plain, at, end):
            yield max(done, at - _REACH), end
            done = end
