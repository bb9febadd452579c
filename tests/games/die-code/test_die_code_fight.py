"""Fights (extension): attack pool against defence pool, the weapon's code, and what is left of a body."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from die_code_table import Scene, created, refuses
from msgspec.structs import replace

from rulewright.games.die_code import GAME
from rulewright.games.die_code.scene import RunningFight
from rulewright.lab.difficulty import difficulty
from rulewright.lab.fights import FightSetup, FightSide
from rulewright.lab.table_advice import advise_turn
from rulewright.readings import Budget, odds

STAB = {"on": "climb", "weapon": "knife"}
SIDES = {"one": ["Ada"], "other": ["Bert"]}


def fighting(*faces: int, **ada: Any) -> Scene:
    """Ada and Bert in a fight; Ada, whose defence is 2d+2 against 2d+1, goes first unless these faces say otherwise."""
    table = Scene()
    table.do("set", who="Ada", changes={"attacks": {"stab": STAB}, **ada})
    table.do("start-fight", *(faces or (3, 3, 3, 3)), **SIDES)
    return table


@pytest.mark.rule("DC-A31")
@pytest.mark.parametrize(("size", "points"), [("medium", 15), ("large", 20), ("small", 10), ("fine", 5)])
def test_a_body_has_points_by_size(size: str, points: int) -> None:
    found = created(None, size=size)
    assert (found["whole"], found["body"]) == (points, points)
    assert created(None, size=size, body=40)["whole"] == 40


@pytest.mark.rule("DC-A31")
def test_a_new_size_brings_its_points_and_what_was_lost_stays_lost() -> None:
    table = Scene()
    table.do("damage", who="Ada", points=4)
    table.do("set", who="Ada", changes={"size": "large"})
    assert (table.now.characters["Ada"].whole, table.now.characters["Ada"].body) == (20, 16)
    table.do("set", who="Ada", changes={"length": "3ft"})
    assert (table.now.characters["Ada"].whole, table.now.characters["Ada"].body) == (10, 6)
    table.do("set", who="Ada", changes={"body": 30})
    table.do("set", who="Ada", changes={"size": "huge"})
    assert (table.now.characters["Ada"].whole, table.now.characters["Ada"].body) == (
        30,
        30,
    )  # given by hand, so the size does not change it


@pytest.mark.rule("DC-A31")
def test_an_attack_names_what_is_on_the_sheet_or_a_code() -> None:
    codes = {"attributes": {"might": "2d"}, "equipment": {"axe": "2d+1"}}
    found = created(None, **codes, attacks={"chop": {"on": "might", "weapon": "axe"}}, defence="3d")
    assert found["attacks"] == {"chop": {"on": "might", "weapon": "axe"}}
    for bad in ({"on": "might", "weapon": "sword"}, {"on": "luck", "weapon": "axe"}):
        with refuses("unknown name: chop needs something on the sheet (might, axe) or a die code"):
            created(None, **codes, attacks={"chop": bad})
    with refuses("attacks.chop must be an object with on and weapon"):
        created(None, **codes, attacks={"chop": "axe"})
    with refuses("body out of range"):
        created(None, body=0)


@pytest.mark.rule("DC-A31")
def test_all_throw_their_defence_for_the_order() -> None:
    table = fighting(1, 1, 6, 6)
    assert table.now.fight.order == ("Bert", "Ada")
    assert (table.status().turn, table.status().left) == ("Bert", {})
    with refuses("a fight is running"):
        table.do("start-fight", 1, 1, 1, 1, **SIDES)
    with refuses("on both sides: Ada"):
        Scene().do("start-fight", one=["Ada"], other=["Ada", "Bert"])
    with refuses("no opponents"):
        Scene().do("start-fight", one=["Ada", "Bert"])


@pytest.mark.rule("DC-33", "DC-A27", "DC-A31")
def test_a_hit_takes_the_weapon_s_total_and_a_point_for_each_level() -> None:
    table = fighting()
    # climb is 4d+1, Bert defends with his body of 2d+1; the knife is 1d+2
    struck = table.do("attack", 6, 5, 3, 1, 2, 2, 4, who="Ada", target="Bert")
    # 15 + 1 against 4 + 1 is a margin of 11: two levels
    assert struck == {"result": "hit", "lost": 4 + 2 + 2, "left": 12, "out": False}
    assert table.status().turn == "Bert"
    # bare hands: the best attribute, 2d+1, against 2d+2; a tie after pips is the actor's
    assert table.do("attack", 1, 2, 3, 3, who="Bert", target="Ada")["result"] == "miss"
    # a tie: 5 + 1 dice of Ada's pool against 6
    struck = table.do("attack", 1, 1, 1, 1, 2, 2, 1, who="Ada", target="Bert")
    assert (struck["result"], struck["lost"]) == ("hit", 3)
    assert table.now.characters["Bert"].body == 9


@pytest.mark.rule("DC-A31")
def test_the_fight_ends_when_nothing_is_left_of_a_side() -> None:
    table = fighting()
    table.do("damage", who="Bert", points=18)
    struck = table.do("attack", 6, 6, 6, 6, 1, 1, 6, who="Ada", target="Bert")
    assert (struck["lost"], struck["left"], struck["out"]) == (2, 0, True)
    assert (table.status().over, table.status().winner) == (True, "one side")
    with refuses("target is down: Bert"):
        table.do("attack", who="Ada", target="Bert")
    assert table.do("heal", who="Bert", points=99) == {"text": "20 of 20 points are left of Bert's body"}
    assert not table.status().over


@pytest.mark.rule("DC-A31")
def test_turns_pass_and_refusals_come_before_dice() -> None:
    table = fighting()
    with refuses("not your turn: it is Ada's"):
        table.do("attack", who="Bert", target="Ada")
    with refuses("target is the attacker"):
        table.do("attack", who="Ada", target="Ada")
    with refuses("unknown attack: bite is not on the sheet (there: stab)"):
        table.do("attack", who="Ada", target="Bert", using="bite")
    assert table.do("pass-turn", who="Ada", words="climbs the stair") == {"text": "Ada: climbs the stair"}
    assert table.do("pass-turn", who="Bert") == {"text": "Bert waits"}
    assert table.status().round == 2
    table.do("damage", who="Ada", points=15)
    assert table.status().turn == "Bert", "one who falls in their own turn loses it"


@pytest.mark.rule("DC-A31")
def test_who_comes_late_is_on_the_side_of_another() -> None:
    table = fighting()
    table.do("join", character={"name": "Cy"})
    table.do("enter-fight", who="Cy", ally="Bert")
    assert table.now.fight.order == ("Ada", "Bert", "Cy")
    assert GAME.side_of(table.now, "Cy") == GAME.side_of(table.now, "Bert") != GAME.side_of(table.now, "Ada")


@pytest.mark.rule("DC-A31")
def test_the_odds_of_an_attack_by_hand() -> None:
    """1d+1 against 1d: the actor wins unless the defender's die is higher by two or more."""
    table = Scene()
    table.do("set", who="Ada", changes={"attacks": {"jab": {"on": "1d+1", "weapon": "1d"}}})
    table.do("set", who="Bert", changes={"defence": "1d", "body": 4})
    table.do("start-fight", 6, 6, 1, **SIDES)
    found = GAME.action_odds("attack", table.now, {"who": "Ada", "target": "Bert"}, table.options)
    out = Fraction(0)
    for own, other, weapon in product(range(1, 7), repeat=3):
        margin = own + 1 - other
        out += Fraction(margin >= 0 and weapon + margin // 5 >= 4, 216)
    assert found.where(lambda struck: struck.out) == out
    assert found.where(lambda struck: struck.result == "miss") == Fraction(10, 36)


@pytest.mark.rule("DC-A31")
def test_advice_chooses_between_weapons_and_an_encounter_has_its_difficulty() -> None:
    table = fighting(attacks={"stab": STAB, "push": {"on": "wits", "weapon": "0d+1"}})
    sides = {"us": FightSide(("Ada",), "hardest"), "them": FightSide(("Bert",), "hardest")}
    advice = advise_turn(FightSetup(GAME, table.options, (), sides), table.now, budget=Budget(None, 60.0))
    assert (advice.who, advice.method, advice.tried[0].params) == ("Ada", "float64", {"who": "Ada", "target": "Bert"})
    assert "Bert loses" in advice.why
    assert "points of the body" in advice.why
    found = difficulty(GAME, table.options, table.now, ["Ada"], ["Bert"], seconds=1.0)
    assert found.wins[0] <= advice.tried[0].wins[1] + 0.1


@pytest.mark.rule("DC-A29", "DC-A31")
def test_the_ready_made_scene_is_an_even_chase_and_an_even_fight() -> None:
    options, scene = GAME.table_options(), GAME.scene()
    assert GAME.opening is not None
    for action, params in GAME.opening.steps:
        scene = GAME.act(action, scene, dict(params), options, random=Random(0)).outcome[0]
    pools = {"quarry_pool": "4d", "pursuer_pool": "4d", "pursuer_move": 7}
    caught = Fraction(GAME.derive("chase-value", {**pools, "gap": 10, "escape": 30, "rounds": 4})["caught"])
    assert Fraction(2, 5) <= 1 - caught <= Fraction(7, 10)
    scene = GAME.act("end-chase", scene, {}, options).outcome[0]
    rules, sides = GAME.fights, {"Juno": "heroes", "Warden": "foes"}
    assert rules is not None
    for order in (("Juno", "Warden"), ("Warden", "Juno")):
        begun = replace(scene, fight=RunningFight(order))
        roster = rules.roster_of(begun, options, order, sides, dict.fromkeys(sides.values(), "surest"))
        position = rules.position_of(begun, options, roster)
        ends = odds(rules.bout(position, roster).fight, position, roster, options=options, exact=False)
        assert 0.4 <= sum(float(chance) for end, chance in ends.items() if end.end == "heroes") <= 0.7


def test_a_chase_suggests_the_fastest_pace_that_is_sure_first() -> None:
    """Four dice take the average at Moderate: a jog is sure, a run is not, and creeping comes near the end."""
    assert GAME.opening is not None
    options, scene = GAME.table_options(), GAME.scene()
    for action, params in GAME.opening.steps:
        scene = GAME.act(action, scene, dict(params), options, random=Random(0)).outcome[0]
    (offer,) = GAME.legal_now(scene, options, lambda action, who: action.name == "advance-chase" and who == "Juno")
    paces = [way.params["mode"] for way in offer.ways]
    assert paces[:2] == ["jog", "run"]
    assert paces.index("creep") > paces.index("walk")
