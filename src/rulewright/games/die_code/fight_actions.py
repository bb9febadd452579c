"""Actions of a fight: start it, attack, pass, enter it, and harm and healing as the GM decides."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.order_actions import Ordered
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.die_code.fight import FIGHT
from rulewright.games.die_code.fight_state import fighter_in
from rulewright.games.die_code.fight_turn import Struck, attack
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import thrown
from rulewright.games.die_code.scene import RunningFight, Scene, refuse_running
from rulewright.rules import Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name

_Side = Annotated[tuple[Name, ...], Meta(max_length=50), named("character", "the characters of one side")]
_Points = Annotated[int, between(1, 1_000, "points of the body")]


@rule("DC-A31")
def start_fight(dice: Dice[Options], scene: Scene, one: _Side = (), other: _Side = ()) -> tuple[Scene, Ordered]:
    """Start a fight of one side against another; all who stand throw their defence, the highest goes first.

    Without sides each fights for themselves, and so does a character who is on none.
    """
    refuse_running(scene)
    for name in (*one, *other):
        scene.sheet(name)
    if both := set(one) & set(other):
        raise Refused(f"on both sides: {', '.join(sorted(both))}", "DC-A31")
    sides = {**dict.fromkeys(one, "one side"), **dict.fromkeys(other, "the other side")}
    standing = [name for name in scene.characters if scene.characters[name].body]
    if len({sides.get(name, name) for name in standing}) < 2:
        raise Refused("no opponents: at least two sides must stand", "DC-A31")
    quick = {name: thrown(dice, fighter_in(scene, dice.options, name).defence) for name in standing}
    order = tuple(sorted(standing, key=lambda name: -quick[name]))
    return replace(scene, fight=RunningFight(order, sides=sides)), Ordered(order)


@rule("DC-A31")
def attack_target(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    using: Annotated[Name, named("attack", "an attack on the sheet; the first if left out", of="who", use="arm")] = "",
) -> tuple[Scene, Struck]:
    """Attack another character: an opposed roll, then the weapon's code; the turn is over."""
    running(scene.fight).of(who)
    sheet, struck = scene.sheet(who), scene.sheet(target, "target")
    if who == target:
        raise Refused("target is the attacker: choose another character", "DC-A31")
    if not sheet.body:
        raise Refused(f"cannot act: nothing is left of {who}'s body", "DC-A31")
    if not struck.body:
        raise Refused(f"target is down: {target}", "DC-A31")
    if using and using not in sheet.attacks:
        known = ", ".join(sheet.attacks) or "bare hands"
        raise Refused(f"unknown attack: {using[:40]} is not on the sheet (there: {known})", "DC-A31")
    after, outcome = FIGHT.play(dice, scene, attack, (who, target), 1, using)
    return FIGHT.next_turn(after, dice.options), outcome


@rule("DC-A31")
def pass_turn(
    dice: Dice[Options], scene: Scene, who: Character, words: Annotated[Name, meaning("what is done instead")] = ""
) -> tuple[Scene, Said]:
    """Do something else with the turn."""
    running(scene.fight).of(who)
    said = f"{who}: {words.strip()}" if words.strip() else f"{who} waits"
    return FIGHT.next_turn(scene, dice.options), Said(said)


@rule("DC-A31")
def enter_fight(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    ally: Annotated[Name, named("character", "a character whose side they join; a side of their own if left out")] = "",
) -> tuple[Scene, Ordered]:
    """A character who comes late, or stands again, goes last from now on, on another's side or on their own."""
    fight = running(scene.fight)
    if who in fight.order:
        raise Refused(f"already in the fight: {who}", "DC-A31")
    if not scene.sheet(who).body:
        raise Refused(f"cannot act: nothing is left of {who}'s body", "DC-A31")
    if ally:
        scene.sheet(ally, "ally")
        fight = replace(fight, sides={**fight.sides, **dict.fromkeys((who, ally), fight.sides.get(ally, ally))})
    after = fight.with_last(who)
    return replace(scene, fight=after), Ordered(after.order)


@rule("DC-A31")
def damage(dice: Dice[Options], scene: Scene, who: Character, points: _Points = 1) -> tuple[Scene, Said]:
    """The GM takes points from a body."""
    return _changed(dice.options, scene, who, -points)


@rule("DC-A31")
def heal(dice: Dice[Options], scene: Scene, who: Character, points: _Points = 1) -> tuple[Scene, Said]:
    """The GM gives points back to a body, up to the whole of it."""
    return _changed(dice.options, scene, who, points)


def _changed(options: Options, scene: Scene, who: str, points: int) -> tuple[Scene, Said]:
    sheet = scene.sheet(who)
    left = min(sheet.whole, max(0, sheet.body + points))
    after = scene.with_sheet(who, replace(sheet, body=left))
    if not left:
        after = FIGHT.next_turn(after, options, after=who)
    return after, Said(f"{left} of {sheet.whole} points are left of {who}'s body")
