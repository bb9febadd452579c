"""Verifies every die of a log against the published seeds.

It needs only the log: the whole one, or one seat's view of it. Typed dice are counted as typed. Dice that
are hidden from the seat, or whose seed is not published, are counted as not proved. `proof` says what the result means,
and what it does not.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rulewright.rules import BadInput
from rulewright.rules.decoding import ready
from rulewright.table.events import Event, RecordedDie
from rulewright.table.seeds.fair_dice import MOST_SIDES, FairDice, commitment_to, draw_label
from rulewright.table.seeds.rounds import SeedRounds


class ShownStep(Struct, frozen=True):
    """A step of a breakdown, as far as it shows dice."""

    kind: str
    faces: tuple[int, ...] = ()
    steps: tuple["ShownStep", ...] = ()


class DiceRecord(Struct, frozen=True):
    """The dice of an event, from the log or from a view; `dice` is None when they are hidden."""

    seq: int
    kind: str
    by: str = ""
    begun_by: str = ""
    action: str = ""
    roll: str = ""
    what: str = ""
    name: str = ""
    params: dict[str, Any] = {}
    sentence: str = ""
    """Only views have one."""
    commitment: str = ""
    hidden_commitment: str = ""
    protocol: int = 1
    imported: bool = False
    seat: str = ""
    seed: str = ""
    hidden_seed: str = ""
    pending: str = ""
    dice: tuple[RecordedDie, ...] | None = None
    stream: str = ""
    hidden_dice: bool = False
    breakdown: tuple[ShownStep, ...] = ()
    reveals: int = 0
    event: "DiceRecord | None" = None
    """The event that a reveal contains."""


def dice_record(event: Event) -> DiceRecord:
    """The dice of an event of the log; raises `BadInput` for a breakdown that no rule could have written."""
    fact = msgspec.to_builtins(event.body)
    try:
        return msgspec.convert({**fact, "seq": event.seq, "by": event.by}, ready(DiceRecord))
    except msgspec.ValidationError as error:
        raise BadInput(f"line {event.seq + 1}: not the breakdown of a roll: {error}") from None


class Verification(Struct, frozen=True):
    """The numbers of dice proved, typed in and not proved, and the first fault, if there is one."""

    events: int = 0
    proved: int = 0
    seeded: int = 0
    """Proved, and rolled with seeds that players had committed to."""
    choosable: int = 0
    """Proved, but rolled after a round was dropped in which some seeds had been shown: see `_Commitment.mix`."""
    unseeded: int = 0
    """Proved, but rolled before any player's seed was in the dice."""
    imported: int = 0
    """Proved, but from a file that was imported: this server did not witness when they were rolled."""
    typed: int = 0
    unproved: int = 0
    """Open dice whose seed is still secret."""
    hidden_dice: int = 0
    """Visible dice from the seed of the hidden dice, which only the GMs' file has."""
    hidden: int = 0
    """Events whose dice are not visible from this seat."""
    gaps: int = 0
    """Draws that are missing before others of the same stream; only a seat's view has any."""
    forfeited: int = 0
    """Attempts that were given up with dice on the table."""
    dropped: int = 0
    """Rounds of seeds that were dropped because a seat did not show its own."""
    first_protocol: int = 0
    """Proved by the first protocol, in which event numbers and the last seed could be chosen."""
    commitments: tuple[str, ...] = ()
    """Every commitment to a seed of open dice, in order."""
    seq: int = 0
    fault: str = ""

    @property
    def holds(self) -> bool:
        """Whether no fault was found."""
        return not self.fault


class _Commitment:
    """A commitment: the event it holds from, the players' seeds by event, and the seeds once published."""

    def __init__(self, event: DiceRecord) -> None:
        self.seq, self.protocol = event.seq, event.protocol
        self.commitments = event.commitment, event.hidden_commitment
        self.rounds = SeedRounds()
        self.mixed: list[tuple[int, tuple[str, ...], bool]] = []
        """From each event that completed or dropped a round: the players' seeds, and whether they were choosable."""
        self.was_dropped = False
        """Whether a round was dropped after a seed was shown, since the last complete round."""
        self.seeds = "", ""
        self.draws: dict[tuple[str, bool], set[int]] = {}
        """The draws of each stream so far, of open and of hidden dice."""

    def mix(self, seq: int, rounds: SeedRounds) -> None:
        """Records the players' seeds after an event.

        A seat that sees the seeds of others before it shows its own has a choice: the dice of this round, or those
        without it and then those of the next. Dice are choosable until a round is complete with none dropped before.
        """
        if rounds.dropped != self.rounds.dropped and self.rounds.is_showing:
            self.was_dropped = True
            self.mixed.append((seq, rounds.seeds, True))
        elif rounds.seeds != self.rounds.seeds:
            self.mixed.append((seq, rounds.seeds, self.was_dropped))
            self.was_dropped = False
        self.rounds = rounds

    def players_seeds(self, seq: int) -> tuple[tuple[str, ...], bool]:
        """The players' seeds in the dice of an event, those mixed in before it, and whether they were choosable."""
        return next(((seeds, choosable) for at, seeds, choosable in reversed(self.mixed) if at < seq), ((), False))

    @property
    def gaps(self) -> int:
        """How many draws are missing before others of their stream."""
        return sum(max(drawn) - len(drawn) for drawn in self.draws.values())


class _ServerDie(Struct, frozen=True):
    """A die that the server rolled, with its seeds and its label."""

    die: RecordedDie
    stream: str
    hidden: bool
    commitment: _Commitment | None


def verify(events: Iterable[DiceRecord]) -> Verification:
    """The result of checking every die of a log."""
    check = _Pass()
    for event in events:
        check.take(event)
    return check.verified()


_COUNTED = ("proved", "seeded", "choosable", "unseeded", "imported", "first_protocol", "unproved", "hidden_dice")


class _Pass:
    """One pass over a log; faces are derived when all seeds are known."""

    def __init__(self) -> None:
        self.events = self.typed = self.forfeited = self.imported_to = 0
        self.hidden: set[int] = set()
        self.was_hidden = False
        """Whether any dice were hidden at their event, so that draws may seem to be missing."""
        self.seated: set[str] = set()
        self.faults: list[tuple[int, str]] = []
        self.commitments: list[_Commitment] = []
        self.rolled: list[_ServerDie] = []
        self.waited: dict[str, list[tuple[int, tuple[RecordedDie, ...]]]] = {}
        """By id, the dice that each pending action had so far, with their events."""
        self.began: dict[str, str] = {}
        """By id, the seat that began each pending action."""

    def take(self, event: DiceRecord) -> None:
        """Adds an event to the check."""
        self.events += 1
        match event.kind:
            case "opened" | "branched" | "reopened":
                self.commitments.append(_Commitment(event))
                self.imported_to = event.seq if event.imported else self.imported_to
            case "seated":
                self.seated.add(event.seat)
            case "unseated":
                self.seated.discard(event.seat)
            case "committed" | "seeded" | "unseeded" if self.commitments:
                self._seeds(event)
            case "closed":
                self._closed(event)
            case "acted" | "rolled" | "waiting":
                self._thrown(event)
            case "withdrawn":
                self._forfeited(event)
            case "revealed" if event.event is not None and event.reveals in self.hidden:
                self.hidden.remove(event.reveals)
                self._thrown(event.event)

    def verified(self) -> Verification:
        """The result, with the first fault in the log."""
        counts = dict.fromkeys(_COUNTED, 0)
        dice: dict[tuple[int, int, bool], FairDice] = {}
        for one in self.rolled:
            die, commitment = one.die, one.commitment
            seed = commitment.seeds[one.hidden] if commitment else ""
            if commitment is None or not seed:
                counts["hidden_dice" if one.hidden else "unproved"] += 1
                continue
            seeds, choosable = commitment.players_seeds(die.seq)
            key = commitment.seq, len(seeds), one.hidden
            if key not in dice:
                dice[key] = FairDice(seed, seeds)
            label = str(die.draw or die.seq) if commitment.protocol < 2 else draw_label(one.stream, die.draw)
            face = dice[key].face(label, die.place, die.sides)
            if face == die.face:
                counts["proved"] += 1
                counts["seeded"] += bool(seeds) and not choosable and commitment.protocol >= 2
                counts["choosable"] += bool(seeds) and choosable
                counts["unseeded"] += not seeds
                counts["imported"] += die.seq <= self.imported_to
                counts["first_protocol"] += commitment.protocol < 2
            else:
                words = f"die {die.place + 1} shows {die.face} on a d{die.sides}; it must be {face}"
                self.faults.append((die.seq, words))
        seq, fault = min(self.faults, default=(0, ""))
        return Verification(
            events=self.events,
            typed=self.typed,
            hidden=len(self.hidden),
            gaps=sum(one.gaps for one in self.commitments),
            forfeited=self.forfeited,
            dropped=sum(one.rounds.dropped for one in self.commitments),
            commitments=tuple(one.commitments[0] for one in self.commitments),
            seq=seq,
            fault=fault,
            **counts,
        )

    def _commitment_at(self, seq: int) -> _Commitment | None:
        return next((one for one in reversed(self.commitments) if one.seq < seq), None)

    def _seeds(self, event: DiceRecord) -> None:
        """Checks a player's commitment or seed, or a dropped round, by the rules of `SeedRounds`."""
        commitment = self.commitments[-1]
        rounds = commitment.rounds
        try:
            if event.kind == "committed":
                rounds = rounds.commit(event.seat, event.commitment)
            elif event.kind == "unseeded":
                rounds = rounds.drop()
            elif commitment.protocol < 2:
                rounds = rounds.mix(event.seed)
            else:
                rounds = rounds.show(event.seat, event.seed, self.seated)
        except BadInput as wrong:
            self.faults.append((event.seq, f"the seed of {event.seat}: {wrong}"))
        else:
            commitment.mix(event.seq, rounds)

    def _closed(self, event: DiceRecord) -> None:
        """Checks the published seeds against their commitments."""
        seeds = event.seed, event.hidden_seed
        promised = self.commitments[-1].commitments if self.commitments else ("", "")
        if any(seed and commitment_to(seed) != one for seed, one in zip(seeds, promised, strict=True)):
            self.faults.append((event.seq, "the seed does not match its commitment"))
        elif self.commitments:
            self.commitments[-1].seeds = seeds

    def _forfeited(self, event: DiceRecord) -> None:
        """Checks that forfeited dice are those that the pending attempt had."""
        if not event.dice:
            return
        self.forfeited += 1
        waited = [[(die.sides, die.face) for die in dice] for _, dice in self.waited.get(event.pending, [])]
        if [(die.sides, die.face) for die in event.dice] not in waited:
            self.faults.append((event.seq, "the forfeited dice are not those that were on the table"))

    def _thrown(self, event: DiceRecord) -> None:
        """Checks the dice of an action or roll: those it had while it was pending, then new ones in order."""
        waited = self.waited.get(event.pending, [])
        if event.kind == "waiting":
            self.began.setdefault(event.pending, event.by)
        dice = event.dice or ()
        if event.dice is None:
            self.hidden.add(event.seq)
            self.was_hidden = True
        had = max((before for _, before in waited if dice[: len(before)] == before), key=len, default=())
        self._new_dice(event, dice[len(had) :], {at for at, before in waited if not before})
        if event.kind == "waiting":
            self.waited.setdefault(event.pending, []).append((event.seq, dice))
        elif dice and event.breakdown and tuple(_faces(event.breakdown)) != tuple(die.face for die in dice):
            self.faults.append((event.seq, "the breakdown shows other dice than those recorded"))

    def _new_dice(self, event: DiceRecord, dice: tuple[RecordedDie, ...], unseen: set[int]) -> None:
        """Checks dice that are new in this event: each in its place, and each draw the next of its stream."""
        places: dict[int, int] = {}
        for die in dice:
            if not 1 <= die.face <= die.sides <= MOST_SIDES:
                self.faults.append((event.seq, f"a d{die.sides} shows {die.face}"))
            elif not die.seq and not die.place:
                self.typed += 1
            elif die.seq not in (event.seq, *unseen) or die.place != places.get(die.seq, 0):
                words = f"a die is recorded at place {die.place + 1} of event {die.seq}, out of order"
                self.faults.append((event.seq, words))
            else:
                commitment = self._commitment_at(die.seq)
                is_redacted = event.hidden_dice and not event.stream
                if die.seq not in places and not is_redacted and commitment and commitment.protocol >= 2:
                    self._next_draw(event, die, commitment)
                self.rolled.append(_ServerDie(die, event.stream, event.hidden_dice, commitment))
                places[die.seq] = die.place + 1

    def _next_draw(self, event: DiceRecord, die: RecordedDie, commitment: _Commitment) -> None:
        """Checks that a draw is the next of its own stream; draws may be missing only where events are hidden."""
        if not self._is_own_stream(event):
            self.faults.append((event.seq, f"its dice are drawn from {event.stream}, which is not its stream"))
        drawn = commitment.draws.setdefault((event.stream, event.hidden_dice), set())
        if die.draw < 1 or die.draw in drawn or (not self.was_hidden and die.draw != len(drawn) + 1):
            words = f"draw {die.draw} of {event.stream}, after {len(drawn)} draws"
            self.faults.append((event.seq, f"{words}: each draw is the next of its stream"))
        if commitment.rounds.is_showing and die.seq == event.seq:
            self.faults.append((event.seq, "a die was rolled while seeds were being shown"))
        drawn.add(die.draw)

    def _is_own_stream(self, event: DiceRecord) -> bool:
        """Whether the dice of an event are of the stream that belongs to its owner and action."""
        seat = self.began.get(event.pending) or event.begun_by or event.by
        name = event.action or event.roll or event.name
        if event.kind == "rolled" and not event.roll and event.what != "roll":
            name = "dice"
        if event.what == "notation":
            name = "dice"
        is_action = event.kind == "acted" or event.what == "action"
        who = event.params.get("who") if is_action else None
        if event.stream == f"{who if isinstance(who, str) and who else seat}/{name}":
            return True
        is_redacted = is_action and event.sentence and "who" not in event.params
        return bool(is_redacted) and event.stream.endswith(f"/{name}")


def _faces(steps: Iterable[ShownStep]) -> Iterable[int]:
    """Every face in a breakdown, in rolling order."""
    for step in steps:
        yield from step.faces
        yield from _faces(step.steps)
