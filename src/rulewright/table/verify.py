"""Proof that every die of a log fell as promised, or the first that did not.

It needs nothing but the log: the whole one, or what one seat saw of it. Faces are worked out again
from the seed that was made known when the table was closed. Typed dice are counted as typed; what is
hidden from the seat, or rolled since the last promise was kept, is counted as not yet to be proved.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.table.events import Die, Event
from rulewright.table.fair_dice import FairDice, commitment_to


class Shown(Struct, frozen=True):
    """A step of a breakdown, as far as it shows dice."""

    kind: str
    faces: tuple[int, ...] = ()
    steps: tuple["Shown", ...] = ()


class Recorded(Struct, frozen=True):
    """An event as far as it bears on dice, in the log or as somebody sees it; no `dice` when they are hidden."""

    seq: int
    kind: str
    commitment: str = ""
    seed: str = ""
    pending: str = ""
    dice: tuple[Die, ...] | None = None
    breakdown: tuple[Shown, ...] = ()
    reveals: int = 0
    event: "Recorded | None" = None
    """What a reveal brings to light."""


def recorded(event: Event) -> Recorded:
    """What an event of the log says of dice; refuses a breakdown that no rule could have written."""
    fact = msgspec.to_builtins(event.fact)
    try:
        return msgspec.convert({**fact, "seq": event.seq}, Recorded)
    except msgspec.ValidationError as error:
        raise BadInput(f"line {event.seq + 1}: no breakdown of a roll: {error}") from None


class Verified(Struct, frozen=True):
    """What was found: dice proved, typed in, and not yet to be proved; and the first fault, if there is one."""

    events: int = 0
    proved: int = 0
    typed: int = 0
    unproved: int = 0
    hidden: int = 0
    seq: int = 0
    fault: str = ""

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.fault


class _Promise:
    """A promise about the dice: since which event it holds, the players' seeds by event, and the seed once known."""

    def __init__(self, seq: int, commitment: str) -> None:
        self.seq, self.commitment = seq, commitment
        self.seeds: list[tuple[int, str]] = []
        self.seed = ""

    def dice(self, seq: int) -> FairDice:
        """The dice of an event: with every seed that was added before it."""
        return FairDice(self.seed, [seed for added, seed in self.seeds if added < seq])


def verify(events: Iterable[Recorded]) -> Verified:
    """Check every die of a log."""
    check = _Check()
    for event in events:
        check.take(event)
    return check.verified()


class _Check:
    """Goes through a log once; the faces are worked out when all promises are known."""

    def __init__(self) -> None:
        self.events = self.typed = 0
        self.hidden: set[int] = set()
        self.faults: list[tuple[int, str]] = []
        self.promises: list[_Promise] = []
        self.rolled: list[Die] = []
        self.waited: dict[str, list[tuple[int, tuple[Die, ...]]]] = {}
        """What each thing that waits had so far, by its name: the event, and its dice."""

    def take(self, event: Recorded) -> None:
        """One more event."""
        self.events += 1
        match event.kind:
            case "opened" | "branched" | "reopened":
                self.promises.append(_Promise(event.seq, event.commitment))
            case "seeded" if self.promises:
                self.promises[-1].seeds.append((event.seq, event.seed))
            case "closed":
                self._closed(event)
            case "acted" | "rolled" | "waiting":
                self._thrown(event)
            case "revealed" if event.event is not None and event.reveals in self.hidden:
                self.hidden.remove(event.reveals)
                self._thrown(event.event)

    def verified(self) -> Verified:
        """What was found, with the fault that comes first in the log."""
        proved = unproved = 0
        dice: dict[int, FairDice | None] = {}
        for die in self.rolled:
            if die.seq not in dice:
                promise = next((one for one in reversed(self.promises) if one.seq < die.seq), None)
                dice[die.seq] = promise.dice(die.seq) if promise and promise.seed else None
            fair = dice[die.seq]
            if fair is None:
                unproved += 1
            elif (face := fair.face(die.seq, die.place, die.sides)) == die.face:
                proved += 1
            else:
                words = f"die {die.place + 1} shows {die.face} on a d{die.sides}; it must be {face}"
                self.faults.append((die.seq, words))
        seq, fault = min(self.faults, default=(0, ""))
        return Verified(self.events, proved, self.typed, unproved, len(self.hidden), seq, fault)

    def _closed(self, event: Recorded) -> None:
        """The seed is known; it must be the one that was promised."""
        if not self.promises or (event.seed and commitment_to(event.seed) != self.promises[-1].commitment):
            self.faults.append((event.seq, "the seed is not the one that was promised"))
        else:
            self.promises[-1].seed = event.seed

    def _thrown(self, event: Recorded) -> None:
        """The dice of an action or roll: those it had before it waited, then new ones in order."""
        waited = self.waited.get(event.pending, [])
        dice = event.dice or ()
        if event.dice is None:
            self.hidden.add(event.seq)
        had = max((before for _, before in waited if dice[: len(before)] == before), key=len, default=())
        self._new_dice(event.seq, dice[len(had) :], {at for at, _ in waited if at in self.hidden})
        if event.kind == "waiting":
            self.waited.setdefault(event.pending, []).append((event.seq, dice))
        elif dice and event.breakdown and tuple(_faces(event.breakdown)) != tuple(die.face for die in dice):
            self.faults.append((event.seq, "the breakdown shows other dice than those that fell"))

    def _new_dice(self, seq: int, dice: tuple[Die, ...], unseen: set[int]) -> None:
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


def _faces(steps: Iterable[Shown]) -> Iterable[int]:
    """Every face in a breakdown, in the order they fell."""
    for step in steps:
        yield from step.faces
        yield from _faces(step.steps)
