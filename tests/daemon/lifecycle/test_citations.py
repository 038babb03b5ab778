from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.citations import count_citations, parse_citations
from memoryd.lifecycle.used import uses

UUID = "0199a213-81c0-7800-8aa1-bbab2a035a53"
OTHER = "7f000001-0000-4000-8000-000000000002"


def codex(*entries, ids=(), tag="rollout_ids"):
    return "\n".join(
        [
            "<oai-mem-citation>",
            "<citation_entries>",
            *entries,
            "</citation_entries>",
            f"<{tag}>",
            *ids,
            f"</{tag}>",
            "</oai-mem-citation>",
        ]
    )


def test_our_block_names_one_thing_a_line():
    block = """Done.

<memory-citation>
feedback/no-summary.md
  user:user/tea.md:2

memory://root/skills/ship/SKILL.md
feedback/no-summary.md
</memory-citation>"""

    assert parse_citations(block) == (
        "feedback/no-summary.md",
        "user:user/tea.md:2",
        "memory://root/skills/ship/SKILL.md",
    )


def test_a_block_of_codex_names_files_of_the_root_and_sessions():
    block = codex(
        "MEMORY.md:12-14|note=[how to | note=[ship]]",
        "rollout_summaries/a:b.md:1-1|note=[]",
        ids=[UUID, f"  {OTHER.upper()} ", UUID],
    )

    assert parse_citations(f"Done.\n{block}") == (
        "memory://root/MEMORY.md",
        "memory://root/rollout_summaries/a:b.md",
        UUID,
        OTHER.upper(),
    )


def test_the_older_name_of_the_ids_is_known():
    assert parse_citations(codex(ids=[UUID], tag="thread_ids")) == (UUID,)


@pytest.mark.parametrize(
    "line",
    [
        "MEMORY.md",
        "MEMORY.md:1-2",
        "MEMORY.md:1-2|note=[open",
        "MEMORY.md:1|note=[x]",
        "MEMORY.md:a-b|note=[x]",
        "1-2|note=[x]",
        ":1-2|note=[x]",
        "|note=[]",
        f"{'x' * 2000}.md:1-2|note=[x]",
    ],
)
def test_a_bad_line_is_passed_over_and_the_next_one_read(line):
    block = codex(line, "MEMORY.md:3-4|note=[y]", ids=["no-id", UUID])

    assert parse_citations(block) == ("memory://root/MEMORY.md", UUID)


@pytest.mark.parametrize(
    "block",
    [
        f"<memory-citation>\n{UUID}",
        f"<oai-mem-citation><rollout_ids>\n{UUID}",
        f"<oai-mem-citation>\n<rollout_ids>\n{UUID}\n</oai-mem-citation>",
    ],
)
def test_a_block_that_is_cut_off_counts_as_far_as_it_goes(block):
    assert parse_citations(block) == (UUID,)


def test_only_so_many_names_are_taken():
    many = "\n".join(f"feedback/{n}.md" for n in range(1000))

    assert len(parse_citations(f"<memory-citation>\n{many}\n</memory-citation>")) == 64


PARTS = st.sampled_from(
    [
        "<memory-citation>",
        "</memory-citation>",
        "<oai-mem-citation>",
        "</oai-mem-citation>",
        "<citation_entries>",
        "</citation_entries>",
        "<rollout_ids>",
        "</rollout_ids>",
        *("\n", "|note=[", "]", ":", "1-2", "MEMORY.md", "..", UUID, "\x00", "\udcff"),
    ]
)


@given(st.lists(PARTS | st.text(max_size=5), max_size=40).map("".join))
def test_whatever_a_text_says_names_are_few_short_and_plain(text):
    found = parse_citations(text)

    assert len(found) == len(set(found)) <= 64
    assert all(0 < len(name) <= 1024 and name.isprintable() for name in found)


@given(st.lists(st.from_regex(r"[a-z]{1,9}/[a-z]{1,9}\.md", fullmatch=True), max_size=20))
def test_what_is_written_in_our_form_is_read_back(names):
    block = "\n".join(["<memory-citation>", *names, "</memory-citation>"])

    assert parse_citations(f"Words.\n{block}\n") == tuple(dict.fromkeys(names))


def message(*cites, speaker=Speaker.AGENT):
    return Message(speaker=speaker, text="Done.", record="r", at=None, offset=0, cites=cites)


@pytest.fixture
def count(project, projects, database, clock):
    def count(*messages, session="s1"):
        return count_citations(
            messages,
            project,
            projects,
            database,
            session=session,
            cwd=f"{project.root}/src",
            now=clock(),
        )

    return count


CRANE = "project/the-crane-is-green.md"
CITED = f"<memory-citation>\n{CRANE}\nuser:user/sam-likes-tea.md\nno/such.md\n</memory-citation>"


@pytest.fixture
def kept(keep):
    keep("The crane is green.")
    keep("Sam likes tea.", scope="user", kind="user")


def test_what_an_agent_cites_counts_once_a_session(kept, count, project, database):
    assert count(message(CITED), message(CITED)) == 2
    assert count(message(CITED)) == 0
    assert count(message(CITED), session="s2") == 2

    assert {name: used.count for name, used in uses(project, database).items()} == {
        CRANE: 2,
        "user:user/sam-likes-tea.md": 2,
    }


def test_a_memory_that_was_read_counts_wherever_it_lies(kept, count, project, projects, database):
    root = project.store.state_dir / "root"
    root.mkdir()
    (root / "MEMORY.md").write_text("# Learnt\n")
    paths = [
        f"{project.store.memory_dir}/{CRANE}",
        f"{project.store.memory_dir}/../root/MEMORY.md",
        f"{projects.user.memory_dir}/user/sam-likes-tea.md",
        f"{project.store.memory_dir}/MEMORY.md",
        f"{project.root}/docs/memory/a.md",
        "../memory/a.md",
        f"{project.store.memory_dir}/../../x/memory/a.md",
    ]

    counted = count(*(message(path, speaker=Speaker.TOOL) for path in paths))

    assert counted == 3
    assert uses(project, database).keys() == {
        CRANE,
        "memory://root/MEMORY.md",
        "user:user/sam-likes-tea.md",
    }


def test_words_of_a_person_and_other_messages_count_nothing(kept, count):
    assert count(message(CITED, speaker=Speaker.PERSON), replace(message(), cites=())) == 0


def test_a_block_where_a_path_is_expected_is_no_path(kept, count):
    assert count(message(CITED, "\x00", "/" * 9000, speaker=Speaker.TOOL)) == 0
