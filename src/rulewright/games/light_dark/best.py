"""Best play of a fight asked for by name: what it is worth, and what to do now."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rulewright.dice import fraction_text
from rulewright.games.light_dark.challenges import (
    ChallengeDice,
    Count,
    Disposition,
    Level,
    effect_die_of,
    is_one_action,
    together,
)
from rulewright.games.light_dark.check import (
    Attribute,
    Ego,
    LightMod,
    Relevant,
    SkillDice,
    check_ego,
    ego_limit,
    light_of,
    refuse_no_dice,
)
from rulewright.games.light_dark.data import DICE
from rulewright.games.light_dark.effects import Cap, refuse_low_cap
from rulewright.games.light_dark.harm import Armour, CarriesShield, Hp, check_guard_cap
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.solve import Best, Idle, Move, Phase, Position, Problem, Shot, best_fight
from rulewright.games.light_dark.weapons import (
    BURST,
    HEAVY_RANGED,
    MEDIUM_RANGED,
    READIED,
    Arm,
    WeaponName,
    arm,
    refuse_shield_in_full_hands,
    refuse_unready,
)
from rulewright.rules import BadInput, BadParameter, Parameters, Refused, between, meaning, rule

_MOST_POSITIONS = 400_000
_FRACTION = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|\.[0-9]{1,9})?", re.ASCII)

Choice = Literal["dark", "sacrifice", "ready", "burst"]
Worth = Annotated[str, Meta(max_length=20)]


class BestPlay(Parameters, frozen=True):
    """A fight to be played as well as it can be."""

    attribute: Attribute = 1
    skill: SkillDice = 0
    light_mod: LightMod = 0
    relevant: Relevant = True
    ego: Ego = 3
    weapon: WeaponName = "1d"
    level: Level = "dangerous"
    count: Count = 1
    disposition: Disposition = None
    challenge_dice: ChallengeDice = None
    hp: Hp = 6
    armour: Armour = "none"
    shield: CarriesShield = False
    cap: Cap = DICE.cap
    dark_max: Annotated[int, between(0, 20, "Dark Dice at most in a turn")] = 6
    max_ego: Annotated[int, between(1, 12, "maximum Ego, which a Condition restores; as `ego` if left out")] = 0
    conditions: Annotated[int, Meta(ge=0, le=1000, description="Conditions the player is willing to take")] = 0
    choices: Annotated[
        tuple[Choice, ...], Meta(max_length=20), meaning("what the player decides; ready and burst fit one weapon each")
    ] = (
        "dark",
        "sacrifice",
    )
    goal: Annotated[Literal["overcome", "overcome-any"], meaning("which ends count as won")] = "overcome"
    ego_value: Annotated[Worth, meaning("what a point of Ego is worth at the end, a fraction such as 1/10")] = "0"
    hp_value: Annotated[Worth, meaning("what a point of HP is worth at the end, a fraction such as 1/20")] = "0"


def check_best_play(given: BestPlay, params: Mapping[str, Any], options: Options) -> None:
    """What types cannot say: the table's Ego, a maximum not below it, and worths that are fractions."""
    check_ego("ego", given.ego, options)
    if "max_ego" in params and not given.ego <= given.max_ego <= ego_limit(options):
        raise BadParameter("max_ego", f"a whole number from {given.ego} to {ego_limit(options)}", given.max_ego)
    for name, text in (("ego_value", given.ego_value), ("hp_value", given.hp_value)):
        if _FRACTION.fullmatch(text) is None:
            raise BadParameter(name, "a fraction of 0 or more as text, such as 1/10", text)


@rule("LD-A42", "LD-A43", "LD-A45", "LD-A47")
def problem_for(options: Options, given: BestPlay) -> Problem:
    """The fight that parameters describe; refuses what the rules do not allow."""
    weapon = arm(options, given.weapon, without=(BURST, READIED))
    refuse_shield_in_full_hands(weapon, given.shield)
    readies = "ready" in given.choices and weapon.name == HEAVY_RANGED
    if not readies:
        refuse_unready(options, weapon)
    if options.shield_timing == "before-roll" and given.shield and "sacrifice" in given.choices:
        raise Refused("solve needs after roll: best play with a shield knows the Effect first", "LD-A43")
    foe = together(options, given.level, given.count)
    disposition = foe.disposition if given.disposition is None else given.disposition
    refuse_low_cap(given.cap, disposition, f"Disposition {disposition}")
    check_guard_cap(given.cap, given.hp, None)
    phases = _phases(options, given, weapon, readies)
    dark_max = given.dark_max if "dark" in given.choices else 0
    lights = [shot.light for phase in phases for shot in phase.shots]
    refuse_no_dice(options, max(lights, default=0) + dark_max)
    max_ego = given.max_ego or given.ego
    positions = disposition * given.hp * max_ego * (1 + given.shield) * (1 + given.conditions) * len(phases)
    if positions > _MOST_POSITIONS:
        raise BadInput(f"too many positions to solve: {positions:,}, at most {_MOST_POSITIONS:,}")
    return Problem(
        options=options,
        disposition=disposition,
        hp=given.hp,
        shield=given.shield,
        conditions=given.conditions,
        max_ego=max_ego,
        dark_max=dark_max,
        may_sacrifice="sacrifice" in given.choices,
        any_end=given.goal == "overcome-any",
        ego_value=Fraction(given.ego_value),
        hp_value=Fraction(given.hp_value),
        phases=phases,
        order=weapon.order,
        rival=effect_die_of(foe, given.challenge_dice),
        armour=given.armour,
        one_action=is_one_action(options, foe.level),
        cap=given.cap,
    )


def _phases(options: Options, given: BestPlay, weapon: Arm, readies: bool) -> tuple[Phase, ...]:
    """Unready and ready, loaded and empty, or a weapon that is always the same."""

    def light(of: Arm) -> int:
        return light_of(options, given.attribute, given.skill, given.light_mod + of.light, given.relevant)

    plain = Shot("act", light(weapon), weapon.die, 0)
    if readies:
        readied = arm(options, READIED)
        unready = () if options.heavy_ranged_ready == "required" else (plain,)
        return Phase(unready, Idle("ready", 1)), Phase((Shot("act", light(readied), readied.die, 0),))
    if "burst" in given.choices and weapon.name == MEDIUM_RANGED:
        burst = arm(options, BURST)
        return Phase((plain, Shot("burst", light(burst), burst.die, 1))), Phase(idle=Idle("reload", 0))
    return (Phase((plain,)),)


def start_of(given: BestPlay, problem: Problem) -> Position:
    """The position a fight begins in."""
    return Position(problem.disposition, given.hp, given.ego, given.shield, given.conditions)


class Solved(Struct, frozen=True):
    """What best play is worth, exactly and rounded to be read, and the move to make now."""

    value: str
    about: str
    move: Move
    dark: int


@rule("LD-45", "LD-81", "LD-A27", "LD-A43", "LD-A45", "LD-A46", "LD-A47")
def solve(options: Options, given: BestPlay) -> Solved:
    """The exact worth of a fight played as well as it can be, and the best move now."""
    problem = problem_for(options, given)
    best = best_fight(problem, exact=True).best(start_of(given, problem))
    return Solved(fraction_text(Fraction(best.value)), rounded(best), best.move, best.dark)


def rounded(best: Best) -> str:
    """A worth to six places."""
    return f"{float(best.value):.6f}"
