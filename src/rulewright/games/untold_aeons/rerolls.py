"""Rolls at the table that the players may reroll with a karma point."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Struct

from rulewright.dice import Pool as DicePool
from rulewright.games.untold_aeons.check import can_reroll, reroll
from rulewright.games.untold_aeons.karma import KarmaPools, spent
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import SideFaces, difficulty_faces, skill_faces
from rulewright.rules import Dice, meaning, rule

Wish = Literal["never", "if-failed", "any"] | None
Reroll = Annotated[
    Wish,
    meaning(
        "whether the players spend a karma point to reroll a failed roll: they choose by default, and with any they"
        " may choose after a success too"
    ),
]


class RerollKarma(NamedTuple):
    """The karma pools, and who decides on a reroll: no one for a character run by the Narrator."""

    karma: KarmaPools
    ask: Callable[[str, Sequence[str]], Any] | None
    wish: Wish = None

    @property
    def is_possible(self) -> bool:
        """Whether a reroll is possible."""
        return self.ask is not None and self.karma.players > 0 and self.wish != "never"


class Threw(Struct, frozen=True):
    """Both sides' dice, and whether the character's own were rerolled."""

    own: SideFaces
    others: SideFaces
    rerolled: bool


@rule("UA-19", "UA-A5", "UA-A6")
def throw(
    dice: Dice[Options],
    rerolls: RerollKarma,
    own_dice: int,
    other_dice: DicePool[SideFaces],
    unwanted: Callable[[SideFaces, SideFaces], bool],
    name: str = "roll",
) -> tuple[KarmaPools, Threw]:
    """Roll both pools; the players may spend a point to reroll the character's own dice once."""
    own = dice.pool(name, skill_faces(dice.options, own_dice))
    others = dice.pool("difficulty", other_dice)
    karma, again = spends_on_reroll(dice, rerolls, own, name, unwanted(own, others))
    if again:
        own, others = reroll(dice, own, others, own_dice, other_dice)
    return karma, Threw(own, others, again)


@rule("UA-19", "UA-A5", "UA-A6")
def spends_on_reroll(
    dice: Dice[Options], rerolls: RerollKarma, own: SideFaces, name: str, unwanted: bool = True
) -> tuple[KarmaPools, bool]:
    """Whether a point is spent on a reroll: only for a player's character, and only while the players have one."""
    if rerolls.ask is None or not rerolls.is_possible or not can_reroll(dice.options, own):
        return rerolls.karma, False
    if not unwanted and rerolls.wish != "any":
        return rerolls.karma, False
    if rerolls.wish != "if-failed" and rerolls.ask(f"spend karma to reroll the {name}?", ("keep", "reroll")) == "keep":
        return rerolls.karma, False
    return spent(rerolls.karma, "players"), True


class FirstSave(NamedTuple):
    """A save before any reroll, with the dice that a reroll keeps; empty if it held and so is not rerolled."""

    held: bool
    own: SideFaces
    others: SideFaces


_NO_FACES = SideFaces(0, 0, 0)


@rule("UA-65", "UA-76", "UA-89", "UA-95", "UA-A5", "UA-A48")
def first_save(dice: Dice[Options], stat_dice: int, against: int, flat: int, only_failed: bool = True) -> FirstSave:
    """The dice of a save, reduced to the numbers that a reroll needs; 1s mean nothing."""
    own = dice.pool("save", skill_faces(dice.options, stat_dice))
    others = dice.pool("difficulty", difficulty_faces(against))
    held = own.successes + flat > others.successes
    if held and only_failed:
        return FirstSave(True, _NO_FACES, _NO_FACES)
    stood = SideFaces(others.successes, 0, 0)
    if dice.options.karma_reroll == "non-successes":
        return FirstSave(held, SideFaces(own.successes, 0, own.blanks), stood)
    return FirstSave(held, _NO_FACES, stood if dice.options.karma_reroll == "skill-pool" else _NO_FACES)


@rule("UA-65", "UA-89", "UA-A48")
def save_holds(dice: Dice[Options], stat_dice: int, against: int, flat: int) -> bool:
    """Whether a save that cannot be rerolled holds."""
    return first_save(dice, stat_dice, against, flat).held


@rule("UA-19", "UA-66", "UA-90", "UA-A5")
def save_with_karma(
    dice: Dice[Options], rerolls: RerollKarma, stat_dice: int, against: int, flat: int = 0
) -> tuple[KarmaPools, bool]:
    """A save at the table, which karma can reroll for a player's character."""
    if not rerolls.is_possible:
        return rerolls.karma, dice.call(save_holds, stat_dice, against, flat)
    first = dice.call(first_save, stat_dice, against, flat, rerolls.wish != "any")
    karma, again = spends_on_reroll(dice, rerolls, first.own, "save", not first.held)
    if not again:
        return karma, first.held
    own, others = reroll(dice, first.own, first.others, stat_dice, difficulty_faces(against))
    return karma, own.successes + flat > others.successes
