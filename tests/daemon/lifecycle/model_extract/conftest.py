"""Sessions in a few words, and what a model answers about them."""

import pytest

from memoryd.domain import Message, Speaker, ToolCall


@pytest.fixture(name="message")
def _message(clock):
    """Make one message; its record and place follow from how many there were."""
    made = []

    def message(text, speaker=Speaker.PERSON, **more):
        made.append(text)
        number = len(made)
        values = {"record": f"record-{number}", "at": clock(), "offset": number} | more
        return Message(speaker=speaker, text=text, **values)

    return message


@pytest.fixture(name="ran")
def _ran(message):
    """A command that an agent ran."""

    def ran(command, output="", *, failed=False, path=None):
        call = ToolCall(name="Bash", command=command, output=output, failed=failed, path=path)
        return message("", Speaker.TOOL, tool=call)

    return ran
