"""Duels to a limit of turns: hand to hand, and with firearms; each is a fight of one against one."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Bout
from rulewright.games.untold_aeons.data import FIREARMS, MELEE, Weapon
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.fight_state import BOTH, Arm, Combatant, Fight, Fighter, Fighters, arm_of
from rulewright.games.untold_aeons.firearm import Band, Modifier, RapidFire
from rulewright.games.untold_aeons.melee import Prone
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Characteristic, Level, Points
from rulewright.games.untold_aeons.weapons import Piercing, WeaponDamage
from rulewright.rules import Dice, Parameters, between, meaning, rule

MaxTurns = Annotated[int, between(1, 40, "turns after which the duel ends without a winner")]
_USUAL = MELEE.default_characteristic


class MeleeFighter(Parameters, frozen=True, kw_only=True):
    """A fighter in a duel hand to hand."""

    brawl: Level
    dexterity: Characteristic = _USUAL
    toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "0+"
    piercing: Piercing = 0
    wounds: Points = 0
    prone: Prone = False
    policy: Annotated[
        Literal["defend", "fight-back", "dodge-stay", "dodge-stand", "best"], meaning("how the fighter decides")
    ] = "defend"

    def fighter(self, initiating: bool) -> Fighter:
        """The part of the fighter that a duel does not change."""
        arm = arm_of("weapon", Weapon(self.weapon_damage, self.piercing), self.toughness)
        return Fighter(self.brawl, 0, self.dexterity, self.toughness, (arm,), initiating=initiating, stays=True)


class Gunfighter(Parameters, frozen=True, kw_only=True):
    """A fighter in a duel with firearms."""

    firearms: Level
    dexterity: Characteristic = _USUAL
    toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "4"
    piercing: Piercing = 0
    rapid_fire: RapidFire = 0
    wounds: Points = 0
    prone: Prone = False
    fire: Annotated[Literal["single", "rapid"], meaning("how a fixed policy fires")] = "single"
    policy: Annotated[Literal["stand", "dive-stay", "dive-rise", "best"], meaning("how the fighter decides")] = "stand"

    def fighter(self, initiating: bool, band: int, modifier: int) -> Fighter:
        """The part of the fighter that a duel from fixed places does not change."""
        gun = Arm("firearm", self.weapon_damage, 0, self.piercing, 1, self.rapid_fire)
        return Fighter(
            0,
            self.firearms,
            self.dexterity,
            self.toughness,
            guns=(gun,),
            initiating=initiating,
            band=band,
            modifier=modifier,
            planned_fire=self.fire,
            stays=True,
        )


class DuelEnd(Struct, frozen=True):
    """The winner, and the turn on which the duel ended."""

    winner: Literal["a", "b", "none"]
    turns: int


def how_it_ended(end: Fight) -> tuple[str, int | None]:
    """The winner and the turns left: the outcome of a duel as a roll."""
    return end.end, end.turns_left


def _duel(
    a: MeleeFighter | Gunfighter, b: MeleeFighter | Gunfighter, fighters: tuple[Fighter, ...], turns: int
) -> Bout:
    """A duel in its first turn, that of a."""
    us = Combatant(a.wounds, a.prone, stage="in-fast")
    them = Combatant(b.wounds, b.prone, stage="fast")
    names = ("a", "b")
    return FIGHT.bout(
        Fight((us, them), 0, BOTH, turns_left=turns), Fighters(names, names, fighters, (a.policy, b.policy))
    )


def _ended(dice: Dice[Options], bout: Bout, max_turns: int) -> DuelEnd:
    winner, left = dice.call(bout.fight.keeping(how_it_ended), bout.start, *bout.context).value
    if winner == NO_WINNER:
        return DuelEnd("none", max_turns)
    return DuelEnd("a" if winner == "a" else "b", max_turns - left + 1)


@rule("UA-105", "UA-106", "UA-109", "UA-A34", "UA-A36")
def melee_duel(dice: Dice[Options], a: MeleeFighter, b: MeleeFighter, max_turns: MaxTurns = 6) -> DuelEnd:
    """Turns hand to hand, a first, until a side fails a save or the turns are over."""
    return _ended(dice, begin_melee_duel(dice, a, b, max_turns), max_turns)


@rule("UA-105", "UA-A34")
def begin_melee_duel(dice: Dice[Options], a: MeleeFighter, b: MeleeFighter, max_turns: int) -> Bout:
    """A duel hand to hand before its first turn."""
    return _duel(a, b, (a.fighter(True), b.fighter(False)), max_turns)


@rule("UA-105", "UA-106", "UA-121", "UA-A34", "UA-A45")
def firearm_duel(
    dice: Dice[Options],
    a: Gunfighter,
    b: Gunfighter,
    band: Band = FIREARMS.in_range,
    modifier: Modifier = 0,
    max_turns: MaxTurns = 6,
) -> DuelEnd:
    """Shots from fixed places, a first, until a side fails a save or the turns are over."""
    return _ended(dice, begin_firearm_duel(dice, a, b, band, modifier, max_turns), max_turns)


@rule("UA-105", "UA-A34")
def begin_firearm_duel(
    dice: Dice[Options],
    a: Gunfighter,
    b: Gunfighter,
    band: int,
    modifier: int,
    max_turns: int,
) -> Bout:
    """A duel with firearms before its first shot."""
    return _duel(a, b, (a.fighter(True, band, modifier), b.fighter(False, band, modifier)), max_turns)


_WORDS: dict[str, Any] = {
    "unit": "turns",
    "counts": lambda fight: fight.left > 0,
    "measure": "health left",
    "best": {side: {side: {"policy": "best"}} for side in ("a", "b")},
    "aim": "the chance to win less the chance to lose",
    "limit": "max_turns",
    "undecided": lambda end: end.end == NO_WINNER,
}

DUELS = (
    FIGHT.duel("melee-duel", begin_melee_duel, ("a", "b"), **_WORDS),
    FIGHT.duel("firearm-duel", begin_firearm_duel, ("a", "b"), **_WORDS),
)
