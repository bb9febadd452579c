"""The rolls of a Challenge: its Effect against a PC, one turn, and a fight to its end by a fixed plan."""

from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.fight_step import Act, Roster
from rulewright.game.fights import Bout
from rulewright.games.light_dark.challenges import (
    ChallengeDice,
    Count,
    Disposition,
    Level,
    challenge_die,
    effect_die_of,
    is_one_action,
    together,
)
from rulewright.games.light_dark.check import Attribute, Dark, Ego, LightMod, Relevant, SkillDice, refuse_no_dice
from rulewright.games.light_dark.data import DICE
from rulewright.games.light_dark.effects import MOST, Cap, refuse_low_cap
from rulewright.games.light_dark.fight import FIGHT
from rulewright.games.light_dark.fight_state import (
    NO_DICE,
    ONGOING,
    ChallengeState,
    End,
    Fighters,
    Hero,
    Means,
    Stand,
    Standoff,
    Threat,
    WayToAct,
    end_of,
    faced,
)
from rulewright.games.light_dark.fight_turn import light_now, perform, struck
from rulewright.games.light_dark.harm import Armour, CarriesShield, Hp, SacrificeAt, check_guard_cap
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.plans import acts
from rulewright.games.light_dark.weapons import (
    BURST,
    READIED,
    WeaponName,
    arm,
    refuse_shield_in_full_hands,
    refuse_unready,
)
from rulewright.readings import odds
from rulewright.rules import Dice, Parameters, Refused, between, meaning, rule

PC, CHALLENGE = SIDES = ("pc", "challenge")


KeepEgo = Annotated[int, between(0, 12, "Dark Dice are taken only while Ego is above this")]


Turns = Annotated[int, Meta(ge=1, le=MOST)]


class Facing(Parameters, frozen=True):
    """A Challenge, and the protection of the PC who faces it."""

    level: Level = "dangerous"
    count: Count = 1
    challenge_dice: ChallengeDice = None
    hp: Hp = 6
    armour: Armour = "none"
    shield: CarriesShield = False
    cap: Cap = DICE.cap


class Harming(Facing, frozen=True):
    """A Challenge's Effect against a character."""

    sacrifice_at: SacrificeAt = None


class Harmed(Struct, frozen=True):
    """A character's HP and shield after an Effect."""

    hp_left: int
    shield_left: bool
    down: bool


@rule("LD-56", "LD-76", "LD-77", "LD-81", "LD-A41", "LD-A43")
def harm(dice: Dice[Options], harming: Harming) -> Harmed:
    """The Challenge's Effect, reduced by armour and shield, costs HP; a shield may be sacrificed instead."""
    die = challenge_die(dice.options, harming.level, harming.count, harming.challenge_dice)
    check_guard_cap(harming.cap, harming.hp, harming.sacrifice_at)
    means = Means((), harming.armour, sacrifice_at=harming.sacrifice_at, fixed_light=0)
    fight, fighters = one_on_one(
        Hero(harming.hp, 1, harming.shield), means, ChallengeState((1,)), Threat((), harming.cap)
    )
    after = struck(dice, fight, fighters, die)
    return Harmed(after.hp, after.shield, after.hp == 0)


def one_on_one(
    us: Hero, means: Means, foe: ChallengeState, threat: Threat, plan: str = "dark"
) -> tuple[Standoff, Fighters]:
    """A PC against a Challenge before the first turn."""
    return Standoff((us, foe), 0, 1), Roster(SIDES, SIDES, (means, threat), (plan, "light"))


class Armed(Facing, frozen=True):
    """A PC with a weapon against a Challenge."""

    attribute: Attribute = 1
    skill: SkillDice = 0
    light_mod: LightMod = 0
    relevant: Relevant = True
    ego: Ego = 3
    weapon: WeaponName = "1d"
    disposition: Disposition = None


class ChallengeTurn(Armed, frozen=True):
    """A Risky Action within a Challenge: the dice, the weapon, the Challenge, and the PC's protection."""

    dark: Dark = 0
    sacrifice_at: SacrificeAt = None


@rule("LD-54", "LD-56", "LD-A34", "LD-A35")
def foe_given(options: Options, given: Any) -> tuple[ChallengeState, Threat]:
    """The Challenge that the parameters of a roll, or of best play, describe."""
    foe = together(options, given.level, given.count)
    disposition = foe.disposition if given.disposition is None else given.disposition
    stand = Stand(effect_die_of(foe, given.challenge_dice), is_one_action(options, foe.level))
    refuse_low_cap(given.cap, disposition, f"Disposition {disposition}")
    return ChallengeState((disposition,)), Threat((stand,), given.cap)


@rule("LD-42", "LD-68", "LD-73", "LD-74", "LD-A42", "LD-A45", "LD-A46", "LD-A47")
def fight_given(options: Options, given: ChallengeTurn) -> tuple[Standoff, Fighters]:
    """The start of the fight that parameters describe; raises for values that the rules do not allow.

    A weapon to be readied starts unready and a burst starts loaded; then shots and idle turns alternate.
    """
    weapon = arm(options, given.weapon)
    refuse_shield_in_full_hands(weapon, given.shield)
    refuse_unready(options, weapon)
    foe, threat = foe_given(options, given)
    check_guard_cap(given.cap, given.hp, given.sacrifice_at)
    needs: dict[str, Any] = {READIED: {"when": "ready"}, BURST: {"when": "loaded"}}.get(weapon.name, {})
    way = WayToAct(weapon, given.attribute, given.skill, given.light_mod, given.relevant, **needs)
    means = Means(
        (way,),
        given.armour,
        dark_most=given.dark,
        dark=given.dark,
        keep_ego=0,
        sacrifice_at=given.sacrifice_at,
        readies=weapon.name == READIED,
        reloads=weapon.name == BURST,
        fixed_light=way.light(options),
    )
    return one_on_one(Hero(given.hp, given.ego, given.shield), means, foe, threat)


class Turn(Struct, frozen=True):
    """The values left after one turn."""

    disposition_left: int
    hp_left: int
    ego_left: int
    shield_left: bool
    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing"]


@rule("LD-42", "LD-52", "LD-54", "LD-56", "LD-64", "LD-65", "LD-A14", "LD-A31", "LD-A32", "LD-A33", "LD-A34")
def challenge_turn(dice: Dice[Options], turn: ChallengeTurn) -> Turn:
    """One Risky Action within a Challenge, and the Effects that follow from it."""
    fight, fighters, chosen = _turn_given(dice.options, turn)
    _, taken = cast(Any, perform(dice, fight, fighters, chosen))
    return Turn(taken.disposition_left, taken.hp_left, taken.ego_left, taken.shield_left, taken.end)


@lru_cache(maxsize=1024)
def _turn_given(options: Options, turn: ChallengeTurn) -> tuple[Standoff, Fighters, Act]:
    """The fight before a turn, and the act in it; a weapon that needs readying is ready."""
    fight, fighters = fight_given(options, turn)
    us, means, _, _ = faced(fight, fighters)
    refuse_no_dice(options, light_now(options, us, means, means.ways[0]) + turn.dark)
    fight = fight.after(replace(us, readied=True), 1)
    return fight, fighters, acts(options, fight, fighters)[-1]


class ChallengeFight(ChallengeTurn, frozen=True):
    """A Challenge fought with the same plan every turn."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns | None, meaning("the most turns; no limit if left out")] = None


class LimitedFight(ChallengeTurn, frozen=True):
    """A Challenge fought for a number of turns at most."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns, meaning("the most turns")] = 10


class FightEnd(Struct, frozen=True):
    """How a fight ended."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing", "stalemate"]
    hp_left: int
    ego_left: int


class FightLength(Struct, frozen=True):
    """How a fight ended and how many turns it took."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing"]
    turns: int


@lru_cache(maxsize=1024)
def _begun(options: Options, given: ChallengeFight | LimitedFight, calls_stalemate: bool) -> Bout:
    """A fight before its first turn; refuses a plan that can lead to a turn without dice where those are forbidden."""
    start, fighters = fight_given(options, given)
    means = replace(faced(start, fighters).means, keep_ego=given.keep_ego, calls_stalemate=calls_stalemate)
    fighters = replace(fighters, fighters=(means, fighters.fighters[1]))
    start = FIGHT.settled(options, replace(start, rounds_left=given.max_turns), fighters)
    bout = FIGHT.bout(start, fighters)
    us, means, _, _ = faced(start, fighters)
    without = options.zero_dice == "forbid" and light_now(options, us, means, means.ways[0]) == 0
    if without and any(end.end == NO_DICE for end in odds(bout.fight, start, fighters, options=options)):
        raise Refused("no dice: this plan can lead to a turn without dice, which this table forbids", "LD-A11")
    return bout


def ending(end: Standoff) -> End:
    """How a fight ended; if neither side is out it is a stalemate, unless the turns ran out."""
    unresolved: End = "ongoing" if end.end == ONGOING else "stalemate"
    return end_of(end.hero, end.foe) or unresolved


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A33", "LD-A39", "LD-A45", "LD-A46", "LD-A47")
def fight(dice: Dice[Options], fight: ChallengeFight) -> FightEnd:
    """Fight by the same plan every turn until the Challenge is overcome or the PC is down or lost."""
    bout = begin_fight(dice, fight)
    end: Standoff = bout.fought(dice)
    return FightEnd(cast(Any, ending(end)), end.hero.hp, end.hero.ego)


@rule("LD-A33")
def begin_fight(dice: Dice[Options], fight: ChallengeFight) -> Bout:
    """A fight before its first turn; one that can never end is a stalemate."""
    return _begun(dice.options, fight, True)


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A39", "LD-A46", "LD-A47")
def fight_length(dice: Dice[Options], fight: LimitedFight) -> FightLength:
    """Fight by the same plan for some turns at most: how it ends, and after how many turns."""
    bout = _begun(dice.options, fight, False)
    end: Standoff = bout.fought(dice)
    played = fight.max_turns - (end.rounds_left or 0)
    return FightLength(cast(Any, ending(end)), played)


DUELS = (
    FIGHT.duel(
        "fight",
        begin_fight,
        SIDES,
        unit="turns",
        counts=lambda position: not position.pending,
        mover=lambda position, _: CHALLENGE if position.pending[:1] == ("rival",) else PC,
        measure="HP or Disposition left",
        measured=lambda position, _: (position.combatants[0].hp, position.combatants[1].left[0]),
        limit="max_turns",
        undecided=lambda end: end.end == ONGOING,
    ),
)
