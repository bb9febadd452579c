"""Actions of a fight: starting it, entering and leaving, Fast and Slow turns, and moves."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.game import Character, named
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.games.untold_aeons.fight import FIGHT
from rulewright.games.untold_aeons.fight_state import BOTH
from rulewright.games.untold_aeons.fight_turn import Begun, Moved, begin_turn
from rulewright.games.untold_aeons.fight_turn import choose_turn as choose
from rulewright.games.untold_aeons.fight_turn import end_turn as end
from rulewright.games.untold_aeons.fight_turn import get_up as rise
from rulewright.games.untold_aeons.fight_turn import move as walk
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import MOST_YARDS
from rulewright.games.untold_aeons.scene import FightPlace, RunningFight, Scene, TurnSpeed, is_faint, refuse_unable
from rulewright.games.untold_aeons.sheet import secondary_of
from rulewright.games.untold_aeons.wound_actions import tick
from rulewright.rules import Dice, Refused, between, meaning, rule
from rulewright.rules.limits import Name

Names = Annotated[tuple[Name, ...], Meta(max_length=100)]
Position = Annotated[int, between(-MOST_YARDS, MOST_YARDS, "yards along a line")]
Side = Literal["initiating", "defending"]


def _together(names: Names) -> str:
    """Names as one phrase: "Ines, Hale and Wren"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


@rule("UA-105", "UA-108")
def start_fight(
    dice: Dice[Options],
    scene: Scene,
    initiating: Annotated[
        Names, named("character", "the characters who begin the fight; the players' by default")
    ] = (),
    defending: Annotated[Names, named("character", "the characters they attack; all others by default")] = (),
    positions: Annotated[
        Annotated[dict[Name, Position], Meta(max_length=100)] | None,
        meaning("each character's place, in yards along a line; 0 by default"),
    ] = None,
) -> tuple[Scene, Said]:
    """A fight begins; the side that starts it goes first, and there is no other surprise."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    initiating, defending = _sides(scene, initiating, defending)
    fighters = (*initiating, *defending)
    if len(set(fighters)) < len(fighters):
        raise Refused("named twice: each character fights on one side")
    for name in fighters:
        refuse_unable(scene.sheet(name))
    places = positions or {}
    combatants = {name: FightPlace("initiating", places.get(name, 0)) for name in initiating}
    combatants |= {name: FightPlace("defending", places.get(name, 0)) for name in defending}
    words = f"{_together(initiating)} against {_together(defending)}"
    return replace(scene, fight=RunningFight(combatants)), Said(words)


@rule("UA-105")
def _sides(scene: Scene, initiating: Names, defending: Names) -> tuple[Names, Names]:
    """Both sides as given, or else the players' characters against the others who can act, or one against the rest."""
    free = [name for name in scene.characters if FIGHT.can_act(scene, None, name) and name not in defending]
    players = [name for name in free if scene.characters[name].kind == "player"]
    first = initiating or tuple(players if players and (defending or len(players) < len(free)) else free[:1])
    second = defending or tuple(name for name in free if name not in first)
    if not first or not second:
        raise Refused("no fight: it takes at least one character who can act on either side", "UA-105")
    return first, second


@rule("UA-105", "UA-106", "UA-A35")
def enter_fight(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    side: Annotated[Side | None, meaning("the side; that of others of their kind by default")] = None,
    position: Position = 0,
) -> tuple[Scene, Said]:
    """A character comes into a running fight and takes part from now on; they may still choose a turn this round."""
    fight = running(scene.fight)
    sheet = scene.sheet(who)
    refuse_unable(sheet)
    if who in fight.combatants:
        raise Refused(f"already in the fight: {who}", "UA-105")
    kinds = {name: one.kind for name, one in scene.characters.items()}
    alike: list[Side] = [one.side for name, one in fight.combatants.items() if kinds[name] == sheet.kind]
    chosen = side or (alike[0] if alike else "defending")
    return replace(scene, fight=fight.with_one(who, FightPlace(chosen, position))), Said(
        f"{who} joins the {chosen} side"
    )


@rule("UA-105", "UA-106")
def leave_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """A character leaves the fight; if it is their turn, it is over."""
    fight = running(scene.fight)
    scene.combatant(who)
    others = {name: one for name, one in fight.combatants.items() if name != who}
    if not others:
        raise Refused("no one would be left: end the fight", "UA-105")
    ended = turn_over(scene) if fight.actor == who else scene
    left = replace(ended, fight=replace(running(ended.fight), combatants=others))
    return settle(dice, left), Said(f"{who} leaves the fight")


@rule("UA-101", "UA-102", "UA-103", "UA-104", "UA-A35")
def choose_turn(dice: Dice[Options], scene: Scene, who: Character, turn: TurnSpeed) -> tuple[Scene, Said]:
    """At the start of a round each character chooses a Fast or a Slow turn, and keeps to it."""
    running(scene.fight)
    refuse_unable(scene.sheet(who))
    one = scene.combatant(who)
    if who not in scene.waiting() or not scene.choosing():
        raise Refused("already chosen: the choice holds for this round", "UA-A35")
    if dice.options.turn_choice == "once-per-fight" and one.turn is not None:
        raise Refused("already chosen: once for the whole fight", "UA-A35")
    return FIGHT.play(dice, scene, choose, (who,), turn)


@rule("UA-102", "UA-103", "UA-107", "UA-146")
def start_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Begun]:
    """A character of the current slot begins a turn; within a slot the players choose the order."""
    fight = running(scene.fight)
    refuse_unable(scene.sheet(who))
    if fight.actor == who:
        raise Refused(f"already begun: it is {who}'s turn")
    if fight.actor is not None:
        raise Refused(f"not your turn: it is {fight.actor}'s")
    if who not in scene.next_up():
        waits = scene.choosing()
        raise Refused(
            f"not your turn: {', '.join(waits)} must choose Fast or Slow"
            if waits
            else f"not your turn: next is {' or '.join(scene.next_up())}",
            "UA-106",
        )
    after, outcome = begin_turn(dice, *FIGHT.between(scene, dice.options, who))
    return FIGHT.written(replace(scene, fight=replace(fight, actor=who)), (who,), after), outcome


@rule("UA-107")
def in_turn(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """The scene in a character's turn, which begins with their first action if they may come next."""
    begins = scene.fight is not None and scene.fight.actor is None and who in scene.next_up()
    return start_turn(dice, scene, who)[0] if begins else scene


@rule("UA-102", "UA-103", "UA-A34")
def with_action(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """The scene in a character's turn with an action left, refused if there is none; outside a fight as it is."""
    scene = in_turn(dice, scene, who)
    if scene.fight is None:
        return scene
    if scene.fight.actor != who:
        raise Refused(f"no action left: it is not {who}'s turn", "UA-102")
    if scene.fight.actions < 1:
        raise Refused("no action left", "UA-103")
    return scene


@rule("UA-131", "UA-132", "UA-A40")
def get_up(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Get up from the ground, which takes an action."""
    sheet = scene.sheet(who)
    refuse_unable(sheet)
    if not sheet.prone:
        raise Refused(f"not prone: {who}", "UA-131")
    scene = with_action(dice, scene, who)
    return FIGHT.play(dice, scene, rise, (who,))


@rule("UA-10", "UA-12", "UA-13", "UA-102", "UA-103", "UA-141", "UA-145", "UA-A36", "UA-A40", "UA-A48")
def move(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    toward: Character,
    yards: Annotated[
        Position | None,
        meaning("how far, below 0 for away; by default a walk to their side"),
    ] = None,
) -> tuple[Scene, Moved]:
    """Move up to the move speed, or sprint in a turn without an action."""
    running(scene.fight)
    sheet = scene.sheet(who)
    refuse_unable(sheet)
    scene = in_turn(dice, scene, who)
    fight, one = running(scene.fight), scene.combatant(who)
    scene.combatant(toward)
    if who == toward:
        raise Refused("toward is the mover: choose another character")
    if sheet.prone:
        raise Refused(f"prone cannot move: {who} must get up first", "UA-A40")
    own_move = fight.actor == who and fight.moves > 0
    if not own_move and one.free_moves < 1:
        raise Refused("no move left", "UA-103")
    speeds = secondary_of(sheet.characteristics)
    position, fighters = FIGHT.between(scene, dice.options, who, toward)
    most = speeds.sprint if own_move and position.left == BOTH else speeds.move_speed
    if yards is not None and abs(yards) > most:
        raise Refused(f"too far: {abs(yards)} yards, at most {most}", "UA-A36")
    after, outcome = walk(dice, position, fighters, 1, yards)
    if own_move:
        return FIGHT.written(scene, (who, toward), after), outcome
    free = replace(one, free_moves=one.free_moves - 1, position=outcome.position)
    return replace(scene, fight=fight.with_one(who, free)), outcome


@rule("UA-101", "UA-106")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """End the turn, or let it pass; after the last turn a new round begins."""
    running(scene.fight)
    scene = in_turn(dice, scene, who)
    if running(scene.fight).actor != who:
        raise Refused(f"not your turn: {who} has not begun one")
    after, outcome = FIGHT.play(dice, scene, end, (who,))
    return settle(dice, turn_over(after)), outcome


# --- between turns ---


def turn_over(scene: Scene) -> Scene:
    """The scene after the end of the current turn."""
    fight = scene.fight
    if fight is None or fight.actor is None:
        return scene
    done = fight.with_one(fight.actor, replace(fight.combatants[fight.actor], acted=True))
    return replace(scene, fight=replace(done, actor=None, actions=0, moves=0))


@rule("UA-92", "UA-94", "UA-A30", "UA-A35")
def settle(dice: Dice[Options], scene: Scene) -> Scene:
    """The scene with the turn of a fallen character ended, and, after the last turn, the round: then wounds bleed."""
    fight = scene.fight
    if fight is None:
        return scene
    if fight.actor is not None:
        return scene if FIGHT.can_act(scene, dice.options, fight.actor) else settle(dice, turn_over(scene))
    if scene.waiting():
        return scene
    if dice.options.bleeding == "round" or fight.minute_is_over:
        for name in fight.combatants:
            if scene.characters[name].bleeding:
                scene, _ = tick(dice, scene, name, None)
    keep = dice.options.turn_choice == "once-per-fight"
    fresh = {name: replace(one, acted=False, turn=one.turn if keep else None) for name, one in fight.combatants.items()}
    for name in fresh:
        sheet = scene.characters[name]
        lasting = tuple(effect for effect in sheet.effects if effect.lasting or is_faint(effect))
        scene = scene.with_sheet(name, replace(sheet, effects=lasting))
    return replace(scene, fight=replace(fight, combatants=fresh, round=fight.round + 1))
