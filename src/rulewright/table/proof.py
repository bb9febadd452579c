"""Proves a log, its dice by the seeds and its results by the rules, and lists the claims that are not proved."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rulewright.table.audit import Audit, audit
from rulewright.table.events import Event
from rulewright.table.table_file import read_file
from rulewright.table.verify import Verification, dice_record, verify


class Proof(Struct, frozen=True):
    """The verification of a log's dice and, for a whole log, the audit of its results."""

    dice: Verification
    results: Audit | None = None

    @property
    def holds(self) -> bool:
        """Whether every die matches and no result differs."""
        return self.dice.holds and not (self.results and self.results.differences)

    @property
    def proved(self) -> list[str]:
        """The claims that are proved, one sentence each."""
        return list(_proved(self.dice, self.results))

    @property
    def unproved(self) -> list[str]:
        """The claims that are not proved, and how an operator could still have cheated, one sentence each."""
        return list(_unproved(self.dice, self.results))


def prove_log(events: Iterable[Event]) -> Proof:
    """The proof of a whole log."""
    every = list(events)
    return Proof(verify(map(dice_record, every)), audit(every))


def prove_file(lines: Iterable[bytes]) -> Proof:
    """The proof of a table's file: of a whole one with its results, of one seat's view only its dice."""
    events, records = read_file(lines)
    return Proof(verify(records)) if events is None else prove_log(events)


def _proved(found: Verification, again: Audit | None) -> Iterator[str]:
    if found.proved and found.holds:
        missing = "" if found.gaps else ", and none is missing before another of the same roll"
        yield (
            f"{_dice(found.proved)} as the committed seeds give them: "
            f"none was changed, rolled again or moved to another roll{missing}"
        )
    if found.seeded and found.holds:
        yield (
            f"{_dice(found.seeded)} rolled with seeds of the players, who committed to them before any was shown: "
            "no one of them could choose these dice"
        )
    if again is not None and not again.differences:
        yield f"{again.checked} recorded results and changes follow from the dice and decisions by the rules"


def _unproved(found: Verification, again: Audit | None) -> Iterator[str]:
    commitments = ", ".join(one[:16] for one in found.commitments)
    yield f"that this is the table you played at: compare its commitment with the one you saw there ({commitments})"
    yield "that nothing followed: the last rolls of a log can be cut off, and the rest still matches"
    if found.gaps:
        yield f"what the missing draws were, {found.gaps} in all: rolls hidden from this seat, or left out"
    if found.choosable:
        yield (
            f"{_dice(found.choosable)} rolled after a round of seeds was dropped in which some had been shown: "
            "a seat that did not show its seed could choose between the dice of that round and these"
        )
    if found.unseeded:
        yield f"{_dice(found.unseeded)} rolled without a player's seed: an operator could have chosen the server's seed"
    if found.first_protocol:
        yield (
            f"{_dice(found.first_protocol)} of the first protocol: an operator could have chosen the number of the "
            "event, and the last player to add a seed its text"
        )
    if found.imported:
        yield f"{_dice(found.imported)} imported, not witnessed: the author of the file could have chosen seed and dice"
    if found.typed:
        yield f"{_dice(found.typed)} typed in: as the player said"
    if found.unproved:
        yield f"{_dice(found.unproved)} rolled from a seed that is still secret: close the table to prove them"
    if found.hidden_dice:
        yield f"{_dice(found.hidden_dice)} from the seed of hidden dice: only the file of a GM proves them"
    if found.hidden:
        yield f"the dice of {found.hidden} hidden rolls, which this seat does not see"
    if found.forfeited:
        yield f"why attempts were forfeited with dice on the table: {found.forfeited}; the log shows what was given up"
    if found.dropped:
        yield f"why rounds of seeds were dropped: {found.dropped}; the log names the seats that did not show theirs"
    if again is None:
        yield "the results: this file is one seat's view, and running the rules again takes the whole log"
    yield (
        "what an operator knew: they can read the server's seeds and so know the next dice of each action; "
        "they can act on that, but not change the dice"
    )


def _dice(count: int) -> str:
    return "1 die is" if count == 1 else f"{count} dice are"
