"""The referee's actions: the place, cover, the clock, damage, Stress and High."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named, suggested
from rulewright.game.scene import Said
from rulewright.games.dpi.clock import minutes_of
from rulewright.games.dpi.data import SLOTS, Amount, AtLeastOne, Points
from rulewright.games.dpi.grid import Grid, Space, Spaces
from rulewright.games.dpi.harm import Cover, soaked
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Scene, agent_in, dead_if_felled, refuse_blocked, with_harm, with_stress
from rulewright.games.dpi.sheet import Foe
from rulewright.games.dpi.stress_and_sanity import high_after, lose_sanity
from rulewright.games.dpi.turns import continue_or_end
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Name

DamagePoints = Annotated[Amount, meaning("points of damage")]
StressPoints = Annotated[Amount, meaning("points of Stress")]
HighPoints = Annotated[Amount, meaning("points of High")]


@rule("DPI-135")
def place(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    space: Annotated[Space, meaning("the space the character stands on")],
) -> tuple[Scene, Said]:
    """Put a character on a space."""
    refuse_blocked(scene, space)
    return scene.with_sheet(who, replace(scene.sheet(who), space=space)), Said(f"{who} is at {space[0]}, {space[1]}")


@rule("DPI-A40")
def remove_foe(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Remove an enemy from the scene for good, between fights."""
    if not isinstance(scene.sheet(who), Foe):
        raise Refused(f"not an enemy: {who} is an agent")
    if scene.fight is not None:
        raise Refused("in a fight: end it first, then remove the rest")
    cover = {
        name: {one: how for one, how in own.items() if one != who} for name, own in scene.cover.items() if name != who
    }
    left = {name: sheet for name, sheet in scene.characters.items() if name != who}
    return replace(scene, characters=left, cover=cover), Said(f"{who} is gone")


Against = Annotated[Name, named("character", "the character it protects against")]
_COVER = {"none": "no", "half": "half", "full": "complete"}
CoverGiven = Annotated[Cover, meaning("the cover")]
CoverSaid = Annotated[
    Literal["none", "half", "full", "by-map"], meaning("the cover, whatever the map shows; or let the map decide")
]


@rule("DPI-135", "DPI-136", "DPI-137")
def set_cover(
    dice: Dice[Options], scene: Scene, who: Character, against: Against, cover: CoverSaid
) -> tuple[Scene, Said]:
    """Set a character's cover against another, whatever the map shows, or let the map decide again."""
    scene.sheet(who), scene.sheet(against)
    own = scene.cover.get(who, {})
    if cover == "by-map":
        own = {name: how for name, how in own.items() if name != against}
        said = Said(f"the map decides the cover of {who} against {against}")
        return replace(scene, cover={**scene.cover, who: own}), said
    own = {**own, against: cover}
    return replace(scene, cover={**scene.cover, who: own}), Said(f"{who} has {_COVER[cover]} cover against {against}")


Side = Annotated[int, Meta(ge=1, le=1000)]


@rule("DPI-126", "DPI-135", "DPI-146", "DPI-A39", "DPI-A52")
def set_scene(
    dice: Dice[Options],
    scene: Scene,
    grid: Annotated[Grid | None, meaning("squares or hexes")] = None,
    size: Annotated[tuple[Side, Side] | None, meaning("width and height of the map in spaces")] = None,
    obstacles: Annotated[Spaces | None, meaning("walls: they cannot be entered, nor seen through")] = None,
    safe: Annotated[bool | None, meaning("whether a Long Rest is possible here")] = None,
    timer: Annotated[Amount | None, meaning("the Research Timer")] = None,
    day: Annotated[AtLeastOne | None, meaning("the day")] = None,
    time: Annotated[Name | None, meaning("the time, as HH:MM")] = None,
    low: Annotated[Spaces | None, meaning("low obstacles: half cover for characters behind them")] = None,
) -> tuple[Scene, Said]:
    """Set the map and its obstacles, whether the place is safe, the Research Timer, and the clock."""
    changed = replace(
        scene,
        grid=grid or scene.grid,
        size=size or scene.size,
        obstacles=scene.obstacles if obstacles is None else tuple(dict.fromkeys(obstacles)),
        low=scene.low if low is None else tuple(dict.fromkeys(low)),
        safe=scene.safe if safe is None else safe,
        timer=scene.timer if timer is None else timer,
        day=day or scene.day,
        minute=scene.minute if time is None else minutes_of(time),
    )
    return changed, Said("the scene is set")


Slot = Annotated[Name, suggested("slot", "the subject, such as thaumaturgy or an afterlife")]
MOST_TEXTS = 100
SlotText = Annotated[str, Meta(max_length=2000), meaning("your table's notes on it; an empty text clears them")]


@rule("DPI-38", "DPI-149", "DPI-A25")
def write_down(dice: Dice[Options], scene: Scene, about: Slot, text: SlotText) -> tuple[Scene, Said]:
    """Write down your table's notes on a subject that the rules name and do not describe."""
    if not about.strip():
        raise BadParameter("about", "a name", about)
    kept = {name: words for name, words in scene.texts.items() if name != about}
    if text.strip() and len(kept) >= MOST_TEXTS:
        raise Refused(f"too many texts: at most {MOST_TEXTS} are kept", "DPI-A25")
    after = replace(scene, texts=kept | {about: text.strip()} if text.strip() else kept)
    return after, Said(f"{about}: {text.strip() or 'nothing is written down'}")


@rule("DPI-38", "DPI-149", "DPI-A25")
def look_up(dice: Dice[Options], scene: Scene, about: Slot) -> tuple[Scene, Said]:
    """Look up your table's notes on a subject that the rules name and do not describe."""
    refers = f"nothing is written down; the draft means {SLOTS[about]}" if about in SLOTS else "nothing is written down"
    return scene, Said(f"{about}: {scene.texts.get(about, refers)}")


@rule("DPI-97", "DPI-90")
def gain_stress(dice: Dice[Options], scene: Scene, who: Character, points: StressPoints = 1) -> tuple[Scene, Said]:
    """Give a character Stress; above 5 it costs Sanity, then HP."""
    after = dead_if_felled(dice.options, with_stress(scene.sheet(who), points, 0))
    said = Said(f"{who} is at Stress {after.stress}, Sanity {after.sanity}, HP {after.hp}")
    return continue_or_end(dice.options, scene.with_sheet(who, after)), said


@rule("DPI-98", "DPI-40", "DPI-41")
def gain_high(dice: Dice[Options], scene: Scene, who: Character, points: HighPoints = 1) -> tuple[Scene, Said]:
    """Give an agent High, within its floor and ceiling."""
    agent = agent_in(scene, who)
    after = replace(agent, high=high_after(agent.high, points, agent.traumas))
    return scene.with_sheet(who, after), Said(f"{who} has {after.high} High")


@rule("DPI-89", "DPI-90")
def take_sanity_damage(
    dice: Dice[Options], scene: Scene, who: Character, points: Annotated[Points, meaning("points of Sanity damage")] = 1
) -> tuple[Scene, Said]:
    """Deal Sanity damage: Sanity first, then HP. Fortitude does not help."""
    if points < 0:
        raise BadParameter("points", "a whole number, at least 0", points)
    body = scene.sheet(who)
    sanity, hp = lose_sanity(body.sanity, points, body.hp)
    after = dead_if_felled(dice.options, replace(body, sanity=sanity, hp=hp))
    said = Said(f"{who} is at Sanity {after.sanity}, HP {after.hp}")
    return continue_or_end(dice.options, scene.with_sheet(who, after)), said


@rule("DPI-29", "DPI-30", "DPI-136", "DPI-137", "DPI-A45")
def take_damage(
    dice: Dice[Options], scene: Scene, who: Character, points: DamagePoints, cover: CoverGiven = "none"
) -> tuple[Scene, Said]:
    """Deal damage to a character, reduced by cover and Fortitude."""
    body = scene.sheet(who)
    harm = soaked(dice.options, points, cover, body.fortitude)
    after = with_harm(dice.options, body, harm)
    said = Said(f"{who} is at HP {after.hp}, Fortitude {after.fortitude}")
    return continue_or_end(dice.options, scene.with_sheet(who, after)), said
