"""Turns of a fight: their order, whose turn it is, the AP spent in it, and the end of the fight."""

from msgspec.structs import replace

from rulewright.game.turns import running, standing
from rulewright.games.dpi.data import CLOCK
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, RunningFight, Scene, pass_time
from rulewright.games.dpi.sheet import Agent
from rulewright.rules import Refused, rule


@rule("DPI-A59")
def turn_order(options: Options, scene: Scene, names: list[str]) -> tuple[str, ...]:
    """Agents go before enemies, or by ruling the higher Agility, then the higher Luck."""
    if options.initiative == "agents-first":
        return tuple(sorted(names, key=lambda name: scene.sheet(name).side != "agents"))
    return tuple(sorted(names, key=lambda name: _agility_and_luck(scene.sheet(name)), reverse=True))


def _agility_and_luck(body: Body) -> tuple[int, int]:
    if isinstance(body, Agent):
        return body.stats.agility, body.stats.luck
    return body.agility, body.luck


def begun_turn(scene: Scene, who: str) -> RunningFight:
    """The fight under way; refuses a character whose turn it is not, or has not begun."""
    return running(scene.running).of(who, "DPI-A59").started("DPI-A59")


@rule("DPI-128", "DPI-133", "DPI-134")
def refuse_ap(scene: Scene, who: str, cost: int) -> None:
    """Refuse what costs more AP than are left of the turn; outside a fight AP are not counted."""
    if scene.running is not None and cost > (left := begun_turn(scene, who).ap):
        raise Refused(f"not enough AP: {cost} needed, {left} left", "DPI-27")


@rule("DPI-A59")
def next_turn(scene: Scene) -> Scene:
    """The turn of the next character in order who is still in the fight; AP left are lost."""
    fight = scene.running
    return scene if fight is None else replace(scene, fight=fight.next_turn(scene.takes_part))


@rule("DPI-A59")
def with_newcomer(scene: Scene) -> Scene:
    """The character who joined last goes last in a fight under way."""
    fight = scene.running
    return scene if fight is None else replace(scene, fight=fight.with_last(next(reversed(scene.characters))))


@rule("DPI-118", "DPI-147", "DPI-A31")
def continue_or_end(options: Options, scene: Scene) -> Scene:
    """The scene after a character fell or left: the next turn if it was theirs, or the end if one side is left.

    That side has won, unless an enemy got away.
    """
    fight = scene.running
    if fight is None:
        return scene
    sides = {name: scene.side_in_fight(name) for name in fight.order}
    over, winner = standing(sides, scene.takes_part)
    if not over:
        return scene if scene.takes_part(fight.turn) else next_turn(scene)
    escaped = any(scene.sheet(name).hp > 0 and sides[name] != winner for name in fight.gone)
    ended = replace(fight, begun=False, ap=0, over=True, winner=None if escaped else winner)
    return after_fight(options, scene, ended)


@rule("DPI-118", "DPI-147", "DPI-A31", "DPI-A57")
def after_fight(options: Options, scene: Scene, fight: RunningFight | None) -> Scene:
    """The scene after a fight: ten minutes have passed, fires are out, and agents at 0 HP or less are dead."""
    after: dict[str, Body] = {}
    for name, body in scene.characters.items():
        body = replace(body, burning=0)
        dies = isinstance(body, Agent) and body.hp <= 0 and body.life == "alive"
        after[name] = replace(body, life="dead") if dies else body
    return pass_time(options, replace(scene, fight=fight, characters=after), CLOCK.combat_minutes)
