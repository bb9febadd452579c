"""The odds of an attack before it is made, for everyone it would hit, exact."""

from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.game.board import FallChance, Prospect, ResultChance
from rulewright.game.outcomes import tones_of
from rulewright.games.dpi.check import RESULTS, WORST_TO_BEST
from rulewright.games.dpi.fight_attack import Struck, all_hit, may_counter, roll_attack, strike
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Combatant, FightPosition, TurnContext
from rulewright.games.dpi.scene import Scene
from rulewright.readings import odds
from rulewright.rules import rule


@rule("DPI-01", "DPI-A10", "DPI-A11")
def results_of_attack(turn: TurnContext, shot: AimedAttack) -> tuple[ResultChance, ...]:
    """The chance of each result when no High is spent."""
    rolled = odds(roll_attack, turn, shot._replace(waits=False), options=turn.options)
    chances = dict(rolled.map(lambda one: one.result).items())
    tones = {word: round(tone, 2) for word, tone in tones_of(WORST_TO_BEST).items()}  # a map has many of them
    return tuple(ResultChance(result, chances[result], tones[result]) for result in RESULTS if result in chances)


_OUT = Combatant(hp=0)


def _struck(turn: TurnContext, shot: AimedAttack, at: int) -> Odds[Struck]:
    """The odds of the attack with only the target and one character hit nearby, who alone counterattacks.

    High and the fire that follows are left out. So is everything else that changes between events without changing the
    attack: the same odds are worked out only once.
    """
    near, fighters, arm = (turn.fight.at, shot.target, at), turn.fighters, turn.our.arms[shot.arm]
    bodies = tuple(one if index in near else _OUT for index, one in enumerate(turn.fight.combatants))
    cold = turn.our.with_arm(shot.arm, replace(arm, weapon=replace(arm.weapon, burns=False)))
    fighters = fighters.with_fighter(turn.fight.at, cold)
    if shot.target not in (NO_ONE, at):
        fighters = fighters.with_fighter(shot.target, replace(fighters.fighters[shot.target], arms=()))
    alone = turn._replace(fight=FightPosition(bodies, turn.fight.at), fighters=fighters)
    return _odds_of_strike(alone, shot._replace(waits=False))


@lru_cache(maxsize=4096)
def _odds_of_strike(turn: TurnContext, shot: AimedAttack) -> Odds[Struck]:
    return odds(lambda dice: strike(dice, turn, shot)[1], options=turn.options)


def _damage(struck: Struck, name: str) -> int:
    """The damage to one character, 0 if it was not hit."""
    return sum(one.damage for one in struck.hit if one.who == name)


@rule("DPI-29", "DPI-137", "DPI-A42", "DPI-A43", "DPI-A44", "DPI-A45", "DPI-A53")
def attack_prospects(scene: Scene, turn: TurnContext, shot: AimedAttack) -> tuple[Prospect, ...]:
    """Harm and counterattack for everyone an attack would hit, and for the target aimed at."""
    hit = all_hit(turn, shot)
    return tuple(
        _prospect(scene, turn, shot, at) for at in dict.fromkeys((*hit, *may_counter(turn.options, shot, hit)))
    )


def _prospect(scene: Scene, turn: TurnContext, shot: AimedAttack, at: int) -> Prospect:
    found, name = _struck(turn, shot, at), turn.fighters.names[at]
    return Prospect(
        name,
        scene.characters[name].side,
        turn.spaces(at) or 0,
        turn.fighters.cover(turn.fight, at, turn.fight.at),
        found.where(lambda struck: _damage(struck, name) > 0),
        found.mean(lambda struck: _damage(struck, name)),
        found.where(lambda struck: name in struck.countered_by),
        found.mean(lambda struck: struck.counter_damage),
    )


@rule("DPI-26", "DPI-29", "DPI-A45")
def fall_chances(turn: TurnContext, shot: AimedAttack) -> tuple[FallChance, ...]:
    """The chance to be felled by the attack, for everyone it would hit."""

    def falls(at: int) -> Fraction:
        name, hp = turn.fighters.names[at], turn.fight.combatants[at].hp
        return _struck(turn, shot, at).where(lambda struck: _damage(struck, name) >= hp)

    weapon, names = turn.our.arms[shot.arm].weapon.name, turn.fighters.names
    aimed = None if shot.target == NO_ONE else names[shot.target]
    return tuple(FallChance(weapon, aimed, names[at], falls(at)) for at in all_hit(turn, shot))
