"""The plan `best` of a chase: what the solver says, at the table (DC-A29)."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from die_code_by_hand import best_chase
from die_code_table import Scene

from rulewright.game.fights import Move
from rulewright.game.table_plans import planned_moves
from rulewright.games.die_code.fight import FIGHT
from rulewright.lab.fights import FightSetup, fight_many, fight_once, read_fight

MODES = [plan for plan in FIGHT.plan_names if plan != "best"]


def wanted(scene: Scene, who: str, plan: str = "best") -> list[Move]:
    return list(planned_moves(FIGHT, plan, scene.now, scene.options, who, []))


def chased(gap: int, quarry: str, pursuer: str, rounds: int = 1) -> Scene:
    """Ada, whom Bert pursues; both have a Move of 6."""
    scene = Scene()
    scene.do("set", who="Bert", changes={"move": 6})
    on = {"quarry_on": quarry, "pursuer_on": pursuer}
    scene.do("start-chase", quarry="Ada", pursuer="Bert", **on, gap=gap, escape=60, rounds=rounds)
    return scene


def way_of(scene: Scene, who: str) -> tuple[str, str]:
    (action,) = wanted(scene, who)
    assert action.action == "advance-chase"
    return action.params["mode"], action.params["method"]


@pytest.mark.rule("DC-A29")
@pytest.mark.parametrize(
    ("gap", "way"),
    [
        (6, ("jog", "average")),  # 12 are made without a throw and are enough
        (7, ("run", "roll")),  # 13 take 18: 15 with four dice, nothing slower would do
        (13, ("sprint", "roll")),  # 19 take 24: 20 with four dice
    ],
)
def test_in_the_last_round_the_pursuer_makes_what_is_needed_as_surely_as_can_be(gap: int, way: tuple[str, str]) -> None:
    scene = chased(gap, "4d", "4d")
    scene.do("advance-chase", who="Ada", mode="walk")  # 6 more
    assert way_of(scene, "Bert") == way
    (usual,) = wanted(scene, "Bert", "run")
    assert usual.params["mode"] == "run"


@pytest.mark.rule("DC-A29")
def test_in_the_last_round_the_quarry_weighs_how_far_against_how_surely() -> None:
    # Seven paces ahead of four dice. Jogging on the average leads by 19, which takes a sprint: 70 of 1296.
    # Running is as far as no sprint with four dice goes, but fails more often than not, and then a run is enough.
    assert way_of(chased(7, "4d", "4d"), "Ada") == ("jog", "average")
    # With ten dice the run is certain on the average, and so is a lead that four dice never make up.
    assert way_of(chased(7, "10d", "4d"), "Ada")[0] in ("run", "sprint", "dash")
    # With one die a jog is out of reach; brisk is made with 5 or 6 and the walk is made anyway.
    assert way_of(chased(4, "1d", "4d"), "Ada") == ("brisk", "roll")


@pytest.mark.rule("DC-A25", "DC-A29")
def test_the_plan_knows_the_rounds_left_and_who_is_in_combat() -> None:
    early, late = (chased(5, "3d", "4d", rounds) for rounds in (5, 1))
    assert way_of(early, "Ada") == ("jog", "roll")
    assert way_of(late, "Ada") == ("brisk", "average")
    late.do("enter-combat", who="Ada")  # where three dice are not enough for that average
    assert way_of(late, "Ada") != ("brisk", "average")


@pytest.mark.rule("DC-A28")
def test_only_who_is_to_move_moves_and_a_contest_leaves_nothing_to_decide() -> None:
    scene = chased(8, "4d", "4d")
    assert wanted(scene, "Bert") == []
    contest = Scene()
    contest.do("start-contest", who="Ada", on="3d", opponent="Bert", opponent_on="3d")
    assert wanted(contest, "Ada") == [Move("advance-contest", {})]


def fray_of(quarry: str, pursuer: str, dice: tuple[int, int], gap: int, escape: int, rounds: int) -> FightSetup:
    on = f'quarry = "Ada", quarry_on = "{dice[0]}d", pursuer = "Warden", pursuer_on = "{dice[1]}d"'
    return read_fight(f"""
        game = "die-code"
        opening = [
          {{ action = "join", character = {{ name = "Ada" }} }},
          {{ action = "join", character = {{ name = "Warden" }} }},
          {{ action = "start-chase", {on}, gap = {gap}, escape = {escape}, rounds = {rounds} }},
        ]
        [sides.quarry]
        members = ["Ada"]
        plan = "{quarry}"
        [sides.pursuer]
        members = ["Warden"]
        plan = "{pursuer}"
    """)


CHASES: list[dict[str, Any]] = [
    {"dice": (4, 5), "gap": 10, "escape": 40, "rounds": 4},
    {"dice": (3, 3), "gap": 9, "escape": 30, "rounds": 3},
]
RUNS = 400
MARGIN = 0.1  # four standard deviations of a share of 400 fights, and these seeds are fixed


def caught(chase: dict[str, Any], quarry: str, pursuer: str) -> float:
    return fight_many(fray_of(quarry, pursuer, **chase), RUNS, seed=3).wins["pursuer"][1]


@pytest.mark.rule("DC-A29")
@pytest.mark.parametrize("chase", CHASES)
def test_when_both_play_by_it_the_quarry_is_caught_as_often_as_the_solver_says(chase: dict[str, Any]) -> None:
    quarry, pursuer = chase["dice"]
    exact = best_chase(quarry, pursuer, (6, 6), chase["gap"], chase["escape"], chase["rounds"])
    assert Fraction(1, 10) < exact < Fraction(9, 10)
    assert abs(caught(chase, "best", "best") - float(exact)) < MARGIN


@pytest.mark.rule("DC-A29")
@pytest.mark.parametrize("chase", CHASES)
@pytest.mark.parametrize("mode", MODES)
def test_no_way_of_moving_kept_to_does_better_against_it(chase: dict[str, Any], mode: str) -> None:
    both = caught(chase, "best", "best")
    assert caught(chase, mode, "best") > both - MARGIN
    assert caught(chase, "best", mode) < both + MARGIN


@pytest.mark.rule("DC-A29")
def test_it_does_much_better_than_the_usual_run() -> None:
    (chase, _) = CHASES
    assert caught(chase, "best", "run") < caught(chase, "run", "run") - MARGIN
    assert caught(chase, "run", "best") >= caught(chase, "run", "run") - MARGIN


def test_a_contest_is_played_to_its_end_by_it() -> None:
    fray = read_fight("""
        game = "die-code"
        opening = [
          { action = "join", character = { name = "Ada" } },
          { action = "join", character = { name = "Bert" } },
          { action = "start-contest", who = "Ada", on = "4d", opponent = "Bert", opponent_on = "3d" },
        ]
        [sides.a]
        members = ["Ada"]
        plan = "best"
        [sides.b]
        members = ["Bert"]
        plan = "best"
    """)
    assert fight_once(fray, Random(1)).winner in ("a", "b")
