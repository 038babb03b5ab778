from datetime import UTC, datetime

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_the_latest_question_of_each_project_is_kept(database):
    questions = database.dream_questions

    questions.note("/home/u/app", "a", NOW)
    questions.note("/home/u/app", "b", NOW)
    questions.note(None, "c", NOW)

    assert questions.in_vain("/home/u/app") == "b"
    assert questions.in_vain(None) == "c"
    assert questions.in_vain("/home/u/other") is None
