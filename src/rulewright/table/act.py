"""What a seat does: act, roll, answer, speak, ask, settle the options. One event records each."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Action, Game
from rulewright.rules import BadInput, Refused
from rulewright.table.changes import difference
from rulewright.table.dice_source import Thrown
from rulewright.table.errors import Forbidden, Unknown
from rulewright.table.events import (
    Acted,
    Asked,
    Audience,
    Event,
    Fact,
    Revealed,
    Rolled,
    Ruled,
    Said,
    Seeded,
    Set,
    Settings,
    Waiting,
    Withdrawn,
)
from rulewright.table.fair_dice import FairDice
from rulewright.table.perform import Attempt, What, attempt
from rulewright.table.state import Pending, TableState
from rulewright.table.tables import Place, Tables, known
from rulewright.table.views.viewer import deciders


class Try(Struct, frozen=True):
    """Something somebody wants to do: an action, a roll of the catalogue, or dice notation.

    Without `faces` the server rolls. With them the dice are typed in; what is missing is waited for.
    """

    what: What
    name: str
    params: dict[str, Any] = {}
    faces: tuple[int, ...] | None = None
    choices: tuple[Any, ...] = ()
    audience: Audience = "everyone"


def try_it(tables: Tables, place: Place, wanted: Try, key: str = "", expected: int | None = None) -> Event:
    """Do it, or begin it and wait. The event says which."""

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        game = tables.game(state)
        if wanted.what == "action":
            may_act(tables, game, state, place, wanted.name, wanted.params)
        _check_faces(tables, wanted.faces)
        if len(state.pending) >= tables.limits.waiting:
            raise Refused(f"too much waits already: {tables.limits.waiting}; answer or withdraw something first")
        seq = state.seq + 1
        attempted = Attempt(
            what=wanted.what,
            name=wanted.name,
            params=wanted.params,
            audience=_audience(state, place, wanted.audience),
            pending=f"p{seq}",
            choices=wanted.choices,
            typed=wanted.faces is not None,
        )
        fair = None if wanted.faces is not None else _fair(tables, state, place)
        return [_finished(tables, game, state, place.seat, attempted, Thrown((), wanted.faces or (), fair, seq))]

    return tables.write(place, make, key, expected)[0]


def answer(
    tables: Tables,
    place: Place,
    pending: str,
    faces: tuple[int, ...] | None = None,
    choices: tuple[Any, ...] = (),
    key: str = "",
    expected: int | None = None,
) -> Event:
    """Give what something waits for: faces of dice, or a decision. Without faces the server rolls on.

    The event has the seat that answered; the fact stays that of whoever began.
    """

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        waits = waiting(state, pending)
        fact = waits.fact
        allowed = deciders(state, fact.need.who, waits.by)
        if place.seat not in allowed and not state.seat(place.seat).masters:
            raise Forbidden("this waits for somebody else")
        if not choices and fact.need.choices:
            raise BadInput(f"missing choice: {fact.need.name} is one of {', '.join(map(str, fact.need.choices))}")
        _check_faces(tables, faces)
        game, seq = tables.game(state), state.seq + 1
        attempted = Attempt(
            what=fact.what,
            name=fact.name,
            params=fact.params,
            audience=fact.audience,
            pending=pending,
            choices=(*fact.choices, *choices),
            typed=fact.typed,
        )
        typed = faces is not None or (fact.typed and not fact.need.sides)
        fair = None if typed else _fair(tables, state, place)

        def gone_on(given: Attempt) -> Acted | Rolled | Waiting:
            return _finished(tables, game, state, waits.by, given, Thrown(fact.dice, faces or (), fair, seq))

        try:
            done = gone_on(attempted)
        except BadInput:
            # Others have acted meanwhile: what was to be decided may be settled by that.
            done = gone_on(replace(attempted, choices=fact.choices))
            if isinstance(done, Waiting):
                raise
        if isinstance(done, Acted | Rolled) and waits.by != place.seat:
            done = replace(done, begun_by=waits.by)
        return [done]

    return tables.write(place, make, key, expected)[0]


def withdraw(tables: Tables, place: Place, pending: str) -> Event:
    """Call off something that waits; nothing has changed."""

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        waits = waiting(state, pending)
        if waits.by != place.seat:
            tables.masters(state, place, "call off what somebody else began")
        if waits.fact.dice:
            tables.masters(state, place, "call off a roll when dice have fallen")
        return [Withdrawn(pending)]

    return tables.write(place, make)[0]


def say(tables: Tables, place: Place, text: str, to_gm: bool = False, key: str = "") -> Event:
    """Say something to everyone, or only to those who run the game."""
    said = tables.text(text, "message")
    if not said:
        raise BadInput("empty message: say something")

    def make(state: TableState) -> list[Fact]:
        state.seat(place.seat)
        return [Said(said, "gm" if to_gm else "everyone")]

    return tables.write(place, make, key)[0]


def ask(tables: Tables, place: Place, action: str, params: dict[str, Any], of: tuple[str, ...], words: str) -> Event:
    """Ask characters for an action; it stands until each has done it."""

    def make(state: TableState) -> list[Fact]:
        tables.masters(state, place, "ask for rolls")
        playing(tables, state, place)
        tables.game(state).action(action)
        for one in of:
            known(state, one)
        if not of:
            raise BadInput("missing parameter: of must name at least one character")
        return [Asked(action, params, of, tables.text(words, "message"))]

    return tables.write(place, make)[0]


def rule(tables: Tables, place: Place, options: dict[str, Any]) -> Event:
    """Change options of the game at this table; null goes back to the default."""

    def make(state: TableState) -> list[Fact]:
        tables.masters(state, place, "change the options")
        playing(tables, state, place)
        merged = {name: value for name, value in (state.options | options).items() if value is not None}
        tables.game(state).table_options(merged)
        return [Ruled(options, difference({"options": state.options}, {"options": merged}))]

    return tables.write(place, make)[0]


def settle(tables: Tables, place: Place, changed: dict[str, Any]) -> Event:
    """Change the table's settings."""

    def make(state: TableState) -> list[Fact]:
        tables.masters(state, place, "change the settings")
        known_settings = Settings.__struct_fields__
        for name, value in changed.items():
            if name not in known_settings:
                raise BadInput(f"unknown setting: {name[:60]} (allowed: {', '.join(known_settings)})")
            wanted = str if name == "title" else bool
            if not isinstance(value, wanted):
                raise BadInput(f"bad setting: {name} must be {'text' if wanted is str else 'true or false'}")
        fresh = dict(changed)
        if "title" in fresh:
            fresh["title"] = tables.text(fresh["title"], "title", tables.limits.name) or state.settings.title
        return [Set(replace(state.settings, **fresh))]

    return tables.write(place, make)[0]


def reveal(tables: Tables, place: Place, seq: int) -> Event:
    """Show a hidden roll to everyone."""

    def make(state: TableState) -> list[Fact]:
        tables.masters(state, place, "reveal a roll")
        fact = tables.log(place.table).event(seq).fact
        if not isinstance(fact, Acted | Rolled):
            raise Refused(f"event {seq} is no roll")
        return [Revealed(seq)]

    return tables.write(place, make)[0]


def seed(tables: Tables, place: Place, text: str) -> Event:
    """Add a seed of one's own to the dice that are rolled from now on."""
    given = tables.text(text, "seed", 200)
    if not given:
        raise BadInput("empty seed: type any text")

    def make(state: TableState) -> list[Fact]:
        playing(tables, state, place)
        if len(state.seeds) >= tables.limits.seats:
            raise Refused(f"enough seeds: {tables.limits.seats} were added")
        return [Seeded(place.seat, given)]

    return tables.write(place, make)[0]


# --- who may


def playing(tables: Tables, state: TableState, place: Place) -> None:
    """Refuse somebody who only looks on, and anything at a closed table."""
    if state.seat(place.seat).role == "spectator":
        raise Forbidden("a spectator only looks on")
    if state.closed:
        raise Refused("the table is closed; the game master may reopen it")


def may_act(tables: Tables, game: Game, state: TableState, place: Place, name: str, params: dict[str, Any]) -> Action:
    """The action, if this seat may do it: for its own character, or anything if it runs the game."""
    action = game.action(name)
    if state.seat(place.seat).masters:
        return action
    if name == game.joining:
        if not state.settings.bring:
            raise Forbidden("the game master brings the characters to this table")
        return action
    if action.by == "gm":
        raise Forbidden(f"only the game master may do {name}")
    who = params.get("who")
    if isinstance(who, str) and who in state.scene["characters"] and not state.plays(place.seat, who):
        raise Forbidden(f"{who} is not yours to play")
    return action


def waiting(state: TableState, pending: str) -> Pending:
    """Something that waits, by its name."""
    if pending not in state.pending:
        raise Unknown("nothing waits under this name (any more): it was answered, withdrawn or undone")
    return state.pending[pending]


def _audience(state: TableState, place: Place, wanted: Audience) -> Audience:
    if wanted == "gm" and not state.seat(place.seat).masters:
        return "private"  # whoever rolls for the game master alone still knows what they rolled
    return wanted


def _check_faces(tables: Tables, faces: tuple[int, ...] | None) -> None:
    if faces is not None and len(faces) > tables.limits.faces:
        raise BadInput(f"too many dice: at most {tables.limits.faces:,} at once, not {len(faces):,}")


def _fair(tables: Tables, state: TableState, place: Place) -> FairDice:
    kept = tables.store.get(place.table, "seed", state.commitment)
    if kept is None:
        raise Refused("the seed of this table's dice is not here: the game master may close and reopen the table")
    return FairDice(kept.decode(), state.seeds)


def _finished(
    tables: Tables, game: Game, state: TableState, by: str, wanted: Attempt, thrown: Thrown
) -> Acted | Rolled | Waiting:
    """What comes of an attempt. A character that a player brings in is theirs."""
    fact = attempt(game, state, wanted, thrown)
    if isinstance(fact, Waiting):
        return fact
    if fact.pending not in state.pending:
        fact = replace(fact, pending="")  # it never had to wait
    if isinstance(fact, Rolled):
        return fact
    arrived = [
        change.path[2]
        for change in fact.changes
        if len(change.path) == 3 and change.path[1] == "characters" and change.path[2] not in state.scene["characters"]
    ]
    if len(state.scene["characters"]) + len(arrived) > tables.limits.characters:
        raise Refused(f"the table is full: {tables.limits.characters} characters")
    if wanted.name == game.joining and arrived and not state.seat(by).masters:
        fact = replace(fact, owns=arrived[0])
    return fact
