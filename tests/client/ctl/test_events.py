import json

STREAM = (
    b'id: 1\nevent: extract\ndata: {"status": "completed", "patches_count": 2, "reason": null}\n\n'
    b'id: 2\nevent: job\ndata: {"id": "j1", "done": 1}\n\n'
)


def test_events_are_shown_until_the_daemon_goes(run, daemon):
    refusal = {"code": "busy", "detail": "too many readers"}
    daemon.on("GET /v1/events", STREAM, daemon.reply(refusal, status=429))

    code, out, err = run("events", "--after", "0")

    assert out == "extract status=completed patches_count=2\njob id=j1 done=1\n"
    assert (code, err) == (5, "too many readers\n")
    assert [asked.headers.get("last-event-id") for asked in daemon.asked] == ["0", "2"]


def test_json_is_one_object_a_line(run, daemon):
    refusal = {"code": "busy", "detail": "too many readers"}
    daemon.on("GET /v1/events", STREAM, daemon.reply(refusal, status=429))

    lines = [json.loads(line) for line in run("events", "--json")[1].splitlines()]

    assert lines[1] == {"id": "2", "event": "job", "data": {"id": "j1", "done": 1}}
