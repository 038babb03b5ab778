import json

import pytest

from memoryd.cli import EXIT_FAILED, EXIT_OK, _for_manager, main


@pytest.fixture(name="env")
def _env(tmp_path):
    return {"HOME": str(tmp_path), "MEMORYD_CONFIG": str(tmp_path / "config.yaml")}


def test_settings_for_programs_are_one_object_with_where_memories_lie(env, tmp_path, capsys):
    (tmp_path / "config.yaml").write_text("storage: {baseDir: ~/kept}\n", encoding="utf-8")

    code = main(["check-config", "--json"], env)

    told = json.loads(capsys.readouterr().out)
    assert code == EXIT_OK
    assert told["errors"] == []
    assert told["base"] == str(tmp_path / "kept")
    assert told["settings"]["extract"]["enabled"] is True


def test_all_that_is_wrong_with_settings_and_prompts_is_told_at_once(env, tmp_path, capsys):
    (tmp_path / "config.yaml").write_text("extrat: {}\n", encoding="utf-8")
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "dream_input.md").write_text("nothing", encoding="utf-8")

    code = main(["check-config", "--json"], env)

    settings, prompt = json.loads(capsys.readouterr().out)["errors"]
    assert code == EXIT_FAILED
    assert "config.yaml:1: extrat" in settings["detail"]
    assert "dream_input.md" in prompt["detail"]


@pytest.mark.parametrize("code", [75, 78])
def test_only_launchds_own_job_has_its_final_codes_hidden(code):
    assert _for_manager(code, {"XPC_SERVICE_NAME": "org.memoryd.daemon"}) == 0
    assert _for_manager(code, {"XPC_SERVICE_NAME": "application.com.apple.Terminal.1"}) == code
    assert _for_manager(code, {}) == code
