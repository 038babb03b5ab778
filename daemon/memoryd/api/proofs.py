"""Proving the loop, for who wants to see it work."""

from dataclasses import dataclass

from memoryd.schedule import Prover

from .calls import Call, Reply


@dataclass(slots=True, kw_only=True)
class ProofHandlers:
    """Answers the doctor."""

    prover: Prover

    async def prove(self, _: Call) -> Reply:
        return Reply(await self.prover.prove())
