import re
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd import config
from memoryd.config import (
    Agent,
    Agents,
    Dream,
    Extract,
    Log,
    Memories,
    ProjectRule,
    Recall,
    Seconds,
    Settings,
    Storage,
)
from memoryd.errors import ConfigError
from memoryd.model_settings import Budget, Limits, RoleLimits, Roles

README = Path(__file__).parents[3] / "README.md"


@pytest.fixture(name="load")
def _load(tmp_path):
    def load(text, env=None):
        file = tmp_path / "config.yaml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return config.load(file, env or {})

    return load


@pytest.fixture(name="refuse")
def _refuse(load):
    def refuse(text, env=None):
        with pytest.raises(ConfigError) as caught:
            load(text, env)
        return caught.value

    return refuse


def test_without_a_file_all_is_as_by_default(tmp_path):
    assert config.load(tmp_path / "none.yaml", {}) == Settings()


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "~\n", "recall:\n  # limit: 3\n"])
def test_a_file_that_says_nothing_leaves_all_as_by_default(load, text):
    assert load(text) == Settings()


def test_what_the_file_says_is_taken_and_the_rest_stays(load):
    settings = load("""
        storage: {baseDir: ~/notes, local: true, worktrees: separate, projectScope: workspace}
        extract: {enabled: false, quietSeconds: 2.5}
        dream: {enabled: false, minHoursBetweenDreams: 0.5, minSessionsBetweenDreams: 2,
                scanIntervalMinutes: 5, lockStaleMinutes: 30, maxLossPercent: 10}
        memories: {enabled: true, maxRolloutAgeDays: 7, minRolloutIdleHours: 0.5,
                   maxRolloutsPerStartup: 9, stage1LeaseSeconds: 5m, rolloutPayloadPercent: 0.5}
        recall: {limit: 3, maxBodyChars: 900}
        agents: {claude-code: {enabled: false}, qwen-code: {paths: [/srv/chats, ~/chats]}}
        log: {level: debug, format: json}
        projects:
          ~/clients/*: {enabled: false}
          /work/app: {local: true, worktrees: shared, projectScope: git-root}
          /work/lib:
    """)

    assert settings == Settings(
        storage=Storage(
            base_dir="~/notes", local=True, worktrees="separate", project_scope="workspace"
        ),
        extract=Extract(enabled=False, quiet_seconds=Seconds(2.5)),
        dream=Dream(
            enabled=False,
            min_hours_between_dreams=0.5,
            min_sessions_between_dreams=2,
            scan_interval_minutes=5,
            lock_stale_minutes=30,
            max_loss_percent=10,
        ),
        memories=Memories(
            enabled=True,
            max_rollout_age_days=7,
            min_rollout_idle_hours=0.5,
            max_rollouts_per_startup=9,
            stage1_lease_seconds=Seconds(300),
            rollout_payload_percent=0.5,
        ),
        recall=Recall(limit=3, max_body_chars=900),
        agents=Agents(
            claude_code=Agent(enabled=False), qwen_code=Agent(paths=("/srv/chats", "~/chats"))
        ),
        log=Log(level="debug", format="json"),
        projects={
            "~/clients/*": ProjectRule(enabled=False),
            "/work/app": ProjectRule(local=True, worktrees="shared", project_scope="git-root"),
            "/work/lib": ProjectRule(),
        },
    )


@pytest.mark.parametrize("written", ["off", "'off'", "no"])
def test_off_is_a_word_where_a_word_is_expected(load, written):
    assert load(f"recall: {{semantic: {written}}}").recall.semantic == "off"


def test_the_two_phase_pipeline_has_the_names_and_defaults_its_users_know():
    dumped = yaml.safe_load(config.dump(Settings()))["memories"]

    assert dumped == {
        "enabled": False,
        "maxRolloutAgeDays": 30,
        "minRolloutIdleHours": 12,
        "maxRolloutsPerStartup": 64,
        "summaryInjectionTokenLimit": 5000,
        "threadScanLimit": 300,
        "maxRawMemoriesForGlobal": 200,
        "stage1Concurrency": 8,
        "stage1LeaseSeconds": 120,
        "stage1RetryDelaySeconds": 120,
        "phase2LeaseSeconds": 180,
        "phase2RetryDelaySeconds": 180,
        "phase2HeartbeatSeconds": 30,
        "rolloutPayloadPercent": 0.7,
        "phase1InputTokenLimit": 4000,
        "fallbackTokenLimit": 16000,
    }


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("2", 2),
        ("0.5", 0.5),
        ("500ms", 0.5),
        ("7s", 7),
        ("1.5m", 90),
        ("1h", 3600),
        ("0.01d", 864),
        ("' 3 s '", 3),
    ],
)
def test_durations_are_numbers_of_seconds_or_carry_a_unit(load, written, seconds):
    settings = load(f"extract: {{quietSeconds: {written}}}")

    assert settings.extract.quiet_seconds == pytest.approx(seconds)


@pytest.mark.parametrize(
    "written", ["soon", "5 weeks", "-1", "1e3", "true", "null", "[1]", "{a: 1}", ".nan", "''", "5M"]
)
def test_what_is_no_duration_is_refused_with_examples(refuse, written):
    error = refuse(f"extract:\n  quietSeconds: {written}")

    assert "config.yaml:2: extract.quietSeconds: expected a duration such as 2, 500ms" in str(error)


def test_an_unknown_key_is_named_with_file_line_and_the_nearest_key(refuse, tmp_path):
    error = refuse("# mine\nrecall:\n  limt: 3\n")

    assert (error.file, error.line, error.key) == (tmp_path / "config.yaml", 3, "recall.limt")
    assert str(error) == (
        f"{tmp_path / 'config.yaml'}:3: recall.limt: unknown key; did you mean 'recall.limit'?"
    )


@pytest.mark.parametrize(
    ("text", "line", "key", "near"),
    [
        ("recal: {limit: 3}", 1, "recal", "'recall'"),
        ("\n\nRecall: {}", 3, "Recall", "'recall'"),
        (
            "agents:\n  claude_code: {}",
            2,
            "agents.claude_code",
            "'agents.claude-code'",
        ),
        (
            "agents:\n  codex:\n    path: []",
            3,
            "agents.codex.path",
            "'agents.codex.paths'",
        ),
        ("extract: {quiet_seconds: 1}", 1, "extract.quiet_seconds", "'extract.quietSeconds'"),
        (
            "projects:\n  /work:\n    enable: no",
            3,
            "projects./work.enable",
            "'projects./work.enabled'",
        ),
        ("5: x", 1, "5", ""),
        ("on: x", 1, "on", ""),
        ("<<: {recall: {limit: 3}}", 1, "<<", ""),
    ],
)
def test_unknown_keys_are_found_at_every_depth(refuse, text, line, key, near):
    error = refuse(text)

    assert (error.line, error.key) == (line, key)
    assert "unknown key; did you mean " in str(error)
    assert near in str(error)


@pytest.mark.parametrize(
    ("text", "line", "key", "says"),
    [
        ("recall:\n  limit: many", 2, "recall.limit", "expected `int`, got `str`"),
        ("recall:\n  limit: true", 2, "recall.limit", "expected `int`, got `bool`"),
        ("recall:\n  limit: 0", 2, "recall.limit", "must be between 1 and 5, got 0"),
        ("recall:\n  limit: 6", 2, "recall.limit", "must be between 1 and 5, got 6"),
        ("recall: {maxBodyChars: 99}", 1, "recall.maxBodyChars", "between 100 and 100000, got 99"),
        ("recall: {semantic: word2vec}", 1, "recall.semantic", "one of auto, off, use"),
        ("extract: {quietSeconds: 2h}", 1, "extract.quietSeconds", "between 0.1 and 3600"),
        ("dream: {minHoursBetweenDreams: -1}", 1, "dream.minHoursBetweenDreams", "0 and 8760"),
        ("dream: {minHoursBetweenDreams: .nan}", 1, "dream.minHoursBetweenDreams", "0 and 8760"),
        ("dream: {minSessionsBetweenDreams: 1.5}", 1, "dream.minSessionsBetweenDreams", "`int`"),
        ("dream: {scanIntervalMinutes: 2d}", 1, "dream.scanIntervalMinutes", "`float`"),
        ("dream: {lockStaleMinutes: 0}", 1, "dream.lockStaleMinutes", "between 1 and 1440"),
        ("dream:\n  maxLossPercent: 101", 2, "dream.maxLossPercent", "between 0 and 100"),
        ("memories: {maxRolloutAgeDays: -1}", 1, "memories.maxRolloutAgeDays", "0 and 3650"),
        ("memories: {minRolloutIdleHours: .nan}", 1, "memories.minRolloutIdleHours", "0 and 8760"),
        ("memories: {maxRolloutsPerStartup: 0}", 1, "memories.maxRolloutsPerStartup", "1 and 1000"),
        ("memories: {stage1Concurrency: 65}", 1, "memories.stage1Concurrency", "1 and 64"),
        ("memories: {stage1LeaseSeconds: 9}", 1, "memories.stage1LeaseSeconds", "10 and 86400"),
        (
            "memories: {rolloutPayloadPercent: 70}",
            1,
            "memories.rolloutPayloadPercent",
            "0.01 and 1",
        ),
        ("memories: {fallbackTokenLimit: 99}", 1, "memories.fallbackTokenLimit", "2048 and"),
        (
            "memories:\n  stage1LeaseSeconds: 20\n  phase2HeartbeatSeconds: 11",
            3,
            "memories.phase2HeartbeatSeconds",
            "must be between 1 and 10.0, got 11.0",
        ),
        ("log:\n\n  level: loud", 3, "log.level", "one of debug, info, warning, error"),
        ("projects: off", 1, "projects", "expected directories, each with keys of its own"),
        ("projects: [/work]", 1, "projects", "expected directories"),
        ("projects:\n  work: {}", 2, "projects.work", "starts with / or ~/"),
        ("projects:\n  ~sam/x: {}", 2, "projects.~sam/x", "starts with / or ~/"),
        ('projects:\n  "/a\\0b": {}', 2, "projects./a\0b", "starts with / or ~/"),
        ("projects:\n  /work: off", 2, "projects./work", "expected a section"),
        (
            "projects:\n  /w:\n    enabled: 1",
            3,
            "projects./w.enabled",
            "expected `bool | null`, got `int`",
        ),
        (
            "projects:\n  /a.b/*:\n    worktrees: no",
            3,
            "projects./a.b/*.worktrees",
            "expected one of shared, separate",
        ),
        ("storage: {worktrees: 3}", 1, "storage.worktrees", "one of shared, separate"),
        ("storage: {local: 'yes'}", 1, "storage.local", "expected `bool`, got `str`"),
        ("recall: 5", 1, "recall", "expected a section"),
        ("models: {providers: x}", 1, "models.providers", "expected names of providers"),
        (
            "models:\n  providers:\n    My Own: {kind: openai}",
            3,
            "models.providers.My Own",
            "expected a name of small letters",
        ),
        ("models:\n  providers:\n    a:\n", 3, "models.providers.a", "missing required field"),
        (
            "models:\n  providers:\n    a:\n      kind: other",
            4,
            "models.providers.a.kind",
            "expected one of openai, anthropic, command",
        ),
        (
            "models:\n  providers:\n    a: {kind: openai,\n      apiKey: x}",
            4,
            "models.providers.a.apiKey",
            "did you mean 'models.providers.a.apiKey",
        ),
        (
            "models: {providers: {a: {kind: openai,\n  timeoutSeconds: 0}}}",
            2,
            "models.providers.a.timeoutSeconds",
            "expected `float` >= 1",
        ),
        ("models:\n  roles:\n    default: a/b", 3, "models.roles.default", "no provider 'a'"),
        ("budget:\n  callsPerHour: -1", 2, "budget.callsPerHour", "expected `int` >= 0"),
        ("agents:\n  codex: no", 2, "agents.codex", "expected a section"),
        ("agents:\n  codex:\n    paths: /srv", 3, "agents.codex.paths", "expected `array`"),
        (
            "agents:\n  codex:\n    paths:\n    - 5",
            3,
            "agents.codex.paths",
            "expected `str`, got `int`",
        ),
    ],
)
def test_a_bad_value_is_named_with_line_key_and_what_is_expected(refuse, text, line, key, says):
    error = refuse(text)

    assert (error.line, error.key) == (line, key)
    assert says in str(error)


@pytest.mark.parametrize("path", ["''", "sessions", "./x", "~nobody/x", '"/a\\0b"'])
def test_a_directory_must_start_at_the_root_or_at_home(refuse, path):
    assert refuse(f"agents: {{codex: {{paths: [{path}]}}}}").key == "agents.codex.paths"
    assert refuse(f"storage: {{baseDir: {path}}}").key == "storage.baseDir"


@pytest.mark.parametrize("text", ["- recall\n", "recall\n", "5\n", "!!set {a, b}\n"])
def test_what_is_not_made_of_sections_is_refused(refuse, text):
    assert "expected" in str(refuse(text)) or "unknown key" in str(refuse(text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("recall: {limit: 3", 1),
        ("recall:\n\tlimit: 3", 2),
        ("recall: {}\n---\nrecall: {}", 2),
        ("? [a]\n: b", 1),
        ("recall: !!python/object:os.system {}", 1),
        ("a: &x {}\nb: *x", 2),
        ("a: &x\n  b: *x", 2),
    ],
)
def test_what_is_not_plain_yaml_is_refused_with_its_line(refuse, text, line):
    error = refuse(text)

    assert error.line == line
    assert "not YAML" in str(error)


@pytest.mark.parametrize(
    "text",
    [
        b"\x00\x01\x02",
        b"recall: \xff\xfe",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"a: 2024-99-99",
        b"a: !!int x",
        b"a: !!float x",
        b"a: !!bool x",
        b"a: !!timestamp x",
        b"a: !!binary x",
        b"a: " + b"1" * 5000,
        b"[" * 50_000,
        b"{a: " * 10_000,
    ],
)
def test_binary_and_hostile_yaml_is_refused_in_one_line(refuse, text):
    error = refuse(text)

    assert "not YAML: " in str(error)
    assert "\n" not in str(error)


def test_aliases_cannot_make_a_small_file_large(refuse):
    doubled = "".join(f"k{n}: &k{n} {{a: *k{n - 1}, b: *k{n - 1}}}\n" for n in range(1, 60))

    error = refuse("k0: &k0 {a: 1}\n" + doubled)

    assert (error.line, "aliases are not supported" in str(error)) == (2, True)


def test_a_key_given_twice_is_refused_and_not_silently_the_last_one(refuse):
    error = refuse("recall:\n  limit: 3\nlog: {}\nrecall:\n  limit: 4\n")

    assert (error.line, error.key) == (4, "recall")
    assert "it is on line 1 already" in str(error)


def test_a_huge_file_is_refused_without_parsing_it(refuse):
    assert "larger than 64 KiB" in str(refuse(b"# " + b"x" * 2 * 1024 * 1024))


def test_a_directory_in_place_of_the_file_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="cannot read"):
        config.load(tmp_path, {})


@pytest.mark.parametrize(
    ("name", "value", "key", "expected"),
    [
        ("MEMORYD_EXTRACT_QUIET_SECONDS", "2", "extract.quietSeconds", 2),
        ("MEMORYD_EXTRACT_QUIET_SECONDS", "500ms", "extract.quietSeconds", 0.5),
        ("MEMORYD_EXTRACT_ENABLED", "false", "extract.enabled", False),
        ("MEMORYD_DREAM_ENABLED", "false", "dream.enabled", False),
        ("MEMORYD_DREAM_MIN_HOURS_BETWEEN_DREAMS", "0.5", "dream.minHoursBetweenDreams", 0.5),
        ("MEMORYD_DREAM_MIN_SESSIONS_BETWEEN_DREAMS", "1", "dream.minSessionsBetweenDreams", 1),
        ("MEMORYD_DREAM_SCAN_INTERVAL_MINUTES", "0", "dream.scanIntervalMinutes", 0),
        ("MEMORYD_DREAM_LOCK_STALE_MINUTES", "5", "dream.lockStaleMinutes", 5),
        ("MEMORYD_DREAM_MAX_LOSS_PERCENT", "0", "dream.maxLossPercent", 0),
        ("MEMORYD_MEMORIES_ENABLED", "true", "memories.enabled", True),
        ("MEMORYD_MEMORIES_STAGE1_LEASE_SECONDS", "5m", "memories.stage1LeaseSeconds", 300),
        ("MEMORYD_MEMORIES_STAGE1_CONCURRENCY", "1", "memories.stage1Concurrency", 1),
        ("MEMORYD_RECALL_LIMIT", "1", "recall.limit", 1),
        ("MEMORYD_RECALL_MAX_BODY_CHARS", "500", "recall.maxBodyChars", 500),
        ("MEMORYD_RECALL_SEMANTIC", "use", "recall.semantic", "use"),
        ("MEMORYD_STORAGE_BASE_DIR", "/srv/a: b", "storage.baseDir", "/srv/a: b"),
        ("MEMORYD_STORAGE_LOCAL", "true", "storage.local", True),
        ("MEMORYD_STORAGE_WORKTREES", "separate", "storage.worktrees", "separate"),
        ("MEMORYD_STORAGE_PROJECT_SCOPE", "workspace", "storage.projectScope", "workspace"),
        ("MEMORYD_PROJECT_SCOPE", "workspace", "storage.projectScope", "workspace"),
        ("QWEN_CODE_MEMORY_PROJECT_SCOPE", " WorkSpace ", "storage.projectScope", "workspace"),
        ("MEMORYD_PROJECTS", "{~/x: {enabled: false}}", "projects.~/x.enabled", False),
        ("MEMORYD_LOG_LEVEL", "error", "log.level", "error"),
        ("MEMORYD_LOG_FORMAT", "journal", "log.format", "journal"),
        ("MEMORYD_BUDGET_CALLS_PER_DAY", "7", "budget.callsPerDay", 7),
        ("MEMORYD_LOCAL", "1", "storage.local", True),
        ("QWEN_CODE_MEMORY_LOCAL", "1", "storage.local", True),
    ],
)
def test_each_setting_has_a_variable_that_wins_over_the_file(load, name, value, key, expected):
    by_itself = load("", {name: value})
    over_the_file = load(config.dump(Settings()), {name: value})

    assert by_itself == over_the_file
    assert config.changes(Settings(), by_itself) == (key,)
    assert _dotted(yaml.safe_load(config.dump(by_itself)))[key] == expected


def test_the_variables_of_agents_are_spelled_with_underscores(load):
    env = {
        "MEMORYD_AGENTS_CLAUDE_CODE_ENABLED": "false",
        "MEMORYD_AGENTS_QWEN_CODE_PATHS": "[/srv/chats]",
    }

    agents = load("agents: {claude-code: {paths: [/srv/own]}}", env).agents

    assert agents == Agents(
        claude_code=Agent(enabled=False, paths=("/srv/own",)),
        qwen_code=Agent(paths=("/srv/chats",)),
    )


@pytest.mark.parametrize("value", ["0", "", "true", "yes"])
def test_only_1_switches_to_project_local_memory(load, value):
    assert load("", {"MEMORYD_LOCAL": value}).storage.local is False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMORYD_RECALL_LIMIT", "many"),
        ("MEMORYD_RECALL_LIMIT", "9"),
        ("MEMORYD_RECALL_LIMIT", "["),
        ("MEMORYD_RECALL_LIMIT", "*x"),
        ("MEMORYD_RECALL_LIMIT", "\udcff"),
        ("MEMORYD_EXTRACT_QUIET_SECONDS", "soon"),
        ("MEMORYD_LOG_LEVEL", "off"),
        ("MEMORYD_STORAGE_BASE_DIR", "relative"),
        ("MEMORYD_AGENTS_CLAUDE_CODE_ENABLED", "maybe"),
        ("MEMORYD_AGENTS_CODEX_PATHS", "/srv"),
        ("MEMORYD_PROJECTS", "off"),
        ("MEMORYD_PROJECTS", "{work: {}}"),
        ("MEMORYD_PROJECTS", "{/work: {enabled: maybe}}"),
        ("MEMORYD_STORAGE_PROJECT_SCOPE", "Workspace"),
    ],
)
def test_a_bad_variable_is_named_and_not_the_file(refuse, name, value):
    error = refuse("recall: {limit: 3}\n", {name: value})

    assert (error.key, error.file, error.line) == (name, None, None)
    assert str(error).startswith(f"{name}: ")


def test_changes_are_dotted_keys_as_the_file_spells_them():
    new = Settings(
        recall=Recall(limit=3),
        extract=Extract(quiet_seconds=Seconds(2)),
        agents=Agents(claude_code=Agent(paths=("/srv",))),
    )

    assert config.changes(Settings(), Settings()) == ()
    assert config.changes(Settings(), new) == (
        "agents.claude-code.paths",
        "extract.quietSeconds",
        "recall.limit",
    )


@pytest.mark.parametrize("name", ["MEMORYD_PROJECT_SCOPE", "QWEN_CODE_MEMORY_PROJECT_SCOPE"])
def test_a_scope_there_is_not_is_git_root_and_complained_of(load, name):
    env = {name: " everywhere "}

    assert load("storage: {projectScope: workspace}", env).storage.project_scope == "git-root"
    assert config.scope_complaint(env) == (
        f"{name} is 'everywhere'; it can be git-root or workspace"
    )


def test_of_two_variables_for_the_scope_our_own_counts(load):
    env = {"MEMORYD_PROJECT_SCOPE": "workspace", "QWEN_CODE_MEMORY_PROJECT_SCOPE": "x"}

    assert load("", env).storage.project_scope == "workspace"
    assert config.scope_complaint(env) is None
    assert config.scope_complaint({}) is None
    assert config.scope_complaint({"MEMORYD_PROJECT_SCOPE": " "}) is None


def test_rules_for_projects_come_change_and_go():
    some = Settings(projects={"/a.b": ProjectRule(enabled=False, local=True)})
    other = Settings(projects={"/a.b": ProjectRule(enabled=True, local=True)})

    assert config.changes(Settings(), some) == ("projects./a.b.enabled", "projects./a.b.local")
    assert config.changes(some, other) == ("projects./a.b.enabled",)
    assert config.changes(some, Settings()) == config.changes(Settings(), some)


def test_the_parts_are_rebuilt_for_projects_and_for_where_memories_lie():
    assert config.needs_rebuild(["recall.limit", "projects./a.enabled"])
    assert config.needs_rebuild(["storage.projectScope"])
    assert not config.needs_rebuild(["recall.limit", "log.level"])


def test_keys_that_need_the_parts_rebuilt_are_keys_there_are():
    names = set(_dotted(yaml.safe_load(config.dump(Settings()))))

    assert names >= config.REBUILDS


def test_what_is_dumped_loads_back_equal(load):
    settings = Settings(
        storage=Storage(base_dir="/srv/ü: 1"),
        extract=Extract(quiet_seconds=Seconds(0.25)),
        agents=Agents(codex=Agent(enabled=False, paths=("/a", "~/b"))),
        projects={"~/ü: *": ProjectRule(enabled=False), "/x": ProjectRule()},
    )

    assert load(config.dump(settings)) == settings
    assert load(config.dump(Settings())) == Settings()


def test_whole_numbers_are_dumped_as_a_person_writes_them():
    dumped = config.dump(Settings())

    assert "quietSeconds: 1\n" in dumped
    assert "minHoursBetweenDreams: 24\n" in dumped


MODELS = """
models:
  providers:
    local: {kind: openai, baseUrl: "http://127.0.0.1:11434/v1", timeoutSeconds: 60}
    claude: {kind: command, command: claude}
  roles: {default: local/org/m:8b, smol: claude}
budget: {callsPerHour: 1}
"""


def test_models_come_as_the_file_names_them_and_go_back_into_one(load):
    settings = load(MODELS)

    assert settings.models.providers["local"].timeout_seconds == 60
    assert settings.models.roles == Roles(default="local/org/m:8b", smol="claude")
    assert settings.budget == Budget(calls_per_hour=1)
    assert load(config.dump(settings)) == settings


def test_a_role_can_have_limits_of_its_own(load):
    settings = load("""
        budget:
          tokensPerHour: 1000
          roles:
            smol: {callsPerHour: 5, callsPerDay: null, tokensPerHour: 7, tokensPerDay: 0}
            default:
    """)

    smol = Limits(calls_per_hour=5, tokens_per_hour=7, tokens_per_day=0)
    assert settings.budget == Budget(tokens_per_hour=1000, roles=RoleLimits(smol=smol))
    assert load(config.dump(settings)) == settings
    assert config.changes(Settings(), settings) == (
        "budget.roles.smol.callsPerHour",
        "budget.roles.smol.tokensPerDay",
        "budget.roles.smol.tokensPerHour",
        "budget.tokensPerHour",
    )
    assert config.needs_rebuild(["budget.roles.smol.callsPerHour"])


def test_the_budget_can_come_from_the_environment_as_well(load, refuse):
    env = {
        "MEMORYD_BUDGET_CALLS_PER_HOUR": "1",
        "MEMORYD_BUDGET_TOKENS_PER_HOUR": "2",
        "MEMORYD_BUDGET_ROLES_SMOL_TOKENS_PER_DAY": "3",
        "MEMORYD_BUDGET_ROLES_DEFAULT_CALLS_PER_DAY": "null",
    }

    budget = load("budget: {roles: {default: {callsPerDay: 9}}}", env).budget

    roles = RoleLimits(smol=Limits(tokens_per_day=3))
    assert budget == Budget(calls_per_hour=1, tokens_per_hour=2, roles=roles)
    name = "MEMORYD_BUDGET_ROLES_SMOL_TOKENS_PER_DAY"
    assert refuse("", {name: "many"}).key == name


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("callsPerHour: null", "callsPerHour", "expected `int`, got `null`"),
        ("callsPerHour: -1", "callsPerHour", ">= 0"),
        ("tokensPerHour: 1.5", "tokensPerHour", "expected `int`"),
        ("roles: {smol: {callsPerHour: -1}}", "roles.smol.callsPerHour", ">= 0"),
        ("roles: {smol: {callsPerHuor: 1}}", "roles.smol.callsPerHuor", "smol.callsPerHour'?"),
        ("roles: {big: {}}", "roles.big", "did you mean"),
        ("roles: {smol: 5}", "roles.smol", "keys of its own"),
    ],
)
def test_what_is_no_limit_is_refused_with_its_key(refuse, text, key, says):
    error = refuse(f"budget: {{{text}}}")

    assert error.key == f"budget.{key}"
    assert says in str(error)


def test_providers_can_come_from_the_environment_as_well(load, refuse):
    name = "MEMORYD_MODELS_PROVIDERS"
    env = {
        name: "{claude: {kind: command, command: claude}}",
        "MEMORYD_MODELS_ROLES_SMOL": "claude",
    }

    assert load("", env).models.roles.smol == "claude"
    assert refuse("", {name: "{claude: {kind: command, command: sh}}"}).key == name


@pytest.mark.parametrize("key", ["apiKeyEnv", "baseUrl", "apiKeyFile"])
def test_a_key_given_in_place_of_where_it_is_is_not_repeated_in_the_error(refuse, key):
    secret = "https://me:sk-Zq81nFd0aVc7@models.example"

    error = refuse(f"models: {{providers: {{a: {{kind: openai, {key}: '{secret}'}}}}}}")

    assert error.key == f"models.providers.a.{key}"
    assert "Zq81nFd0aVc7" not in str(error)


def test_an_agent_is_found_by_the_name_the_api_uses():
    agents = Agents(claude_code=Agent(enabled=False))

    assert agents.of("claude-code").enabled is False
    assert agents.of("codex").enabled is True


def test_the_readme_shows_every_setting_with_its_default(load):
    text = README.read_text(encoding="utf-8")
    section = re.search(r"^#+ Settings\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    block = re.search(r"^```yaml\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)

    assert _dotted(yaml.safe_load(block[1])) == _dotted(yaml.safe_load(config.dump(Settings())))
    assert load(block[1]) == Settings()


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8")))
def test_any_bytes_are_settings_or_an_error_that_says_where(tmp_path_factory, raw):
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(raw)

    outcome = _outcome(file, {})

    assert isinstance(outcome, Settings) or str(outcome).startswith(str(file))


@given(
    st.dictionaries(
        st.sampled_from(["recall", "extract", "agents", "log", "projects", "limit", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=2)
                | st.dictionaries(
                    st.sampled_from(["limit", "quietSeconds", "codex", "paths", "/w", "enabled"]),
                    inner,
                    max_size=2,
                )
            ),
            max_leaves=5,
        ),
        max_size=3,
    )
)
def test_any_tree_is_settings_or_an_error_that_names_a_key(tmp_path_factory, tree):
    file = tmp_path_factory.getbasetemp() / "tree.yaml"
    file.write_text(yaml.safe_dump(tree), encoding="utf-8")

    outcome = _outcome(file, {})

    assert isinstance(outcome, Settings) or (outcome.key and outcome.line)


@given(st.text(max_size=20))
@example("' - at `$.log.level`")
def test_any_text_in_a_variable_is_a_setting_or_an_error_that_names_it(text):
    for name in ("MEMORYD_RECALL_LIMIT", "MEMORYD_LOG_LEVEL", "MEMORYD_AGENTS_CODEX_PATHS"):
        outcome = _outcome(Path("/nonexistent.yaml"), {name: text})

        assert isinstance(outcome, Settings) or outcome.key == name


def _dotted(tree, prefix=""):
    if not isinstance(tree, dict) or not tree:
        return {prefix.rstrip("."): tree}
    return {k: v for key in tree for k, v in _dotted(tree[key], f"{prefix}{key}.").items()}


def _outcome(file, env):
    try:
        return config.load(file, env)
    except ConfigError as exc:
        return exc
