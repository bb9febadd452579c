"""Characteristics, creation, experience and derived values: UA-01 to UA-18, UA-40 to UA-56, UA-101 to UA-108."""

from typing import Any

import pytest
from untold_aeons_table import EVEN, Scene, created, derived, refuses

from rulewright.games.untold_aeons import GAME
from rulewright.games.untold_aeons.data import SKILLS, STANDARD_SKILLS, TIME
from rulewright.rules import BadInput, Refused


def stats(dexterity: int, toughness: int, willpower: int, intellect: int) -> dict[str, int]:
    return {"dexterity": dexterity, "toughness": toughness, "willpower": willpower, "intellect": intellect}


@pytest.mark.rule(
    "UA-01", "UA-03", "UA-04", "UA-05", "UA-08", "UA-09", "UA-10", "UA-12", "UA-13", "UA-14", "UA-88", "UA-A2"
)
def test_secondary_values_follow_from_the_characteristics() -> None:
    assert derived("secondary", **stats(1, 5, 4, 2)) == {
        "stress_limit": 14,
        "wound_limit": 15,
        "move_speed": 6,
        "sprint": 30,
        "run_min": 12,
        "run_max": 18,
    }
    with refuses("bad parameter: dexterity"):
        derived("secondary", **stats(11, 1, 1, 1))


@pytest.mark.rule("UA-11", "UA-94")
def test_a_round_is_5_seconds_and_12_of_them_a_minute() -> None:
    assert TIME.round_seconds * TIME.rounds_per_minute == 60


@pytest.mark.rule("UA-40", "UA-42", "UA-43", "UA-44", "UA-45")
def test_every_standard_skill_starts_at_1() -> None:
    assert (len(SKILLS.basic), len(SKILLS.social), len(SKILLS.combat), len(SKILLS.languages)) == (9, 5, 2, 1)
    assert created()["skills"] == dict.fromkeys(STANDARD_SKILLS, 1)
    assert {"first aid", "streetwise", "insight", "brawl", "english"} <= set(STANDARD_SKILLS)


@pytest.mark.rule("UA-02", "UA-07", "UA-A1")
def test_twelve_points_in_all_or_by_ruling_on_top() -> None:
    assert created(characteristics=stats(5, 5, 1, 1))["characteristics"]["dexterity"] == 5
    with refuses("characteristics must total 12"):
        created(characteristics=stats(4, 4, 4, 4))
    ruling = {"characteristic-points": "on-top"}
    assert created(ruling, characteristics=stats(4, 4, 4, 4))["xp"] == 100
    with refuses("characteristics must total 16"):
        created(ruling)


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown characteristic", {"characteristics": {"luck": 3}}),
    ("missing characteristic", {"characteristics": {"dexterity": 9}, "background": {"brawl": 0}}),
    ("toughness outside 1 to 5", {"characteristics": stats(1, 6, 2, 3), "background": {"brawl": 0}}),
    ("dexterity outside 1 to 5", {"characteristics": stats(0, 6, 3, 3)}),
    ("characteristics must total 12", {"characteristics": stats(1, 1, 1, 1), "background": {"brawl": 0}}),
    ("background level below 1", {"background": {"driving": 9, "brawl": 0}, "purchases": [{"learn": "brawl"}]}),
    ("skill above cap", {"background": {"driving": 5}, "purchases": [{"learn": "brawl"}]}),
    ("skill not learned", {"purchases": [{"improve": "occult"}, {"learn": "brawl"}]}),
    ("skill above cap", {"background": {"brawl": 4}, "purchases": [{"improve": "brawl"}]}),
    ("not enough xp", {"background": {"brawl": 3}, "purchases": [{"learn": "occult"}] * 1 + [{"raise": "willpower"}]}),
    ("skill already known", {"purchases": [{"learn": "Brawl"}]}),
    ("skill already known", {"purchases": [{"learn": "occult"}, {"learn": "OCCULT"}]}),
    ("unknown characteristic", {"purchases": [{"raise": "luck"}]}),
    ("characteristic above 5", {"characteristics": stats(5, 3, 2, 2), "purchases": [{"raise": "dexterity"}]}),
]


@pytest.mark.rule("UA-02", "UA-07", "UA-48", "UA-51", "UA-53", "UA-54", "UA-A15", "UA-A17")
@pytest.mark.parametrize(("words", "wanted"), FAULTS)
def test_the_first_fault_of_creation_is_the_answer(words: str, wanted: dict[str, Any]) -> None:
    with refuses(words):
        created({"skill-cap": 4}, **wanted)


@pytest.mark.rule("UA-48", "UA-49", "UA-51", "UA-54", "UA-55", "UA-A12", "UA-A15", "UA-A16")
def test_background_and_purchases_in_order() -> None:
    found = created(
        name=" Ada ",
        background={"First Aid": 3, "Occult": 2},
        knowledge_skills=["Occult"],
        purchases=[{"improve": "occult"}, {"learn": "Latin"}, {"improve": "latin"}],
    )
    assert found["name"] == "Ada"
    assert found["xp"] == 100 - 20 - 20 - 10
    assert (found["skills"]["first aid"], found["skills"]["occult"], found["skills"]["latin"]) == (3, 3, 2)
    assert list(found["knowledge_skills"]) == ["occult"]


@pytest.mark.rule("UA-50", "UA-A14", "UA-A16")
def test_starting_xp_and_what_intellect_adds() -> None:
    assert created(characteristics=stats(2, 2, 3, 5))["xp"] == 100
    ruling = {"starting-xp": 30, "intellect-xp-per-point": 7}
    assert created(ruling, characteristics=stats(2, 2, 3, 5))["xp"] == 65
    # as divided, before purchases
    raised = {"starting-xp": 200, "intellect-xp-per-point": 10}
    assert created(raised, characteristics=stats(4, 4, 3, 1), purchases=[{"raise": "intellect"}])["xp"] == 160


@pytest.mark.rule("UA-53", "UA-A17")
def test_raised_characteristics_change_limits_and_speed() -> None:
    found = derived(
        "character",
        {"starting-xp": 150},
        characteristics=EVEN,
        purchases=[{"raise": "willpower"}],
    )
    assert (found["stress_limit"], found["xp"], found["skills"]) == (14, 0, {})
    with refuses("characteristics cannot be raised"):
        created({"characteristic-cost": 0}, purchases=[{"raise": "willpower"}])


@pytest.mark.rule("UA-A54")
def test_npcs_have_any_characteristics_and_no_purchases() -> None:
    found = created(kind="npc", characteristics=stats(0, 10, 0, 1), background={"brawl": 0, "claws": 4})
    assert (found["xp"], found["skills"]["brawl"], found["skills"]["claws"]) == (0, 0, 4)
    with refuses("toughness outside 0 to 10"):
        created(kind="npc", characteristics=stats(0, 11, 0, 1))
    with refuses("no purchases"):
        created(kind="npc", purchases=[{"improve": "brawl"}])
    with refuses("background level below 0"):
        created(kind="npc", background={"brawl": -1})


@pytest.mark.rule("UA-A12", "UA-A15")
@pytest.mark.parametrize(
    "wanted",
    [
        {"age": 30},
        {"kind": "monster"},
        {"name": 5},
        {"characteristics": [3, 3, 3, 3]},
        {"background": ["brawl"]},
        {"background": {"brawl": "two"}},
        {"background": {"Brawl": 2, "brawl": 3}},
        {"knowledge_skills": "occult"},
        {"purchases": {"improve": "brawl"}},
        {"purchases": [{"improve": "brawl", "learn": "occult"}]},
        {"purchases": [{"sell": "brawl"}]},
        {"purchases": [{"improve": 3}]},
    ],
)
def test_input_that_makes_no_sense_is_bad_input(wanted: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        created(**wanted)


@pytest.mark.rule("UA-02")
def test_a_level_that_is_no_whole_number_is_outside() -> None:
    for level in (True, "3", 2.5, None):
        with pytest.raises(Refused, match="dexterity outside 1 to 5"):
            created(characteristics={**EVEN, "dexterity": level})


@pytest.mark.rule("UA-07", "UA-48", "UA-49")
def test_creation_step_by_step_offers_what_is_legal() -> None:
    options = GAME.table_options({})
    draft: dict[str, Any] = {}
    steps = {step.field: step for step in GAME.creation}
    assert list(steps) == [
        "kind",
        "characteristics",
        "background_name",
        "background",
        "knowledge_skills",
        "purchases",
        "name",
    ]
    assert steps["characteristics"].legal(options, draft).choices == (1, 2, 3, 4, 5)
    assert steps["characteristics"].legal(options, {"kind": "npc"}).choices == tuple(range(11))
    draft = {"characteristics": EVEN, "background": {"brawl": 9}}
    legal = steps["purchases"].legal(options, draft)
    assert {"improve": "brawl"} in legal.choices
    assert "not enough xp" in legal.refused["raise willpower"]
    for choice in legal.choices:
        GAME.create(options, {**draft, "purchases": [choice]})
    assert steps["purchases"].legal(options, {"kind": "npc"}).choices == ()


@pytest.mark.rule("UA-51", "UA-52", "UA-54", "UA-55")
@pytest.mark.parametrize(
    ("start", "end", "xp"), [(1, 5, 100), (0, 1, 20), (0, 5, 120), (3, 3, 0), (4, 6, 90), (0, 0, 0)]
)
def test_what_skills_cost(start: int, end: int, xp: int) -> None:
    assert derived("skill-cost", **{"from": start, "to": end}) == {"xp": xp}


@pytest.mark.rule("UA-53", "UA-A17")
def test_what_characteristics_cost() -> None:
    assert derived("characteristic-cost", **{"from": 1, "to": 5}) == {"xp": 500}
    assert derived("characteristic-cost", {"characteristic-cost": 30}, **{"from": 3, "to": 4}) == {"xp": 90}
    with refuses("characteristics cannot be raised"):
        derived("characteristic-cost", {"characteristic-cost": 0}, **{"from": 3, "to": 4})
    for what in ("characteristic-cost", "skill-cost"):
        with refuses("bad parameter: from"):
            derived(what, **{"from": 4, "to": 3})
    with refuses("bad parameter: to"):
        derived("characteristic-cost", **{"from": 4, "to": 6})
    with refuses("skill above cap"):
        derived("skill-cost", {"skill-cap": 3}, **{"from": 1, "to": 4})


@pytest.mark.rule("UA-15", "UA-16", "UA-17", "UA-18", "UA-A6")
def test_karma_changes_sides_and_its_total_never_changes() -> None:
    assert derived("karma", players=3) == {"players": 3, "narrator": 1}
    assert derived("karma", players=1, spends=["narrator", "players", "players"]) == {"players": 0, "narrator": 2}
    with refuses("karma pool empty"):
        derived("karma", players=1, spends=["players", "players"])
    with refuses("bad parameter"):
        derived("karma", players=0)


@pytest.mark.rule("UA-101", "UA-104", "UA-105", "UA-106", "UA-107", "UA-108", "UA-A34")
def test_the_four_slots_of_a_round() -> None:
    fighters = [
        {"name": "d", "side": "defending", "turn": "slow"},
        {"name": "c", "side": "initiating", "turn": "slow"},
        {"name": "b", "side": "defending", "turn": "fast"},
        {"name": "a2", "side": "initiating", "turn": "fast"},
        {"name": "a1", "side": "initiating", "turn": "fast"},
    ]
    assert list(derived("turn-order", fighters=fighters)["order"]) == ["a2", "a1", "b", "c", "d"]
    with refuses("bad parameter"):
        derived("turn-order", fighters=[{"name": "a", "side": "initiating", "turn": "medium"}])


@pytest.mark.rule("UA-41", "UA-51", "UA-53", "UA-54", "UA-55", "UA-56", "UA-A12", "UA-A17")
def test_growing_in_play() -> None:
    scene = Scene(Ada={})
    scene.do("improve-skill", who="Ada", skill="Brawl")
    assert "no source" in str(scene.refusal("learn-skill", who="Ada", skill="occult"))
    scene.do("learn-skill", who="Ada", skill="Occult", source="an old book", knowledge=True)
    sheet = scene.sheet("Ada")
    assert (sheet["skills"]["brawl"], sheet["skills"]["occult"], sheet["xp"]) == (2, 1, 70)
    assert "skill already known" in str(scene.refusal("learn-skill", who="Ada", skill="occult", source="again"))
    assert "skill not learned" in str(scene.refusal("improve-skill", who="Ada", skill="latin"))
    assert "not enough xp" in str(scene.refusal("raise-characteristic", who="Ada", characteristic="willpower"))
    assert "unknown characteristic" in str(scene.refusal("raise-characteristic", who="Ada", characteristic="luck"))
    assert "negative amount" in str(scene.refusal("award-xp", who="Ada", amount=-1))
    scene.do("award-xp", who="Ada", amount=80)
    scene.do("raise-characteristic", who="Ada", characteristic="willpower")
    assert (scene.sheet("Ada")["stress_limit"], scene.sheet("Ada")["xp"]) == (14, 0)
    assert "not enough xp" in str(scene.refusal("improve-skill", who="Ada", skill="brawl"))
    assert "not enough xp" in str(scene.refusal("learn-skill", who="Ada", skill="latin", source="x"))


@pytest.mark.rule("UA-01", "UA-A54")
def test_a_sheet_has_the_stored_and_the_derived_fields_of_the_inventory() -> None:
    stored = {
        *("name", "kind", "characteristics", "skills", "knowledge_skills", "background", "xp", "stress", "wounds"),
        *("shaken", "insane", "severely_injured", "bleeding", "dead", "prone", "notches", "effects", "weapons"),
        *("next_check", "next_shock", "background_name"),
    }
    follows = {"stress_limit", "wound_limit", "move_speed", "sprint", "run_min", "run_max", "hardened", "pools"}
    assert set(created()) == stored | follows


@pytest.mark.parametrize(
    ("action", "given", "words"),
    [
        ("gain-stress", {"who": "Ada", "amount": 201}, "amount must be a whole number from -200 to 200, not 201"),
        ("lose-stress", {"who": "Ada", "amount": 10**9}, "amount must be a whole number from -200 to 200"),
        ("take-damage", {"who": "Ada", "damage": 201}, "damage must be a whole number from -200 to 200, not 201"),
        ("award-xp", {"who": "Ada", "amount": 100_001}, "amount must be a whole number from -100000 to 100000"),
        ("deal-karma", {"players": 101}, "players must be a whole number from 1 to 100, not 101"),
        (
            "give-weapon",
            {"who": "Ada", "weapon": "gun", "range": 10_001},
            "range must be a whole number from 0 to 10000",
        ),
    ],
)
def test_numbers_that_people_type_have_a_limit(action: str, given: dict[str, Any], words: str) -> None:
    scene = Scene(Ada={})
    with pytest.raises(BadInput, match=words):
        scene.do(action, **given)


def test_every_number_of_a_roll_an_action_or_a_derivation_has_a_highest_value() -> None:
    everything: tuple[Any, ...] = (*GAME.rolls, *GAME.actions, *GAME.derivations)
    parameters = [(one.name, parameter) for one in everything for parameter in one.parameters]
    numbers = [(name, parameter) for name, parameter in parameters if parameter.allowed.startswith("a whole number")]
    assert len(numbers) > 50
    for name, parameter in numbers:
        assert " to " in parameter.allowed or "at most" in parameter.allowed, f"{name} {parameter.name}"
