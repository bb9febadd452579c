"""Actions on the characters of a scene: agents who join, foes, Jr. Agents, and changes to a sheet."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import asdict, replace

from rulewright.game import Character, named_by_rule, new_name
from rulewright.game.scene import Said
from rulewright.games.dpi.check import Score
from rulewright.games.dpi.creation import create, junior_agent
from rulewright.games.dpi.data import (
    CATEGORIES,
    FOES,
    READY,
    WEAPONS,
    Amount,
    DifficultyName,
    HitPoints,
    TurnAp,
    WeaponLevel,
)
from rulewright.games.dpi.grid import Space
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene, agent_in, refuse_blocked, refuse_in_fight
from rulewright.games.dpi.sheet import (
    Agent,
    Foe,
    SkillLevel,
    junior_agents_max,
    loaded,
    refuse_unlisted,
)
from rulewright.games.dpi.turns import with_newcomer
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.decoding import ready
from rulewright.rules.limits import Name, Names, PlainValues


@rule("DPI-17")
def join(
    dice: Dice[Options],
    scene: Scene,
    character: Annotated[PlainValues, meaning("the choices that make the agent")],
    space: Annotated[Space, meaning("the space the agent stands on")] = (0, 0),
) -> tuple[Scene, Said]:
    """Add a new agent to the scene."""
    refuse_blocked(scene, space)
    after, said = scene.joined(replace(create(dice.options, character), space=space), noun="Agent")
    return with_newcomer(after), said


FoeKind = Annotated[Name, named_by_rule("a stat block", *FOES)]


@rule("DPI-A40")
def add_foe(
    dice: Dice[Options],
    scene: Scene,
    name: Annotated[Name, new_name("the foe's name")],
    kind: FoeKind = "foe",
    space: Annotated[Space, meaning("the space the foe stands on")] = (0, 0),
    hp: Annotated[HitPoints | None, meaning("HP")] = None,
    fortitude: Annotated[Amount | None, meaning("Fortitude")] = None,
    ap: Annotated[TurnAp | None, meaning("AP in a turn")] = None,
    weapon: Annotated[Name | None, named_by_rule("the weapon it carries", *WEAPONS, *READY)] = None,
    level: Annotated[WeaponLevel | None, meaning("weapon level")] = None,
    difficulty: Annotated[DifficultyName | None, meaning("the difficulty of hitting it")] = None,
    stat: Annotated[Score | None, meaning("score of the stat it attacks with")] = None,
    skill: Annotated[SkillLevel | None, meaning("level of the skill it attacks with")] = None,
    luck: Annotated[Score | None, meaning("score of Luck")] = None,
    agility: Annotated[Score | None, meaning("score of Agility")] = None,
    sanity: Annotated[Amount | None, meaning("Sanity")] = None,
    reloads: Annotated[Amount | None, meaning("number of reloads")] = None,
    grenades: Annotated[Amount | None, meaning("number of grenades")] = None,
    stims: Annotated[Amount | None, meaning("number of stims")] = None,
) -> tuple[Scene, Said]:
    """Add a foe from one of the stat blocks, with any value changed."""
    if kind not in FOES:
        raise BadParameter("kind", FOES, kind)
    refuse_blocked(scene, space)
    _refuse_blank(name)
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
    block = asdict(FOES[kind]) | {field: value for field, value in changes.items() if value is not None}
    refuse_unlisted(block["weapon"])
    carried = (loaded(block.pop("weapon"), block.pop("level")),)
    maxima = {"hp_max": block["hp"], "fortitude_max": block["fortitude"]}
    foe = Foe(name=name, side="enemies", space=space, weapons=carried, **maxima, **block)
    after, _ = scene.joined(foe)
    return with_newcomer(after), Said(f"{name} appears")


def _refuse_blank(name: str) -> None:
    if not name.strip():
        raise BadParameter("name", "a name", name)


@rule("DPI-99", "DPI-100", "DPI-101", "DPI-A26")
def hire(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[Name, meaning("the Jr. Agent's name")],
    role: Annotated[Literal["researcher", "operator"], meaning("the role whose categories are open")],
    skills: Annotated[Names, meaning("twelve skills of the role's categories")],
) -> tuple[Scene, Said]:
    """Hire a Jr. Agent with all stats at 5 and twelve skills at level 1. Your Influence bonus is the limit."""
    refuse_in_fight(scene)
    most = junior_agents_max(agent_in(scene, who))
    hired = sum(isinstance(body, Agent) and body.junior_of == who for body in scene.characters.values())
    if hired >= most:
        raise Refused(f"no more Jr. Agents allowed: {most} by Influence", "DPI-101")
    _refuse_blank(name)
    after, _ = scene.joined(junior_agent(dice.options, name, role, skills, who))
    return after, Said(f"{name} works for {who}")


Changes = Annotated[PlainValues, meaning("the new values by name")]
_FIXED = ("name", "kind")


@rule("DPI-A34", "DPI-A40", "DPI-A60")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: Changes) -> tuple[Scene, Said]:
    """Change any value of a sheet."""
    body = scene.sheet(who)
    stored: dict[str, Any] = msgspec.to_builtins(body)
    for field in changes:
        if field not in stored or field in _FIXED:
            allowed = ", ".join(name for name in stored if name not in _FIXED)
            raise BadParameter("changes", f"any of {allowed}", field)
    kind: type[Agent] | type[Foe] = type(body)
    try:
        changed = msgspec.convert({**stored, **changes}, ready(kind))
    except msgspec.ValidationError as error:
        raise BadParameter("changes", f"values of the right kind ({error})", changes) from None
    unknown = [owned.weapon for owned in changed.weapons if owned.made is None and owned.weapon not in WEAPONS]
    if unknown:
        raise BadParameter("changes", f"weapons of {', '.join(WEAPONS)}", unknown[0])
    if isinstance(changed, Agent) and not set(changed.custom_skills.values()) <= set(CATEGORIES):
        raise BadParameter("changes", f"custom skills of {', '.join(CATEGORIES)}", changed.custom_skills)
    return scene.with_sheet(who, changed), Said(f"{who} is changed")
