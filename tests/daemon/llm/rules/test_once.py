import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from memoryd.llm.rules.once import once


def test_what_several_threads_want_at_once_is_made_by_one_of_them():
    made = []
    begun, go_on = threading.Event(), threading.Event()

    @once
    def table():
        made.append(threading.get_ident())
        begun.set()
        assert go_on.wait(20)
        return object()

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(table)
        assert begun.wait(20)
        others = [threads.submit(table) for _ in range(3)]
        go_on.set()

        assert {each.result() for each in others} == {first.result()}
    assert len(made) == 1


def test_what_could_not_be_made_is_tried_again():
    answers = iter([ValueError("not yet"), "made"])

    @once
    def table():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises(ValueError, match="not yet"):
        table()

    assert table() == "made"
