"""What happens at the table: rolls from the sheet, what the GM sets, contests and chases round by round."""

from typing import Any

import msgspec
import pytest
from die_code_table import Scene, refuses

from rulewright.games.die_code import GAME
from rulewright.games.die_code.chase_actions import terms_in_chase
from rulewright.games.die_code.data import MODES
from rulewright.games.die_code.movement import mean_paces
from rulewright.games.die_code.scene import Scene as State


@pytest.mark.rule("DC-06", "DC-07", "DC-10", "DC-30")
def test_a_check_takes_its_pool_from_the_sheet() -> None:
    table = Scene()
    # climb is 2d+2 and 1d+2: 4d+1
    assert table.do("check", 3, 4, 1, 2, who="Ada", on="climb", difficulty="moderate")["final"] == 1
    assert table.do("check", 3, 4, who="Ada", on="agility", tn=7)["final"] == 2
    assert table.do("check", 3, 4, 5, who="Ada", on="3d", tn=7)["final"] == 5
    assert table.do("check", 3, 4, 1, 2, 6, who="Ada", on="locks", bonus="picks")["final"] == 16
    assert table.do("check", 3, 4, 1, 2, 6, 1, who="Ada", on="locks", bonus="2d")["result"] == "no-target"


@pytest.mark.rule("DC-03", "DC-09", "DC-A30")
def test_a_weapon_is_thrown_for_its_total() -> None:
    table = Scene()
    assert table.do("total", 5, who="Ada", on="knife") == {"total": 7}
    assert table.do("total", 5, 2, who="Ada", on="knife", penalty=1) == {"total": 5}


@pytest.mark.rule("DC-A2")
@pytest.mark.parametrize(
    ("action", "params", "words"),
    [
        ("check", {"who": "Ada", "on": "swim"}, "unknown name: 'swim'"),
        ("check", {"who": "Ada", "on": "locks", "bonus": "spoon"}, "unknown name: 'spoon'"),
        ("check", {"who": "Ada", "on": "3d+3"}, "pips over two"),
        ("check", {"who": "Ada", "on": "3x"}, "not a die code"),
        ("check", {"who": "Zoe", "on": "3d"}, "bad parameter: who must be one of Ada, Bert"),
        ("check", {"who": "Ada"}, "missing parameter: on"),
        ("check", {"who": "Ada", "on": "3d", "difficulty": "easy", "tn": 5}, "difficulty and tn together"),
        (
            "check",
            {"who": "Ada", "on": "3d", "target": "Bert", "target_size": "tiny"},
            "target and target_size together",
        ),
        ("take-average", {"who": "Ada", "on": "3d"}, "no target"),
        ("take-average", {"who": "Ada", "on": "3d", "difficulty": "moderate"}, "too few dice"),
        ("take-average", {"who": "Ada", "on": "9d", "tn": 5, "disadvantage": 1}, "at disadvantage"),
        ("move", {"who": "Ada", "on": "3d"}, "missing parameter: mode"),
        ("move", {"who": "Ada", "on": "3d", "mode": "jog", "method": "average"}, "too few dice"),
        (
            "opposed",
            {"who": "Ada", "on": "3d", "opponent": "Ada", "opponent_on": "3d"},
            "cannot roll against themselves",
        ),
        ("grant", {"who": "Ada", "advantage": -1}, "negative counts"),
        ("grant", {"who": "Ada", "disadvantage": -2}, "negative counts"),
        ("grant", {"who": "Ada", "penalty": -1}, "negative counts"),
        ("grant", {"who": "Ada", "penalty": 41}, "bad parameter: penalty"),
        ("grant", {"who": "Ada", "modifier": 101}, "bad parameter: modifier"),
        ("raise", {"who": "Ada", "name": "swim"}, "unknown name"),
        ("raise", {"who": "Ada", "name": "climb", "pips": 0}, "bad parameter: pips"),
        ("raise", {"who": "Ada", "name": "climb", "pips": 300}, "not a die code"),
        ("set", {"who": "Ada", "changes": {"attributes": {"wits": "2d"}}}, "unknown attribute: climb"),
        ("set", {"who": "Ada", "changes": {"equipment": {"axe": "1d+3"}}}, "pips over two"),
        ("set", {"who": "Ada", "changes": {"move": -1}}, "negative move"),
        ("set", {"who": "Ada", "changes": {"size": "large", "length": "5ft"}}, "size disagrees"),
        ("set", {"who": "Ada", "changes": {"name": "Bert"}}, "name in use"),
        ("set", {"who": "Ada", "changes": {"name": ""}}, "no name"),
        ("set", {"who": "Ada", "changes": {"luck": 1}}, "unknown parameter: luck"),
        ("join", {"character": {"name": "Ada"}}, "name in use: Ada"),
        ("join", {"character": {}}, "no name"),
        ("advance-contest", {}, "no contest"),
        ("end-contest", {}, "no contest"),
        ("advance-chase", {"who": "Ada", "mode": "walk"}, "no chase"),
        ("end-chase", {}, "no chase"),
    ],
)
def test_what_is_refused_changes_nothing(action: str, params: dict[str, Any], words: str) -> None:
    table = Scene()
    before = table.now
    assert words in str(table.refusal(action, **params))
    with refuses(words):
        table.do(action, **params)
    assert table.now == before


@pytest.mark.rule("DC-A30")
@pytest.mark.parametrize("action", ["rest", "die", "buy", "earn-experience"])
def test_what_the_draft_has_no_rule_for_is_said_to_have_none(action: str) -> None:
    table = Scene()
    assert "the draft has no rule for" in str(table.refusal(action))
    assert "the draft has no rule for" in str(table.refusal(action, who="Ada", amount=3, what="a sword"))
    assert (action, "Ada") not in table.offers()


@pytest.mark.rule("DC-36", "DC-37")
def test_the_average_is_an_action_without_dice() -> None:
    table = Scene()
    assert table.do("take-average", who="Ada", on="climb", difficulty="moderate") == {
        "final": 0,
        "result": "success",
        "success_level": 0,
    }


@pytest.mark.rule("DC-08", "DC-27", "DC-31", "DC-A3")
def test_what_the_gm_sets_is_added_to_every_roll() -> None:
    table = Scene()
    table.do("grant", who="Ada", disadvantage=1, penalty=1, modifier=-2)
    # 2d at disadvantage: 6 is thrown again; then the penalty die
    assert table.do("check", 6, 3, 4, 2, who="Ada", on="2d")["final"] == 4 + 3 - 2 - 2
    assert table.do("check", 6, 3, 2, 1, who="Ada", on="2d", advantage=1, penalty=1)["final"] == 6 + 3 - 2 - 1 - 2
    table.do("grant", who="Ada", advantage=1)
    assert table.do("check", 6, 3, 2, who="Ada", on="2d")["final"] == 5  # what was not named has stayed
    table.do("clear", who="Ada")
    assert table.do("check", 6, 3, who="Ada", on="2d")["final"] == 9
    assert table.do("check", 6, 3, who="Bert", on="2d")["final"] == 9


@pytest.mark.rule("DC-08", "DC-A9", "DC-A10")
def test_the_gm_can_set_as_much_as_a_roll_may_have() -> None:
    table = Scene()
    table.do("grant", who="Ada", advantage=20, disadvantage=20, penalty=40, modifier=-100)
    for name, most in (("advantage", 20), ("disadvantage", 20), ("penalty", 40)):
        with refuses(f"bad parameter: {name} must be a whole number from 0 to {most}"):
            table.do("grant", who="Ada", **{name: most + 1})


@pytest.mark.rule("DC-39", "DC-A13")
def test_standing_disadvantage_closes_the_average() -> None:
    table = Scene()
    table.do("grant", who="Ada", disadvantage=1)
    assert "at disadvantage" in str(table.refusal("take-average", who="Ada", on="9d", difficulty="easy"))
    assert table.refusal("take-average", who="Ada", on="9d", difficulty="easy", advantage=1) is None


@pytest.mark.rule("DC-55", "DC-56", "DC-73", "DC-A25")
def test_moving_adds_to_the_distance_and_is_harder_in_combat() -> None:
    table = Scene()
    assert table.do("move", who="Bert", on="chase", mode="jog", method="average")["paces"] == 14
    table.do("enter-combat", who="Bert")
    assert "too few dice" in str(table.refusal("move", who="Bert", on="chase", mode="jog", method="average"))
    assert table.do("move", 1, 1, 1, 2, who="Bert", on="chase", mode="walk")["paces"] == 7
    table.do("clear", who="Bert")
    assert table.now.standing["Bert"].in_combat is True
    table.do("leave-combat", who="Bert")
    assert table.do("move", who="Bert", on="chase", mode="walk")["paces"] == 7
    assert table.now.standing["Bert"].distance == 28


@pytest.mark.rule("DC-A16", "DC-A27")
def test_sizes_come_from_the_sheets() -> None:
    table = Scene()
    rolls: dict[str, Any] = {"who": "Ada", "on": "1d"}
    assert table.do("check", 3, **rolls, target="Bert", size_use="agile")["final"] == 4
    assert table.do("check", 3, **rolls, target="Bert")["final"] == 3
    assert table.do("check", 3, **rolls, target_size="titanic", size_use="agile")["final"] == 8
    assert table.do("check", 3, who="Bert", on="1d", size_use="force")["final"] == 4
    versus: dict[str, Any] = {**rolls, "opponent": "Bert", "opponent_on": "1d"}
    assert table.do("opposed", 3, 3, **versus, size_use="force") == {
        "margin": -1,
        "success_level": -1,
        "winner": "opponent",
    }
    assert table.do("opposed", 3, 3, **versus)["margin"] == 0


@pytest.mark.rule("DC-A27")
def test_both_sides_of_an_opposed_roll_have_their_own_circumstances() -> None:
    table = Scene()
    table.do("grant", who="Bert", penalty=1)
    found = table.do(
        "opposed", 1, 4, 6, 2, who="Ada", on="1d", advantage=1, opponent="Bert", opponent_on="1d", opponent_modifier=3
    )
    assert found["margin"] == 4 - (6 - 2 + 3)


@pytest.mark.rule("DC-04", "DC-A1")
def test_a_code_is_raised_on_the_word_of_the_gm() -> None:
    table = Scene()
    table.do("raise", who="Ada", name="climb", pips=2)
    table.do("raise", who="Ada", name="agility")
    table.do("raise", who="Ada", name="knife", pips=5)
    sheet = table.sheet("Ada")
    assert sheet["skills"]["climb"]["code"] == "2d+1"
    assert sheet["attributes"]["agility"] == "3d"
    assert sheet["equipment"]["knife"] == "3d+1"
    assert sheet["pools"]["climb"] == "5d+1"


@pytest.mark.rule("DC-A2", "DC-A14")
def test_the_gm_sets_any_field() -> None:
    table = Scene()
    table.do("grant", who="Ada", modifier=1)
    table.do("set", who="Ada", changes={"length": "9ft"})
    assert table.sheet("Ada")["size"] == "large"
    table.do("set", who="Ada", changes={"size": "tiny", "notes": "shrunk"})
    assert (table.sheet("Ada")["size"], table.sheet("Ada")["length"]) == ("tiny", None)
    table.do("set", who="Ada", changes={"weight": "70lb", "move": 4})
    assert (table.sheet("Ada")["size"], table.sheet("Ada")["move"]) == ("medium", 4)
    table.do("set", who="Ada", changes={"name": "Eve"})
    assert list(table.now.characters) == ["Eve", "Bert"]
    assert table.now.standing["Eve"].modifier == 1


CONTEST: dict[str, Any] = {"who": "Ada", "on": "1d", "opponent": "Bert", "opponent_on": "1d", "target": 2}


@pytest.mark.rule("DC-A28")
def test_a_contest_goes_round_by_round() -> None:
    table = Scene()
    table.do("start-contest", **CONTEST)
    assert table.status().left == {"Ada": 2, "Bert": 2}
    assert table.do("advance-contest", 3, 3) == {
        "winner": "actor",
        "margin": 0,
        "actor_points": 1,
        "opponent_points": 0,
    }
    table.do("grant", who="Bert", modifier=3)
    table.do("advance-contest", 3, 1)
    assert (table.status().round, table.status().over, table.status().winner) == (3, False, None)
    table.do("advance-contest", 3, 6)
    assert (table.status().round, table.status().over, table.status().winner) == (3, True, "Bert")
    with refuses("round after the end"):
        table.do("advance-contest", 3, 6)
    assert "a contest is running" in str(table.refusal("start-contest", **CONTEST))
    assert table.do("end-contest") == {"text": "the contest is over: Ada 1, Bert 2"}
    assert table.status() is None


@pytest.mark.rule("DC-A28")
def test_a_contest_by_levels_and_with_draws() -> None:
    table = Scene({"opposed-ties": "draw"})
    table.do("start-contest", **{**CONTEST, "scoring": "levels", "target": 4})
    assert table.do("advance-contest", 3, 3)["winner"] == "draw"
    assert table.do("advance-contest", 6, 1)["actor_points"] == 2
    table.do("end-contest")
    empty = {**CONTEST, "on": "0d", "opponent_on": "0d"}
    assert "no decided round" in str(table.refusal("start-contest", **empty))
    assert "cannot roll against themselves" in str(table.refusal("start-contest", **{**CONTEST, "opponent": "Ada"}))


CHASE: dict[str, Any] = {
    "quarry": "Ada",
    "quarry_on": "climb",
    "pursuer": "Bert",
    "pursuer_on": "chase",
    "gap": 5,
    "escape": 20,
    "rounds": 2,
}


@pytest.mark.rule("DC-A29")
def test_a_chase_goes_turn_by_turn() -> None:
    table = Scene()
    table.do("start-chase", **CHASE)
    assert (table.status().turn, table.status().last_round) == ("Ada", 2)
    assert "not your turn: it is Ada's" in str(table.refusal("advance-chase", who="Bert", mode="walk"))
    assert table.do("advance-chase", who="Ada", mode="jog", method="average") == {
        "result": "success",
        "mode": "jog",
        "paces": 12,
        "gap": 17,
        "end": "none",
    }
    assert table.status().turn == "Bert"
    assert table.do("advance-chase", 5, 6, 4, 1, who="Bert", mode="run")["gap"] == 17 - 21
    assert (table.status().over, table.status().winner) == (True, "Bert")
    with refuses("round after the end"):
        table.do("advance-chase", who="Ada", mode="walk")
    assert table.do("end-chase") == {"text": "the chase is over: Bert has caught Ada"}


@pytest.mark.rule("DC-A29")
def test_a_chase_can_stay_open_or_end_in_escape() -> None:
    table = Scene()
    table.do("start-chase", **CHASE)
    for _ in range(2):
        table.do("advance-chase", who="Ada", mode="walk")
        table.do("advance-chase", who="Bert", mode="walk")
    assert (table.status().over, table.status().winner, table.status().last_round) == (True, "Ada", 2)
    gap = table.now.chase.run.gap
    assert gap > 0, "the lead at the end is kept"
    assert table.do("end-chase") == {"text": f"the chase is over: Ada has held out, {gap} paces ahead"}
    table.do("start-chase", **{**CHASE, "gap": 15})
    table.do("advance-chase", who="Ada", mode="jog", method="average")
    assert table.do("advance-chase", 1, 1, 1, 1, who="Bert", mode="run")["end"] == "escaped"
    assert table.status().winner == "Ada"
    table.do("end-chase")
    table.do("start-chase", **CHASE)
    assert table.do("end-chase") == {"text": f"the chase is over: broken off with Ada {CHASE['gap']} paces ahead"}


@pytest.mark.rule("DC-A29")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"pursuer": "Ada"}, "cannot chase themselves"),
        ({"escape": 5}, "bad parameter: escape"),
        ({"gap": 0}, "bad parameter: gap"),
        ({"quarry_on": "swim"}, "unknown name"),
        ({"pursuer_on": "2d+9"}, "pips over two"),
    ],
)
def test_a_chase_that_cannot_be_is_refused(changes: dict[str, Any], words: str) -> None:
    assert words in str(Scene().refusal("start-chase", **{**CHASE, **changes}))


@pytest.mark.rule("DC-73", "DC-A29")
def test_in_a_chase_everybody_has_their_own_circumstances() -> None:
    table = Scene()
    table.do("enter-combat", who="Ada")
    table.do("start-chase", **CHASE)
    assert "too few dice" in str(table.refusal("advance-chase", who="Ada", mode="jog", method="average"))
    assert "running" in str(table.refusal("set", who="Ada", changes={"name": "Eve"}))
    assert "a chase is running" in str(table.refusal("start-contest", **CONTEST))


@pytest.mark.rule("DC-A2")
def test_what_can_be_done_is_offered() -> None:
    table = Scene()
    offers = table.offers()
    assert {("check", "Ada"), ("move", "Bert"), ("grant", "Ada"), ("enter-combat", "Bert")} <= offers
    assert not {action for action, _ in offers} & {"attack", "advance-contest", "advance-chase"}
    table.do("start-chase", **CHASE)
    assert ("advance-chase", "Ada") in table.offers()
    assert ("advance-chase", "Bert") not in table.offers()
    (offer,) = [one for one in GAME.legal_now(table.now, table.options) if one.action == "advance-chase"]
    paces = [way.params["mode"] for way in offer.ways]
    assert set(paces) == set(MODES)
    terms = terms_in_chase(table.options, table.now, "Ada", CHASE["quarry_on"])
    means = [mean_paces(table.options, terms, mode, False) for mode in paces]
    assert means == sorted(means, reverse=True), "the pace that goes farthest is offered first"


@pytest.mark.rule("DC-A28", "DC-A29")
def test_a_scene_can_be_written_down_and_read_again() -> None:
    table = Scene()
    table.do("grant", who="Ada", modifier=1)
    table.do("start-contest", **CONTEST)
    table.do("advance-contest", 3, 3)
    assert msgspec.json.decode(msgspec.json.encode(table.now), type=State) == table.now
    table.do("end-contest")
    table.do("start-chase", **CHASE)
    assert msgspec.json.decode(msgspec.json.encode(table.now), type=State) == table.now


@pytest.mark.rule("DC-36")
def test_the_odds_of_an_action_can_be_asked() -> None:
    table = Scene()
    odds = GAME.action_odds("check", table.now, {"who": "Ada", "on": "2d", "difficulty": "easy"}, table.options)
    assert odds.where(lambda check: check.result == "success") * 6 == 5
