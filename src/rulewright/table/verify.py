"""Verifies every die of a log against the published seed.

It needs nothing but the log: the whole one, or what one seat saw of it. Typed dice are counted as typed;
dice that are hidden from the seat, or whose seed is not published yet, are counted as not proved.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table.events import Event, RecordedDie
from rulewright.table.fair_dice import FairDice, commitment_to


class ShownStep(Struct, frozen=True):
    """A step of a breakdown, as far as it shows dice."""

    kind: str
    faces: tuple[int, ...] = ()
    steps: tuple["ShownStep", ...] = ()


class DiceRecord(Struct, frozen=True):
    """The dice of an event, from the log or from a view; `dice` is None when they are hidden."""

    seq: int
    kind: str
    commitment: str = ""
    seed: str = ""
    pending: str = ""
    dice: tuple[RecordedDie, ...] | None = None
    breakdown: tuple[ShownStep, ...] = ()
    reveals: int = 0
    event: "DiceRecord | None" = None
    """The event that a reveal contains."""


def dice_record(event: Event) -> DiceRecord:
    """The dice of an event of the log; raises `BadInput` for a breakdown that no rule could have written."""
    fact = msgspec.to_builtins(event.body)
    try:
        return msgspec.convert({**fact, "seq": event.seq}, DiceRecord)
    except msgspec.ValidationError as error:
        raise BadInput(f"line {event.seq + 1}: no breakdown of a roll: {error}") from None


class Verification(Struct, frozen=True):
    """The numbers of dice proved, typed in and not proved, and the first fault, if there is one."""

    events: int = 0
    proved: int = 0
    typed: int = 0
    unproved: int = 0
    hidden: int = 0
    seq: int = 0
    fault: str = ""

    @property
    def holds(self) -> bool:
        """Whether no fault was found."""
        return not self.fault


class _Commitment:
    """A commitment: the event it holds from, the players' seeds by event, and the seed once published."""

    def __init__(self, seq: int, commitment: str) -> None:
        self.seq, self.commitment = seq, commitment
        self.seeds: list[tuple[int, str]] = []
        self.seed = ""

    def dice(self, seq: int) -> FairDice:
        """The dice of an event: with every seed that was added before it."""
        return FairDice(self.seed, [seed for added, seed in self.seeds if added < seq])


def verify(events: Iterable[DiceRecord]) -> Verification:
    """Check every die of a log."""
    check = _Check()
    for event in events:
        check.take(event)
    return check.verified()


class _Check:
    """One pass over a log; faces are derived when all seeds are known."""

    def __init__(self) -> None:
        self.events = self.typed = 0
        self.hidden: set[int] = set()
        self.faults: list[tuple[int, str]] = []
        self.commitments: list[_Commitment] = []
        self.rolled: list[RecordedDie] = []
        self.waited: dict[str, list[tuple[int, tuple[RecordedDie, ...]]]] = {}
        """By id, the dice that each pending action had so far, with their events."""

    def take(self, event: DiceRecord) -> None:
        """One more event."""
        self.events += 1
        match event.kind:
            case "opened" | "branched" | "reopened":
                self.commitments.append(_Commitment(event.seq, event.commitment))
            case "seeded" if self.commitments:
                self.commitments[-1].seeds.append((event.seq, event.seed))
            case "closed":
                self._closed(event)
            case "acted" | "rolled" | "waiting":
                self._thrown(event)
            case "revealed" if event.event is not None and event.reveals in self.hidden:
                self.hidden.remove(event.reveals)
                self._thrown(event.event)

    def verified(self) -> Verification:
        """The result, with the first fault in the log."""
        proved = unproved = 0
        dice: dict[int, FairDice | None] = {}
        for die in self.rolled:
            if die.seq not in dice:
                commitment = next((one for one in reversed(self.commitments) if one.seq < die.seq), None)
                dice[die.seq] = commitment.dice(die.seq) if commitment and commitment.seed else None
            fair = dice[die.seq]
            if fair is None:
                unproved += 1
            elif (face := fair.face(die.seq, die.place, die.sides)) == die.face:
                proved += 1
            else:
                words = f"die {die.place + 1} shows {die.face} on a d{die.sides}; it must be {face}"
                self.faults.append((die.seq, words))
        seq, fault = min(self.faults, default=(0, ""))
        return Verification(self.events, proved, self.typed, unproved, len(self.hidden), seq, fault)

    def _closed(self, event: DiceRecord) -> None:
        """Check a published seed against its commitment."""
        if not self.commitments or (event.seed and commitment_to(event.seed) != self.commitments[-1].commitment):
            self.faults.append((event.seq, "the seed does not match its commitment"))
        else:
            self.commitments[-1].seed = event.seed

    def _thrown(self, event: DiceRecord) -> None:
        """The dice of an action or roll: those it had while it was pending, then new ones in order."""
        waited = self.waited.get(event.pending, [])
        dice = event.dice or ()
        if event.dice is None:
            self.hidden.add(event.seq)
        had = max((before for _, before in waited if dice[: len(before)] == before), key=len, default=())
        self._new_dice(event.seq, dice[len(had) :], {at for at, _ in waited if at in self.hidden})
        if event.kind == "waiting":
            self.waited.setdefault(event.pending, []).append((event.seq, dice))
        elif dice and event.breakdown and tuple(_faces(event.breakdown)) != tuple(die.face for die in dice):
            self.faults.append((event.seq, "the breakdown shows other dice than those recorded"))

    def _new_dice(self, seq: int, dice: tuple[RecordedDie, ...], unseen: set[int]) -> None:
        places: dict[int, int] = {}
        for die in dice:
            if not 1 <= die.face <= die.sides:
                self.faults.append((seq, f"a d{die.sides} shows {die.face}"))
            elif not die.seq and not die.place:
                self.typed += 1
            elif die.seq not in (seq, *unseen) or die.place != places.get(die.seq, 0):
                self.faults.append((seq, f"a die stands for place {die.place + 1} of event {die.seq}, out of order"))
            else:
                self.rolled.append(die)
                places[die.seq] = die.place + 1


def _faces(steps: Iterable[ShownStep]) -> Iterable[int]:
    """Every face in a breakdown, in rolling order."""
    for step in steps:
        yield from step.faces
        yield from _faces(step.steps)
