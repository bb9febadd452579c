"""The dice of one action: those recorded before, those typed in now, then the server's."""

from collections.abc import Sequence

from rulewright.dice import Faces
from rulewright.table.events import RecordedDie
from rulewright.table.seeds.fair_dice import SeededDraw


class TableDice(Faces):
    """Faces in order, each with its origin.

    First the dice that were recorded while the action was pending, then the faces typed in now. After
    them the server rolls for event `seq`; without a `draw` the action waits for more faces.
    """

    __slots__ = ("_draw", "_kept", "_rolled", "_seq", "_typed", "dice")

    def __init__(
        self, kept: Sequence[RecordedDie], typed: Sequence[int | str], draw: SeededDraw | None, seq: int
    ) -> None:
        super().__init__((*(die.face for die in kept), *typed))
        self._kept = tuple(kept)
        self._typed = tuple(typed)
        self._draw = draw
        self._seq = seq
        self._rolled = 0
        """How many of the dice were rolled for this event."""
        self.dice: list[RecordedDie] = []

    def __call__(self, sides: int, /) -> int:
        """The next face."""
        if super().left:
            face = super().__call__(sides)
            place = len(self.dice)
            die = self._kept[place] if place < len(self._kept) else RecordedDie(sides, face)
            self._rolled += die.seq == self._seq
            self.dice.append(die)
            return face
        assert self._draw is not None
        face = self._draw.face(self._rolled, sides)
        self.dice.append(RecordedDie(sides, face, self._seq, self._rolled, self._draw.number))
        self._rolled += 1
        return face

    @property
    def has_rolled(self) -> bool:
        """Whether the server has rolled for this event."""
        return self._rolled > 0

    def afresh(self) -> "TableDice":
        """The same dice, none of them asked for yet."""
        return TableDice(self._kept, self._typed, self._draw, self._seq)

    @property
    def left(self) -> int:
        """How many faces are left; the server never runs out."""
        return super().left or int(self._draw is not None)
