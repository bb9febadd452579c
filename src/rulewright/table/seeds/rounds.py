"""Players' seeds: each seat commits to one, then all of them are shown, and together they go into the dice.

No seat can choose its seed knowing those of others: the first seed shown ends the commitments of a round. No seat's
seed is lost: a seat whose seed is in the dice takes part in the next round. While seeds are being shown no die is
rolled, so no seat can time a roll either. A round in which a seed is not shown is dropped as a whole, for everyone to
see.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules import BadInput
from rulewright.table.seeds.fair_dice import player_commitment


class SeedRounds(Struct, frozen=True):
    """The players' seeds that are in the dice, and the current round."""

    seeds: tuple[str, ...] = ()
    """Every seed in the dice, in the order of mixing."""
    seats: tuple[str, ...] = ()
    """The seats of the last complete round."""
    committed: dict[str, str] = {}
    """By seat, the commitments of the current round."""
    shown: dict[str, str] = {}
    """By seat, the seeds of this round that have been shown."""
    dropped: int = 0
    """How many rounds were dropped."""

    @property
    def is_showing(self) -> bool:
        """Whether some seeds of the round have been shown, and others not."""
        return bool(self.shown)

    @property
    def unshown(self) -> list[str]:
        """The seats that have committed and not shown their seed."""
        return [seat for seat in self.committed if seat not in self.shown]

    def missing(self, seated: Collection[str]) -> list[str]:
        """The seats whose seeds are in the dice, and which have not committed to a new one."""
        return [seat for seat in self.seats if seat in seated and seat not in self.committed]

    def mix(self, seed: str) -> "SeedRounds":
        """A copy with a seed mixed in at once, as in the first protocol."""
        return replace(self, seeds=(*self.seeds, seed))

    def commit(self, seat: str, commitment: str) -> "SeedRounds":
        """A copy with a seat's commitment; raises `BadInput` once seeds are being shown, or for a second one."""
        if self.is_showing:
            raise BadInput("seeds are being shown: commit to one in the next round")
        if seat in self.committed:
            raise BadInput("you have committed to a seed already")
        return replace(self, committed={**self.committed, seat: commitment})

    def show(self, seat: str, seed: str, seated: Collection[str]) -> "SeedRounds":
        """A copy with a seat's seed shown, which may complete the round. Raises `BadInput` for a seed out of turn."""
        if seat not in self.committed:
            raise BadInput("commit to a seed before you show it")
        if seat in self.shown:
            raise BadInput("this seed has been shown already")
        if player_commitment(seat, seed) != self.committed[seat]:
            raise BadInput("the seed does not match its commitment")
        if not self.shown and (missing := self.missing(seated)):
            raise BadInput(f"seeds of {', '.join(missing)} are in the dice: they have to commit to new ones first")
        shown = {**self.shown, seat: seed}
        if len(shown) < len(self.committed):
            return replace(self, shown=shown)
        seats = tuple(sorted(shown, key=_number))
        mixed = (*self.seeds, *(shown[one] for one in seats))
        return replace(self, seeds=mixed, seats=seats, committed={}, shown={})

    def drop(self) -> "SeedRounds":
        """A copy without the current round; the seeds of earlier rounds stay in the dice."""
        return replace(self, committed={}, shown={}, dropped=self.dropped + 1)


def _number(seat: str) -> int:
    return int(seat.removeprefix("s"))
