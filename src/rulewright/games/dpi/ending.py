"""The end of a fight: by itself when a side has nobody left in it, or as the referee says."""

from msgspec.structs import replace

from rulewright.game import Character
from rulewright.game.scene import Said
from rulewright.games.dpi.agent import Agent
from rulewright.games.dpi.data import CLOCK
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.order import next_turn, own_turn
from rulewright.games.dpi.reach import in_reach_of
from rulewright.games.dpi.scene import Body, Fight, Scene, pass_time
from rulewright.rules import Dice, Refused, rule


@rule("DPI-118", "DPI-147", "DPI-A31")
def settled(options: Options, scene: Scene) -> Scene:
    """After somebody fell or left: the next one's turn if it was theirs, or the end if a side has nobody left.

    Whoever is left has won, unless somebody got away from them.
    """
    fight = scene.running
    if fight is None:
        return scene
    sides = {scene.sheet(name).side for name in fight.order if scene.takes_part(name)}
    if len(sides) > 1:
        return scene if scene.takes_part(fight.turn) else next_turn(scene)
    escaped = any(scene.sheet(name).hp > 0 and scene.sheet(name).side not in sides for name in fight.gone)
    winner = None if escaped else next(iter(sides), None)
    return _over(options, scene, replace(fight, begun=False, ap=0, over=True, winner=winner))


def _over(options: Options, scene: Scene, fight: Fight | None) -> Scene:
    """Ten minutes have passed, fires are out, and agents who are still down are dead."""
    after = {name: _afterwards(body) for name, body in scene.characters.items()}
    return pass_time(options, replace(scene, fight=fight, characters=after), CLOCK.combat_minutes)


@rule("DPI-147", "DPI-A31", "DPI-A57")
def _afterwards(body: Body) -> Body:
    """Somebody when the fight is over: an agent at 0 HP or less is dead, and nothing burns on."""
    if isinstance(body, Agent) and body.hp <= 0 and body.life == "alive":
        return replace(body, life="dead", burning=0)
    return replace(body, burning=0)


@rule("DPI-118", "DPI-147", "DPI-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The referee calls a fight off (ten minutes pass, agents who are down die), or puts one away that is over."""
    if scene.fight is None:
        raise Refused("no fight")
    if scene.fight.over:
        return replace(scene, fight=None), Said("the fight is put away")
    return _over(dice.options, scene, None), Said("the fight is over")


@rule("DPI-135", "DPI-A43", "DPI-A47")
def leave_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Stop fighting where no enemy can strike; when nobody of a side is left in it the fight is over."""
    fight = own_turn(scene, who)
    near = in_reach_of(dice.options, scene, who)
    if near:
        raise Refused(f"still in reach: {', '.join(near)} can strike {who}", "DPI-A47")
    gone = replace(scene, fight=replace(fight, gone=(*fight.gone, who)))
    return settled(dice.options, gone), Said(f"{who} leaves the fight")
