"""Attacks at the table: weapons, areas, grenades, counterattacks and burning."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named, suggested
from rulewright.games.dpi.character_rolls import (
    HighSpent,
    HoldHigh,
    MoreModifier,
    refuse_high,
    skilled_stat,
    waits_for_dice,
    with_experience,
)
from rulewright.games.dpi.data import DIFFICULTY, DifficultyName
from rulewright.games.dpi.fight import FIGHT, GRENADE, arm_of
from rulewright.games.dpi.fight_attack import Struck, ready_shot, strike
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, TurnContext, is_loaded
from rulewright.games.dpi.fight_turn import arm_used, standing_at
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene, is_standing, refuse_unable
from rulewright.games.dpi.sheet import UNARMED, Agent
from rulewright.games.dpi.turns import begun_turn, continue_or_end, refuse_ap
from rulewright.games.dpi.weapons import in_range, refuse_out_of_range
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Skill = Annotated[
    Name | None, suggested("skill", "a skill other than the weapon's, if the referee names one", of="who")
]
Difficulty = Annotated[DifficultyName | None, meaning("the difficulty; the target's own unless set")]


@rule("DPI-154", "DPI-156", "DPI-177", "DPI-A41", "DPI-A54", "DPI-A60")
def _refuse_weapon(turn: TurnContext, at: int) -> None:
    """Refuses an empty weapon, a weapon whose skill is missing, and by ruling a foe's attack in its own turn."""
    arm = turn.our.arms[at]
    if not turn.our.attacks:
        raise Refused("enemies do not attack in their own turn at this table", "DPI-A41")
    if not is_loaded(turn.us, turn.our, at):
        raise Refused(f"no shots left: reload the {arm.weapon.name}", "DPI-156")
    if not arm.skilled:
        needs = ", ".join(f"{skill} {level}" for skill, level in arm.weapon.needs)
        raise Refused(f"skill needed: {arm.weapon.name} takes {needs}", "DPI-A60")


def _as_set(
    turn: TurnContext,
    scene: Scene,
    shot: AimedAttack,
    difficulty: DifficultyName | None,
    skill: str | None,
    modifier: int,
) -> tuple[TurnContext, AimedAttack]:
    """The turn and the attack with the referee's settings for this one attack."""
    options, fighters, at = turn.options, turn.fighters, turn.fight.at
    body = scene.characters[fighters.names[at]]
    if isinstance(body, Agent) and skill is not None:
        skilled_stat(options, body, skill)
    if skill is not None or modifier:
        owned = (*body.weapons, UNARMED, GRENADE)[shot.arm]
        changed = arm_of(options, scene, body, owned, skill, modifier)
        fighters = fighters.with_fighter(at, turn.our.with_arm(shot.arm, changed))
    if difficulty is not None and shot.target == NO_ONE:
        shot = shot._replace(against=DIFFICULTY[difficulty])
    elif difficulty is not None:
        theirs = replace(fighters.fighters[shot.target], difficulty=DIFFICULTY[difficulty])
        fighters = fighters.with_fighter(shot.target, theirs)
    return turn._replace(fighters=fighters), shot


def _carried_out(
    dice: Dice[Options], scene: Scene, turn: TurnContext, shot: AimedAttack, skill: str | None
) -> tuple[Scene, Struck]:
    """The scene after the attack; with the next turn, or the end of the fight, if someone fell."""
    options, who, arm = turn.options, turn.fighters.names[turn.fight.at], turn.our.arms[shot.arm]
    refuse_high(options, scene.sheet(who), shot.high)
    refuse_ap(scene, who, arm.ap)
    turn, struck = strike(dice, ready_shot(turn, shot.arm), shot)
    scene = FIGHT.carried_out(scene, turn)
    learned = with_experience(options, scene.sheet(who), skill or arm.weapon.skill, struck.result, combat=True)
    return continue_or_end(options, scene.with_sheet(who, learned)), struck


@rule("DPI-01", "DPI-129", "DPI-138", "DPI-157", "DPI-158", "DPI-159", "DPI-A10", "DPI-A11", "DPI-A41", "DPI-A53")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Annotated[Name, named("character", "the character attacked")],
    weapon: Annotated[
        Name | None, named("weapon", "a weapon carried; the first one unless named", of="who", use="arm")
    ] = None,
    difficulty: Difficulty = None,
    skill: Skill = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
    hold_high: HoldHigh = True,
) -> tuple[Scene, Struck]:
    """Attack a target. One roll decides attack and counterattack; everyone in the weapon's area is hit."""
    options, body = dice.options, scene.sheet(who)
    begun_turn(scene, who)
    refuse_unable(body)
    turn = FIGHT.now(scene, options, who)
    at = arm_used(turn, weapon)
    if who == target:
        raise Refused("you cannot attack yourself")
    if not is_standing(scene.sheet(target)):
        raise Refused(f"target has fallen: {target}", "DPI-A31")
    if not scene.takes_part(target):
        raise Refused(f"target has left the fight: {target}")
    _refuse_weapon(turn, at)
    shot = AimedAttack(at, turn.fighters.at(target), None, high, waits_for_dice(options, hold_high))
    turn, shot = _as_set(turn, scene, shot, difficulty, skill, modifier)
    if not turn.sees(shot.target):
        raise Refused(f"complete cover: {who} and {target} cannot see each other", "DPI-A46")
    refuse_out_of_range(options, turn.our.arms[at].weapon, turn.spaces(shot.target))
    return _carried_out(dice, scene, turn, shot, skill)


@rule("DPI-155", "DPI-181", "DPI-A52", "DPI-A56")
def throw_grenade(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    at: Annotated[Space, suggested("space of a character", "the space it lands on")],
    difficulty: Difficulty = None,
    skill: Skill = None,
    modifier: MoreModifier = 0,
    high: HighSpent = 0,
    hold_high: HoldHigh = True,
) -> tuple[Scene, Struck]:
    """Throw a grenade at a space in Field range. It hits everyone near it: friend, foe and thrower."""
    options, body = dice.options, scene.sheet(who)
    begun_turn(scene, who)
    refuse_unable(body)
    if not body.grenades:
        raise Refused("no grenade left", "DPI-181")
    turn = FIGHT.now(scene, options, who)
    _refuse_weapon(turn, turn.our.thrown)
    if not in_range(options, GRENADE.entry, distance(options, scene.grid, body.space, at)):
        raise Refused(f"space {at[0]}, {at[1]} is out of field range", "DPI-A52")
    shot = AimedAttack(turn.our.thrown, standing_at(turn, at), at, high, waits_for_dice(options, hold_high))
    turn, shot = _as_set(turn, scene, shot, difficulty, skill, modifier)
    return _carried_out(dice, scene, turn, shot, skill)
