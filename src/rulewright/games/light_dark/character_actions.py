"""Actions that set the scenario, and make and advance a character."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.light_dark.advancement import advanced, taken
from rulewright.games.light_dark.creation import create_from
from rulewright.games.light_dark.data import ATTRIBUTES
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import STARTERS, GivenScenario, join, read_scenario
from rulewright.games.light_dark.scene import (
    Name,
    Scene,
    refuse_loss_due,
)
from rulewright.games.light_dark.sheet import due, maxima_of
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import PlainValues


@rule("LD-04", "LD-12", "LD-15", "LD-38", "LD-39", "LD-A51", "LD-A52", "LD-A53")
def scenario(
    dice: Dice[Options],
    scene: Scene,
    scenario: Annotated[GivenScenario, meaning("a scenario in TOML or JSON, as text or parsed")],
) -> tuple[Scene, Said]:
    """The GM sets the scenario, whose lists replace or extend the starters."""
    lists = join(STARTERS, read_scenario(scenario))
    return replace(scene, scenario=lists), Said(f"the scenario is {lists.name}")


@rule("LD-01", "LD-02", "LD-33")
def create_character(dice: Dice[Options], scene: Scene, character: PlainValues) -> tuple[Scene, Said]:
    """Add a new character, created from the scenario's lists, with HP and Ego at their maximum."""
    return scene.joined(create_from(dice.options, character, scene.scenario), "LD-02")


class Earned(Struct, frozen=True):
    """XP in all, and Advancements due."""

    xp: int
    due: int


@rule("LD-32", "LD-A30")
def gain_xp(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    amount: Annotated[int, Meta(ge=-10_000, le=10_000), meaning("XP")] = 1,
) -> tuple[Scene, Earned]:
    """The GM awards XP."""
    sheet = scene.sheet(who)
    if amount < 1:
        raise Refused(f"bad amount: award 1 XP or more, not {amount}", "LD-A30")
    after = replace(sheet, xp=sheet.xp + amount)
    return scene.with_sheet(who, after), Earned(after.xp, due(after.xp, after.xp_advancements))


@rule("LD-19", "LD-32", "LD-34", "LD-35", "LD-36", "LD-37", "LD-38", "LD-A16", "LD-A20", "LD-A51")
def advance(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[
        Name, named("advancement", "the Advancement; extra-attribute is the draft's, the starters are ours")
    ],
    attribute: Annotated[Name | None, named_by_rule("the Attribute it raises, if any", *ATTRIBUTES)] = None,
    skill: Annotated[Name | None, named("skill to learn", "the Skill it raises, if any", of="who")] = None,
) -> tuple[Scene, Said]:
    """Take an Advancement that is due: it takes effect, and both maxima rise by one."""
    sheet = scene.sheet(who)
    if due(sheet.xp, sheet.xp_advancements) < 1:
        raise Refused(
            f"not due: {who} has {sheet.xp} XP and has already taken {sheet.xp_advancements} Advancements for them",
            "LD-32",
        )
    if sheet.status in ("lost", "dead"):
        raise Refused(f"not up: {who} is {sheet.status}", "LD-31")
    refuse_loss_due(sheet)
    chosen = taken({"name": name, "attribute": attribute, "skill": skill}, scene.scenario)
    after = replace(advanced(sheet, chosen), xp_advancements=sheet.xp_advancements + 1)
    if dice.options.advance_current == "yes":
        before, now = maxima_of(dice.options, sheet), maxima_of(dice.options, after)
        rise = (now.max_hp - before.max_hp, now.max_ego - before.max_ego)
        after = replace(after, hp=sheet.hp + rise[0], ego=sheet.ego + rise[1])
    return scene.with_sheet(who, after), Said(f"{who} takes {name}")
