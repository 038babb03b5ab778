"""`memoryctl mcp`: what an agent starts to have our tools."""

from memoryd_client.mcp import run

from .verbs import Call, Verb, no_arguments


def _mcp(call: Call) -> int:
    return run(cwd=call.args.cwd, socket=call.args.socket, env=call.env)


VERBS = {"mcp": Verb(no_arguments, _mcp)}
