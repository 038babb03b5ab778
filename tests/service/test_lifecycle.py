"""Starting, stopping, reloading: what a supervisor and a person see."""

import contextlib
import json
import os
import signal
import socket
import stat
import subprocess

import pytest

from memoryd_client import NotRunningError

ROUNDS = int(os.environ.get("MEMORYD_TEST_ROUNDS", "5"))


def test_the_socket_is_private_and_daemon_json_names_it(house):
    process = house.start()

    told = json.loads((house.state / "daemon.json").read_text())

    assert told["socket"] == str(house.socket)
    assert told["pid"] == process.pid
    assert stat.S_IMODE(house.socket.lstat().st_mode) == 0o600
    assert stat.S_IMODE(house.socket.parent.stat().st_mode) & 0o777 == 0o700
    assert stat.S_IMODE((house.state / "daemon.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly_and_leaves_nothing_to_connect_to(house, number):
    process = house.start()

    process.send_signal(number)

    assert process.wait(timeout=25) == 0
    assert not house.socket.exists()
    assert not (house.state / "daemon.json").exists()
    with pytest.raises(NotRunningError):
        house.client().ping()


def test_open_event_streams_do_not_hold_up_a_stop(house):
    process = house.start()
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(15)
        stream.connect(str(house.socket))
        stream.sendall(b"GET /v1/events HTTP/1.1\r\nHost: memoryd\r\n\r\n")
        head = stream.recv(65536)

        house.client().shutdown()

        while stream.recv(65536):
            pass
    assert b"200 OK" in head
    assert process.wait(timeout=15) == 0


@pytest.mark.storm
@pytest.mark.timeout(600)
def test_of_two_started_at_once_one_serves_and_the_other_names_it(make_house, wait_until):
    for _ in range(ROUNDS):
        house = make_house()
        both = [house.start(wait=False), house.start(wait=False)]

        loser = _first_to_end(both)
        winner = next(process for process in both if process is not loser)

        assert loser.returncode == 75
        complaint = loser.stderr.read().decode()
        assert f"pid {winner.pid}" in complaint
        assert str(house.socket) in complaint
        wait_until((house.state / "daemon.json").exists)
        house.stop_all()
        assert winner.returncode == 0


def _first_to_end(processes):
    while True:
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
                return process


def test_a_killed_daemon_is_followed_by_a_new_one_on_the_same_socket(house):
    first = house.start()
    first.kill()
    first.wait()

    house.start()

    assert house.client().ping()


def test_a_socket_path_that_is_too_long_is_refused_with_the_remedy(house):
    long = f"/tmp/{'x' * 100}/memoryd.sock"

    process = house.start(wait=False, MEMORYD_SOCKET=long)
    _, stderr = process.communicate(timeout=20)

    assert process.returncode == 78
    assert long in stderr.decode()
    assert "MEMORYD_SOCKET" in stderr.decode()


def test_a_socket_directory_open_to_others_is_refused(house):
    folder = house.root / "open"
    folder.mkdir(mode=0o755)

    process = house.start(wait=False, MEMORYD_SOCKET=str(folder / "m.sock"))
    _, stderr = process.communicate(timeout=20)

    assert process.returncode == 78
    assert "chmod 700" in stderr.decode()


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_state_directory_that_cannot_be_written_is_refused(house):
    house.state.mkdir(mode=0o500)

    process = house.start(wait=False)

    assert process.wait(timeout=20) == 78


def test_bad_settings_start_degraded_and_a_reload_mends_it(house):
    house.config.write_text("recall:\n  limt: 3\n")
    process = house.start()
    client = house.client(house.project())

    status = client.status()
    refused = house.run("memoryctl", "--socket", str(house.socket), "remember", "x " * 20)
    house.config.write_text("recall:\n  limit: 3\n")
    client.reload()

    assert not status.ready
    assert f"{house.config}:2" in status.errors[0].detail
    assert "recall.limit" in status.errors[0].detail
    assert refused.returncode == 1
    assert client.remember("The nightly build runs on the green cluster.").memory
    assert client.status().ready or client.status().reasons == ["the first scan is not done yet"]
    assert process.poll() is None


def test_a_bad_reload_keeps_the_settings_in_force(house):
    house.start()
    client = house.client(house.project())
    client.remember("The nightly build runs on the green cluster.")
    house.config.write_text("storage: {baseDir: [1, 2]}\n")

    done = house.run("memoryctl", "--socket", str(house.socket), "reload")

    assert done.returncode == 1
    assert str(house.config) in done.stderr
    assert client.recall("nightly build cluster").documents
    assert any("settings" in error.what for error in client.status().errors)


def test_sighup_reloads_and_a_moved_base_is_taken_up(house, wait_until):
    process = house.start(MEMORYD_BASE_DIR="")
    client = house.client(house.project())
    elsewhere = house.root / "elsewhere"
    house.config.write_text(f"storage: {{baseDir: {elsewhere}}}\n")

    process.send_signal(signal.SIGHUP)
    wait_until(lambda: client.status().base == str(elsewhere))
    client.remember("The nightly build runs on the green cluster.")

    assert len(list(elsewhere.rglob("*.md"))) == 2
    assert process.poll() is None


def test_check_config_prints_what_is_in_force_or_what_is_wrong(house):
    good = house.run("memoryd", "check-config")
    house.config.write_text("extract:\n  quietSecond: 2\n")
    bad = house.run("memoryd", "check-config")

    assert good.returncode == 0
    assert "quietSeconds: 0.2" in good.stdout
    assert bad.returncode == 1
    assert f"{house.config}:2: extract.quietSecond" in bad.stderr
    assert "extract.quietSeconds" in bad.stderr
