import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memoryd.memory.header import load_plain, read

LINES = (
    "name: A",
    "name: A b  c ",
    "name: 12",
    "name: a: b",
    "name: a:",
    "name: a #b",
    "name: a#b",
    "name: 'a'",
    "name: é",
    "name: -",
    "description: 📌 x",
    "description: x 📌",
    "type: user",
    "sources:",
    "sources: a",
    "  - {agent: a, session: b-1, record: c_2, at: 2026-01-02T03:04:05.678Z}",
    "  - {agent: a, session: b, record: c}",
    "  - {agent: a, session: b, record: 1}",
    "  - {agent: a, session: b, record: c, at: 12:}",
    "  - {agent: a, session: b, record: c, d}",
    "  more",
    "",
    "# c",
)
headers = st.lists(st.sampled_from(LINES) | st.text(max_size=9).map("name: {}".format), max_size=6)


@settings(deadline=None, max_examples=500)
@given(headers.map(lambda lines: "".join(f"{line}\n" for line in lines)))
@example("name: a\x85b\n")
@example("name: a\u2028b\n")
@example("name: a\r\n")
@example("sources:\nname: a\n")
def test_the_plain_form_reads_exactly_as_yaml_does(header):
    plain = load_plain(header)

    if plain is not None:
        assert plain == (yaml.load(header, Loader=yaml.BaseLoader) or {})


def test_what_we_write_takes_the_plain_way():
    header = (
        "name: Use tabs, not spaces\ndescription: Use tabs. Always!\ntype: feedback\n"
        "created: 2026-01-02T03:04:05.678Z\nsources:\n"
        "  - {agent: claude-code, session: 0191-a, record: r_1, at: 2026-01-02T03:04:05.678Z}\n"
    )

    assert load_plain(header) is not None


def test_values_are_texts_whatever_they_look_like():
    values = read("name: 12\ntitle: yes\ndescription: 2026-01-01\ntype: null\n")

    assert [values[key] for key in ("name", "title", "description", "type")] == [
        "12",
        "yes",
        "2026-01-01",
        "null",
    ]
