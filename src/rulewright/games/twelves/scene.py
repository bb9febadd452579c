"""The state of play: everybody there, the fight, and what every action asks of them."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import FightStatus, named, named_by_rule
from rulewright.game.scene import SceneOf
from rulewright.game.turns import TurnOrder, standing
from rulewright.games.twelves.check import Attempt
from rulewright.games.twelves.data import ABILITIES
from rulewright.games.twelves.health import actions_per_turn, is_able, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import Sheet, Tag
from rulewright.rules import Dice, Refused, between, meaning, rule, shown

AbilityName = Annotated[str, named_by_rule("the ability that is checked", *ABILITIES)]
HIGHEST_DIFFICULTY = 20
TagNames = Annotated[tuple[str, ...], Meta(max_length=6), named("tag", "the Tags that apply", of="who")]
TargetTags = Annotated[
    tuple[str, ...], Meta(max_length=6), named("tag", "the target's Tags that help it dodge", of="target")
]
TagsOfEach = Annotated[dict[str, TagNames], meaning("for each character, the Tags that apply")]
Sources = Annotated[int, between(0, 6, "sources apart from the tier")]


class Fight(TurnOrder, frozen=True):
    """A running fight: the order, whose turn it is, and the actions left and used in it."""

    actions: int = 0
    used: int = 0

    def turn_ended(self) -> "Fight":
        """The fight between two turns: no actions are left."""
        return replace(self, begun=False, actions=0, used=0)


class Scene(SceneOf[Sheet], frozen=True):
    """The state of play: everybody there, and the fight if there is one."""

    fight: Fight | None = None

    def is_able(self, options: Options, name: str) -> bool:
        """Whether a character can act."""
        return is_able(options, self.characters[name].state)


def check_ability(ability: str) -> None:
    """Refuse an ability that is none of the six."""
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
) -> Attempt:
    """A check on one ability of a sheet, with the tier it is in."""
    return Attempt(
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
    """The Tags named, as a count or as their own ranks."""
    ranks = {(tag.name if isinstance(tag, Tag) else tag).lower(): tag for tag in sheet.tags}
    found = []
    for name in dict.fromkeys(name.strip().lower() for name in names):
        if name not in ranks:
            raise Refused(f"unknown tag: {name} is not on the sheet", "TW-A4")
        found.append(ranks[name])
    if options.tags_have_ranks:
        return tuple(tag.rank for tag in found if isinstance(tag, Tag))
    return len(found)


def refuse_unable(options: Options, sheet: Sheet) -> None:
    """Refuse whoever is in no state to act."""
    if not is_able(options, sheet.state):
        raise Refused(f"cannot act: {sheet.name or 'the character'} is {sheet.state}", "TW-A23")


def wounded_now(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """Becoming Wounded in one's own turn takes away all actions beyond the first (TW-A17)."""
    fight = scene.fight
    if fight is None or fight.turn != who or not fight.begun:
        return scene
    left = max(0, actions_per_turn(dice.options, scene.sheet(who)) - fight.used)
    return replace(scene, fight=replace(fight, actions=min(fight.actions, left)))


def use_action(scene: Scene, who: str) -> Scene:
    """The scene after one action of a character's turn; outside a fight nothing is counted."""
    if scene.fight is None:
        return scene
    fight = scene.fight.of(who).started("TW-34")
    if fight.actions < 1:
        raise Refused("no actions left", "TW-32")
    return replace(scene, fight=replace(fight, actions=fight.actions - 1, used=fight.used + 1))


def leave_turn(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """The scene after a character's death, which ends their turn."""
    return next_turn(dice, scene) if scene.fight is not None and scene.fight.turn == who else scene


def next_turn(dice: Dice[Options], scene: Scene) -> Scene:
    """The scene in the turn of the next character in order who can act."""
    if scene.fight is None:
        return scene
    return replace(scene, fight=scene.fight.next_turn(lambda name: scene.is_able(dice.options, name)))


def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The running fight; it is over when only one side can still act."""
    fight = scene.fight
    if fight is None:
        return None
    sides = {name: "the GM's side" if scene.characters[name].npc else "the players" for name in fight.order}
    if len(set(sides.values())) == 1:  # each for themselves
        sides = {name: name for name in fight.order}
    over, winner = standing(sides, lambda name: scene.is_able(options, name))
    return FightStatus(fight.order, fight.round, fight.turn, {"actions": fight.actions}, over, winner)
