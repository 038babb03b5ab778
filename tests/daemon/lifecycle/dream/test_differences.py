from datetime import UTC, datetime

from memoryd.lifecycle.dream import Plan, diff
from memoryd.memory import Change, parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RAW = b"---\ntype: user\n---\n\nOne.\n"


def test_changed_created_and_removed_files_are_told_apart():
    documents = {
        path: parse(RAW, relative=path, updated=NOW) for path in ("user/a.md", "user/b.md")
    }
    made = Plan(
        changes=(
            Change(path="user/a.md", data=RAW.replace(b"One", b"Two")),
            Change(path="user/b.md", data=None),
            Change(path="user/c.md", data=b"---\ntype: user\n---\nThree."),
        )
    )

    assert diff(made, documents) == (
        "--- a/user/a.md\n+++ b/user/a.md\n@@ -2,4 +2,4 @@\n"
        " type: user\n ---\n \n-One.\n+Two.\n"
        "--- a/user/b.md\n+++ /dev/null\n@@ -1,5 +0,0 @@\n"
        "----\n-type: user\n----\n-\n-One.\n"
        "--- /dev/null\n+++ b/user/c.md\n@@ -0,0 +1,4 @@\n"
        "+---\n+type: user\n+---\n+Three.\n\\ No newline at end of file\n"
    )


def test_an_empty_plan_has_no_difference():
    assert diff(Plan(), {}) == ""
