"""Secrets stay secret: marked in every hidden place of every game, they are in nothing that a player gets.

The marks are written into the log as facts, since a fold runs no rule: whatever the rules would
allow, the views must not let it out. A second table differs from the first in its secrets alone, and
a viewer who may not know them must not be able to tell the two apart.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from a_table import GAMES, Clock, Company, company, every_game, seen_log, seen_table

from rulewright.game.plain_data import plain
from rulewright.rules import BadInput, Refused
from rulewright.table.diff import Change, apply
from rulewright.table.errors import Forbidden
from rulewright.table.events import (
    ActionRequested,
    ActionTaken,
    AnswerAwaited,
    EventBody,
    MessageSent,
    NeededAnswer,
    RecordedDie,
    RollMade,
)
from rulewright.table.export import export
from rulewright.table.perform import scene_of
from rulewright.table.permissions import require_permission
from rulewright.table.state import Keeper, TableState
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.story import story
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views import seat_actions


class Marks:
    """Marks that nothing else could be mistaken for, as text or as a number, counted so that none is used twice."""

    def __init__(self, word: str, number: int) -> None:
        self.word, self.number = word, number

    def like(self, value: Any) -> Any:
        """A mark in place of a value of the same kind; None where there is nothing to mark."""
        if isinstance(value, str):
            return f"{self.word} mark"
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number
        return None


FIRST, SECOND = Marks("xyzzy", 7_310_123), Marks("plugh", 8_420_567)


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    else:
        yield path, value


def marked_changes(table: Company, marks: Marks) -> tuple[Change, ...]:
    """A mark in every hidden field of every hidden sheet, and in every secret place of the scene."""
    state, secrets = table.state, table.game.secrets
    places = [("scene", "characters", name) for name in state.scene["characters"] if not sees(table, name)]
    found: list[Change] = []
    scene = state.play
    for place in places:
        sheet = state.scene["characters"][place[2]]
        for path, value in leaves(sheet):
            if path[0] in secrets.foe_shows:
                continue
            mark = marks.like(value)
            changed = Change((*place, *path), mark, value)
            after = apply(scene, (changed,))
            if mark is not None and reads(table, after):
                scene = after
                found.append(changed)
    for secret, value in secret_places(table.game.slug, marks).items():
        found.append(Change(("scene", *secret.split(".")), value))
    return tuple(found)


def secret_places(slug: str, marks: Marks) -> dict[str, Any]:
    """Marks for what a game keeps secret in its scene beside the sheets."""
    rolled = {"result": "success", "margin": marks.number, "net": marks.number}
    hidden = {"who": "Ines", "successes": 1, "advantages": 0, "difficulty": marks.number, "result": rolled}
    challenge = {"name": marks.word, "text": marks.word, "level": "serious"}
    failure = {"challenge": marks.word, "facet": marks.word, "weapon": marks.word}
    places: dict[str, dict[str, Any]] = {
        "untold-aeons": {"hidden": hidden, "last": {"who": "Ines", "net": marks.number}},
        "light-dark": {"scenario.challenges": {marks.word: challenge}, "failures": {"Isk": failure}},
    }
    return places.get(slug, {})


def sees(table: Company, name: str) -> bool:
    return bool(table.state.keepers.get(name, Keeper()).seat)


def reads(table: Company, play: dict[str, Any]) -> bool:
    """Whether the game can still read its scene and tell of its fight."""
    game, state = table.game, msgspec.structs.replace(table.state, play=play)
    try:
        scene = scene_of(game, state)
        options = game.table_options(state.options)
        for sheet in scene.characters.values():
            game.show_sheet(options, sheet)
        game.fight(scene, options)
    except Exception:  # whatever a game thinks of a mark: then this field cannot carry one
        return False
    return True


def secret_facts(table: Company, marks: Marks) -> list[tuple[TableSeat, EventBody]]:
    """Everything that can be said and done in secret, with marks in it."""
    word, number = marks.word, marks.number
    marked = {"mark": word, "number": number}
    roll: dict[str, Any] = {
        "params": {"mark": word},
        "dice": (RecordedDie(20, 7),),
        "choices": (word,),
        "outcome": marked,
        "breakdown": ({"kind": "noted", "name": word, "value": number, "cites": []},),
        "cites": (word,),
    }
    need = NeededAnswer(word, "", 6)
    facts: list[tuple[TableSeat, EventBody]] = [
        (table.gm, MessageSent(f"{word} {number}", "gm")),
        (table.ben, MessageSent(f"{word} {number}", "gm")),
        (table.gm, RollMade(roll=word, audience="gm", **roll)),
        (table.gm, RollMade(roll="", notation=word, audience="gm", **roll)),
        (table.gm, ActionTaken(action=word, audience="gm", changes=(), **roll)),
        (table.gm, RollMade(roll=word, audience="private", **roll)),
        (table.ben, RollMade(roll=word, audience="gm", begun_by=table.gm.seat, **roll)),
        (table.ben, RollMade(roll=word, audience="private", begun_by=table.gm.seat, **roll)),
        (
            table.gm,
            AnswerAwaited("p0", "roll", word, {"mark": word}, (RecordedDie(20, 7),), (word,), need, False, "gm"),
        ),
        (
            table.gm,
            AnswerAwaited("p1", "roll", word, {"mark": word}, (RecordedDie(20, 7),), (word,), need, False, "private"),
        ),
    ]
    blind: dict[str, Any] = roll | {"params": {}, "cites": (), "choices": ()}
    facts.append((table.ann, RollMade(roll="check", audience="blind", **blind)))
    for name, fields in table.game.secrets.outcomes.items():
        hidden = dict.fromkeys(fields, marked)
        secret: dict[str, Any] = roll | {"params": hidden, "outcome": {"seen": 1, **hidden}, "choices": (), "cites": ()}
        facts.append((table.ann, ActionTaken(action=name, changes=(), **secret)))
        facts.append((table.gm, ActionRequested(name, hidden, ("nobody",), "")))
        facts.append(
            (table.gm, AnswerAwaited(f"p-{name}", "action", name, hidden, (), (), NeededAnswer("q", "", 6), False))
        )
    return facts


def with_secrets(table: Company, marks: Marks) -> None:
    changes = marked_changes(table, marks)
    acted = ActionTaken("edit", {}, (), (), None, (), (), changes, audience="gm")
    table.tables.write(table.gm, lambda state: [acted])
    for place, fact in secret_facts(table, marks):
        table.tables.write(place, partial(_only, fact))


def _only(fact: EventBody, state: TableState) -> list[EventBody]:
    return [fact]


def everything(table: Company, place: TableSeat) -> bytes:
    """Every byte that a seat can get out of a table: now, at any time, live, as a file, as a story, as an error."""
    parts: list[Any] = [seen_table(table.tables, place)]
    last = parts[0]["seq"]
    parts += [seen_table(table.tables, place, at) for at in range(2, last + 1)]
    parts += [seen_log(table.tables, place, after) for after in (0, 5, last - 3)]
    parts += [line.decode() for line in export(table.tables, place)]
    parts += list(story(table.tables, place))
    parts += errors(table, place)
    parts += [plain(offer) for offer in seat_actions.legal_actions(table.tables, place)]
    return b"\n".join(msgspec.json.encode(part) for part in parts)


def errors(table: Company, place: TableSeat) -> list[str]:
    """The refusals to a seat that tries what it may not."""
    characters = list(table.state.scene["characters"])
    refusals = []
    for action in table.game.actions:
        for name in characters:
            params = {"who": name, "target": characters[-1], "character": name}
            try:
                require_permission(table.game, table.state, place.seat, action.name, params)
            except (Forbidden, BadInput, Refused) as refused:
                refusals.append(str(refused))
    for seq in (0, table.state.seq + 1):
        try:
            seen_table(table.tables, place, seq)
        except Exception as refused:  # whatever it is, it must not tell
            refusals.append(str(refused))
    return refusals


@pytest.fixture
def twins(request: pytest.FixtureRequest) -> tuple[Company, Company]:
    """The same table twice, with the same seed and clock, and other secrets."""
    store, other = MemoryStore(), MemoryStore()
    table = company(request.param, store)
    other.fill([table.gm.table], store.contents())
    one, twin = (msgspec.structs.replace(table, tables=Tables(kept, now=Clock())) for kept in (store, other))
    with_secrets(one, FIRST)
    with_secrets(twin, SECOND)
    return one, twin


@every_game
def test_something_is_marked_in_every_game_and_every_secret_place(slug: str) -> None:
    table = company(slug)
    hidden = [name for name in table.state.scene["characters"] if not sees(table, name)]
    assert hidden
    changes = marked_changes(table, FIRST)
    assert len(changes) >= 2 * len(hidden)
    assert reads(table, apply(table.state.play, changes))
    for secret in table.game.secrets.scene:
        assert any(secret.startswith(place) for place in secret_places(slug, FIRST)), f"{secret} is not marked"


@pytest.mark.parametrize("twins", GAMES, indirect=True)
def test_no_mark_reaches_a_viewer_who_may_not_know(twins: tuple[Company, Company]) -> None:
    table, twin = twins
    for one, marks in ((table, FIRST), (twin, SECOND)):
        for place in (one.ann, one.watcher):
            got = everything(one, place)
            assert marks.word.encode() not in got
            assert str(marks.number).encode() not in got
        assert marks.word.encode() in everything(one, one.gm), "the game master sees them"


@pytest.mark.parametrize("twins", GAMES, indirect=True)
def test_tables_that_differ_in_secrets_alone_look_the_same(twins: tuple[Company, Company]) -> None:
    table, twin = twins
    for place in (table.ann, table.watcher):
        assert everything(table, place) == everything(twin, place)


@every_game
def test_the_seed_of_the_dice_is_nobodys_before_the_table_is_closed(slug: str) -> None:
    table = company(slug)
    commitments = table.tables.store.names(table.gm.table, "seed")
    assert len(commitments) == 2
    for commitment in commitments:
        seed = table.tables.store.get(table.gm.table, "seed", commitment)
        assert seed
        for place in (table.gm, table.ann, table.watcher):
            got = everything(table, place)
            assert commitment.encode() in got
            assert seed not in got
        assert all(seed not in line for line in export(table.tables, table.gm))
