"""Karma: two pools of points that change sides, and the uses of a point."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.games.untold_aeons.data import CHECK, KARMA
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Players, flat_successes, pool_dice
from rulewright.rules import Refused, meaning, rule

KarmaSide = Literal["players", "narrator"]
Use = Literal["bonus", "difficulty", "deus-ex-machina", "trigger", "other"]


class KarmaPools(Struct, frozen=True):
    """The two karma pools."""

    players: int
    narrator: int


@rule("UA-15", "UA-18", "UA-A6")
def spent(pools: KarmaPools, spender: KarmaSide) -> KarmaPools:
    """A point that is spent goes to the other pool; no pool falls below 0."""
    if getattr(pools, spender) == 0:
        raise Refused(f"karma pool empty: {spender}", "UA-A6")
    moved = 1 if spender == "players" else -1
    return KarmaPools(pools.players - moved, pools.narrator + moved)


@rule("UA-15", "UA-16", "UA-17", "UA-18")
def karma(
    options: Options,
    players: Players,
    spends: Annotated[tuple[KarmaSide, ...], Meta(max_length=100), meaning("who spends a point, in order")] = (),
) -> KarmaPools:
    """One point for the Narrator, one per player, and every point used changes sides."""
    pools = KarmaPools(KARMA.per_player * players, KARMA.narrator)
    for spender in spends:
        pools = spent(pools, spender)
    return pools


class Stake(Struct, frozen=True):
    """A karma point spent on a roll: by which side, and for which use."""

    side: Literal["players", "narrator"]
    use: Literal["bonus", "difficulty"]


class Stakes(Struct, frozen=True):
    """The karma spent on a character's next roll."""

    points: tuple[Stake, ...] = ()

    @property
    def bonus(self) -> int:
        """Points for +2."""
        return sum(point.use == "bonus" for point in self.points)

    @property
    def difficulty(self) -> int:
        """Points for +2 difficulty."""
        return sum(point.use == "difficulty" for point in self.points)

    @property
    def sides(self) -> set[str]:
        """The sides that have spent a point."""
        return {point.side for point in self.points}


NO_STAKES = Stakes()


@rule("UA-20", "UA-21", "UA-22", "UA-23", "UA-24", "UA-25", "UA-A7")
def is_use_of(side: KarmaSide, use: Use, kind: str | None) -> bool:
    """Players help any roll and hinder NPCs; the Narrator helps NPCs and hinders players."""
    if side == "players":
        return use in ("bonus", "deus-ex-machina") or (use == "difficulty" and kind == "npc")
    if use == "bonus":
        return kind == "npc"
    return use in ("trigger", "other") or (use == "difficulty" and kind == "player")


@rule("UA-A6")
def karma_dice(points: int) -> int:
    """Points beyond the first are played as two more dice each."""
    return CHECK.karma * max(0, points - 1)


class Lift(NamedTuple):
    """The effect of karma on a roll: additional dice, successes and difficulty dice."""

    dice: int = 0
    successes: int = 0
    difficulty: int = 0


NO_LIFT = Lift()


@rule("UA-21", "UA-22", "UA-24", "UA-25", "UA-A3", "UA-A6")
def lift(options: Options, stakes: Stakes) -> Lift:
    """Two dice for each point, by ruling two successes for the first; difficulty always rises by two dice."""
    karma = stakes.bonus > 0
    more = pool_dice(options, 0, karma_dice(stakes.bonus), karma=karma)
    return Lift(more, flat_successes(options, karma), CHECK.karma * stakes.difficulty)


@rule("UA-A6")
def shared_stakes(options: Options, mine: Stakes, theirs: Stakes) -> tuple[Stakes, Stakes]:
    """The other character's karma that counts in a contest, and the rest, which waits: one point a side for a roll."""
    if options.karma_stacking == "unlimited":
        return theirs, Stakes()
    counts = tuple(point for point in theirs.points if point.side not in mine.sides)
    return Stakes(counts), Stakes(tuple(point for point in theirs.points if point.side in mine.sides))
