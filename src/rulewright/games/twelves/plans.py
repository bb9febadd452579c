"""Plans by which fights are played without players, and the boxes a character has left."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from rulewright.game.fights import Move, Plan
from rulewright.games.twelves.duel import Duellist, DuelState, Fighter, Policy, fight_on, wants_to_drink
from rulewright.games.twelves.health import all_boxes, is_able
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import Scene
from rulewright.games.twelves.sheet import Sheet
from rulewright.readings import solve
from rulewright.rules import rule


def boxes_left(scene: Scene, options: Options, name: str) -> int:
    """Unchecked boxes; 0 for a character who cannot act."""
    sheet = scene.sheet(name)
    return all_boxes(sheet.normal_boxes) - sheet.damage if is_able(options, sheet.state) else 0


def _turn(who: str, foes: Sequence[str], drinks: bool) -> Iterator[Move]:
    yield Move("start-turn", {"who": who})
    if drinks:
        yield Move("drink", {"who": who})
    for foe in foes:
        yield Move("attack", {"who": who, "target": foe})
    yield Move("end-turn", {"who": who})


@rule("TW-A28")
def attack(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Always attack the weakest foe."""
    return _turn(who, foes, drinks=False)


@rule("TW-A28")
def drink_wounded(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Drink while Wounded or Critical, else attack the weakest foe."""
    us = _fighter(scene.sheet(who), "drink-wounded")
    return _turn(who, foes, drinks=wants_to_drink(us, us.damage))


@rule("TW-A28")
def drink_critical(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Drink while Critical, else attack the weakest foe."""
    us = _fighter(scene.sheet(who), "drink-critical")
    return _turn(who, foes, drinks=wants_to_drink(us, us.damage))


@rule("TW-A28")
def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Drink or attack as in best play of the duel with the weakest foe."""
    us = _fighter(scene.sheet(who), "best")
    drinks = False
    if foes and us.potions and us.damage and scene.fight is not None and scene.fight.actions:
        them = _fighter(scene.sheet(foes[0]), "attack")
        drinks = _drinks(options, us, them, scene.fight.actions)
    return _turn(who, foes, drinks)


@lru_cache(maxsize=4096)
def _drinks(options: Options, us: Fighter, them: Fighter, actions: int) -> bool:
    start = DuelState(
        Duellist(us.damage, us.potions), Duellist(them.damage, them.potions), first="a", to_move="a", actions=actions
    )
    solution = solve(fight_on, start, replace(us, damage=0), replace(them, damage=0), options=options)
    return any(decision.best == "drink" for decision in solution.decisions_at(start))


def _fighter(sheet: Sheet, policy: Policy) -> Fighter:
    return Fighter(
        attack_score=sheet.scores.STR,
        agi=sheet.scores.AGI,
        strength=sheet.scores.STR,
        rank=sheet.rank,
        normal_boxes=sheet.normal_boxes,
        damage=sheet.damage,
        potions=sheet.potions,
        policy=policy,
        npc=sheet.npc,
    )


PLANS: dict[str, Plan] = {
    "attack": attack,
    "drink-wounded": drink_wounded,
    "drink-critical": drink_critical,
    "best": best,
}
