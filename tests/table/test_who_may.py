"""What belongs to another seat is taken from that seat only: decisions, reactions, dice, and what the GM sets."""

from typing import Any

import pytest
from a_table import Company, company, seen_log, seen_table

from rulewright.rules import BadInput, Refused
from rulewright.table import act as doing
from rulewright.table import gm
from rulewright.table.audit import audit
from rulewright.table.closing import close
from rulewright.table.errors import Forbidden
from rulewright.table.events import ActionTaken, AnswerAwaited, Event, PendingWithdrawn
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.state import PendingAction
from rulewright.table.table_file import read_dice
from rulewright.table.tables import TableSeat
from rulewright.table.verify import verify
from rulewright.table.views.viewer import answers_for, deciders


def take(at: Company, place: TableSeat, action: str, params: dict[str, Any], **how: Any) -> Event:
    return doing.submit(at.tables, place, Attempt("action", action, params, **how))


def awaited(at: Company) -> PendingAction:
    (found,) = at.state.pending.values()
    return found


def waits_for(at: Company) -> frozenset[str]:
    found = awaited(at)
    return deciders(at.state, found.body.need, found.by)


def give(at: Company, character: str, place: TableSeat) -> None:
    at.tables.assign(at.gm, character, place.seat)


def side_by_side() -> Company:
    """Two players' characters beside each other, outside a fight."""
    at = company("untold-aeons")
    give(at, "Hale", at.ben)
    at.act(at.gm, "end-fight", {})
    return at


# --- another character's decisions


def test_a_decision_given_in_advance_for_the_target_is_not_used() -> None:
    at = company("untold-aeons")
    event = take(at, at.ann, "shoot", {"who": "Ines", "target": "Cultist"}, choices=("stay",))
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.who == "Cultist"
    assert event.body.choices == ()
    assert waits_for(at) == {at.gm.seat}


def test_a_decision_given_in_advance_counts_for_the_actors_own_question() -> None:
    at = company("untold-aeons")
    give(at, "Cultist", at.ann)
    event = take(at, at.ann, "shoot", {"who": "Ines", "target": "Cultist", "reroll": "never"}, choices=("stay",))
    assert isinstance(event.body, ActionTaken)
    assert event.body.choices == ("stay",)


def test_an_answer_decides_no_further_question_of_another_character() -> None:
    at = company("untold-aeons")
    give(at, "Cultist", at.ben)
    give(at, "Hale", at.ben)
    take(at, at.ann, "shoot", {"who": "Ines", "target": "Cultist"}, faces=())
    event = doing.answer(at.tables, at.ben, awaited(at).body.pending, choices=("stay", "reroll"))
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.choices == ("stay",)


def test_an_answer_uses_no_decision_about_the_dice_that_it_sets_rolling() -> None:
    """The target's player answers, the server rolls, and the reroll is still the shooter's to decide."""
    for _ in range(10):
        at = company("untold-aeons")
        give(at, "Cultist", at.ben)
        doing.submit(at.tables, at.gm, Attempt("action", "deal-karma", {"players": 5}))
        take(at, at.ann, "shoot", {"who": "Ines", "target": "Cultist"})
        event = doing.answer(at.tables, at.ben, awaited(at).body.pending, choices=("stay", "reroll"))
        assert isinstance(event.body, ActionTaken | AnswerAwaited)
        assert event.body.choices == ("stay",)


def test_dice_are_typed_only_by_the_seat_that_began() -> None:
    at = company("untold-aeons")
    give(at, "Cultist", at.ben)
    take(at, at.ann, "shoot", {"who": "Ines", "target": "Cultist"})
    with pytest.raises(Forbidden, match="rolled by the seat that began"):
        doing.answer(at.tables, at.ben, awaited(at).body.pending, faces=(1, 1, 1), choices=("stay",))


@pytest.mark.parametrize(
    ("action", "params"),
    [
        ("shoot", {"dive": "stay"}),
        ("attack", {"defence": "dodge"}),
        ("attack", {"target_weapon": "club"}),
        ("attack", {"reroll": "never"}),
    ],
)
def test_the_targets_reactions_wait_for_the_targets_player(action: str, params: dict[str, Any]) -> None:
    at = side_by_side()
    event = take(at, at.ann, action, {"who": "Ines", "target": "Hale", **params})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.approval
    assert event.body.need.sets == tuple(params)
    assert waits_for(at) == {at.ben.seat}
    with pytest.raises(Forbidden, match="waits for another player"):
        doing.answer(at.tables, at.ann, event.body.pending, choices=("approve",))
    with pytest.raises(Forbidden, match="not yours to set"):
        doing.answer(at.tables, at.ben, event.body.pending, choices=("approve",), params={"bonus": 3})
    done = doing.answer(at.tables, at.ben, event.body.pending, choices=("approve",))
    assert not isinstance(done.body, AnswerAwaited) or not done.body.need.approval


# --- what a player may not set, game by game

GM_SETS = [
    ("untold-aeons", "check", {"who": "Ines", "skill": "occult", "difficulty": 0}),
    ("untold-aeons", "check", {"who": "Ines", "skill": "occult", "bonus": 10}),
    ("untold-aeons", "spend-karma", {"side": "narrator", "use": "difficulty", "who": "Ines"}),
    ("dpi", "check", {"who": "Vega", "skill": "stealth", "difficulty": "trivial"}),
    ("dpi", "check", {"who": "Vega", "skill": "stealth", "modifier": 20}),
    ("dpi", "attack", {"who": "Vega", "target": "Reader", "difficulty": "trivial", "modifier": 20}),
    ("light-dark", "risky-action", {"who": "Isk", "attribute": "strength", "hindered": True}),
    ("light-dark", "risky-action", {"who": "Isk", "attribute": "strength", "light_mod": 4}),
    ("light-dark", "challenge-turn", {"who": "Isk", "challenge": "caretaker", "attribute": "strength", "tool": "2d"}),
    ("light-dark", "equip", {"who": "Isk", "in_hand": "heavy-melee", "shield": False}),
    ("twelves", "check", {"who": "Wren", "ability": "FIN", "advantage": 6}),
    ("twelves", "long-rest", {"who": "Wren"}),
    ("die-code", "check", {"who": "Juno", "on": "100d", "difficulty": "easy"}),
    ("die-code", "total", {"who": "Juno", "on": "100d"}),
    ("die-code", "total", {"who": "Juno", "on": "locks", "modifier": 100}),
    ("die-code", "opposed", {"who": "Juno", "on": "locks", "opponent": "Warden", "opponent_on": "1d"}),
    (
        "die-code",
        "opposed",
        {"who": "Juno", "on": "locks", "opponent": "Warden", "opponent_on": "chase", "opponent_modifier": -100},
    ),
]


@pytest.mark.parametrize(("slug", "action", "params"), GM_SETS)
def test_what_the_gm_sets_waits_for_the_gm(slug: str, action: str, params: dict[str, Any]) -> None:
    at = company(slug)
    before = at.state.scene
    event = take(at, at.ann, action, params)
    assert isinstance(event.body, AnswerAwaited), event.body
    assert event.body.need.approval
    assert waits_for(at) == {at.gm.seat}
    assert at.state.scene == before
    with pytest.raises(Forbidden, match="waits for another player"):
        doing.answer(at.tables, at.ann, event.body.pending, choices=("approve",))


def test_heavy_armour_that_one_does_not_wear_waits_for_the_gm() -> None:
    at = company("light-dark")
    give(at, "Lio", at.ann)
    event = take(at, at.ann, "equip", {"who": "Lio", "armour": "heavy"})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.approval
    assert waits_for(at) == {at.gm.seat}


def test_the_numbers_of_an_attack_in_twelves_wait_for_the_gm() -> None:
    at = company("twelves")
    at.act(at.gm, "start-fight", {})
    turn = at.state.scene["fight"]["order"][0]
    give(at, turn, at.ann)
    target = next(name for name in at.state.scene["characters"] if name != turn)
    event = take(at, at.ann, "attack", {"who": turn, "target": target, "weapon": 20, "crit_extra": 20, "advantage": 6})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.sets == ("weapon", "crit_extra", "advantage")


def test_a_character_of_the_gm_that_a_player_makes_waits_for_the_gm() -> None:
    """The limits of new characters do not bind those of the GM, or a player could bring a monster."""
    at = company("twelves")
    event = take(at, at.ben, "join", {"character": {"foe": "monster", "name": "Bo"}})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.approval
    scores = {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}
    assert isinstance(take(at, at.ben, "join", {"character": {"scores": scores, "name": "Bo"}}).body, ActionTaken)


DPI_AT_PEACE = [
    ("elapse", {"activity": "travel", "amount": 5}),
    ("week", {"who": "Vega"}),
    ("week", {"who": "Vega", "others": ["Marsh"]}),
    ("short-rest", {"who": "Vega", "hours": 8, "others": ["Marsh"]}),
    ("long-rest", {"who": "Vega"}),
]


@pytest.mark.parametrize(("action", "params"), DPI_AT_PEACE)
def test_time_in_dpi_passes_when_the_gm_says_so(action: str, params: dict[str, Any]) -> None:
    at = company("dpi")
    at.act(at.gm, "end-fight", {})
    at.act(at.gm, "set-scene", {"safe": True})
    before = at.state.scene
    event = take(at, at.ann, action, params)
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.approval
    assert at.state.scene == before
    done = doing.answer(at.tables, at.gm, event.body.pending, choices=("approve",))
    assert isinstance(done.body, ActionTaken)
    assert done.body.begun_by == at.ann.seat


def test_a_seat_without_a_character_lets_no_time_pass() -> None:
    at = company("dpi")
    with pytest.raises(Forbidden, match="players with a character"):
        take(at, at.ben, "elapse", {"activity": "travel"})


def test_a_seat_without_a_character_spends_no_karma_and_no_net() -> None:
    at = company("untold-aeons")
    with pytest.raises(Forbidden, match="players with a character"):
        take(at, at.ben, "spend-karma", {"side": "players", "use": "bonus", "who": "Ines"})
    with pytest.raises(Forbidden, match="not yours"):
        take(at, at.ben, "spend-net", {"row": "notice"})


def test_only_the_one_who_rolled_spends_the_advantage_and_only_the_other_side_the_drawback() -> None:
    at = company("untold-aeons")
    give(at, "Hale", at.ben)
    at.act(at.gm, "check", {"who": "Ines", "skill": "occult", "reroll": "never"})
    with pytest.raises(Forbidden, match="Ines is not yours"):
        take(at, at.ben, "spend-net", {"row": "notice"})
    with pytest.raises(Forbidden, match="not yours to do"):
        take(at, at.ann, "spend-net", {"row": "stress"})
    at.act(at.gm, "check", {"who": "Cultist", "skill": "brawl", "difficulty": 0})
    with pytest.raises(Refused, match="not enough drawback"):  # it is theirs; whether there is any, the rule says
        take(at, at.ben, "spend-net", {"row": "great-drawback"})


def test_players_spend_their_karma_on_any_roll_of_allies_and_enemies() -> None:
    at = company("untold-aeons")
    give(at, "Hale", at.ben)
    assert isinstance(
        take(at, at.ann, "spend-karma", {"side": "players", "use": "bonus", "who": "Hale"}).body, ActionTaken
    )
    spent = take(at, at.ann, "spend-karma", {"side": "players", "use": "difficulty", "who": "Cultist"})
    assert isinstance(spent.body, ActionTaken)


def test_a_newcomer_joins_a_running_fight_and_stands_apart_only_with_the_gms_word() -> None:
    at = company("dpi")
    draft = dict(at.game.opening.steps[0][1]["character"]) | {"name": "Nine"}  # type: ignore[union-attr]
    event = take(at, at.ben, "join", {"character": draft, "space": [9, 9]})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.sets == ("space",)
    doing.withdraw(at.tables, at.ben, event.body.pending)
    event = take(at, at.ben, "join", {"character": draft, "space": [5, 5]})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.approval
    done = doing.answer(at.tables, at.gm, event.body.pending, choices=("approve",), params={"space": [1, 1]})
    assert isinstance(done.body, ActionTaken)
    assert at.state.keepers["Nine"].seat == at.ben.seat
    assert at.state.scene["characters"]["Nine"]["space"] == [1, 1]


def test_nobody_rests_inside_a_challenge() -> None:
    at = company("light-dark")
    with pytest.raises(Refused, match="in a Challenge: Isk faces caretaker"):
        take(at, at.gm, "rest", {"who": "Isk", "days": 1_000, "attended": True})
    at.act(at.gm, "leave-challenge", {"challenge": "caretaker"})
    event = take(at, at.ann, "rest", {"who": "Isk", "days": 1_000, "attended": True})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.sets == ("days", "attended")


def test_changing_hands_is_the_players_own() -> None:
    at = company("light-dark")
    event = take(at, at.ann, "equip", {"who": "Isk", "shield": False, "grip": "two"})
    assert isinstance(event.body, ActionTaken)


# --- how an approval goes


def proposal(at: Company, **how: Any) -> str:
    event = take(at, at.ann, "check", {"who": "Wren", "ability": "FIN", "difficulty": 2}, **how)
    assert isinstance(event.body, AnswerAwaited)
    return event.body.pending


def test_the_gm_approves_and_the_action_is_the_players() -> None:
    at = company()
    done = doing.answer(at.tables, at.gm, proposal(at), choices=("approve",))
    assert isinstance(done.body, ActionTaken)
    assert done.body.params["difficulty"] == 2
    assert (done.by, done.body.begun_by) == (at.gm.seat, at.ann.seat)
    assert not at.state.pending


def test_the_log_tells_who_has_to_agree_to_what() -> None:
    at = company()
    proposal(at)
    (event,) = seen_log(at.tables, at.ben, at.state.seq - 1)
    assert event["sentence"] == "Wren: check Finesse (difficulty 2): waits for Mira to agree."
    assert event["sets"] == ["difficulty"]
    assert "choices" not in event


def test_the_gm_changes_a_value_and_approves() -> None:
    at = company()
    done = doing.answer(at.tables, at.gm, proposal(at), choices=("approve",), params={"difficulty": 4, "advantage": 1})
    assert isinstance(done.body, ActionTaken)
    assert done.body.params == {"who": "Wren", "ability": "FIN", "difficulty": 4, "advantage": 1}


def test_the_gm_refuses_and_nothing_has_happened() -> None:
    at = company()
    before = at.state.scene
    done = doing.answer(at.tables, at.gm, proposal(at), choices=("refuse",))
    assert isinstance(done.body, PendingWithdrawn)
    assert at.state.scene == before
    assert not at.state.pending


def test_typed_dice_are_rolled_after_the_approval_by_the_player() -> None:
    at = company()
    pending = proposal(at, faces=(12, 12))
    event = doing.answer(at.tables, at.gm, pending, choices=("approve",))
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.sides == 12
    assert event.body.dice == ()
    done = doing.answer(at.tables, at.ann, pending, faces=(5, 7))
    assert isinstance(done.body, ActionTaken)
    assert [die.face for die in done.body.dice] == [5, 7]


def test_an_approval_takes_no_unknown_value_and_a_plain_answer_no_parameters() -> None:
    at = company()
    pending = proposal(at)
    with pytest.raises(BadInput, match="unknown parameter: colour"):
        doing.answer(at.tables, at.gm, pending, choices=("approve",), params={"colour": 1})
    with pytest.raises(BadInput, match="bad choice: approve or refuse"):
        doing.answer(at.tables, at.gm, pending, choices=("perhaps",))
    doing.withdraw(at.tables, at.ann, pending)
    take(at, at.ann, "check", {"who": "Wren", "ability": "FIN"}, faces=())
    with pytest.raises(BadInput, match="params are only for an action that waits for approval"):
        doing.answer(at.tables, at.ann, awaited(at).body.pending, faces=(1, 2), params={"difficulty": 0})


def test_what_the_rules_refuse_is_refused_before_anyone_is_asked() -> None:
    at = company()
    with pytest.raises(Refused, match="unknown ability"):
        take(at, at.ann, "check", {"who": "Wren", "ability": "LCK", "difficulty": 2})
    assert not at.state.pending


def test_a_seat_cannot_flood_the_table_with_proposals() -> None:
    at = company()
    for _ in range(5):
        proposal(at)
    with pytest.raises(Refused, match="wait for approval"):
        proposal(at)


def test_usual_values_wait_for_nobody() -> None:
    at = company()
    event = take(at, at.ann, "check", {"who": "Wren", "ability": "FIN", "difficulty": 0, "advantage": 0})
    assert isinstance(event.body, ActionTaken)


def test_what_the_ready_made_scene_gives_its_first_action_waits_for_nobody() -> None:
    at = company("twelves")
    first = {"who": "Wren", "ability": "FIN", "tags": ["burglar"], "difficulty": 2}
    assert isinstance(take(at, at.ann, "check", first).body, ActionTaken)
    assert isinstance(take(at, at.ann, "check", {**first, "difficulty": 3}).body, AnswerAwaited)


def test_another_difficulty_that_the_gm_asks_for_goes_before_that_of_the_scene() -> None:
    at = company("twelves")
    gm.request_action(at.tables, at.gm, "check", {"ability": "FIN", "difficulty": 5}, ("Wren",), "the lock")
    first = {"who": "Wren", "ability": "FIN", "tags": ["burglar"], "difficulty": 2}
    assert isinstance(take(at, at.ann, "check", first).body, AnswerAwaited)


def test_a_request_carries_the_gms_values_and_the_player_only_rolls() -> None:
    at = company()
    gm.request_action(at.tables, at.gm, "check", {"ability": "FIN", "difficulty": 3}, ("Wren",), "the lock")
    event = take(at, at.ann, "check", {"who": "Wren"})
    assert isinstance(event.body, ActionTaken)
    assert event.body.params == {"who": "Wren", "ability": "FIN", "difficulty": 3}
    assert not at.state.requests


def test_another_value_than_the_gm_asked_for_is_a_proposal_again() -> None:
    at = company()
    gm.request_action(at.tables, at.gm, "check", {"ability": "FIN", "difficulty": 3}, ("Wren",), "the lock")
    event = take(at, at.ann, "check", {"who": "Wren", "difficulty": 1})
    assert isinstance(event.body, AnswerAwaited)
    assert event.body.need.sets == ("difficulty",)


def test_a_request_is_for_the_characters_it_names() -> None:
    at = company()
    give(at, "Odo", at.ben)
    gm.request_action(at.tables, at.gm, "check", {"ability": "FIN", "difficulty": 3}, ("Wren",), "the lock")
    event = take(at, at.ben, "check", {"who": "Odo", "ability": "FIN", "difficulty": 3})
    assert isinstance(event.body, AnswerAwaited)


def test_at_a_casual_table_players_set_their_own() -> None:
    at = company()
    gm.change_settings(at.tables, at.gm, {"players_set": True})
    event = take(at, at.ann, "check", {"who": "Wren", "ability": "FIN", "difficulty": 2})
    assert isinstance(event.body, ActionTaken)
    assert isinstance(take(at, at.ann, "long-rest", {"who": "Wren"}).body, ActionTaken)


def test_at_a_casual_table_another_players_reaction_still_is_theirs() -> None:
    at = side_by_side()
    gm.change_settings(at.tables, at.gm, {"players_set": True})
    take(at, at.ann, "attack", {"who": "Ines", "target": "Hale", "defence": "dodge", "bonus": 2})
    assert awaited(at).body.need.sets == ("defence",)
    assert waits_for(at) == {at.ben.seat}


def test_the_gm_and_the_targets_player_both_approve_what_is_theirs() -> None:
    at = side_by_side()
    take(at, at.ann, "attack", {"who": "Ines", "target": "Hale", "defence": "dodge", "bonus": 2})
    first, pending = waits_for(at), awaited(at).body.pending
    answerers = {at.ben.seat: at.ben, at.gm.seat: at.gm}
    doing.answer(at.tables, answerers[next(iter(first))], pending, choices=("approve",))
    assert waits_for(at) == {at.ben.seat, at.gm.seat} - first
    done = doing.answer(at.tables, answerers[next(iter(waits_for(at)))], pending, choices=("approve",))
    assert not (isinstance(done.body, AnswerAwaited) and done.body.need.approval)


# --- presets


def test_a_value_approved_once_and_for_all_needs_no_further_approval() -> None:
    at = company()
    done = doing.answer(at.tables, at.gm, proposal(at), choices=("approve",), params={"difficulty": 4}, standing=True)
    assert isinstance(done.body, ActionTaken)
    assert done.body.dice[0].seq == done.seq
    for _ in range(2):
        event = take(at, at.ann, "check", {"who": "Wren", "ability": "STR"})
        assert isinstance(event.body, ActionTaken)
        assert event.body.params == {"difficulty": 4, "who": "Wren", "ability": "STR"}
    (number,) = at.state.requests
    gm.cancel_request(at.tables, at.gm, int(number))
    event = take(at, at.ann, "check", {"who": "Wren", "ability": "STR", "difficulty": 4})
    assert isinstance(event.body, AnswerAwaited)


def test_a_new_preset_replaces_the_old_one_and_a_request_goes_before_it() -> None:
    at = company()
    for difficulty in (1, 2):
        gm.request_action(at.tables, at.gm, "check", {"difficulty": difficulty}, ("Wren",), "", standing=True)
    assert [one.params for one in at.state.requests.values()] == [{"difficulty": 2}]
    gm.request_action(at.tables, at.gm, "check", {"difficulty": 5}, ("Wren",), "the cellar")
    for difficulty in (5, 2):
        event = take(at, at.ann, "check", {"who": "Wren", "ability": "FIN"})
        assert isinstance(event.body, ActionTaken)
        assert event.body.params["difficulty"] == difficulty


def test_only_the_gm_presets_and_cancels() -> None:
    at = side_by_side()
    event = take(at, at.ann, "attack", {"who": "Ines", "target": "Hale", "defence": "dodge"})
    assert isinstance(event.body, AnswerAwaited)
    with pytest.raises(Forbidden, match="only the Narrator"):
        doing.answer(at.tables, at.ben, event.body.pending, choices=("approve",), standing=True)
    gm.request_action(at.tables, at.gm, "check", {"difficulty": 1}, ("Ines",), "", standing=True)
    with pytest.raises(Forbidden, match="only the Narrator"):
        gm.cancel_request(at.tables, at.ann, int(next(iter(at.state.requests))))


@pytest.mark.parametrize(("game", "word"), [("twelves", "GM"), ("untold-aeons", "Narrator"), ("dpi", "referee")])
def test_a_refusal_names_who_runs_the_game_by_the_games_word(game: str, word: str) -> None:
    at = company(game)
    with pytest.raises(Forbidden, match=f"^only the {word} may ask for rolls$"):
        gm.request_action(at.tables, at.ann, "check", {}, ("Wren",), "")


def test_a_request_with_an_unknown_value_is_refused() -> None:
    at = company()
    with pytest.raises(BadInput, match="unknown parameter: colour"):
        gm.request_action(at.tables, at.gm, "check", {"colour": 1}, ("Wren",), "")


def test_a_request_does_not_tell_players_of_whispers() -> None:
    at = company()
    seen = []
    for whispers in (0, 2):
        for _ in range(whispers):
            doing.say(at.tables, at.ben, "psst", to_gm=True)
        gm.request_action(at.tables, at.gm, "check", {"difficulty": 1}, ("Wren",), "", standing=True)
        (number,) = seen_table(at.tables, at.ann)["requests"]
        seen.append((int(number), seen_table(at.tables, at.ann)["seq"]))
        (asked,) = at.state.requests
        gm.cancel_request(at.tables, at.gm, int(asked))
        assert seen_log(at.tables, at.ann)[-1]["request"] == int(number)
    assert [number == last for number, last in seen] == [True, True]


def test_the_dice_of_an_approved_action_are_proved() -> None:
    at = company()
    doing.answer(at.tables, at.gm, proposal(at), choices=("approve",), standing=True)
    doing.answer(at.tables, at.gm, proposal_of_strength(at), choices=("approve",), params={"difficulty": 1})
    close(at.tables, at.gm)
    for place in (at.gm, at.ann):
        found = verify(read_dice(export(at.tables, place)))
        assert found.holds
        assert found.proved == 4
    assert audit(at.events()).differences == ()


def proposal_of_strength(at: Company) -> str:
    event = take(at, at.ann, "check", {"who": "Wren", "ability": "STR", "difficulty": 3})
    assert isinstance(event.body, AnswerAwaited)
    return event.body.pending


def test_a_character_called_players_is_decided_for_by_its_own_player() -> None:
    at = company()
    draft = dict(at.game.opening.steps[0][1]["character"]) | {"name": "players"}  # type: ignore[union-attr]
    at.act(at.gm, "join", {"character": draft})
    assert not answers_for(at.state, at.ann.seat, "players")
    assert answers_for(at.state, at.gm.seat, "players")
