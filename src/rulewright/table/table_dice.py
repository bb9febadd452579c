"""The dice of one action: those recorded before, those typed in now, then the server's."""

from collections.abc import Sequence

from rulewright.dice import Faces
from rulewright.table.events import RecordedDie
from rulewright.table.fair_dice import SeededDraw


class TableDice(Faces):
    """Faces in order, each with its origin.

    First the dice that were recorded while the action was pending, then the faces typed in now. After
    them the server rolls for event `seq`; without a `draw` the action waits for more faces.
    """

    __slots__ = ("_draw", "_kept", "_seq", "dice")

    def __init__(
        self, kept: Sequence[RecordedDie], typed: Sequence[int | str], draw: SeededDraw | None, seq: int
    ) -> None:
        super().__init__((*(die.face for die in kept), *typed))
        self._kept = tuple(kept)
        self._draw = draw
        self._seq = seq
        self.dice: list[RecordedDie] = []

    def __call__(self, sides: int, /) -> int:
        """The next face."""
        if super().left:
            face = super().__call__(sides)
            place = len(self.dice)
            self.dice.append(self._kept[place] if place < len(self._kept) else RecordedDie(sides, face))
            return face
        assert self._draw is not None
        rolled = sum(die.seq == self._seq for die in self.dice)
        face = self._draw.face(rolled, sides)
        self.dice.append(RecordedDie(sides, face, self._seq, rolled, self._draw.number))
        return face

    @property
    def left(self) -> int:
        """How many faces are left; the server never runs out."""
        return super().left or int(self._draw is not None)
