"""Making a character: LD-01 to LD-08, LD-12, LD-13, LD-33, LD-36 to LD-38, and the order of faults."""

from typing import Any

import pytest
from light_dark_table import ASH, ATTRIBUTES, created, derive, refuses

from rulewright.games.light_dark import GAME
from rulewright.rules import BadInput, Refused

EXTRA = [{"name": "extra-attribute", "attribute": "insight"}]
ONE_SKILL: dict[str, Any] = {"climbing": {"attribute": "strength", "dice": 2}}


@pytest.mark.rule("LD-01", "LD-02", "LD-16", "LD-33", "LD-36", "LD-A19")
def test_a_new_character_has_full_hp_and_ego() -> None:
    found = created()
    assert {name: found[name] for name in ("name", "archetype", "hp", "max_hp", "ego", "max_ego", "xp", "status")} == {
        "name": "Ash",
        "archetype": "courier",
        "hp": 9,
        "max_hp": 9,
        "ego": 4,
        "max_ego": 4,
        "xp": 0,
        "status": "up",
    }
    assert found["attributes"] == ATTRIBUTES | {"insight": 1}
    assert found["knockouts_left"] == 5
    assert found["light"] == {"strength": 1, "dexterity": 2, "insight": 1, "resolve": 1}
    assert [taken["name"] for taken in found["advancements"]] == ["extra-attribute"]


@pytest.mark.rule("LD-05", "LD-06", "LD-07", "LD-08")
def test_attributes_can_be_rolled_and_exchanged() -> None:
    rolled = {**ASH, "attributes": None, "dice": [3, 1, 5, 2, 6, 6, 4, 1], "swap": ["strength", "insight"]}
    rolled["advancements"] = [{"name": "tough"}]
    found = derive("character", **rolled)
    assert found == {
        "strength": 2,
        "dexterity": 1,
        "insight": 0,
        "resolve": 1,
        "max_hp": 11,
        "max_ego": 4,
        "hp": 11,
        "ego": 4,
        "knockouts_left": 4,
    }


@pytest.mark.rule("LD-A17", "LD-A19")
@pytest.mark.parametrize(
    ("options", "hp", "ego"),
    [
        ({}, 9, 4),
        ({"starting-advancement": "full"}, 10, 5),
        ({"attribute-change": "rederives"}, 9, 5),
        ({"attribute-change": "rederives", "starting-advancement": "full"}, 10, 6),
    ],
)
def test_rulings_decide_what_the_starting_advancement_brings(options: Any, hp: int, ego: int) -> None:
    found = derive("character", options, **ASH)
    assert (found["max_hp"], found["hp"], found["max_ego"], found["ego"]) == (hp, hp, ego, ego)


@pytest.mark.rule("LD-03", "LD-04", "LD-A53")
def test_an_archetype_is_free_words_unless_the_scenario_has_a_list() -> None:
    assert created(archetype="a courier who knows too much")["archetype"] == "a courier who knows too much"
    created(archetypes=["courier", "medic"])
    with refuses("unknown archetype"):
        created(archetypes=["medic"])


@pytest.mark.rule("LD-12", "LD-13", "LD-14", "LD-A29")
def test_skills_stand_under_attributes_and_each_other() -> None:
    skills = {
        "athletics": {"attribute": "strength", "dice": 2},
        "climbing": {"attribute": "strength", "dice": 1, "under": "athletics"},
        "ice": {"attribute": "strength", "dice": 3, "under": "climbing"},
    }
    light = created(skills=skills)["light"]
    assert (light["athletics"], light["climbing"], light["ice"]) == (3, 3, 4)
    assert created(skills=ONE_SKILL, skill_list=["climbing"])["light"]["climbing"] == 3


@pytest.mark.rule("LD-15")
def test_a_character_needs_no_skills() -> None:
    assert created()["skills"] == {}


@pytest.mark.rule("LD-38", "LD-A51")
def test_the_starter_advancements_and_those_of_the_scenario() -> None:
    assert created(advancements=[{"name": "tough"}])["max_hp"] == 11
    found = created(advancements=[{"name": "extra-skill", "skill": "climbing"}], skills=ONE_SKILL)
    assert found["skills"]["climbing"]["dice"] == 3
    for name in ("second-wind", "steady-hand"):
        assert created(advancements=[{"name": name}])["advancements"][0]["name"] == name
    with refuses("unknown advancement"):
        created(advancements=[{"name": "night-eyes"}])
    assert created(advancements=[{"name": "night-eyes"}], advancement_list=["night-eyes"])["max_hp"] == 9


@pytest.mark.rule("LD-36", "LD-A51", "LD-A53")
def test_what_is_left_out_is_reported_in_plain_words() -> None:
    with refuses("unknown advancement: none named (choose from extra-attribute"):
        created(advancements=[{}])
    with refuses("unknown attribute: none named (choose from strength"):
        created(advancements=[{"name": "extra-attribute"}])
    with refuses("unknown skill: none named (the PC has none)"):
        created(advancements=[{"name": "extra-skill"}])
    with refuses("unknown archetype: courier (the scenario lists none)"):
        created(archetypes=[])


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("missing name", {"name": " "}),
    ("missing archetype", {"archetype": ""}),
    ("unknown archetype", {"archetypes": ["medic"]}),
    ("attribute names", {"attributes": {"strength": 1}}),
    ("attribute range", {"attributes": ATTRIBUTES | {"resolve": 3}}),
    ("bad dice", {"attributes": None, "dice": [1, 2, 3]}),
    ("bad swap", {"swap": ["strength", "strength"]}),
    ("advancement count", {"advancements": []}),
    ("unknown advancement", {"advancements": [{"name": "wings"}]}),
    ("unknown attribute", {"advancements": [{"name": "extra-attribute", "attribute": "luck"}]}),
    ("attribute at maximum", {"advancements": [{"name": "extra-attribute", "attribute": "dexterity"}]}),
    ("unknown skill", {"skills": {"climbing": {"attribute": "strength", "dice": 1, "under": "nothing"}}}),
    ("skill range", {"skills": {"climbing": {"attribute": "strength", "dice": 4}}}),
    ("unknown weapon", {"gear": {"weapons": ["rocket"]}}),
    ("unknown armour", {"gear": {"armour": "plate"}}),
    ("two handed with shield", {"gear": {"in_hand": "heavy-melee", "shield": True}}),
]


@pytest.mark.rule("LD-02", "LD-33", "LD-37", "LD-A42", "LD-A53")
@pytest.mark.parametrize(("words", "fault"), FAULTS, ids=[words for words, _ in FAULTS])
def test_each_fault_is_named(words: str, fault: dict[str, Any]) -> None:
    with refuses(words):
        created(**fault)
    with refuses(words):
        derive("character", **ASH | fault)


@pytest.mark.rule("LD-01")
def test_of_several_faults_the_first_of_the_list_is_reported() -> None:
    for at, (words, fault) in enumerate(FAULTS):
        wanted = dict(fault)
        for _, later in FAULTS[at + 1 :]:
            for field, value in later.items():
                if field == "gear" and "gear" in wanted:
                    wanted["gear"] = value | wanted["gear"]
                elif field not in wanted and field != "dice":
                    wanted[field] = value
        with refuses(words):
            created(**wanted)


@pytest.mark.rule("LD-A29", "LD-A51")
def test_an_unknown_raised_skill_comes_before_a_skill_out_of_range() -> None:
    with refuses("unknown skill"):
        created(
            advancements=[{"name": "extra-skill", "skill": "diving"}],
            skills={"climbing": {"attribute": "strength", "dice": 4}},
        )


@pytest.mark.rule("LD-02")
@pytest.mark.parametrize("name", [None, "", "  ", 5, ["Ash"]])
def test_a_name_is_text(name: Any) -> None:
    with refuses("missing name"):
        created(name=name)
    with refuses("missing archetype"):
        created(archetype=name)


@pytest.mark.rule("LD-05", "LD-06")
def test_attributes_come_from_values_or_dice_but_not_both_or_neither() -> None:
    with refuses("attribute names"):
        created(dice=[1] * 8)
    with refuses("attribute names"):
        created(attributes=None)
    for value in (3, -1, True, 1.0, "1", None):
        with refuses("attribute range"):
            created(attributes=ATTRIBUTES | {"strength": value})
    for dice in ([1] * 7, [1] * 9, [0] + [1] * 7, [7] + [1] * 7, "11111111", [True] * 8):
        with refuses("bad dice"):
            created(attributes=None, dice=dice)


@pytest.mark.rule("LD-33", "LD-36", "LD-A51")
def test_an_advancement_names_what_it_is_put_into() -> None:
    for given in ([], EXTRA * 2, None, "tough"):
        with refuses("advancement count"):
            created(advancements=given)
    with refuses("unknown attribute"):
        created(advancements=[{"name": "extra-attribute"}])
    with refuses("unknown skill"):
        created(advancements=[{"name": "extra-skill", "skill": "climbing"}])
    with refuses("skill range"):
        created(
            advancements=[{"name": "extra-skill", "skill": "climbing"}],
            skills={"climbing": {"attribute": "strength", "dice": 3}},
        )


@pytest.mark.rule("LD-12", "LD-A29", "LD-A53")
def test_skills_keep_to_the_list_and_their_lines_end() -> None:
    with refuses("unknown skill"):
        created(skills=ONE_SKILL, skill_list=["diving"])
    with refuses("unknown attribute"):
        created(skills={"climbing": {"attribute": "luck", "dice": 1}})
    circle = {name: {"attribute": "strength", "dice": 1, "under": other} for name, other in (("a", "b"), ("b", "a"))}
    with refuses("unknown skill"):
        created(skills=circle)


@pytest.mark.rule("LD-70", "LD-A42")
@pytest.mark.parametrize(
    ("gear", "fine"),
    [
        ({"in_hand": "medium-melee", "shield": True}, True),
        ({"in_hand": "medium-melee", "shield": True, "grip": "two"}, False),
        ({"in_hand": "light-melee", "shield": True, "grip": "two"}, True),
        ({"in_hand": "light-ranged", "shield": True}, True),
        ({"in_hand": "medium-ranged", "shield": True}, False),
        ({"in_hand": "heavy-ranged", "shield": True}, False),
        ({"weapons": ["heavy-melee"], "shield": True}, True),
    ],
)
def test_a_shield_needs_a_free_hand(gear: dict[str, Any], fine: bool) -> None:
    if fine:
        assert created(gear=gear)["gear"]["shield"]
    else:
        with refuses("two handed with shield"):
            created(gear=gear)


@pytest.mark.rule("LD-69", "LD-75")
def test_gear_is_named_by_the_seven_rows_of_the_table() -> None:
    rows = ["light-melee", "medium-melee", "heavy-melee", "light-ranged", "medium-ranged", "heavy-ranged", "improvised"]
    assert list(created(gear={"weapons": rows})["gear"]["weapons"]) == rows
    for other in ("heavy-ranged-readied", "medium-ranged-burst", "medium-melee-two-handed", "1d6"):
        with refuses("unknown weapon"):
            created(gear={"in_hand": other})


@pytest.mark.rule("LD-01")
@pytest.mark.parametrize(
    "wanted",
    [
        {"luck": 3},
        {"gear": []},
        {"gear": {"hat": 1}},
        {"gear": {"grip": "three"}},
        {"gear": {"shield": 1}},
        {"skills": []},
    ],
)
def test_input_of_the_wrong_kind_is_refused(wanted: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        created(**wanted)
    with pytest.raises(BadInput):
        GAME.create(GAME.table_options(), [])  # type: ignore[arg-type]  # not an object


@pytest.mark.rule("LD-01", "LD-04", "LD-08", "LD-37")
def test_creation_goes_step_by_step_with_legal_choices() -> None:
    options = GAME.table_options()
    assert [step.field for step in GAME.creation] == [
        "name",
        "archetype",
        "attributes",
        "dice",
        "swap",
        "skills",
        "advancements",
        "gear",
    ]
    draft: dict[str, Any] = {}
    for step in GAME.creation:
        legal = step.legal(options, draft)
        assert legal.allowed
        if step.field in ASH:
            draft[step.field] = ASH[step.field]
    steps = {step.field: step.legal(options, draft | {"archetypes": ["medic"]}) for step in GAME.creation}
    assert steps["archetype"].choices == ("medic",)
    assert "extra-attribute dexterity" in steps["advancements"].refused
    assert {"name": "extra-attribute", "attribute": "insight"} in steps["advancements"].choices
    for chosen in steps["advancements"].choices:
        assert created(advancements=[chosen])
    for pair in steps["swap"].choices:
        assert created(swap=list(pair), advancements=[{"name": "tough"}])
    for refused in ("heavy-melee with a shield",):
        assert refused in steps["gear"].refused


def test_a_refusal_is_not_bad_input() -> None:
    with pytest.raises(Refused):
        created(name="")


@pytest.mark.rule("LD-12", "LD-A29", "LD-A53")
def test_listed_skills_can_be_picked_by_name_and_weapons_too() -> None:
    picked = created(skills=["athletics", "climbing"])["skills"]
    assert picked["athletics"] == {"attribute": "strength", "dice": 1, "under": None}
    assert picked["climbing"] == {"attribute": "strength", "dice": 1, "under": "athletics"}
    assert created(skills="stealth")["skills"]["stealth"]["attribute"] == "dexterity"
    assert created(skills={"stealth": 2})["skills"]["stealth"]["dice"] == 2
    with refuses("skill range"):
        created(skills={"stealth": 4})
    with refuses("bad parameter: skills must be any of athletics"):
        created(skills=["radio"])
    gear = created(gear=["light-ranged", "medium-melee"])["gear"]
    assert (gear["in_hand"], list(gear["weapons"])) == ("light-ranged", ["light-ranged", "medium-melee"])


@pytest.mark.rule("LD-36", "LD-37", "LD-A51")
def test_the_advancements_offered_know_rolled_attributes_and_say_whose_they_are() -> None:
    step = next(one for one in GAME.creation if one.field == "advancements")
    rolled = step.legal(GAME.table_options(), {"dice": [6, 6, 1, 1, 1, 1, 1, 1], "skills": ["stealth"]})
    raised = [one["attribute"] for one in rolled.choices if one["name"] == "extra-attribute"]
    assert raised == ["dexterity", "insight", "resolve"]  # Strength is 2 already
    assert {"name": "extra-skill", "skill": "stealth"} in rolled.choices
    assert "The draft's: extra-attribute" in rolled.allowed
    assert "Ours: extra-skill" in rolled.allowed
    own = {"how": "replace", "entries": [{"name": "calm", "does": {"max_ego": 1}}]}
    scenario = {"name": "Ice", "author": "us", "advancements": own}
    assert "The scenario's: calm." in step.legal(GAME.table_options(), {"scenario": scenario}).allowed
