import pytest

from memoryd.cli import _for_manager


@pytest.mark.parametrize("code", [75, 78])
def test_only_launchds_own_job_has_its_final_codes_hidden(code):
    assert _for_manager(code, {"XPC_SERVICE_NAME": "org.memoryd.daemon"}) == 0
    assert _for_manager(code, {"XPC_SERVICE_NAME": "application.com.apple.Terminal.1"}) == code
    assert _for_manager(code, {}) == code
