"""The protocol of fair dice: no one can choose dice by seeds or by event numbers, and hidden dice stay hidden."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from a_table import Company, company, every_game, legal_tries, seen_log, seen_table
from independent_verifier import proved

from rulewright.cli.table_show import described, table_rows
from rulewright.rules import BadInput, Refused
from rulewright.table import act, closing, gm, undo
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionTaken, AnswerAwaited, Event, RollMade, SeedAdded, TableClosed, write_event
from rulewright.table.export import export
from rulewright.table.import_table import import_table
from rulewright.table.perform import Attempt
from rulewright.table.proof import Proof, prove_file, prove_log
from rulewright.table.seeds.fair_dice import FairDice, commitment_to, player_commitment
from rulewright.table.seeds.player_seeds import commit_seed, drop_seeds, show_seed
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.story import story
from rulewright.table.table_file import read_dice
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.verify import dice_record, verify
from rulewright.table.views.event_view import view_log
from rulewright.table.views.table_view import view_table

HERE = Path(__file__).parent
OLD = HERE.parents[1] / "docs" / "evening.jsonl"
DICE = Attempt("notation", "3d1000")


def seed_of(place: TableSeat, words: str = "") -> str:
    return f"the random seed of {place.seat} {words}"


def commit(table: Company, *places: TableSeat, words: str = "") -> None:
    for place in places:
        commit_seed(table.tables, place, player_commitment(place.seat, seed_of(place, words)))


def show(table: Company, *places: TableSeat, words: str = "") -> None:
    for place in places:
        show_seed(table.tables, place, seed_of(place, words))


def faces(event: Event) -> list[int]:
    assert isinstance(event.body, ActionTaken | RollMade)
    return [die.face for die in event.body.dice]


def forked(table: Company) -> Company:
    """The same table in another store, with the same seeds: what would have been."""
    store = MemoryStore()
    store.fill([table.gm.table], list(table.tables.store.contents()))
    return msgspec.structs.replace(table, tables=Tables(store))


# --- an operator who reads the seeds


def test_nobody_moves_dice_by_writing_events() -> None:
    """With the number of the event in its label, a die could be chosen by chatting until it was good."""
    table = company()
    other = forked(table)
    for n in range(3):
        act.say(other.tables, other.ben, f"waiting {n}")
    act.submit(other.tables, other.ben, DICE)  # nor by dice of one's own
    assert faces(act.submit(table.tables, table.ann, DICE)) == faces(act.submit(other.tables, other.ann, DICE))


def test_dice_of_another_action_do_not_move_those_of_this_one() -> None:
    table = company()
    other = forked(table)
    act.submit(other.tables, other.ann, Attempt("notation", "9d6"))
    act.submit(other.tables, other.ann, Attempt("roll", "check", {"score": 7}))
    check = Attempt("action", "check", {"who": "Wren", "ability": "FIN"})
    assert faces(act.submit(table.tables, table.ann, check)) == faces(act.submit(other.tables, other.ann, check))


def test_an_undone_roll_is_not_rolled_again_with_the_same_dice() -> None:
    table = company()
    check = Attempt("action", "check", {"who": "Wren", "ability": "FIN"})
    draws = []
    for _ in range(3):
        event = act.submit(table.tables, table.ann, check)
        assert isinstance(event.body, ActionTaken)
        draws.append(event.body.dice[0].draw)
        undo.undo(table.tables, table.gm)
    assert draws == [1, 2, 3]


# --- players' seeds


def test_seeds_count_when_the_last_of_a_round_is_shown() -> None:
    table = company()
    before = forked(table)
    commit(table, table.ann, table.ben)
    assert faces(act.submit(table.tables, table.ann, DICE)) == faces(act.submit(before.tables, before.ann, DICE))
    show(table, table.ben)
    with pytest.raises(Refused, match="seeds are being shown"):
        act.submit(table.tables, table.ann, DICE)
    act.submit(table.tables, table.ann, Attempt("notation", "3d6", faces=(1, 2, 3)))
    act.submit(table.tables, table.gm, Attempt("action", "take-damage", {"who": "Wren", "boxes": 1}))
    show(table, table.ann)
    assert table.state.rounds.seeds == (seed_of(table.ann), seed_of(table.ben)), "by seat, not by who was last"
    assert faces(act.submit(table.tables, table.ann, DICE)) != faces(act.submit(before.tables, before.ann, DICE))


def test_the_last_to_show_has_nothing_left_to_choose() -> None:
    table = company()
    commit(table, table.ann, table.ben)
    show(table, table.ann)
    with pytest.raises(BadInput, match="does not match its commitment"):
        show_seed(table.tables, table.ben, "a seed that is better for me")
    with pytest.raises(BadInput, match="next round"):
        commit_seed(table.tables, table.gm, player_commitment("s1", "chosen by what Ann has shown"))
    with pytest.raises(BadInput, match="commit to a seed before"):
        show_seed(table.tables, table.gm, "a seed without a commitment")


def test_a_seat_cannot_repeat_the_commitment_of_another() -> None:
    table = company()
    commit(table, table.ann)
    commit_seed(table.tables, table.ben, player_commitment(table.ann.seat, seed_of(table.ann)))
    show(table, table.ann)
    with pytest.raises(BadInput, match="does not match"):
        show_seed(table.tables, table.ben, seed_of(table.ann))


def test_nobody_loses_the_protection_of_a_seed_to_a_later_round() -> None:
    table = company()
    commit(table, table.ann)
    show(table, table.ann)
    commit(table, table.ben)
    with pytest.raises(BadInput, match="seeds of s2 are in the dice"):
        show(table, table.ben)
    commit(table, table.ann, words="again")
    show(table, table.ben)
    show(table, table.ann, words="again")
    assert table.state.rounds.seats == ("s2", "s3")


def test_a_seed_that_is_not_shown_ends_the_round_for_all_to_see() -> None:
    table = company()
    commit(table, table.ann, table.ben)
    show(table, table.ann)
    with pytest.raises(Forbidden, match="only the GM"):
        drop_seeds(table.tables, table.ann)
    drop_seeds(table.tables, table.gm)
    assert table.state.rounds.seeds == ()
    assert view_log(table.tables, table.watcher)[-1].sentence == (
        "Mira dropped a round of seeds: no seed was shown by Ben."
    )
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    found = prove_log(table.events())
    assert found.holds
    assert (found.dice.dropped, found.dice.seeded, found.dice.choosable, found.dice.unseeded) == (1, 0, 0, 3)


def test_dice_after_a_seed_that_is_not_shown_are_counted_until_a_round_is_completed_without_that() -> None:
    """A seat that has seen the seeds of the others chooses by withholding its own: other dice are rolled then."""
    table = company()
    for words, faces_of_dice in (("first", "1d1000"), ("second", "2d1000")):
        commit(table, table.ann, table.ben, words=words)
        show(table, table.ann, table.ben, words=words)
        act.submit(table.tables, table.ann, Attempt("notation", faces_of_dice))
    commit(table, table.ann, table.ben, words="third")
    show(table, table.ann, words="third")
    drop_seeds(table.tables, table.gm)
    act.submit(table.tables, table.ann, Attempt("notation", "3d1000"))  # with the seeds of the second round
    commit(table, table.ann, table.ben, words="fourth")
    show(table, table.ann, table.ben, words="fourth")
    act.submit(table.tables, table.ann, Attempt("notation", "4d1000"))
    commit(table, table.ann, table.ben, words="fifth")
    show(table, table.ann, table.ben, words="fifth")
    act.submit(table.tables, table.ann, Attempt("notation", "5d1000"))
    closing.close(table.tables, table.gm)
    found = prove_log(table.events())
    assert found.holds
    assert (found.dice.seeded, found.dice.choosable, found.dice.unseeded) == (1 + 2 + 5, 3 + 4, 0)
    assert any("8 dice are rolled with seeds of the players" in claim for claim in found.proved)
    assert any("7 dice are rolled after a round of seeds was dropped" in claim for claim in found.unproved)


def test_a_round_dropped_before_any_seed_is_shown_leaves_no_choice() -> None:
    table = company()
    commit(table, table.ann, table.ben)
    drop_seeds(table.tables, table.gm)
    commit(table, table.ann, table.ben, words="again")
    show(table, table.ann, table.ben, words="again")
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    found = prove_log(table.events()).dice
    assert (found.seeded, found.choosable, found.dropped) == (3, 0, 1)


def test_the_proof_does_not_claim_that_nothing_was_cut_off() -> None:
    """Without the last roll every other one still matches, so a file that holds cannot say that it is complete."""
    table = company()
    for _ in range(3):
        act.submit(table.tables, table.ann, DICE)
    last = table.events()[-1].seq
    closing.close(table.tables, table.gm)
    kept = [dice_record(event) for event in table.events() if event.seq != last]
    found = Proof(verify(kept))
    assert found.holds, "nothing in the file shows the cut"
    assert not any("left out" in claim for claim in found.proved)
    assert any("can be cut off" in claim for claim in found.unproved)
    middle = [dice_record(event) for event in table.events() if event.seq != last - 1]
    assert "each draw is the next of its stream" in verify(middle).fault


def test_missing_draws_of_a_seat_s_view_are_counted() -> None:
    """A file with hidden rolls may lack draws: then the proof counts them, and does not claim that none is missing."""
    table = company()
    act.submit(table.tables, table.gm, Attempt("notation", "1d6", audience="gm"))
    for _ in range(3):
        act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    records = list(read_dice(export(table.tables, table.ben)))
    cut = [one for one in records if not (one.dice and one.dice[0].draw == 2)]
    assert len(cut) == len(records) - 1
    whole, found = Proof(verify(records)), Proof(verify(cut))
    assert (whole.dice.gaps, found.dice.gaps) == (0, 1)
    assert any("none is missing before another" in claim for claim in whole.proved)
    assert not any("none is missing" in claim for claim in found.proved)
    assert any("missing draws were, 1 in all" in claim for claim in found.unproved)


@pytest.mark.parametrize("seed", ["short", "x" * 201, "tab\tin the middle of it", "ünprintable, or nearly"])
def test_a_seed_is_ascii_and_neither_short_nor_endless(seed: str) -> None:
    table = company()
    commit_seed(table.tables, table.ann, player_commitment("s2", seed))
    with pytest.raises(BadInput, match="bad seed"):
        show_seed(table.tables, table.ann, seed)


def test_a_commitment_is_a_hash() -> None:
    table = company()
    with pytest.raises(BadInput, match="bad commitment"):
        commit_seed(table.tables, table.ann, "lucky")
    commit(table, table.ann)
    with pytest.raises(BadInput, match="already"):
        commit(table, table.ann)


# --- hidden dice


def test_hidden_dice_are_not_worked_out_from_the_seed_that_is_published() -> None:
    table = company()
    hidden = act.submit(table.tables, table.gm, Attempt("notation", "5d1000", audience="gm"))
    closing.close(table.tables, table.gm)
    seed = table.state.seed
    assert commitment_to(seed) == table.state.commitment
    assert isinstance(hidden.body, RollMade)
    labels = [str(hidden.seq), *(f"{seat}/dice.{draw}" for seat in ("s1", "s2", "s3") for draw in range(9))]
    for label in labels:
        assert [FairDice(seed, ()).face(label, n, 1000) for n in range(5)] != faces(hidden)


def test_the_seed_of_hidden_dice_is_for_the_game_masters_alone() -> None:
    table = company()
    act.submit(table.tables, table.gm, Attempt("notation", "5d1000", audience="gm"))
    closed = closing.close(table.tables, table.gm)
    assert isinstance(closed.body, TableClosed)
    secret = closed.body.hidden_seed
    assert commitment_to(secret) == table.state.hidden_commitment
    for place in (table.ann, table.ben, table.watcher):
        sent = msgspec.json.encode([seen_log(table.tables, place), seen_table(table.tables, place)])
        assert secret.encode() not in sent + b"".join(export(table.tables, place))
    assert secret.encode() in b"".join(export(table.tables, table.gm))
    assert prove_file(export(table.tables, table.gm)).dice.proved == 5
    assert prove_file(export(table.tables, table.ann)).dice.hidden == 1


@every_game
def test_dice_of_the_open_seed_are_seen_by_everyone(slug: str) -> None:
    """Otherwise they could be worked out after the table is closed: whatever is hidden comes from the other seed."""
    table, random = company(slug), Random(7)
    assert table.game.opening is not None
    action, params = table.game.opening.first
    table.act(table.ann, action, dict(params))
    for _ in range(25):
        for attempt in legal_tries(table.game, table.state, random):
            audience = random.choice(["everyone", "everyone", "gm", "blind", "private"])
            try:
                event = act.submit(table.tables, table.gm, msgspec.structs.replace(attempt, audience=audience))
            except (BadInput, Refused):
                continue
            while isinstance(event.body, AnswerAwaited):
                event = act.answer(table.tables, table.gm, event.body.pending, choices=event.body.need.choices[:1])
            break
    open_dice = 0
    for event in table.events():
        body = event.body
        if not isinstance(body, ActionTaken | RollMade | AnswerAwaited) or not body.dice or body.hidden_dice:
            continue
        open_dice += len(body.dice)
        for place in (table.ann, table.ben, table.watcher):
            (seen,) = view_log(table.tables, place, event.seq - 1, 1)
            assert list(seen.dice or ()) == list(body.dice), (slug, event)
    assert open_dice
    closing.close(table.tables, table.gm)
    for place in (table.gm, table.ann, table.watcher):
        assert verify(read_dice(export(table.tables, place))).holds


def test_the_number_of_hidden_draws_is_not_reported_by_one_that_is_revealed() -> None:
    table = company()
    for _ in range(4):
        hidden = act.submit(table.tables, table.gm, Attempt("notation", "1d6", audience="gm"))
    gm.reveal(table.tables, table.gm, hidden.seq)
    assert view_log(table.tables, table.ann)[-1].event.dice[0].draw == 0  # type: ignore[union-attr, index]
    assert view_log(table.tables, table.gm)[-1].event.dice[0].draw == 4  # type: ignore[union-attr, index]


# --- reopening and importing


def test_reopening_commits_to_new_seeds() -> None:
    table = company()
    commit(table, table.ann)
    show(table, table.ann)
    before = table.state
    closing.close(table.tables, table.gm)
    closing.reopen(table.tables, table.gm)
    after = table.state
    assert not {before.commitment, before.hidden_commitment} & {after.commitment, after.hidden_commitment}
    assert (after.rounds.seeds, after.seed) == ((), "")
    act.submit(table.tables, table.ann, DICE)
    assert prove_log(table.events()).dice.unproved == 3


def test_an_imported_table_says_so_wherever_it_is_shown() -> None:
    table = company()
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    whole = list(export(table.tables, table.gm))
    place, _ = import_table(table.tables, whole)
    view = view_table(table.tables, place)
    assert view.imported == table.state.seq + 1
    words = "mported, not witnessed"
    shown: dict[str, str] = {
        "terminal": "\n".join(described(place.table, view, [])),
        "list": str(table_rows([_row(table, place)])),
        "story": "\n".join(story(table.tables, place)),
        "log": view_log(table.tables, place)[-1].sentence,
        "proof": str(prove_log(table.tables.log(place.table).events()).unproved),
        "proof of a file": str(prove_file(export(table.tables, place)).unproved),
    }
    assert [name for name, text in shown.items() if words not in text] == []
    assert msgspec.json.decode(next(iter(export(table.tables, place))))["imported"] == view.imported
    assert view_table(table.tables, table.gm).imported == 0
    assert words not in str(prove_file(whole).unproved)


def _row(table: Company, place: TableSeat) -> dict[str, Any]:
    state = table.tables.state(place.table)
    return {"table": place.table, "game": state.game, "events": state.seq, "last": "", "title": "x"} | {
        "closed": state.closed,
        "imported": state.imported,
    }


# --- what is proved, and what is not


def test_a_changed_outcome_is_found_by_verify() -> None:
    table = company()
    act.submit(table.tables, table.ann, Attempt("action", "check", {"who": "Wren", "ability": "FIN"}))
    closing.close(table.tables, table.gm)
    assert prove_log(table.events()).holds
    events = [
        msgspec.structs.replace(event, body=msgspec.structs.replace(event.body, outcome={"result": "critical"}))
        if isinstance(event.body, ActionTaken) and event.body.dice
        else event
        for event in table.events()
    ]
    found = prove_log(events)
    assert found.dice.holds
    assert not found.holds
    assert found.results is not None
    assert [one.what for one in found.results.differences] == ["check"]


def test_the_proof_says_what_it_proves_and_what_it_does_not() -> None:
    table = company()
    act.submit(table.tables, table.ann, DICE)
    commit(table, table.ann, table.ben)
    show(table, table.ann, table.ben)
    act.submit(table.tables, table.ann, DICE)
    act.submit(table.tables, table.ann, Attempt("notation", "2d6", faces=(1, 2)))
    closing.close(table.tables, table.gm)
    found = prove_log(table.events())
    assert [line.split(" are ")[0] for line in found.proved[:2]] == ["6 dice", "3 dice"]
    said = "\n".join(found.unproved)
    for words in (
        "3 dice are rolled without a player's seed",
        "2 dice are typed in",
        "compare its commitment",
        table.state.commitment[:16],
        "they can act on that, but not change the dice",
    ):
        assert words in said
    own = prove_file(export(table.tables, table.ann))
    assert own.results is None
    assert "running the rules again takes the whole log" in "\n".join(own.unproved)


def test_a_repeated_draw_is_found() -> None:
    """A server that rolls again until it likes the dice, and records only the last, leaves a gap."""
    table = company()
    for _ in range(3):
        act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    events = [
        event for event in table.events() if not (isinstance(event.body, RollMade) and event.body.dice[0].draw == 2)
    ]
    assert "each draw is the next of its stream" in verify(map(dice_record, events)).fault


def test_dice_from_another_stream_are_found() -> None:
    """An operator who could record any stream would choose the dice among all of them."""
    table = company()
    check = Attempt("action", "check", {"who": "Wren", "ability": "FIN"})
    event = act.submit(table.tables, table.ann, check)
    closing.close(table.tables, table.gm)
    seed = table.state.seed
    best = FairDice(seed, ())
    stream = next(f"Wren/check{n}" for n in range(999) if best.face(f"Wren/check{n}.1", 0, 12) == 12)
    assert isinstance(event.body, ActionTaken)
    dice = tuple(
        msgspec.structs.replace(die, face=best.face(f"{stream}.1", place, 12))
        for place, die in enumerate(event.body.dice)
    )
    body = msgspec.structs.replace(event.body, dice=dice, stream=stream, breakdown=())
    forged = [msgspec.structs.replace(one, body=body) if one.seq == event.seq else one for one in table.events()]
    found = verify(map(dice_record, forged))
    assert (found.seq, found.fault) == (event.seq, f"its dice are drawn from {stream}, which is not its stream")


@pytest.mark.parametrize("sides", [2**64 + 1, 2**70])
def test_a_die_of_more_sides_than_can_be_derived_does_not_hang_the_verifier(sides: int) -> None:
    table = company()
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    lines = [dice_record(event) for event in table.events()]
    lines = [
        msgspec.structs.replace(one, dice=tuple(msgspec.structs.replace(die, sides=sides) for die in one.dice or ()))
        for one in lines
    ]
    assert "a d" in verify(lines).fault


# --- an independent verifier


@every_game
def test_a_verifier_written_from_the_documentation_agrees(slug: str) -> None:
    table = company(slug)
    assert table.game.opening is not None
    action, params = table.game.opening.first
    act.submit(table.tables, table.ann, DICE)
    commit(table, table.ann, table.ben)
    show(table, table.ben, table.ann)
    before = table.state.seq
    table.act(table.ann, action, dict(params))
    undo.undo(table.tables, table.gm, back_to=before)
    table.act(table.ann, action, dict(params))
    hidden = act.submit(table.tables, table.gm, Attempt("notation", "4d8", audience="gm"))
    act.submit(table.tables, table.gm, Attempt("notation", "4d8", audience="blind"))
    gm.reveal(table.tables, table.gm, hidden.seq)
    commit(table, table.ann, table.ben, words="second")
    show(table, table.ann, table.ben, words="second")
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    closing.reopen(table.tables, table.gm)
    act.submit(table.tables, table.ann, DICE)
    closing.close(table.tables, table.gm)
    for place in (table.gm, table.ann, table.watcher):
        ours = prove_file(export(table.tables, place))
        assert ours.holds
        assert proved(export(table.tables, place)) == (ours.dice.proved, ours.dice.unproved + ours.dice.hidden_dice)
    assert ours.dice.hidden_dice == 4


def test_an_evening_of_the_first_protocol_is_still_proved() -> None:
    lines = OLD.read_bytes().splitlines(keepends=True)
    found = prove_file(lines)
    assert found.holds
    assert (found.dice.proved, found.dice.typed, found.dice.first_protocol) == (16, 1, 16)
    assert "first protocol" in "\n".join(found.unproved)
    assert proved(lines) == (16, 0)


def first_protocol() -> Company:
    """A table as it was opened before there was a second protocol."""
    table = company()
    opened = msgspec.structs.replace
    events = table.events()
    first = opened(events[0], body=opened(events[0].body, protocol=1, hidden_commitment=""))
    store = MemoryStore()
    store.append(table.gm.table, 0, [write_event(one) for one in (first, *events[1:])])
    for name in table.tables.store.names(table.gm.table, "seed"):
        store.put(table.gm.table, "seed", name, table.tables.store.get(table.gm.table, "seed", name) or b"")
    return msgspec.structs.replace(table, tables=Tables(store))


def test_a_player_verifies_a_table_of_the_first_protocol_that_has_events_they_do_not_see() -> None:
    old = first_protocol()
    act.say(old.tables, old.ben, "between us", to_gm=True)
    act.submit(old.tables, old.ann, DICE)
    closing.close(old.tables, old.gm)
    for place in (old.gm, old.ann, old.ben):
        found = prove_file(export(old.tables, place)).dice
        assert (found.holds, found.proved) == (True, 3), found.fault
        assert proved(export(old.tables, place)) == (3, 0)


def test_a_table_of_the_first_protocol_plays_on_and_gets_the_second_when_it_is_reopened() -> None:
    old = first_protocol()
    with pytest.raises(Refused, match="close and reopen"):
        commit(old, old.ann)
    event = act.submit(old.tables, old.ann, DICE)
    assert isinstance(event.body, RollMade)
    assert [(die.seq, die.draw) for die in event.body.dice] == [(event.seq, 0)] * 3
    closing.close(old.tables, old.gm)
    closing.reopen(old.tables, old.gm)
    commit(old, old.ann)
    show(old, old.ann)
    act.submit(old.tables, old.ann, DICE)
    closing.close(old.tables, old.gm)
    found = prove_log(old.events()).dice
    assert found.holds
    assert (found.proved, found.first_protocol, found.seeded) == (6, 3, 3)
    assert isinstance(old.events()[-3].body, SeedAdded)
