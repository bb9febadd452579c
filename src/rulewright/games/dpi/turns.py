"""Turns of a fight: their order, whose turn it is, the AP spent in it, and the end of the fight."""

from msgspec.structs import replace

from rulewright.game import FightStatus
from rulewright.games.dpi.data import CLOCK
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Fight, Scene, pass_time
from rulewright.games.dpi.sheet import Agent
from rulewright.rules import Refused, rule


def _quickness(body: Body) -> tuple[int, int]:
    if isinstance(body, Agent):
        return body.stats.agility, body.stats.luck
    return body.agility, body.luck


def fight_on_turn(scene: Scene, who: str) -> Fight:
    """The fight under way; refuses a character whose turn it is not."""
    fight = scene.running
    if fight is None:
        raise Refused("no fight is under way")
    if fight.turn != who:
        raise Refused(f"not your turn: it is {fight.turn}'s", "DPI-A59")
    return fight


def begun_turn(scene: Scene, who: str) -> Fight:
    """The fight under way; refuses a character whose turn it is not, or has not started."""
    fight = fight_on_turn(scene, who)
    if not fight.begun:
        raise Refused("turn not started: start it first", "DPI-A59")
    return fight


@rule("DPI-128", "DPI-133", "DPI-134")
def spend_ap(scene: Scene, who: str, cost: int) -> Scene:
    """The scene after spending AP; outside a fight AP are not counted."""
    if scene.running is None:
        return scene
    fight = begun_turn(scene, who)
    if cost > fight.ap:
        raise Refused(f"not enough AP: {cost} needed, {fight.ap} left", "DPI-27")
    return replace(scene, fight=replace(fight, ap=fight.ap - cost))


@rule("DPI-A59")
def next_turn(scene: Scene) -> Scene:
    """The turn of the next character in order who is still in the fight; AP left are lost."""
    fight = scene.running
    if fight is None:
        return scene
    ended = replace(fight, begun=False, ap=0, moved=0, diagonals=0)
    for ahead in range(1, len(fight.order) + 1):
        at = (fight.at + ahead) % len(fight.order)
        if scene.takes_part(fight.order[at]):
            passed = fight.at + ahead >= len(fight.order)
            return replace(scene, fight=replace(ended, round=fight.round + passed, at=at))
    return replace(scene, fight=ended)


@rule("DPI-A59")
def with_newcomer(scene: Scene, name: str) -> Scene:
    """The scene after a character joined; in a fight it is last in order."""
    fight = scene.running
    return scene if fight is None else replace(scene, fight=replace(fight, order=(*fight.order, name)))


@rule("DPI-118", "DPI-147", "DPI-A31")
def continue_or_end(options: Options, scene: Scene) -> Scene:
    """The scene after a character fell or left: the next turn if it was theirs, or the end if one side is left.

    That side has won, unless an enemy got away.
    """
    fight = scene.running
    if fight is None:
        return scene
    sides = {scene.sheet(name).side for name in fight.order if scene.takes_part(name)}
    if len(sides) > 1:
        return scene if scene.takes_part(fight.turn) else next_turn(scene)
    escaped = any(scene.sheet(name).hp > 0 and scene.sheet(name).side not in sides for name in fight.gone)
    winner = None if escaped else next(iter(sides), None)
    return _ended(options, scene, replace(fight, begun=False, ap=0, over=True, winner=winner))


def _ended(options: Options, scene: Scene, fight: Fight | None) -> Scene:
    """The scene after a fight: ten minutes have passed, fires are out, and agents still down are dead."""
    after = {name: _after_fight(body) for name, body in scene.characters.items()}
    return pass_time(options, replace(scene, fight=fight, characters=after), CLOCK.combat_minutes)


@rule("DPI-147", "DPI-A31", "DPI-A57")
def _after_fight(body: Body) -> Body:
    """A character after the fight: an agent at 0 HP or less is dead, and fires are out."""
    if isinstance(body, Agent) and body.hp <= 0 and body.life == "alive":
        return replace(body, life="dead", burning=0)
    return replace(body, burning=0)


def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The status of the fight, with the winner when it is over."""
    fight = scene.fight
    if fight is None:
        return None
    return FightStatus(fight.order, fight.round, fight.turn, {"ap": fight.ap}, fight.over, fight.winner)
