"""Turns in a fight: initiative, the actions of a turn, who comes next, and when the fight is over."""

from collections.abc import Mapping

from msgspec.structs import replace

from rulewright.games.twelves.check import Initiator, readiness
from rulewright.games.twelves.health import actions_per_turn, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import Scene, tags_that_apply
from rulewright.games.twelves.sheet import Sheet
from rulewright.rules import Dice, Refused, repeat, rule

Places = tuple[tuple[str, ...], ...]
"""The characters at each place of the order, best first; more than one is a tie."""


@rule("TW-02", "TW-A31")
def rolled_order(dice: Dice[Options], scene: Scene, tags: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The order of a fight between all characters who can act."""
    able = [name for name in scene.characters if scene.is_able(dice.options, name)]
    if len(able) < 2:
        raise Refused("no opponents: at least two characters must be able to act")
    racers = {name: _initiator(dice.options, scene.characters[name], tags.get(name, ())) for name in able}
    placed = dice.call(initiative_order, _places_before(dice.options, racers), tuple(racers.items()))
    return tuple(name for (name,) in placed)


def _initiator(options: Options, sheet: Sheet, tags: tuple[str, ...]) -> Initiator:
    return Initiator(
        agi=sheet.scores.AGI,
        rank=sheet.rank,
        tags=tags_that_apply(options, sheet, tags),
        tier=tier_of(sheet.normal_boxes, sheet.damage),
    )


@rule("TW-A31")
def _places_before(options: Options, racers: Mapping[str, Initiator]) -> Places:
    """The places before any roll: with `score` by AGI, so that only equals roll; with `margin` all tied."""
    if options.initiative == "margin":
        return (tuple(racers),)
    scores = sorted({racer.agi for racer in racers.values()}, reverse=True)
    return tuple(tuple(name for name, racer in racers.items() if racer.agi == score) for score in scores)


@rule("TW-A31")
def break_tie(dice: Dice[Options], places: Places, racers: tuple[tuple[str, Initiator], ...]) -> Places:
    """Everyone at the first tied place rolls initiative among themselves."""
    tied = next(place for place in places if len(place) > 1)
    rolled = {name: dice.call(readiness, racer) for name, racer in racers if name in tied}
    sorted_out = tuple(
        tuple(name for name in tied if rolled[name] == ready) for ready in sorted(set(rolled.values()), reverse=True)
    )
    at = places.index(tied)
    return places[:at] + sorted_out + places[at + 1 :]


initiative_order = repeat(break_tie, until=lambda places: all(len(place) == 1 for place in places))


@rule("TW-32", "TW-34")
def use_action(scene: Scene, who: str) -> Scene:
    """The scene after one action of a character's turn; outside a fight nothing is counted."""
    if scene.fight is None:
        return scene
    fight = scene.fight.of(who).started("TW-34")
    if fight.actions < 1:
        raise Refused("no actions left", "TW-32")
    return replace(scene, fight=replace(fight, actions=fight.actions - 1, used=fight.used + 1))


@rule("TW-A17")
def wounded_now(options: Options, scene: Scene, who: str) -> Scene:
    """Becoming Wounded in one's own turn takes away all actions beyond the first."""
    fight = scene.fight
    if fight is None or fight.turn != who or not fight.begun:
        return scene
    left = max(0, actions_per_turn(options, scene.sheet(who)) - fight.used)
    return replace(scene, fight=replace(fight, actions=min(fight.actions, left)))


def next_turn(options: Options, scene: Scene) -> Scene:
    """The scene in the turn of the next character in order who can act."""
    if scene.fight is None:
        return scene
    return replace(scene, fight=scene.fight.next_turn(lambda name: scene.is_able(options, name)))


def leave_turn(options: Options, scene: Scene, who: str) -> Scene:
    """The scene after a character's death, which ends their turn."""
    return next_turn(options, scene) if scene.fight is not None and scene.fight.turn == who else scene
