"""Plans for unattended play of a Challenge, by name, and the HP or Disposition left."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulewright.game.fights import Move, Plan
from rulewright.games.light_dark.best import BestPlay, problem_for, start_of
from rulewright.games.light_dark.data import ATTRIBUTES, DICE
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scene import Scene
from rulewright.games.light_dark.sheet import Sheet
from rulewright.games.light_dark.solve import best_fight
from rulewright.rules import rule

_EFFECTS_BEYOND_HP = 10
"""How far above a PC's HP the cap of Effects lies: armour and shield reduce them by less."""


def hp_left(scene: Scene, options: Options, name: str) -> int:
    """The HP of a PC who is up, or the Disposition that a Challenge has left."""
    if name in scene.challenges:
        challenge = scene.challenges[name]
        return sum(facet.disposition_left for facet in challenge.facets.values()) if challenge.status == "open" else 0
    sheet = scene.sheet(name)
    return sheet.hp if sheet.status == "up" else 0


def _strongest(sheet: Sheet) -> str:
    return max(ATTRIBUTES, key=sheet.attributes.of)


def _faced(scene: Scene, who: str, foes: Sequence[str], dark: int) -> Iterator[Move]:
    sheet = scene.sheet(who)
    for foe in foes:
        yield Move("reload", {"who": who, "challenge": foe})
        turn = {"who": who, "challenge": foe, "attribute": _strongest(sheet)}
        yield Move("challenge-turn", {**turn, "dark": dark})
        yield Move("challenge-turn", {**turn, "dark": 1})
        yield Move("ready", {"who": who, "challenge": foe})


@rule("LD-45")
def light(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Act on the highest Attribute without Dark Dice, unless nothing else is allowed."""
    return _faced(scene, who, foes, 0)


@rule("LD-45")
def dark(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Act on the highest Attribute with a Dark Die while Ego is above 1."""
    return _faced(scene, who, foes, int(scene.sheet(who).ego > 1))


@rule("LD-45", "LD-A27")
def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Act on the highest Attribute with as many Dark Dice as best play takes."""
    sheet = scene.sheet(who)
    facets = [facet for foe in foes if foe in scene.challenges for facet in scene.challenges[foe].facets.values()]
    if not facets:
        return _faced(scene, who, foes, 0)
    facing = facets[0]
    given = BestPlay(
        attribute=max(0, sheet.attributes.of(_strongest(sheet))),
        ego=sheet.ego,
        weapon=sheet.gear.held(),
        level=facing.level,  # type: ignore[arg-type]  # a Challenge has one of the levels
        disposition=facing.disposition_left,
        challenge_dice=facing.dice,
        hp=sheet.hp,
        armour=sheet.gear.armour,
        shield=sheet.gear.shield,
        cap=max(DICE.cap, facing.disposition_left, sheet.hp + _EFFECTS_BEYOND_HP),
    )
    return _faced(scene, who, foes, _dark_dice(options, given))


@lru_cache(maxsize=4096)
def _dark_dice(options: Options, given: BestPlay) -> int:
    """How many Dark Dice best play takes in the first turn."""
    problem = problem_for(options, given)
    return best_fight(problem, exact=False).best(start_of(given, problem)).dark


PLANS: dict[str, Plan] = {"light": light, "dark": dark, "best": best}
