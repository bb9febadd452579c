"""What a seat sees: the table, its log, what it may do now, its chances, its keepsakes."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple, cast

from rulewright.dice import FaceError, d, fraction_text
from rulewright.game import Board
from rulewright.game.plain_data import plain
from rulewright.game.undecided import Looked
from rulewright.readings.awaited import Awaited, dice_awaited
from rulewright.rules import BadInput, Refused
from rulewright.server import requests
from rulewright.server.jobs import over_budget
from rulewright.server.responses import Choice, DiceAwaited, Luck, OddsPerChoice, OddsTold, Offers, Page, Present
from rulewright.server.route_types import Call, Text
from rulewright.server.workers import TooLong
from rulewright.table.act import may_act, waiting
from rulewright.table.errors import Forbidden
from rulewright.table.events import Waiting
from rulewright.table.export import export as export_lines
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.story import story as story_lines
from rulewright.table.tables import LIMITS
from rulewright.table.views.build import sees_dice
from rulewright.table.views.for_seat import looks_as, see, see_log
from rulewright.table.views.hidden_scene import as_players_know_it
from rulewright.table.views.legal_actions import may_do, see_offers, unknown_to
from rulewright.table.views.redact import texts_in
from rulewright.table.views.shapes import EventSeen, OfferSeen
from rulewright.table.views.viewer import Viewer, deciders, hidden_from

_MOST_DICE_ADDED = 2_000
_LEAST_SECONDS = 0.2


def view(call: Call, wanted: requests.Look) -> dict[str, Any]:
    """The table, now or as it stood after an event."""
    return see(call.tables, call.place, wanted.at, wanted.as_)


def log(call: Call, wanted: requests.ReadLog) -> Page:
    """A part of the log."""
    last = call.tables.state(call.place.table).seq
    seen = see_log(call.tables, call.place, wanted.after, wanted.most, wanted.as_)
    return Page(cast(list[EventSeen], seen), last, seen[-1]["seq"] if len(seen) == wanted.most else last)


async def offers(call: Call, wanted: requests.LookAs) -> Offers:
    """What this seat may do now, with every legal value."""
    state = await call.house.in_thread(call.tables.state, call.place.table)
    seat = looks_as(state, call.place, wanted.as_).seat
    if state.closed or state.seat(seat).role == "spectator":
        return Offers(state.seq, [])
    game, viewer = call.tables.game(state), Viewer.of(state, seat)
    every = await call.house.offering.at(call.place.table, state, unknown_to(game, state, viewer))
    mine = [one for one in every if may_do(game, state, seat, one["action"], one["by"], one["who"])]
    return Offers(state.seq, cast(list[OfferSeen], see_offers(game, state, mine, viewer)))


async def chances(call: Call, wanted: requests.Chances) -> OddsTold | OddsPerChoice:
    """The odds of an action or roll now, or of each choice of something that waits."""
    if sum(map(bool, (wanted.action, wanted.roll, wanted.pending))) != 1:
        raise BadInput("bad parameter: give one of action, roll and pending")
    state = await call.house.in_thread(call.tables.state, call.place.table)
    if wanted.pending:
        return await _pending_chances(call, state, wanted)
    what = Attempt("action" if wanted.action else "roll", wanted.action or wanted.roll, wanted.params, "everyone", "")
    if wanted.action:
        may_act(call.tables, call.tables.game(state), state, call.place, wanted.action, wanted.params)
        refuse_secret(call, state, wanted.action, wanted.params)
    return await price(call, state, what, (), wanted.seconds)


async def _pending_chances(call: Call, state: TableState, wanted: requests.Chances) -> OddsPerChoice:
    fact = waits_for(call, state, wanted.pending)
    if not fact.need.choices:
        raise BadInput(f"bad parameter: {wanted.pending} waits for dice, not for a decision")
    refuse_secret(call, state, fact.name, fact.params)
    faces = tuple(die.face for die in fact.dice)
    seconds = max(_LEAST_SECONDS, wanted.seconds / len(fact.need.choices))
    found = []
    for choice in fact.need.choices:
        what = Attempt(fact.what, fact.name, fact.params, "everyone", "", (*fact.choices, choice))
        found.append(Choice(choice, await price(call, state, what, faces, seconds)))
    return OddsPerChoice(fact.need.name, fact.need.who, found)


def waits_for(call: Call, state: TableState, pending: str) -> Waiting:
    """Something that waits for this seat, whose dice so far it may know."""
    waits, seat = waiting(state, pending), call.place.seat
    if seat not in deciders(state, waits.fact.need.who, waits.by) and not state.seat(seat).masters:
        raise Forbidden("this waits for somebody else")
    if not sees_dice(call.tables.game(state), waits.fact, waits.by, Viewer.of(state, seat)):
        raise Forbidden("this would tell what has fallen so far, which is hidden")
    return waits.fact


async def price(call: Call, state: TableState, what: Attempt, faces: tuple[int, ...], seconds: float) -> OddsTold:
    """The odds of an attempt at the table as it stands, from a working process."""
    given: tuple[Any, ...] = (what.name, what.params, faces, what.choices)
    try:
        if what.what == "action":
            at = (state.game, state.scene, state.options)
            masters = state.seat(call.place.seat).masters
            hidden = None if masters else sorted(_hidden(call, state))
            job = call.house.quick.run("action odds", *at, *given, hidden, seconds=seconds)
        else:
            job = call.house.quick.run("roll odds from", state.game, state.options, *given, seconds=seconds)
        return OddsTold(**await job)
    except TooLong:
        return OddsTold(**over_budget(seconds))


def refuse_secret(call: Call, state: TableState, name: str, params: dict[str, Any]) -> None:
    """Odds that tell what only the game master knows, or what is on the sheet of somebody named, are not told.

    Whatever else depends on a hidden sheet is found out when it is priced.
    """
    if not state.seat(call.place.seat).masters and call.tables.game(state).secrets.outcomes.get(name):
        raise Forbidden(f"the odds of {name} would tell what only the game master knows")
    named = _hidden(call, state) & set(texts_in(params))
    if named:
        raise Forbidden(f"the odds would tell what {min(named)}'s sheet says; the game master may allow foe_odds")


def _hidden(call: Call, state: TableState) -> frozenset[str]:
    """Those whose sheets this seat may neither see nor know the odds of."""
    return frozenset() if state.settings.foe_odds else hidden_from(state, Viewer.of(state, call.place.seat))


def board(call: Call, wanted: requests.Who) -> Any:
    """The map of a fight for a character, as the game draws it; odds only where this seat may know them."""
    seen = _at_the_map(call, wanted.who)
    return plain(seen.board.drawn(seen.options, seen.scene, seen.who, seen.known))


def aim(call: Call, wanted: requests.Aim) -> Any:
    """What an attack on a space would do, as the game tells it; odds only where this seat may know them."""
    seen = _at_the_map(call, wanted.who)
    return plain(seen.board.aimed(seen.options, seen.scene, seen.who, wanted.weapon, wanted.at, seen.known))


class _AtTheMap(NamedTuple):
    """A character of this seat at a game's map, and whose sheets they may see."""

    board: Board
    options: Any
    scene: Any
    who: str
    known: frozenset[str]


def _at_the_map(call: Call, wanted: str) -> _AtTheMap:
    state = call.tables.state(call.place.table)
    game = call.tables.game(state)
    if game.board is None:
        raise Refused(f"{game.name} is not played on a map")
    scene = scene_of(game, state)
    who = wanted or next((name for name in scene.characters if state.plays(call.place.seat, name)), "")
    if not state.plays(call.place.seat, who):
        raise Forbidden(f"{who or 'nobody'} is not yours to play")
    known = frozenset(scene.characters) - _hidden(call, state)
    return _AtTheMap(game.board, table_options(state), scene, who, known)


def dice(call: Call, wanted: requests.Dice) -> DiceAwaited:
    """The dice that an action, or something that waits, asks for after the faces typed so far."""
    if bool(wanted.action) == bool(wanted.pending):
        raise BadInput("bad parameter: give one of action and pending")
    state = call.tables.state(call.place.table)
    game = call.tables.game(state)
    if wanted.action:
        may_act(call.tables, game, state, call.place, wanted.action, wanted.params)
        found = _awaited(call, state, wanted.action, wanted.params, wanted.faces, ())
    else:
        waits = waits_for(call, state, wanted.pending)
        if waits.what != "action":
            raise BadInput(f"bad parameter: {wanted.pending} is no action")
        fallen = (*(die.face for die in waits.dice), *wanted.faces)
        found = _awaited(call, state, waits.name, waits.params, fallen, waits.choices)
    return DiceAwaited() if found is None else DiceAwaited(found.purpose, list(found.sides))


def _awaited(
    call: Call, state: TableState, action: str, params: dict[str, Any], faces: tuple[int, ...], choices: tuple[Any, ...]
) -> Awaited | None:
    """The dice that come next, or None where they depend on what this seat does not know."""
    game = call.tables.game(state)
    scene = scene_of(game, state)
    if not state.seat(call.place.seat).masters:
        if game.secrets.outcomes.get(action):
            return None
        scene = as_players_know_it(scene, _hidden(call, state), game.secrets)
    chosen = [tuple(one) if isinstance(one, list) else one for one in choices]
    try:
        return dice_awaited(game.action_rule(action, scene, params), table_options(state), faces, chosen)
    except Looked:
        return None
    except FaceError as wrong:
        raise BadInput(str(wrong)) from None


def presence(call: Call, wanted: requests.Nothing) -> Present:
    """Who follows the table now."""
    return Present(call.house.presence.at(call.place.table))


def export(call: Call, wanted: requests.LookAs) -> Text:
    """The table as JSON lines: the whole log for a game master, a view for a player."""
    lines = b"".join(export_lines(call.tables, call.place, wanted.as_))
    return Text(lines, "application/jsonl; charset=utf-8", "table.jsonl")


def story(call: Call, wanted: requests.LookAs) -> Text:
    """The log as a story in Markdown."""
    told = "\n".join(story_lines(call.tables, call.place, wanted.as_)) + "\n"
    return Text(told, "text/markdown; charset=utf-8", "story.md")


def luck(call: Call, wanted: requests.LookAs) -> list[Luck]:
    """The dice of every seat so far, as far as one may see them, against what was to be expected."""
    thrown: dict[tuple[str, int], list[int]] = defaultdict(list)
    for event in see_log(call.tables, call.place, most=LIMITS.events, as_seat=wanted.as_):
        for sides, face, *_ in event.get("dice", ()) if event["kind"] in ("acted", "rolled") else ():
            thrown[event["by"], sides].append(face)
    return [_luck(seat, sides, faces) for (seat, sides), faces in sorted(thrown.items())]


def _luck(seat: str, sides: int, faces: list[int]) -> Luck:
    mean = Fraction(sum(faces), len(faces))
    chance = ""
    if len(faces) * sides <= _MOST_DICE_ADDED:
        total = sum(faces)
        chance = fraction_text((len(faces) * d(sides)).odds().where(lambda score: score >= total))
    return Luck(
        seat, sides, len(faces), fraction_text(mean), float(mean), fraction_text(Fraction(sides + 1, 2)), chance
    )
