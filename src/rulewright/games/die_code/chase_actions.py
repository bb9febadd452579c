"""Actions of a chase: start it, move, end it."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.games.die_code.chase import End, Escape, Gap, Pursuit, Rounds, after_move, check_escape
from rulewright.games.die_code.check import Method
from rulewright.games.die_code.data import EXTENSIONS, ModeName
from rulewright.games.die_code.movement import MoveTerms, Number, moved, refuse_average
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import hand_of
from rulewright.games.die_code.scene import (
    CharacterThrow,
    PursuerNamed,
    QuarryNamed,
    RunningChase,
    Scene,
    pool_for,
    refuse_running,
)
from rulewright.rules import Dice, Parameters, Refused, rule


class StartChase(Parameters, frozen=True, kw_only=True):
    """The two sides of a chase, what they roll, and how far apart they are."""

    quarry: Character
    quarry_on: QuarryNamed
    pursuer: Character
    pursuer_on: PursuerNamed
    gap: Gap
    escape: Escape
    rounds: Rounds = EXTENSIONS.usual_rounds


@rule("DC-A29")
def start_chase(dice: Dice[Options], scene: Scene, chase: StartChase) -> tuple[Scene, Said]:
    """Start a chase: one character flees from another."""
    refuse_running(scene)
    if chase.quarry == chase.pursuer:
        raise Refused("a character cannot chase themselves", "DC-A29")
    check_escape(chase.gap, chase.escape)
    for who, on in ((chase.quarry, chase.quarry_on), (chase.pursuer, chase.pursuer_on)):
        hand_of(dice.options, pool_for(scene, CharacterThrow(who=who, on=on)))
    running = RunningChase(
        chase.quarry,
        chase.quarry_on,
        chase.pursuer,
        chase.pursuer_on,
        chase.escape,
        chase.rounds,
        Pursuit(chase.gap, 1),
    )
    words = f"{chase.quarry} leads {chase.pursuer} by {chase.gap} paces"
    return replace(scene, chase=running), Said(words)


@rule("DC-A25", "DC-A29")
def terms_in_chase(options: Options, scene: Scene, who: str, on: str) -> MoveTerms:
    """How a character moves in a chase on a skill, an attribute or a code."""
    hand = hand_of(options, pool_for(scene, CharacterThrow(who=who, on=on)))
    return MoveTerms(hand, scene.sheet(who).move, scene.standing_of(who).in_combat)


class ChaseMoved(Struct, frozen=True):
    """How far a character moved, and the state of the chase."""

    result: Literal["success", "failure"]
    mode: str
    paces: Number
    gap: Number
    end: End


@rule("DC-A25", "DC-A29")
def advance_chase(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    mode: Annotated[ModeName, named("pace", "how you move", of="who")],
    method: Method = "roll",
) -> tuple[Scene, ChaseMoved]:
    """Move in the chase: first the quarry, then the pursuer, each in a mode of their choice."""
    chase = scene.chase
    if chase is None:
        raise Refused("no chase: start one first", "DC-A29")
    if chase.run.end != "none":
        raise Refused("round after the end: the chase is over", "DC-A29")
    if chase.turn != who:
        raise Refused(f"not your turn: it is {chase.turn}'s", "DC-A29")
    terms = terms_in_chase(dice.options, scene, who, chase.pursuer_on if chase.run.pursuer_next else chase.quarry_on)
    refuse_average(dice.options, terms, mode, method == "average")
    made = moved(dice, terms, mode, method == "average")
    run = after_move(chase.run, made.paces, chase.escape, chase.rounds)
    gap = chase.run.gap - made.paces if chase.run.pursuer_next else run.gap
    kept = run._replace(gap=max(0, gap))  # a solved chase drops the gap at its end; the table shows it
    return replace(scene, chase=replace(chase, run=kept)), ChaseMoved(made.result, made.mode, made.paces, gap, run.end)


@rule("DC-A29")
def end_chase(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The GM ends the chase, decided or not."""
    if scene.chase is None:
        raise Refused("no chase: start one first", "DC-A29")
    return replace(scene, chase=None), Said(f"the chase is over: {_ended(scene.chase)}")


def _ended(chase: RunningChase) -> str:
    lead = f"{chase.run.gap} paces ahead"
    return {
        "caught": f"{chase.pursuer} has caught {chase.quarry}",
        "escaped": f"{chase.quarry} is away, {lead}",
        "open": f"{chase.quarry} has held out, {lead}",
        "none": f"broken off with {chase.quarry} {lead}",
    }[chase.run.end]
