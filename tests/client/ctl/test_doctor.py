from memoryd_client.ctl.doctor import render_findings
from memoryd_client.ctl.text import unstyled
from memoryd_client.doctor import Finding

LOOP = Finding(check="loop", level="ok", detail="a fact was learnt in 2.6 s")
DISK = Finding(check="disk", level="ok", detail="9,000 MiB are free where /base lies")
GIT = Finding(check="git", level="warn", detail="git is not on PATH", remedy="install git")
SOCKET = Finding(
    check="socket", level="fail", detail="/r is open to other users", remedy="chmod 700 /r"
)
ILL = """\
memoryd needs help: 1 check failed, 1 warning.
  FAIL  socket       /r is open to other users
                     → chmod 700 /r
  warn  git          git is not on PATH
                     → install git
  ok    loop         a fact was learnt in 2.6 s
2 checks went well; --verbose lists them.
"""
WELL = """\
memoryd is well.
  ok    loop         a fact was learnt in 2.6 s
  ok    disk         9,000 MiB are free where /base lies
"""


def show(*findings, verbose=False):
    return unstyled("\n".join(render_findings(findings, verbose=verbose)) + "\n")


def test_the_verdict_comes_first_then_what_is_worst_with_its_remedy():
    assert show(LOOP, DISK, GIT, SOCKET) == ILL


def test_what_is_well_is_listed_only_when_asked():
    assert show(LOOP, DISK, verbose=True) == WELL
    assert "disk" not in show(LOOP, DISK)


def test_warnings_alone_are_no_reason_to_say_that_it_does_not_work():
    assert show(LOOP, GIT).startswith("memoryd works, with 1 warning.\n")
