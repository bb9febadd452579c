"""Whose turn it is, and the AP of a turn."""

from msgspec.structs import replace

from rulewright.games.dpi.scene import Fight, Scene
from rulewright.rules import Refused, rule


def fight_of(scene: Scene, who: str) -> Fight:
    """The running fight, if it is somebody's turn."""
    fight = scene.running
    if fight is None:
        raise Refused("no fight")
    if fight.turn != who:
        raise Refused(f"not your turn: it is {fight.turn}'s", "DPI-A59")
    return fight


def own_turn(scene: Scene, who: str) -> Fight:
    """The running fight, if it is somebody's turn and it has begun."""
    fight = fight_of(scene, who)
    if not fight.begun:
        raise Refused("turn not begun: start it first", "DPI-A59")
    return fight


@rule("DPI-128", "DPI-133", "DPI-134")
def spend_ap(scene: Scene, who: str, cost: int) -> Scene:
    """AP of one's own turn; outside a fight nothing is counted."""
    if scene.running is None:
        return scene
    fight = own_turn(scene, who)
    if cost > fight.ap:
        raise Refused(f"not enough AP: {cost} needed, {fight.ap} left", "DPI-27")
    return replace(scene, fight=replace(fight, ap=fight.ap - cost))


@rule("DPI-A59")
def next_turn(scene: Scene) -> Scene:
    """The turn of the next in order who is still in the fight; AP left are lost."""
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
def joined(scene: Scene, name: str) -> Scene:
    """Whoever comes while a fight goes on is the last in its order."""
    fight = scene.running
    return scene if fight is None else replace(scene, fight=replace(fight, order=(*fight.order, name)))
