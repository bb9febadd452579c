"""The referee's actions: characters, foes, cover, the place, the clock, and any value of a sheet."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.dpi.check import Score
from rulewright.games.dpi.clock import minutes_of
from rulewright.games.dpi.creation import create
from rulewright.games.dpi.data import CATEGORIES, FOES, SKILLS, DifficultyName, WeaponName
from rulewright.games.dpi.grid import Grid, Space
from rulewright.games.dpi.meters import high_after, lose_sanity
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene, agent_in, dead_if_felled, with_harm, with_stress
from rulewright.games.dpi.sheet import Agent, Foe, loaded
from rulewright.games.dpi.turns import continue_or_end, with_newcomer
from rulewright.games.dpi.weapons import Cover, soaked
from rulewright.rules import BadParameter, Dice, Refused, between, meaning, rule

Points = Annotated[int, Meta(ge=0, description="points")]


@rule("DPI-17")
def join(
    dice: Dice[Options],
    scene: Scene,
    character: dict[str, Any],
    space: Annotated[Space, meaning("the space the character stands on")] = (0, 0),
) -> tuple[Scene, Said]:
    """Add a new agent to the scene."""
    _refuse_off_map(scene, space)
    agent = create(dice.options, character)
    name = _new_name(scene, agent.name or f"Agent {len(scene.characters) + 1}")
    return with_newcomer(scene, replace(agent, name=name, space=space)), Said(f"{name} joins")


def _new_name(scene: Scene, name: str) -> str:
    if not name.strip():
        raise BadParameter("name", "a name", name)
    scene.refuse_taken(name)
    return name


def _refuse_off_map(scene: Scene, space: Space) -> None:
    if not scene.is_on_map(space) or space in scene.obstacles:
        raise Refused(f"space not free: {list(space)} is off the map or blocked", "DPI-126")


FoeKind = Annotated[str, named_by_rule("a stat block", *FOES)]


@rule("DPI-A40")
def add_foe(
    dice: Dice[Options],
    scene: Scene,
    name: Annotated[str, meaning("the foe's name")],
    kind: FoeKind = "foe",
    space: Annotated[Space, meaning("the space the foe stands on")] = (0, 0),
    hp: Annotated[int, Meta(ge=1)] | None = None,
    fortitude: Points | None = None,
    ap: Points | None = None,
    weapon: WeaponName | None = None,
    level: Annotated[int, Meta(ge=1)] | None = None,
    difficulty: DifficultyName | None = None,
    stat: Score | None = None,
    skill: Annotated[int, between(0, SKILLS.most, "level of the skill it attacks with")] | None = None,
    luck: Score | None = None,
    agility: Score | None = None,
    sanity: Points | None = None,
    reloads: Points | None = None,
    grenades: Points | None = None,
    stims: Points | None = None,
) -> tuple[Scene, Said]:
    """Add a foe from one of the stat blocks, with any value changed."""
    if kind not in FOES:
        raise BadParameter("kind", f"one of {', '.join(FOES)}", kind)
    _refuse_off_map(scene, space)
    changes = {
        "hp": hp,
        "fortitude": fortitude,
        "ap": ap,
        "weapon": weapon,
        "level": level,
        "difficulty": difficulty,
        "stat": stat,
        "skill": skill,
        "luck": luck,
        "agility": agility,
        "sanity": sanity,
        "reloads": reloads,
        "grenades": grenades,
        "stims": stims,
    }
    block = replace(FOES[kind], **{field: value for field, value in changes.items() if value is not None})
    foe = Foe(
        name=_new_name(scene, name),
        side="enemies",
        hp=block.hp,
        hp_max=block.hp,
        fortitude=block.fortitude,
        fortitude_max=block.fortitude,
        ap=block.ap,
        sanity=block.sanity,
        weapons=(loaded(block.weapon, block.level),),
        reloads=block.reloads,
        grenades=block.grenades,
        stims=block.stims,
        difficulty=block.difficulty,
        stat=block.stat,
        skill=block.skill,
        luck=block.luck,
        agility=block.agility,
        space=space,
    )
    return with_newcomer(scene, foe), Said(f"{name} appears")


@rule("DPI-135")
def place(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    space: Annotated[Space, meaning("the space the character stands on")],
) -> tuple[Scene, Said]:
    """Put a character on a space."""
    _refuse_off_map(scene, space)
    return scene.with_sheet(who, replace(scene.sheet(who), space=space)), Said(f"{who} is at {list(space)}")


@rule("DPI-135", "DPI-136", "DPI-137")
def set_cover(
    dice: Dice[Options], scene: Scene, who: Character, against: Character, cover: Cover
) -> tuple[Scene, Said]:
    """Set a character's cover against another."""
    scene.sheet(who), scene.sheet(against)
    own = {**scene.cover.get(who, {}), against: cover}
    return replace(scene, cover={**scene.cover, who: own}), Said(f"{who} has {cover} cover against {against}")


Side = Annotated[int, Meta(ge=1, le=1000)]


@rule("DPI-126", "DPI-135", "DPI-146", "DPI-A39", "DPI-A52")
def set_scene(
    dice: Dice[Options],
    scene: Scene,
    grid: Grid | None = None,
    size: Annotated[tuple[Side, Side] | None, meaning("width and height of the map in spaces")] = None,
    obstacles: Annotated[tuple[Space, ...] | None, meaning("spaces that cannot be entered")] = None,
    safe: bool | None = None,
    timer: Annotated[int, Meta(ge=0, description="the Research Timer")] | None = None,
    day: Annotated[int, Meta(ge=1)] | None = None,
    time: Annotated[str, meaning("HH:MM")] | None = None,
) -> tuple[Scene, Said]:
    """Set the map and its obstacles, whether the place is safe, the Research Timer, and the clock."""
    changed = replace(
        scene,
        grid=grid or scene.grid,
        size=size or scene.size,
        obstacles=scene.obstacles if obstacles is None else tuple(dict.fromkeys(obstacles)),
        safe=scene.safe if safe is None else safe,
        timer=scene.timer if timer is None else timer,
        day=day or scene.day,
        minute=scene.minute if time is None else minutes_of(time),
    )
    return changed, Said("the scene is set")


@rule("DPI-97", "DPI-90")
def gain_stress(dice: Dice[Options], scene: Scene, who: Character, points: Points = 1) -> tuple[Scene, Said]:
    """Give a character Stress; above 5 it costs Sanity, then HP."""
    after = dead_if_felled(dice.options, with_stress(scene.sheet(who), points, 0))
    said = Said(f"Stress {after.stress}, Sanity {after.sanity}, HP {after.hp}")
    return continue_or_end(dice.options, scene.with_sheet(who, after)), said


@rule("DPI-98", "DPI-40", "DPI-41")
def gain_high(dice: Dice[Options], scene: Scene, who: Character, points: Points = 1) -> tuple[Scene, Said]:
    """Give an agent High, within its floor and ceiling."""
    agent = agent_in(scene, who)
    after = replace(agent, high=high_after(agent.high, points, agent.traumas))
    return scene.with_sheet(who, after), Said(f"High {after.high}")


@rule("DPI-89", "DPI-90")
def take_sanity_damage(
    dice: Dice[Options], scene: Scene, who: Character, points: Annotated[int, meaning("points")] = 1
) -> tuple[Scene, Said]:
    """Deal Sanity damage: Sanity first, then HP. Fortitude does not help."""
    if points < 0:
        raise BadParameter("points", "a whole number, at least 0", points)
    body = scene.sheet(who)
    sanity, hp = lose_sanity(body.sanity, points, body.hp)
    after = dead_if_felled(dice.options, replace(body, sanity=sanity, hp=hp))
    return continue_or_end(dice.options, scene.with_sheet(who, after)), Said(f"Sanity {after.sanity}, HP {after.hp}")


@rule("DPI-29", "DPI-30", "DPI-136", "DPI-137", "DPI-A45")
def take_damage(
    dice: Dice[Options], scene: Scene, who: Character, points: Points, cover: Cover = "none"
) -> tuple[Scene, Said]:
    """Deal damage to a character, reduced by cover and Fortitude."""
    body = scene.sheet(who)
    harm = soaked(dice.options, points, cover, body.fortitude)
    after = with_harm(dice.options, body, harm)
    said = Said(f"HP {after.hp}, Fortitude {after.fortitude}")
    return continue_or_end(dice.options, scene.with_sheet(who, after)), said


@rule("DPI-A54", "DPI-A60")
def grant_weapon(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    weapon: WeaponName,
    level: Annotated[int, Meta(ge=1, description="weapon level")] = 1,
) -> tuple[Scene, Said]:
    """Give a character a weapon of any level, or a grenade."""
    body = scene.sheet(who)
    if weapon == "grenade":
        return scene.with_sheet(who, replace(body, grenades=body.grenades + 1)), Said(f"{who} gets a grenade")
    owned = loaded(weapon, level)
    return scene.with_sheet(who, replace(body, weapons=(*body.weapons, owned))), Said(f"{who} gets a {weapon}")


_FIXED = ("name", "kind")


@rule("DPI-A34", "DPI-A40", "DPI-A60")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: dict[str, Any]) -> tuple[Scene, Said]:
    """Change any value of a sheet."""
    body = scene.sheet(who)
    stored: dict[str, Any] = msgspec.to_builtins(body)
    for field in changes:
        if field not in stored or field in _FIXED:
            allowed = ", ".join(name for name in stored if name not in _FIXED)
            raise BadParameter("changes", f"any of {allowed}", field)
    kind: type[Agent] | type[Foe] = type(body)
    try:
        changed = msgspec.convert({**stored, **changes}, kind)
    except msgspec.ValidationError as error:
        raise BadParameter("changes", f"values of the right kind ({error})", changes) from None
    if isinstance(changed, Agent) and not set(changed.custom_skills.values()) <= set(CATEGORIES):
        raise BadParameter("changes", f"custom skills of {', '.join(CATEGORIES)}", changed.custom_skills)
    return scene.with_sheet(who, changed), Said(f"{who} is changed")
