import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.memory.likeness.endings import plain_ending


@pytest.mark.parametrize(
    ("polite", "plain"),
    [
        ("请使用制表符吧", "使用制表符"),
        ("我们必须使用制表符", "使用制表符"),
        ("请勿使用制表符", "别使用制表符"),
        ("不必都使用", "不必都使用"),
        ("申请和请求", "申请和请求"),
        ("タブを使ってください", "タブを使る"),
        ("タブを使います。", "タブを使る。"),
        ("タブを使わないでください", "タブを使る¬"),
        ("タブを使うな", "タブを使る¬"),
        ("必ず実行してください", "実行す"),
        ("実行しないこと", "実行す¬"),
        ("ログは残す", "ログは残す"),
        ("ログは残ります", "ログは残る"),
        ("名前はタブだ", "名前はタブ"),
        ("탭을 사용해 주세요", "탭를 사용하"),
        ("탭을 사용합니다.", "탭를 사용하."),
        ("반드시 탭을 쓸 것", "탭를 쓰"),
        ("탭을 쓰지 마세요", "탭를 쓰지¬"),
        ("use tabs", "use tabs"),
    ],
)
def test_a_polite_ending_becomes_a_plain_one(polite, plain):
    assert plain_ending(polite) == plain


@settings(deadline=None)
@given(st.text("すしてるますないください使実行不要请必须하한다합니다 abc0。", max_size=20))
def test_what_stands_in_another_script_stays(text):
    shown = plain_ending(text)

    assert [char for char in shown if char.isascii() and char.isalnum()] == [
        char for char in text if char.isascii() and char.isalnum()
    ]
