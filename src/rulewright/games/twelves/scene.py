"""The state of play: the characters and the fight, and the parameters that actions share."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import named, named_by_rule
from rulewright.game.scene import SceneOf
from rulewright.game.turns import ActionOrder
from rulewright.games.twelves.check import CheckTerms
from rulewright.games.twelves.data import ABILITIES
from rulewright.games.twelves.health import actions_per_turn, is_able, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import Sheet, Tag, Weapon
from rulewright.rules import Refused, between, meaning, rule, shown
from rulewright.rules.limits import Name

USES = {name: f"{ability.name}: {', '.join(ability.uses)}" for name, ability in ABILITIES.items()}
"""The common uses of each ability, in words."""
AbilityName = Annotated[Name, named_by_rule("the ability that is checked", **USES)]
WeaponName = Annotated[Name, named("weapon", "a weapon on the sheet; the first if left out", of="who", use="arm")]
HIGHEST_DIFFICULTY = 20
TagNames = Annotated[tuple[Name, ...], Meta(max_length=6), named("tag", "the Tags that apply", of="who")]
TargetTags = Annotated[
    tuple[Name, ...], Meta(max_length=6), named("tag", "the target's Tags that help it dodge", of="target")
]
TagsOfEach = Annotated[dict[Name, TagNames], Meta(max_length=100), meaning("for each character, the Tags that apply")]
OtherSources = Annotated[int, between(0, 6, "sources apart from the tier")]


class Scene(SceneOf[Sheet], frozen=True):
    """The characters, and the fight if there is one."""

    fight: ActionOrder | None = None

    @rule("TW-A17")
    def wounded_now(self, options: Options, who: str) -> "Scene":
        """Becoming Wounded in one's own turn takes away all actions beyond the first."""
        fight = self.fight
        if fight is None or fight.turn != who or not fight.begun:
            return self
        left = max(0, actions_per_turn(options, self.sheet(who)) - fight.used)
        return replace(self, fight=replace(fight, actions=min(fight.actions, left)))


def check_ability(ability: str) -> None:
    """Refuses an ability that is not one of the six."""
    if ability not in ABILITIES:
        raise Refused(f"unknown ability: {shown(ability)} (they are {', '.join(ABILITIES)})", "TW-01")


def attempt_of(
    options: Options,
    sheet: Sheet,
    ability: str,
    tags: tuple[str, ...],
    difficulty: int,
    advantage: int = 0,
    disadvantage: int = 0,
) -> CheckTerms:
    """A check on one ability of a sheet, at the tier the character is in."""
    return CheckTerms(
        score=sheet.scores.of(ability),
        rank=sheet.rank,
        tags=tags_that_apply(options, sheet, tags),
        difficulty=difficulty,
        advantage=advantage,
        disadvantage=disadvantage,
        tier=tier_of(sheet.normal_boxes, sheet.damage),
    )


@rule("TW-14", "TW-A5")
def tags_that_apply(options: Options, sheet: Sheet, names: tuple[str, ...]) -> int | tuple[int, ...]:
    """The named Tags of a sheet: how many, or by option the rank of each."""
    ranks = {(tag.name if isinstance(tag, Tag) else tag).lower(): tag for tag in sheet.tags}
    found = []
    for name in dict.fromkeys(name.strip().lower() for name in names):
        if name not in ranks:
            raise Refused(f"unknown tag: {name} is not on the sheet", "TW-A4")
        found.append(ranks[name])
    if options.tags_have_ranks:
        return tuple(tag.rank for tag in found if isinstance(tag, Tag))
    return len(found)


@rule("TW-A32")
def weapon_named(sheet: Sheet, name: str) -> Weapon:
    """A weapon of a sheet by name; without a name the first, or one box with STR where there is none."""
    if not name:
        return sheet.weapons[0] if sheet.weapons else Weapon("")
    found = next((one for one in sheet.weapons if one.name.lower() == name.strip().lower()), None)
    if found is None:
        has = ", ".join(one.name for one in sheet.weapons) or "none"
        raise Refused(f"unknown weapon: {shown(name)} is not on the sheet (there: {has})", "TW-A32")
    return found


def refuse_unable(options: Options, sheet: Sheet) -> None:
    """Refuses a character who cannot act."""
    if not is_able(options, sheet.state):
        raise Refused(f"cannot act: {sheet.name or 'the character'} is {sheet.state}", "TW-A23")


def side_of(scene: Scene, name: str) -> str:
    """The players' characters against those that the GM runs."""
    return "the GM's side" if scene.characters[name].npc else "the players"
