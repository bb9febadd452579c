"""Fair dice: promised before, provable after, and every change to a log is found."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from a_table import Company, company, every_game
from msgspec.structs import replace

from rulewright.rules import BadInput
from rulewright.table import act, closing, gm, undo
from rulewright.table.events import (
    ActionTaken,
    AnswerAwaited,
    Event,
    RecordedDie,
    RollMade,
    SeedAdded,
    TableClosed,
    read_event,
    write_event,
)
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.seeds.fair_dice import FairDice, commitment_to, new_seed, player_commitment
from rulewright.table.seeds.player_seeds import commit_seed, show_seed
from rulewright.table.table_file import read_dice
from rulewright.table.tables import Tables
from rulewright.table.verify import Verification, dice_record, verify

SHOT = Attempt("action", "shoot", {"who": "Ines", "target": "Cultist", "weapon": "pistol"})


def played(slug: str = "untold-aeons") -> Company:
    """An evening with rolled, typed, waiting, hidden and undone dice, and a player's seed in the middle."""
    table = company(slug)
    tables = table.tables
    act.submit(tables, table.ann, Attempt("notation", "4d6kh3"))
    add_seeds(table, "my lucky number is 7")
    act.submit(tables, table.ann, Attempt("notation", "2d20"))
    assert table.game.opening is not None
    action, params = table.game.opening.first
    table.act(table.ann, action, dict(params))
    undo.undo(tables, table.gm)
    undo.redo(tables, table.gm)
    act.submit(tables, table.ben, Attempt("notation", "2d6", faces=(3, 4)))
    hidden = act.submit(tables, table.gm, Attempt("notation", "5d8", audience="gm"))
    act.submit(tables, table.gm, Attempt("notation", "1d8", audience="gm"))
    gm.reveal(tables, table.gm, hidden.seq)
    return table


def add_seeds(table: Company, seed: str) -> None:
    """A round of seeds: Ann and Ben commit, then both show."""
    seeds = {place: f"{seed} of {place.seat}" for place in (table.ann, table.ben)}
    for place, own in seeds.items():
        commit_seed(table.tables, place, player_commitment(place.seat, own))
    for place, own in seeds.items():
        show_seed(table.tables, place, own)


def proof(table: Company) -> Verification:
    return verify(map(dice_record, table.events()))


def test_a_face_is_worked_out_as_the_documentation_says() -> None:
    seed, added = "5eed", "mine"
    key = hmac.digest(seed.encode(), added.encode(), "sha256")
    number = int.from_bytes(hmac.digest(key, b"Ann/attack.7.2.0", "sha256")[:8], "big")
    assert FairDice(seed, [added]).face("Ann/attack.7", 2, 20) == number % 20 + 1
    assert commitment_to(seed) == hashlib.sha256(b"5eed").hexdigest()


def test_a_number_that_would_favour_low_faces_is_thrown_again() -> None:
    """With so many sides nearly half of all numbers would not divide: some face must come of a later turn."""
    sides = (1 << 63) + 1
    dice = FairDice("seed", [])
    firsts = [int.from_bytes(hmac.digest(b"seed", f"1.{n}.0".encode(), "sha256")[:8], "big") for n in range(40)]
    refused = [n for n, first in enumerate(firsts) if first >= sides]
    assert refused
    for n in refused:
        assert dice.face("1", n, sides) != firsts[n] % sides + 1
    assert all(1 <= dice.face("1", n, sides) <= sides for n in range(40))


@pytest.mark.parametrize("sides", [2, 6, 12, 100])
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    """Chi-squared of 20,000 faces of a fixed seed, far beyond what chance explains only if something is wrong."""
    dice, rolls = FairDice("a fixed seed", []), 20_000
    counts = Counter(dice.face("1", place, sides) for place in range(rolls))
    expected = rolls / sides
    assert set(counts) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < sides + 12 * sides**0.5


def test_a_players_seed_changes_every_later_die() -> None:
    assert [FairDice("s", ["a"]).face("9", n, 1000) for n in range(9)] != [
        FairDice("s", []).face("9", n, 1000) for n in range(9)
    ]
    assert len({new_seed() for _ in range(50)}) == 50


# --- the proof


@every_game
def test_every_die_of_a_closed_table_is_proved(slug: str) -> None:
    table = played(slug)
    dice = sum(len(event.body.dice) for event in table.events() if isinstance(event.body, ActionTaken | RollMade))
    closing.close(table.tables, table.gm)
    found = proof(table)
    assert found.holds
    assert (found.proved, found.typed, found.unproved, found.hidden) == (dice - 2, 2, 0, 0)


def test_dice_of_an_open_table_are_not_proved_yet() -> None:
    found = proof(played())
    assert found.holds
    assert found.proved == 0
    assert found.unproved > 10
    assert found.typed == 2


def test_a_player_proves_what_they_saw_from_their_own_file() -> None:
    table = played()
    closing.close(table.tables, table.gm)
    whole, own = (verify(read_dice(export(table.tables, place))) for place in (table.gm, table.ann))
    assert whole == proof(table)
    assert own.holds
    assert own.hidden == 1
    assert own.hidden_dice == 5, "revealed, but of the seed that players never learn"
    assert own.proved == whole.proved - 6


def test_each_promise_is_proved_by_its_own_seed() -> None:
    table = played()
    closing.close(table.tables, table.gm)
    before = proof(table).proved
    closing.reopen(table.tables, table.gm)
    act.submit(table.tables, table.ann, Attempt("notation", "3d6"))
    assert (proof(table).proved, proof(table).unproved) == (before, 3)
    closing.close(table.tables, table.gm)
    assert (proof(table).proved, proof(table).unproved) == (before + 3, 0)


def test_dice_that_fell_before_a_roll_waited_are_counted_once() -> None:
    table = company("light-dark")
    bearer = {
        "name": "Ove",
        "archetype": "courier",
        "attributes": {"strength": 2, "dexterity": 0, "insight": 1, "resolve": 0},
        "advancements": [{"name": "steady-hand"}],
        "gear": {"in_hand": "medium-melee", "shield": True},
    }
    table.act(table.gm, "create", {"character": bearer})
    table.tables.assign(table.gm, "Ove", table.ann.seat)
    turn = {"who": "Ove", "challenge": "caretaker", "attribute": "strength", "dark": 1}
    waited = False
    for _ in range(30):
        event = act.submit(table.tables, table.ann, Attempt("action", "challenge-turn", turn))
        if isinstance(event.body, AnswerAwaited) and event.body.dice:
            waited = True
            act.answer(table.tables, table.gm, event.body.pending, choices=("yes",))
            undo.undo(table.tables, table.gm, back_to=event.seq)
            event = act.answer(table.tables, table.gm, event.body.pending, choices=("no",))
            break
        undo.undo(table.tables, table.gm)
    assert waited
    closing.close(table.tables, table.gm)
    assert proof(table).holds


# --- what does not fit


def forged(table: Company, change: Callable[[Event], Event | None]) -> Iterator[Event]:
    """The log with something changed in it."""
    for event in table.events():
        other = change(event)
        if other is not None:
            yield read_event(write_event(other))


def with_fact(event: Event, **fields: Any) -> Event:
    return msgspec.structs.replace(event, body=msgspec.structs.replace(event.body, **fields))


def shows(faces: tuple[int, ...]) -> tuple[dict[str, Any], ...]:
    return ({"kind": "rolled", "name": "dice", "dice": "", "faces": faces, "kept": [], "score": 0},)


def closed() -> tuple[Company, Event]:
    """A closed table, and its first roll of several dice."""
    table = played()
    closing.close(table.tables, table.gm)
    first = next(event for event in table.events() if isinstance(event.body, RollMade))
    return table, first


def test_a_changed_face_is_named() -> None:
    table, first = closed()
    assert isinstance(first.body, RollMade)
    die = first.body.dice[2]
    other = die.face % die.sides + 1
    dice = (*first.body.dice[:2], msgspec.structs.replace(die, face=other), *first.body.dice[3:])
    changed = with_fact(first, dice=dice, breakdown=shows(tuple(one.face for one in dice)))
    found = verify(map(dice_record, forged(table, lambda event: changed if event.seq == first.seq else event)))
    assert found.seq == first.seq
    assert found.fault == f"die 3 shows {other} on a d6; it must be {die.face}"


def test_a_changed_seed_is_found() -> None:
    table, _ = closed()
    found = verify(
        map(
            dice_record,
            forged(table, lambda e: with_fact(e, seed=new_seed()) if isinstance(e.body, TableClosed) else e),
        )
    )
    assert found.fault == "the seed does not match its commitment"
    assert found.proved == 0


def test_a_players_seed_that_was_left_out_is_found() -> None:
    table, _ = closed()
    found = verify(map(dice_record, forged(table, lambda e: None if isinstance(e.body, SeedAdded) else e)))
    assert "it must be" in found.fault


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_dropped_die_is_found(place: int) -> None:
    table, first = closed()
    assert isinstance(first.body, RollMade)
    dice = tuple(die for at, die in enumerate(first.body.dice) if at != place)
    found = verify(map(dice_record, forged(table, lambda e: with_fact(e, dice=dice) if e.seq == first.seq else e)))
    assert found.seq == first.seq
    assert "out of order" in found.fault or "breakdown shows other dice" in found.fault


def test_a_rolled_die_that_pretends_to_belong_elsewhere_is_found() -> None:
    table, first = closed()
    dice = (RecordedDie(6, 6, first.seq + 5, 0),)
    forgery = forged(table, lambda e: with_fact(e, dice=dice, breakdown=shows((6,))) if e.seq == first.seq else e)
    assert "out of order" in verify(map(dice_record, forgery)).fault


def test_an_impossible_face_is_found() -> None:
    table, first = closed()
    forgery = forged(
        table, lambda e: with_fact(e, dice=(RecordedDie(6, 7),), breakdown=()) if e.seq == first.seq else e
    )
    assert verify(map(dice_record, forgery)).fault == "a d6 shows 7"


def test_the_first_fault_of_several_is_named() -> None:
    table, first = closed()

    def change(event: Event) -> Event:
        if isinstance(event.body, TableClosed):
            return with_fact(event, seed="0")
        return with_fact(event, dice=(RecordedDie(6, 7),), breakdown=()) if event.seq == first.seq else event

    assert verify(map(dice_record, forged(table, change))).seq == first.seq


def test_a_table_without_its_seed_says_so_and_rolls_again_after_reopening() -> None:
    table = company()
    commitment = table.state.commitment
    table.tables.keys.revoke(table.gm.table, "seed", commitment)
    table = replace(table, tables=Tables(table.tables.store))  # the server was restarted, and knows the store alone
    with pytest.raises(Exception, match="seed of this table's dice is missing"):
        act.submit(table.tables, table.ann, Attempt("notation", "1d6"))
    closing.close(table.tables, table.gm)
    closing.reopen(table.tables, table.gm)
    act.submit(table.tables, table.ann, Attempt("notation", "1d6"))
    assert proof(table).holds


def test_a_view_that_is_no_view_is_refused() -> None:
    table = played()
    header = next(iter(export(table.tables, table.ann)))
    with pytest.raises(BadInput, match="line 2"):
        verify(read_dice([header, b'{"seq": "x"}\n']))
