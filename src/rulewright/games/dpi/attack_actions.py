"""Attacks at the table: weapons, areas, grenades, counterattacks and burning."""

from typing import Annotated

from msgspec.structs import replace

from rulewright.game import Character, named, suggested
from rulewright.games.dpi.character_rolls import (
    HighSpent,
    HoldHigh,
    MoreModifier,
    level_of,
    refuse_high,
    skilled_stat,
    waits_for_dice,
    with_experience,
)
from rulewright.games.dpi.data import DIFFICULTY, DifficultyName
from rulewright.games.dpi.fight import FIGHT, GRENADE, arm_of
from rulewright.games.dpi.fight_attack import Struck, strike
from rulewright.games.dpi.fight_state import NO_ONE, AimedAttack, Fighters, FightPosition
from rulewright.games.dpi.fight_turn import ready_shot, standing_at
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Scene, is_standing, refuse_unable
from rulewright.games.dpi.sheet import UNARMED, Agent, Foe, Owned, is_loaded
from rulewright.games.dpi.targets import arm_used
from rulewright.games.dpi.turns import begun_turn, continue_or_end, spend_ap
from rulewright.games.dpi.weapons import in_range, refuse_out_of_range
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

Skill = Annotated[
    Name | None, suggested("skill", "a skill other than the weapon's, if the referee names one", of="who")
]
Difficulty = Annotated[DifficultyName | None, meaning("the difficulty; the target's own unless set")]


@rule("DPI-154", "DPI-156", "DPI-177", "DPI-A41", "DPI-A54", "DPI-A60")
def _refuse_weapon(options: Options, body: Body, owned: Owned) -> None:
    """Refuses an empty weapon, a weapon whose skill is missing, and by ruling a foe's attack in its own turn."""
    _refuse_foe(options, body)
    if not is_loaded(owned):
        raise Refused(f"no shots left: reload the {owned.weapon}", "DPI-156")
    for skill, level in owned.entry.needs:
        if isinstance(body, Agent) and level_of(body, skill) < level:
            raise Refused(f"skill needed: {owned.weapon} takes {skill} {level}", "DPI-A60")


@rule("DPI-A41")
def _refuse_foe(options: Options, body: Body) -> None:
    """Refuses a foe's attack in its own turn, unless by ruling enemies attack."""
    if isinstance(body, Foe) and options.enemy_turns == "counter-only":
        raise Refused("enemies do not attack in their own turn at this table", "DPI-A41")


@rule("DPI-136", "DPI-A46")
def _refuse_hidden(fight: FightPosition, fighters: Fighters, target: int) -> None:
    """Refuses a target that the attacker cannot see: complete cover on either side blocks sight."""
    if not fighters.see_each_other(fight, fight.at, target):
        pair = f"{fighters.names[fight.at]} and {fighters.names[target]}"
        raise Refused(f"complete cover: {pair} cannot see each other", "DPI-A46")


def _aimed_by(
    options: Options,
    scene: Scene,
    who: str,
    shot: AimedAttack,
    difficulty: DifficultyName | None,
    skill: str | None,
    modifier: int,
) -> tuple[FightPosition, Fighters, AimedAttack]:
    """Everyone in the scene, with the referee's settings for this one attack."""
    fight, fighters = FIGHT.now(scene, options, who)
    body, ours = scene.sheet(who), fighters.fighters[fight.at]
    if isinstance(body, Agent) and skill is not None:
        skilled_stat(options, body, skill)
    if skill is not None or modifier:
        owned = GRENADE if shot.arm == ours.thrown else (*body.weapons, UNARMED)[shot.arm]
        changed = arm_of(options, scene, body, owned, skill, modifier)
        fighters = fighters.with_fighter(fight.at, ours.with_arm(shot.arm, changed))
    if difficulty is not None and shot.target == NO_ONE:
        shot = shot._replace(against=DIFFICULTY[difficulty])
    elif difficulty is not None:
        theirs = replace(fighters.fighters[shot.target], difficulty=DIFFICULTY[difficulty])
        fighters = fighters.with_fighter(shot.target, theirs)
    return fight, fighters, shot


def _carried_out(
    dice: Dice[Options], scene: Scene, fight: FightPosition, fighters: Fighters, shot: AimedAttack, skill: str
) -> tuple[Scene, Struck]:
    """The scene after the attack; with the next turn, or the end of the fight, if someone fell."""
    options, who = dice.options, fighters.names[fight.at]
    spend_ap(scene, who, fighters.fighters[fight.at].arms[shot.arm].ap)
    after, struck = strike(dice, ready_shot(fight, fighters, shot.arm), fighters, shot)
    scene = FIGHT.carried_out(scene, options, fighters, after)
    scene = scene.with_sheet(who, with_experience(options, scene.sheet(who), skill, struck.result, combat=True))
    return continue_or_end(options, scene), struck


@rule("DPI-01", "DPI-129", "DPI-138", "DPI-157", "DPI-158", "DPI-159", "DPI-A10", "DPI-A11", "DPI-A41", "DPI-A53")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Annotated[Name, named("character", "the character attacked")],
    weapon: Annotated[Name | None, named("weapon", "a weapon carried; the first one unless named", of="who")] = None,
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
    at = arm_used(body, weapon)
    owned = (*body.weapons, UNARMED)[at]
    if who == target:
        raise Refused("you cannot attack yourself")
    if not is_standing(scene.sheet(target)):
        raise Refused(f"target has fallen: {target}", "DPI-A31")
    if not scene.takes_part(target):
        raise Refused(f"target has left the fight: {target}")
    _refuse_weapon(options, body, owned)
    shot = AimedAttack(at, list(scene.characters).index(target), None, high, waits_for_dice(options, hold_high))
    fight, fighters, shot = _aimed_by(options, scene, who, shot, difficulty, skill, modifier)
    _refuse_hidden(fight, fighters, shot.target)
    refuse_out_of_range(options, owned.entry, scene.spaces_between(options, who, target))
    refuse_high(options, body, high)
    return _carried_out(dice, scene, fight, fighters, shot, skill or owned.entry.skill)


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
    _refuse_foe(options, body)
    if not in_range(options, GRENADE.entry, distance(options, scene.grid, body.space, at)):
        raise Refused(f"landing space outside the band: {list(at)} is out of field range", "DPI-A52")
    refuse_high(options, body, high)
    fight, fighters = FIGHT.now(scene, options, who)
    arm = fighters.fighters[fight.at].thrown
    shot = AimedAttack(arm, standing_at(fight, at), at, high, waits_for_dice(options, hold_high))
    fight, fighters, shot = _aimed_by(options, scene, who, shot, difficulty, skill, modifier)
    return _carried_out(dice, scene, fight, fighters, shot, skill or GRENADE.entry.skill)
