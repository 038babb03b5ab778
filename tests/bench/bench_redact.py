"""How many megabytes a second the redactor reads, ordinary and hostile.

Beside it, in the same run, how that compares with the plain way: each family's own pattern run
over the whole text, which finds none of the values that are only called secret. And, for hostile
texts, how much longer twice the text takes: 2 is linear.

Run: python tests/bench/bench_redact.py
"""

import re
import time
from collections.abc import Callable

from memoryd.redact import redact
from memoryd.redact.families import FAMILIES

_PROSE = (
    "We moved the importer to a queue because the nightly run took the database down twice. "
    "The worker reads batches of five hundred rows, writes them in one transaction and leaves a "
    "cursor behind. Deployments happen on Tuesdays; ask Maria before you touch the schedule.\n"
)
_CODE = '''
def read_batch(connection: Connection, *, after: int, limit: int = 500) -> list[Row]:
    """Return the next rows; an empty list at the end."""
    statement = select(orders_table).where(orders_table.c.order_id > after).limit(limit)
    for row in connection.execute(statement).mappings():
        if row["customer_key"] not in known_customer_identifiers:
            log.warning("customer is unknown", order=row["order_id"], token_count=len(row))
    return [Row.from_mapping(row) for row in connection.execute(statement).mappings()]
'''
_CHINESE = (
    "导入任务改为队列，因为夜间批处理两次拖垮了数据库。每周二发布，修改计划前请先问一下王工。\n"
)
_LOG = (
    "2026-03-04T10:20:30.123Z INFO request id=550e8400-e29b-41d4-a716-446655440000 "
    "sha=3f786850e387550fdab836ed7e6dc881de23001b path=/v1/orders/8842/items status=200 ms=12\n"
)
_SECRETS = (
    "DB_PASSWORD=swordfish-42\nexport GITHUB_TOKEN=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n"
    'curl -H "Authorization: Bearer a1B2c3D4e5F6g7H8i9" https://api.example\n'
    "postgres://app:hunter2@db.example/prod and the password is hunter2, says Maria.\n"
)
_HOSTILE = ("a", "key=", "\"'", "eyJ", "password is ", 'token "', "://a:", "curl -u a ", "mysql -p")
_SIZE = 1_000_000
_HOSTILE_SIZE = 100_000
_PLAIN = tuple(
    re.compile(f"(?:{'|'.join(map(re.escape, family.prefixes.split()))}){family.rest}")
    for family in FAMILIES
)


def _scan_plainly(text: str) -> int:
    return sum(1 for pattern in _PLAIN for _ in pattern.finditer(text))


def _megabytes_a_second(text: str, run: Callable[[str], object]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        run(text)
        best = min(best, time.process_time() - start)
    return len(text.encode()) / best / 1e6


def main() -> None:
    """Print one line a text."""
    for name, piece in (
        ("prose", _PROSE),
        ("code", _CODE),
        ("chinese prose", _CHINESE),
        ("log lines", _LOG),
        ("full of secrets", _SECRETS),
    ):
        text = piece * (_SIZE // len(piece))
        speed, plain = (_megabytes_a_second(text, run) for run in (redact, _scan_plainly))
        print(f"{name:16} {speed:7.1f} MB/s   {speed / plain:5.1f} times the plain way")
    for piece in _HOSTILE:
        text = piece * (_HOSTILE_SIZE // len(piece))
        speed, twice = (_megabytes_a_second(each, redact) for each in (text, text * 2))
        print(f"{piece!r:16} {speed:7.1f} MB/s   twice the text: {2 * speed / twice:4.1f} times")


if __name__ == "__main__":
    main()
