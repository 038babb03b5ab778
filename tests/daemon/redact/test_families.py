import random
import string
from base64 import b64encode

import pytest

from memoryd.redact import Finding, redact
from memoryd.redact.families import FAMILIES, SHAPES

RANDOM = random.Random(20)  # fixed: the same tokens in every run
ALNUM = string.ascii_letters + string.digits


def a(size: int) -> str:
    return "".join(RANDOM.choices(ALNUM, k=size - 1)) + "7"


def h(size: int) -> str:
    return "".join(RANDOM.choices("0123456789abcdef", k=size))


def u(size: int) -> str:
    return a(size).upper()


UUID = f"{h(8)}-{h(4)}-{h(4)}-{h(4)}-{h(12)}"

TOKENS = {
    "aws-access-key": [f"AKIA{u(16)}", f"ASIA{u(16)}"],
    "aws-bedrock-key": [f"ABSK{a(120)}="],
    "gcp-api-key": [f"AIza{a(35)}"],
    "gcp-oauth": [f"GOCSPX-{a(28)}", f"ya29.{a(60)}", f"1//0{a(40)}"],
    "azure": [f"{a(3)}8Q~{a(34)}", f"{a(52)}JQQJ9{a(27)}"],
    "alibaba": [f"LTAI{a(20)}"],
    "tencent": [f"AKID{a(32)}"],
    "yandex": [f"AQVN{a(36)}"],
    "digitalocean": [f"dop_v1_{h(64)}", f"doo_v1_{h(64)}"],
    "cloudflare": [f"cfut_{a(48)}", f"v1.0-{h(24)}-{h(146)}"],
    "heroku": [f"HRKU-{a(60)}"],
    "fly": [f"FlyV1 fm2_{a(80)}", f"fo1_{a(44)}"],
    "netlify": [f"nfp_{a(36)}"],
    "vercel": [f"vcp_{a(56)}"],
    "planetscale": [f"pscale_tkn_{a(43)}"],
    "supabase": [f"sbp_{h(40)}", f"sb_secret_{a(31)}"],
    "databricks": [f"dapi{h(32)}", f"dapi{h(32)}-2"],
    "tailscale": [f"tskey-auth-{a(16)}-{a(32)}"],
    "anthropic": [f"sk-ant-api03-{a(93)}AA"],
    "openrouter": [f"sk-or-v1-{h(64)}"],
    "openai": [f"sk-proj-{a(40)}_{a(40)}", f"sk-{a(48)}"],
    "huggingface": [f"hf_{a(34)}"],
    "groq": [f"gsk_{a(52)}"],
    "xai": [f"xai-{a(80)}"],
    "perplexity": [f"pplx-{a(48)}"],
    "replicate": [f"r8_{a(37)}"],
    "nvidia": [f"nvapi-{a(64)}"],
    "langsmith": [f"lsv2_pt_{h(32)}_{h(10)}"],
    "pinecone": [f"pcsk_{a(6)}_{a(60)}"],
    "elevenlabs": [f"sk_{h(48)}"],
    "tavily": [f"tvly-dev-{a(32)}"],
    "github": [
        *(f"gh{letter}_{a(36)}" for letter in "pousr"),
        f"github_pat_{a(22)}_{a(59)}",
    ],
    "gitlab": [f"glpat-{a(20)}", f"glrt-{a(20)}", f"glptt-{h(40)}"],
    "bitbucket": [f"ATBB{a(32)}"],
    "atlassian": [f"ATATT3xFfGF0{a(160)}="],
    "npm": [f"npm_{a(36)}"],
    "pypi": [f"pypi-AgEIcHlwaS5vcmc{a(60)}"],
    "rubygems": [f"rubygems_{h(48)}"],
    "crates-io": [f"cio{a(32)}"],
    "nuget": [f"oy2{a(43).lower()}"],
    "docker": [f"dckr_pat_{a(27)}"],
    "artifactory": [f"AKCp{a(69)}"],
    "circleci": [f"CCIPAT_{a(22)}_{h(40)}"],
    "buildkite": [f"bkua_{h(40)}"],
    "sourcegraph": [f"sgp_{h(16)}_{h(40)}"],
    "sonar": [f"squ_{h(40)}"],
    "slack": [
        f"xoxb-123456789012-123456789012-{a(24)}",
        f"xapp-1-A0{u(9)}-1234567890123-{h(64)}",
    ],
    "slack-webhook": [f"https://hooks.slack.com/services/T{u(8)}/B{u(8)}/{a(24)}"],
    "discord": [f"MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.{a(27)}"],
    "discord-webhook": [f"https://discord.com/api/webhooks/123456789012345678/{a(68)}"],
    "telegram": [f"123456789:AA{a(33)}"],
    "twilio": [f"SK{h(32)}"],
    "firebase": [f"{a(11)}:APA91b{a(134)}"],
    "sendgrid": [f"SG.{a(22)}.{a(43)}"],
    "mailgun": [f"key-{h(32)}"],
    "mailchimp": [f"{h(32)}-us12"],
    "brevo": [f"xkeysib-{h(64)}-{a(16)}"],
    "resend": [f"re_{a(8)}_{a(24)}"],
    "stripe": [f"sk_live_{a(24)}", f"rk_test_{a(24)}"],
    "stripe-webhook": [f"whsec_{a(32)}"],
    "square": [f"sq0atp-{a(22)}", f"EAAA{a(60)}"],
    "shopify": [f"shpat_{h(32)}", f"shpss_{h(32)}"],
    "facebook": [f"EAA{a(120)}"],
    "datadog": [f"ddapp_{a(34)}"],
    "sentry": [f"sntryu_{h(64)}", f"sntrys_{a(90)}"],
    "new-relic": [f"NRAK-{u(27)}", f"NRJS-{h(19)}", f"{h(36)}NRAL"],
    "grafana": [f"glc_{a(60)}", f"glsa_{a(32)}_{h(8)}", f"eyJrIjoi{a(60)}"],
    "dynatrace": [f"dt0c01.{u(24)}.{u(64)}"],
    "posthog": [f"phx_{a(43)}"],
    "postman": [f"PMAK-{h(24)}-{h(34)}"],
    "linear": [f"lin_api_{a(40)}"],
    "notion": [f"ntn_{a(46)}", f"secret_{a(43)}"],
    "airtable": [f"pat{a(14)}.{h(64)}"],
    "figma": [f"figd_{a(40)}"],
    "contentful": [f"CFPAT-{a(43)}"],
    "dropbox": [f"sl.u.{a(140)}"],
    "typeform": [f"tfp_{a(44)}"],
    "launchdarkly": [f"sdk-{UUID}"],
    "mapbox": [f"sk.eyJ{a(60)}.{a(22)}"],
    "vault": [f"hvs.{a(90)}", f"s.{a(24)}"],
    "doppler": [f"dp.pt.{a(43)}", f"dp.st.prd.{a(43)}"],
    "terraform": [f"{a(14)}.atlasv1.{a(67)}"],
    "onepassword": [f"ops_eyJ{a(250)}"],
    "pulumi": [f"pul-{h(40)}"],
    "age-key": [f"AGE-SECRET-KEY-1{u(58)}"],
    "private-key": [
        b64encode(f"-----BEGIN {label}PRIVATE KEY-----\n{a(96)}".encode()).decode()
        for label in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")
    ],
    "jwt": [f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIi{a(30)}.{a(43)}", f"eyJhbGciOiJub25lIn0.eyJz{a(20)}."],
}
ALL = [(kind, token) for kind, tokens in TOKENS.items() for token in tokens]


def test_every_family_has_a_sample():
    assert set(TOKENS) == {row.kind for row in (*FAMILIES, *SHAPES)}


@pytest.mark.parametrize(("kind", "token"), ALL, ids=[kind for kind, _ in ALL])
def test_a_token_is_taken_out_and_called_by_its_issuer(kind: str, token: str):
    result = redact(f"we call it with {token} from the job")

    assert result.findings == (Finding(kind, 1),)
    assert result.text.startswith("we call it with ")
    assert result.text.endswith(" from the job")
    assert token[-12:] not in result.text


@pytest.mark.parametrize(("kind", "token"), ALL, ids=[kind for kind, _ in ALL])
@pytest.mark.parametrize(
    "around", ['"{}"', "`{}`,", "({})", "用{}部署", "x\\n{}\\n", "{}", "a={};"]
)
def test_a_token_is_found_whatever_stands_around_it(kind: str, token: str, around: str):
    result = redact(around.format(token))

    assert token[-12:] not in result.text
    assert f"[redacted:{kind}]" in result.text


@pytest.mark.parametrize(
    "text",
    [
        "ghp_" + "x" * 36,
        "AKIAXXXXXXXXXXXXXXXX",
        "sk-ant-api03-your-key-goes-here-please",
        "sk-proj-xxxxxxxxxxxxxxxxxxxxxxxx",
        "glpat-" + "*" * 20,
        "sk-spinner-with-a-rather-long-class-name",
        "task-force-for-the-new-release-process",
        "npm_config_registry_and_other_settings_of_ours",
        "hf_hub_download_with_some_long_function_name",
        "secret_manager_client_factory_for_tests_only",
        "re_compile_everything_once_and_for_all",
        "AKIA is how access keys of AWS begin",
        "eyJhbGciOiJIUzI1NiJ9",
        "THE_DISCORD_MTU_SETTING_OF_THE_NETWORK",
    ],
)
def test_placeholders_and_names_with_a_tokens_beginning_stay(text: str):
    assert redact(text).text == text


def test_a_token_inside_a_longer_word_is_left_to_that_word():
    text = "prefixghp_" + a(36)

    assert redact(text).text == text
