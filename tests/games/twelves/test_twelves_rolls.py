"""What every roll has in common: replay, refused faces, refused parameters, samples against exact odds."""

from fractions import Fraction
from math import log, sqrt
from random import Random
from typing import Any

import pytest
from twelves_table import chances, outcome, refuses

from rulewright.dice import FaceError
from rulewright.game.plain_data import plain
from rulewright.games.twelves import GAME
from rulewright.readings import Need
from rulewright.rules import BadInput

TIERS = ["normal", "wounded", "critical"]
STATES = ["active", "incapacitated", "stabilised"]
RANGE = tuple[int, int]

# name -> (allowed, default): a range of whole numbers, a list of words, "tags" or bool
Spec = dict[str, tuple[Any, Any]]
SOURCES: Spec = {"advantage": ((0, 6), 0), "disadvantage": ((0, 6), 0)}
CHECK: Spec = {
    "score": ((0, 20), 7),
    "rank": ((0, 10), 1),
    "tags": ("tags", 0),
    "difficulty": ((0, 20), 0),
    **SOURCES,
    "tier": (TIERS, "normal"),
}
STRENGTH: Spec = {
    "str": ((0, 20), 7),
    **{name: spec for name, spec in CHECK.items() if name not in ("score", "tier")},
}
INITIATOR: Spec = {
    "agi": ((0, 20), 7),
    **{name: spec for name, spec in CHECK.items() if name not in ("score", "difficulty")},
}
BODY: Spec = {"normal_boxes": ((2, 20), 2), "damage": ((0, 6), 0), "state": (STATES, "active")}
REST: Spec = {"rank": ((0, 10), 1), **BODY}
FIGHTER: Spec = {
    "attack_score": ((0, 20), 7),
    "agi": ((0, 20), 7),
    "str": ((0, 20), 7),
    "rank": ((0, 10), 1),
    "attack_tags": ("tags", 0),
    "agi_tags": ("tags", 0),
    "str_tags": ("tags", 0),
    "normal_boxes": ((2, 20), 2),
    "damage": ((0, 5), 0),
    "weapon": ((0, 20), 1),
    "crit_extra": ((0, 20), 1),
    "defence": ((0, 20), 0),
    "potions": ((0, 5), 0),
    "policy": (["attack", "drink-wounded", "drink-critical", "best"], "attack"),
    "npc": (bool, False),
}


def inside(name: str, spec: Spec) -> Spec:
    return {f"{name}.{field}": entry for field, entry in spec.items()}


ROLLS: dict[str, Spec] = {
    "check": CHECK,
    "collapse-check": STRENGTH,
    "critical-survival": {**STRENGTH, "turns": ((1, 50), 3)},
    "initiative": inside("a", INITIATOR) | inside("b", INITIATOR),
    "stabilise": CHECK,
    "short-rest": REST,
    "long-rest": REST,
    "recovery": REST,
    "heal": {
        "source": (["potion", "magic", "medical"], "potion"),
        "dice": ((0, 10), 1),
        "flat": ((0, 20), 0),
        **BODY,
    },
    "attack": {
        **CHECK,
        "weapon": ((0, 20), 1),
        "crit_extra": ((0, 20), 1),
        **{f"target_{name}": spec for name, spec in REST.items()},
        "target_agi": ((0, 20), 7),
        "target_tags": ("tags", 0),
        "target_npc": (bool, False),
    },
    "turn": inside("actor", FIGHTER | {"policy": (FIGHTER["policy"][0][:3], "attack")}) | inside("target", FIGHTER),
    "duel": {**inside("a", FIGHTER), **inside("b", FIGHTER), "first": (["roll", "a", "b"], "roll")},
}
LISTED = [(roll, name) for roll, spec in ROLLS.items() for name in spec]


def params_with(name: str, value: Any) -> dict[str, Any]:
    """`a.damage` is the field of an object."""
    outer, _, field = name.partition(".")
    return {outer: {field: value}} if field else {outer: value}


def test_the_catalogue_holds_the_twelve_rolls_of_the_inventory() -> None:
    assert [roll.name for roll in GAME.rolls] == list(ROLLS)


@pytest.mark.rule("TW-A33")
def test_there_are_no_opposed_checks() -> None:
    with refuses("unknown roll: opposed-check"):
        GAME.odds("opposed-check")


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_takes_the_parameters_of_its_row_and_no_others(roll: str) -> None:
    listed: set[str] = set()
    for parameter in GAME.roll(roll).parameters:
        fields = getattr(parameter.kind, "__struct_encode_fields__", None)
        listed |= {f"{parameter.name}.{field}" for field in fields} if fields else {parameter.name}
    further = {"recovery": {"plan"}, "duel": {"max_rounds"}}
    assert listed == set(ROLLS[roll]) | further.get(roll, set())


@pytest.mark.parametrize(("roll", "name"), LISTED)
def test_a_parameter_left_out_has_the_inventory_s_default(roll: str, name: str) -> None:
    short: dict[str, Any] = {"first": "a", "max_rounds": 1} if roll == "duel" and name != "first" else {}
    default = ROLLS[roll][name][1]
    assert chances(roll, **(short | params_with(name, default))) == chances(roll, **short)


@pytest.mark.rule("TW-A5")
@pytest.mark.parametrize(("roll", "name"), [one for one in LISTED if one[1].rpartition(".")[2].endswith("tags")])
def test_tags_are_a_count_or_a_list_of_ranks(roll: str, name: str) -> None:
    entry = GAME.roll(roll)
    counts: list[Any] = [0, 6]
    lists: list[Any] = [[], [1], [10] * 6]
    no_counts: list[Any] = [-1, 7, [], [1], None, True, "1", 1.0, 1.5]
    no_lists: list[Any] = [0, 1, [0], [11], [1] * 7, None, [True], "", [1.5], ["1"], {}]
    for bonus, good, bad in (
        ("rank-once", counts, no_counts),
        ("rank-each", counts, no_counts),
        ("own-highest", lists, no_lists),
        ("own-sum", lists, no_lists),
    ):
        options = GAME.table_options({"tag-bonus": bonus})
        for value in good:
            entry.arguments(params_with(name, value), options)
        for value in bad:
            with refuses(f"bad parameter: {name}"):
                entry.arguments(params_with(name, value), options)


def values_outside(allowed: Any) -> list[Any]:
    if isinstance(allowed, tuple):
        return [allowed[0] - 1, allowed[1] + 1, 10**30, True, float(allowed[0]), 1.5, str(allowed[0]), None, [], {}]
    if allowed is bool:
        return [0, 1, "true", None]
    return ["", "dead", "other", allowed[0].upper(), 0, True, None, [allowed[0]]]


@pytest.mark.parametrize(("roll", "name"), [one for one in LISTED if ROLLS[one[0]][one[1]][0] != "tags"])
def test_a_parameter_outside_its_type_or_range_is_a_bad_parameter(roll: str, name: str) -> None:
    allowed = ROLLS[roll][name][0]
    for value in values_outside(allowed):
        with refuses(f"bad parameter: {name}"):
            GAME.odds(roll, params_with(name, value))
        with refuses(f"bad parameter: {name}"):
            GAME.play(roll, params_with(name, value), faces=[])


@pytest.mark.parametrize(("roll", "name"), [one for one in LISTED if ROLLS[one[0]][one[1]][0] != "tags"])
def test_the_ends_of_a_parameter_s_range_are_accepted(roll: str, name: str) -> None:
    allowed = ROLLS[roll][name][0]
    for value in (False, True) if allowed is bool else allowed:
        GAME.roll(roll).arguments(params_with(name, value), GAME.table_options())


@pytest.mark.parametrize("roll", ROLLS)
def test_a_name_not_listed_is_an_unknown_parameter(roll: str) -> None:
    for name in ("luck", "Score", "strength", "options", "faces"):
        with refuses(f"unknown parameter: {name}"):
            GAME.odds(roll, {name: 1})


@pytest.mark.parametrize(
    ("roll", "name"),
    [
        ("initiative", "a.difficulty"),
        ("initiative", "b.score"),
        ("turn", "actor.state"),
        ("turn", "target.tags"),
        ("duel", "a.state"),
        ("duel", "b.max_rounds"),
        ("collapse-check", "score"),
        ("collapse-check", "tier"),
        ("critical-survival", "tier"),
        ("collapse-check", "strength"),
        ("heal", "rank"),
        ("check", "turns"),
        ("attack", "defence"),
        ("turn", "max_rounds"),
        ("short-rest", "plan"),
        ("short-rest", "npc"),
    ],
)
def test_what_belongs_to_another_roll_is_unknown(roll: str, name: str) -> None:
    with refuses(f"unknown parameter: {name}"):
        GAME.odds(roll, params_with(name, 1))


@pytest.mark.parametrize(
    ("roll", "name"),
    [("initiative", "a"), ("initiative", "b"), ("turn", "actor"), ("turn", "target"), ("duel", "a"), ("duel", "b")],
)
@pytest.mark.parametrize("value", [None, 5, "x", [], True])
def test_a_side_is_an_object(roll: str, name: str, value: Any) -> None:
    with refuses(f"bad parameter: {name}"):
        GAME.odds(roll, {name: value})


@pytest.mark.rule("TW-26")
@pytest.mark.parametrize(
    ("roll", "prefix"),
    [("short-rest", ""), ("long-rest", ""), ("recovery", ""), ("heal", ""), ("attack", "target_")],
)
def test_no_more_boxes_can_be_checked_than_there_are(roll: str, prefix: str) -> None:
    for normal in (2, 7, 20):
        GAME.odds(roll, {f"{prefix}normal_boxes": normal, f"{prefix}damage": normal + 4})
        with refuses(f"bad parameter: {prefix}damage"):
            GAME.odds(roll, {f"{prefix}normal_boxes": normal, f"{prefix}damage": normal + 5})


@pytest.mark.rule("TW-A29")
@pytest.mark.parametrize("plan", [["nap"], ["short"] * 11, "short", None, [1], [None], {"short": 1}])
def test_a_plan_is_a_list_of_at_most_ten_rests(plan: Any) -> None:
    with refuses("bad parameter: plan"):
        GAME.odds("recovery", {"plan": plan})


@pytest.mark.parametrize("rounds", [0, 21, -1, True, 1.5, "3", []])
def test_a_limit_of_rounds_is_from_1_to_20_or_null(rounds: Any) -> None:
    with refuses("bad parameter: max_rounds"):
        GAME.odds("duel", {"max_rounds": rounds})


def test_null_rounds_are_no_limit() -> None:
    assert chances("duel", first="a", max_rounds=None) == chances("duel", first="a")


@pytest.mark.parametrize("value", [0, 51])
def test_survival_is_asked_for_1_to_50_turns(value: int) -> None:
    with refuses("bad parameter: turns"):
        GAME.odds("critical-survival", {"turns": value})


# --- dice --------------------------------------------------------------------------------------------

# roll, params, options: one of each kind with as much going on as it can have
EXAMPLES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("check", {"score": 5, "rank": 2, "tags": 1}, {}),
    ("check", {"advantage": 3, "disadvantage": 1}, {"adv-dis": "stack"}),
    ("collapse-check", {"str": 9}, {}),
    ("critical-survival", {"str": 12, "turns": 6}, {}),
    ("initiative", {"a": {"agi": 8}, "b": {"tier": "wounded"}}, {}),
    ("initiative", {}, {"initiative": "score"}),
    ("stabilise", {"score": 9, "tier": "wounded"}, {"stabilised": "letter"}),
    ("short-rest", {"damage": 4, "state": "incapacitated"}, {}),
    ("long-rest", {"normal_boxes": 9, "damage": 13, "state": "stabilised"}, {}),
    ("recovery", {"rank": 0, "damage": 6, "plan": ["short", "long", "short", "short"]}, {}),
    ("heal", {"dice": 3, "damage": 6, "state": "stabilised"}, {}),
    ("attack", {"weapon": 3, "target_damage": 2}, {"attack-defence": "dodge"}),
    ("turn", {"actor": {"damage": 5, "policy": "drink-critical", "potions": 1, "str": 12}}, {}),
    ("turn", {"actor": {"weapon": 2}, "target": {"damage": 1}}, {"attack-defence": "dodge"}),
    ("duel", {"a": {"potions": 2, "policy": "drink-wounded", "damage": 1}, "b": {"weapon": 2}}, {}),
    ("duel", {"max_rounds": 2}, {"attack-defence": "dodge"}),
    (
        "duel",
        {"a": {"damage": 2, "potions": 1, "policy": "best"}, "b": {"potions": 1, "damage": 3, "policy": "best"}},
        {},
    ),
]
EXAMPLE_IDS = [f"{roll}-{at}" for at, (roll, _, _) in enumerate(EXAMPLES)]
SIDES = dict.fromkeys(["short-rest", "long-rest", "recovery", "heal"], 4)


def test_the_examples_show_every_roll() -> None:
    assert {roll for roll, _, _ in EXAMPLES} == set(ROLLS)


@pytest.mark.parametrize(("roll", "params", "options"), EXAMPLES, ids=EXAMPLE_IDS)
def test_recorded_dice_give_the_same_outcome_and_breakdown(
    roll: str, params: dict[str, Any], options: dict[str, Any]
) -> None:
    seen = set()
    possible = set(GAME.odds(roll, params, options))
    for seed in range(25):
        rolled = GAME.play(roll, params, options, random=Random(seed))
        again = GAME.play(roll, params, options, faces=rolled.faces)
        assert (again.outcome, again.faces, again.breakdown) == (rolled.outcome, rolled.faces, rolled.breakdown)
        assert rolled.outcome in possible
        seen.add(rolled.outcome)
    assert len(seen) > 1


@pytest.mark.parametrize(("roll", "params", "options"), EXAMPLES, ids=EXAMPLE_IDS)
def test_too_few_too_many_and_impossible_faces_are_refused(
    roll: str, params: dict[str, Any], options: dict[str, Any]
) -> None:
    faces = list(GAME.play(roll, params, options, random=Random(7)).faces)
    assert faces
    with pytest.raises(Need, match="too few dice"):
        GAME.play(roll, params, options, faces=faces[:-1])
    with pytest.raises(Need, match="too few dice"):
        GAME.play(roll, params, options, faces=[])
    with pytest.raises(FaceError, match="too many dice"):
        GAME.play(roll, params, options, faces=[*faces, 1])
    for impossible in (0, -1, SIDES.get(roll, 12) + 1):
        with pytest.raises(FaceError, match="bad face"):
            GAME.play(roll, params, options, faces=[impossible, *faces[1:]])


@pytest.mark.rule("TW-41", "TW-A27")
@pytest.mark.parametrize(
    ("roll", "params"),
    [
        ("short-rest", {"damage": 5}),
        ("recovery", {"damage": 6}),
        ("heal", {"damage": 6, "source": "medical"}),
        ("heal", {"dice": 0}),
    ],
)
def test_where_no_die_is_rolled_none_may_be_typed(roll: str, params: dict[str, Any]) -> None:
    GAME.play(roll, params, faces=[])
    with pytest.raises(FaceError, match="too many dice"):
        GAME.play(roll, params, faces=[1])


@pytest.mark.parametrize(("roll", "params", "options"), EXAMPLES, ids=EXAMPLE_IDS)
def test_the_odds_of_a_roll_add_up_to_one(roll: str, params: dict[str, Any], options: dict[str, Any]) -> None:
    found = chances(roll, options, **params)
    assert sum(found.values()) == 1
    assert min(found.values()) > 0


RUNS = 1500
# Hoeffding: an outcome strays further than this from its chance with at most 1e-9 / 400 (fewer than 400 are compared)
STRAY = sqrt(log(2 * 400 / 1e-9) / (2 * RUNS))


@pytest.mark.parametrize(("roll", "params", "options"), EXAMPLES, ids=EXAMPLE_IDS)
def test_played_rolls_come_out_as_the_odds_say(roll: str, params: dict[str, Any], options: dict[str, Any]) -> None:
    random = Random(20)
    exact = GAME.odds(roll, params, options)
    counts = dict.fromkeys(exact, 0)
    for _ in range(RUNS):
        counts[GAME.play(roll, params, options, random=random).outcome] += 1
    for found, share in exact.items():
        assert abs(float(Fraction(counts[found], RUNS) - share)) < STRAY, plain(found)


def test_an_outcome_has_the_fields_of_its_row() -> None:
    rows = {
        "check": ["result", "total", "margin"],
        "collapse-check": ["result", "collapsed"],
        "critical-survival": ["standing", "turns_held"],
        "initiative": ["first"],
        "stabilise": ["result", "patient_state"],
        "short-rest": ["healed", "damage", "tier", "state"],
        "long-rest": ["healed", "damage", "tier", "state"],
        "recovery": ["damage", "tier", "rests_used"],
        "heal": ["healed", "damage", "tier", "state"],
        "attack": ["result", "dealt", "target_damage", "target_tier", "target_state"],
        "turn": ["collapsed", "hits", "criticals", "actor_damage", "target_damage", "target_state"],
        "duel": ["winner", "by"],
    }
    for roll, fields in rows.items():
        assert list(plain(next(iter(GAME.odds(roll))))) == fields


@pytest.mark.parametrize("roll", ["short-rest", "long-rest", "recovery", "heal"])
def test_the_dead_do_not_rest(roll: str) -> None:
    with refuses("bad parameter: state"):
        GAME.odds(roll, {"state": "dead"})


def test_a_bad_option_is_refused_before_the_roll() -> None:
    with refuses("bad option value: initiative"):
        outcome("check", 1, 2, options={"initiative": "speed"})
    with pytest.raises(BadInput, match=r"^unknown option: colour"):
        outcome("check", 1, 2, options={"colour": "red"})
