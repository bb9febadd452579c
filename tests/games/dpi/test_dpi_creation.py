"""Making an agent: what it may be, and each fault in the inventory's order."""

from typing import Any

import pytest
from dpi_table import OPERATOR, RESEARCHER, VAMPIRE, agent, refuses

from rulewright.game.forms import EntriesForm
from rulewright.games.dpi import GAME
from rulewright.games.dpi.skills import stat_of

HUMAN = {
    "ancestry": "human",
    "ancestry_stats": ["agility", "luck"],
    "ancestry_skills": ["firearms", "hunting", "design"],
}
CATEGORIES = {
    "DPI-82A": ("physical", "strength", "sprinting", "endurance"),
    "DPI-82B": ("acrobatics", "agility", "climbing", "dodging"),
    "DPI-82C": ("technical", "intelligence", "forensics", "firearms"),
    "DPI-82D": ("humanities", "education", "history", "psychology"),
    "DPI-82E": ("command", "influence", "leadership", "tactics"),
    "DPI-82F": ("social", "influence", "leadership", "interrogation"),
    "DPI-82G": ("sciences", "education", "mechanics", "medicine"),
    "DPI-82H": ("survival", "education", "first-aid", "farming"),
}


@pytest.mark.rule("DPI-17", "DPI-18")
def test_a_sheet_has_everything_and_sex_and_gender_change_nothing() -> None:
    plain = GAME.new_sheet(VAMPIRE)
    seen = GAME.new_sheet({**VAMPIRE, "sex": "male", "gender": "man"})
    assert {**seen, "sex": "", "gender": ""} == plain
    for field in ("role", "ancestry", "stats", "hp", "ap", "fortitude", "sanity", "traumas", "weapons", "funds"):
        assert field in plain
    assert (plain["hp"], plain["fortitude"], plain["sanity"]) == (
        plain["hp_max"],
        plain["fortitude_max"],
        plain["sanity_max"],
    )


@pytest.mark.rule("DPI-19", "DPI-20", "DPI-A19")
def test_roles_raise_six_skills_of_their_categories() -> None:
    assert agent()["skills"] == dict.fromkeys(sorted(OPERATOR, key=list(agent()["skills"]).index), 1)
    researcher = agent(role="researcher", role_skills=RESEARCHER)
    assert set(researcher["skills"]) == set(RESEARCHER)
    with refuses("role skill outside its categories: medicine"):
        agent(role_skills=[*OPERATOR[:5], "medicine"])
    with refuses("role needs six different skills"):
        agent(role_skills=[*OPERATOR[:5], OPERATOR[0]])


@pytest.mark.rule("DPI-21", "DPI-22", "DPI-A18", "DPI-A23")
def test_vampires_and_sasquatch() -> None:
    vampire = agent()
    assert (vampire["stats"]["influence"], vampire["stats"]["agility"], vampire["stats"]["strength"]) == (6, 6, 4)
    assert vampire["traumas"] == ["vampirism"]
    sasquatch = agent(ancestry="sasquatch", stats={"agility": 3})
    assert (sasquatch["stats"]["strength"], sasquatch["stats"]["agility"]) == (7, 1)
    assert sasquatch["traumas"] == ["thaumaturgy"]
    assert sasquatch["skills"]["nature-lore"] == 1


@pytest.mark.rule("DPI-23", "DPI-24")
def test_humans_and_extranormal_humans() -> None:
    human = agent(**HUMAN)
    assert (human["stats"]["agility"], human["stats"]["luck"], human["traumas"]) == (6, 6, [])
    assert all(human["skills"][skill] == 1 for skill in HUMAN["ancestry_skills"])
    strange = agent(ancestry="extranormal-human", ancestry_stats=["luck", "strength"])
    assert (strange["stats"]["luck"], strange["stats"]["strength"], strange["traumas"]) == (7, 3, ["thaumaturgy"])


@pytest.mark.rule("DPI-51", "DPI-52", "DPI-A16")
@pytest.mark.parametrize(
    ("score", "steps", "total"),
    [
        pytest.param(score, steps, total, marks=pytest.mark.rule(f"DPI-{56 + score}"))
        for score, steps, total in [
            (3, -2, -1),
            (4, -1, -1),
            (5, 0, 0),
            (6, 1, 1),
            (7, 2, 1),
            (8, 4, 2),
            (9, 6, 2),
            (10, 9, 3),
        ]
    ],
)
def test_what_a_score_costs(score: int, steps: int, total: int) -> None:
    assert agent(stats={"luck": score})["stat_points_left"] == 10 - steps
    assert agent({"stat-cost": "flat"}, stats={"luck": score})["stat_points_left"] == 10 - (score - 5)
    assert agent({"stat-cost": "cumulative"}, stats={"luck": score})["stat_points_left"] == 10 - total


@pytest.mark.rule("DPI-54", "DPI-56", "DPI-57", "DPI-58")
@pytest.mark.parametrize("score", [0, 1, 2])
def test_levels_below_three_cannot_be_bought(score: int) -> None:
    with refuses(f"stat below 3: luck is {score}"):
        agent(stats={"luck": score})


@pytest.mark.rule("DPI-53", "DPI-A17")
def test_two_points_may_be_taken_out_in_all_or_from_each() -> None:
    assert agent(stats={"luck": 4, "education": 4})["stat_points_left"] == 12
    with refuses("more than two points removed: 3"):
        agent(stats={"luck": 3, "education": 4})
    assert agent({"stat-removal": "two-per-stat"}, stats={"luck": 3, "education": 4})["stat_points_left"] == 13


@pytest.mark.rule("DPI-79", "DPI-80")
def test_sixteen_points_for_skills_and_none_above_five() -> None:
    assert agent(skills={"farming": 5, "history": 5, "hunting": 5})["skill_points_left"] == 1
    assert agent(skills={"dodging": 4})["skills"]["dodging"] == 5
    with refuses("skill above 5: dodging is 6"):
        agent(skills={"dodging": 5})
    with refuses("too many skill points: 17"):
        agent(skills={"farming": 5, "history": 5, "hunting": 5, "design": 2})


@pytest.mark.rule("DPI-82")
@pytest.mark.parametrize(
    ("stat", "skills"),
    [
        pytest.param(stat, skills, marks=pytest.mark.rule(number), id=category)
        for number, (category, stat, *skills) in CATEGORIES.items()
    ],
)
@pytest.mark.rule("DPI-45", "DPI-46", "DPI-47", "DPI-48", "DPI-49", "DPI-A24")
def test_every_category_has_its_skills_and_its_stat(stat: str, skills: list[str]) -> None:
    made = agent(skills=dict.fromkeys(skills, 2))
    options = GAME.table_options()
    for skill in skills:
        assert made["skills"][skill] >= 2
        assert stat_of(options, skill, {}) == stat


@pytest.mark.rule("DPI-50", "DPI-A22")
def test_a_custom_skill_uses_luck_or_its_category() -> None:
    assert stat_of(GAME.table_options(), "juggling", {"juggling": "acrobatics"}) == "luck"
    by_category = GAME.table_options({"custom-skill-stat": "category"})
    assert stat_of(by_category, "juggling", {"juggling": "acrobatics"}) == "agility"


@pytest.mark.rule("DPI-81", "DPI-A21", "DPI-A23")
def test_four_custom_skills_fit_into_a_category_or_three() -> None:
    four = {f"art-{number}": "survival" for number in range(4)}
    assert agent(custom_skills=four, skills={"art-0": 1})["skills"]["art-0"] == 1
    with refuses("too many custom skills: 5 in survival"):
        agent(custom_skills={**four, "art-4": "survival"})
    with refuses("too many custom skills: 4 in survival, 3 allowed"):
        agent({"custom-slots": 3}, custom_skills=four)
    with refuses("too many custom skills: 5 in survival"):
        agent(ancestry="sasquatch", custom_skills=four)
    with refuses("custom skill already listed: nature-lore"):
        agent(ancestry="sasquatch", custom_skills={"nature-lore": "survival"})
    assert agent(custom_skills={"sabre": "physical"}, role_skills=[*OPERATOR[:5], "sabre"])["skills"]["sabre"] == 1


@pytest.mark.rule("DPI-A20")
def test_leadership_is_one_skill_or_two() -> None:
    assert agent(role_skills=[*OPERATOR[:5], "leadership"])["skills"]["leadership"] == 1
    two = {"leadership": "two"}
    assert agent(two, role_skills=[*OPERATOR[:5], "leadership-command"])["skills"]["leadership-command"] == 1
    with refuses("role skill outside its categories: leadership-social"):
        agent(two, role_skills=[*OPERATOR[:5], "leadership-social"])
    with refuses("unknown skill: leadership"):
        agent(two, skills={"leadership": 1})


@pytest.mark.rule("DPI-165", "DPI-A55")
@pytest.mark.parametrize(
    ("item", "price"),
    [
        pytest.param(item, price, marks=pytest.mark.rule(f"DPI-{number}"))
        for number, item, price in [
            (169, "knife", 500),
            (170, "baseball-bat", 500),
            (171, "shotgun", 2500),
            (172, "pistol", 1000),
            (173, "revolver", 1000),
            (174, "assault-rifle", 3000),
            (175, "battle-rifle", 3500),
            (179, "ammunition", 500),
            (180, "stims", 1000),
            (181, "grenades", 1000),
            (182, "light-armour", 2000),
            (183, "medium-armour", 3000),
            (184, "heavy-armour", 4000),
            (185, "comms", 1000),
        ]
    ],
)
def test_what_things_cost(item: str, price: int) -> None:
    assert agent(equipment={item: 1})["funds"] == 4200 - price


@pytest.mark.rule("DPI-168", "DPI-176", "DPI-177")
def test_what_a_new_agent_cannot_buy() -> None:
    with refuses("not enough funds: $5,000"):
        agent(equipment={"sniper-rifle": 1})
    with refuses("not enough funds: $6,000"):
        agent(equipment={"flame-thrower": 1})
    for free in ("unarmed", "grenade"):
        with refuses(f"unknown item: {free}"):
            agent(equipment={free: 1})


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown role", {"role": "spy"}),
    ("unknown ancestry", {"ancestry": "elf"}),
    ("too many custom skills", {"custom_skills": {f"art-{n}": "magic" for n in range(5)}}),
    ("unknown category", {"custom_skills": {"sabre": "fencing"}}),
    ("custom skill already listed", {"custom_skills": {"dodging": "physical"}}),
    ("unknown stat", {"stats": {"charm": 11}}),
    ("stat above 10", {"stats": {"luck": 11}}),
    ("stat below 3", {"stats": {"luck": 2}}),
    ("more than two points removed", {"stats": {"luck": 3, "education": 3}}),
    ("too many stat points", {"stats": {"luck": 10, "education": 7}}),
    ("only humans and extranormal humans pick ancestry stats", {"ancestry_stats": ["luck"]}),
    ("stat above 10", {"stats": {"influence": 10}}),
    ("unknown skill", {"skills": {"juggling": -1}}),
    ("negative skill", {"skills": {"farming": -1}}),
    ("too many skill points", {"skills": {"farming": 17}}),
    ("role needs six different skills", {"role_skills": OPERATOR[:5]}),
    ("role skill outside its categories", {"role_skills": [*OPERATOR[:5], "medicine"]}),
    ("only humans pick ancestry skills", {"ancestry_skills": ["farming"]}),
    ("skill above 5", {"skills": {"farming": 6}}),
    ("unknown item", {"equipment": {"tank": 1}}),
    ("not enough funds", {"equipment": {"flame-thrower": 1}}),
    ("armour not owned", {"armour": "heavy"}),
]


def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    """An order with both faults, if they fit into one."""
    order = {**one}
    for field, value in other.items():
        if field not in order:
            order[field] = value
        elif isinstance(value, dict) and not set(order[field]) & set(value):
            order[field] = {**order[field], **value}
        else:
            return None
    return order


@pytest.mark.rule("DPI-17", "DPI-54", "DPI-A16", "DPI-A18", "DPI-A19")
@pytest.mark.parametrize(("words", "order"), FAULTS)
def test_a_fault_is_refused_in_its_words(words: str, order: dict[str, Any]) -> None:
    with refuses(words):
        GAME.new_sheet({**VAMPIRE, **order})
    with refuses(words):
        agent(**order)


@pytest.mark.rule("DPI-17")
@pytest.mark.parametrize("at", range(len(FAULTS) - 1))
def test_of_several_faults_the_first_in_order_is_named(at: int) -> None:
    words, order = FAULTS[at]
    for _, later in FAULTS[at + 1 :]:
        both = merged(order, later)
        if both is not None and not (words == "more than two points removed" and "stats" in later):
            with refuses(words):
                GAME.new_sheet({**VAMPIRE, **both})


@pytest.mark.rule("DPI-23", "DPI-24", "DPI-A18")
@pytest.mark.parametrize("picked", [[], ["luck"], ["luck", "luck"], ["luck", "charm"], ["luck", "agility", "strength"]])
def test_ancestry_picks_are_two_different_stats(picked: list[str]) -> None:
    with refuses("human needs two different stats"):
        agent(**{**HUMAN, "ancestry_stats": picked})
    with refuses("extranormal human needs a raised and a different lowered stat"):
        agent(ancestry="extranormal-human", ancestry_stats=picked)


@pytest.mark.rule("DPI-23")
def test_a_human_picks_three_different_skills() -> None:
    for picked in ([], ["farming", "farming", "hunting"]):
        with refuses("human needs three different skills"):
            agent(**{**HUMAN, "ancestry_skills": picked})


@pytest.mark.rule("DPI-17")
def test_every_step_of_creation_says_what_is_legal() -> None:
    options = GAME.table_options()
    draft: dict[str, Any] = {"role": "operator", "ancestry": "human", "equipment": {"light-armour": 1}}
    seen = {step.field: step.legal(options, draft) for step in GAME.creation}
    assert seen["role"].choices == ("researcher", "operator")
    assert "medicine" in seen["role_skills"].refused
    assert "stamina" in seen["role_skills"].choices
    assert seen["armour"].choices == ("none", "light")
    assert "shotgun" in seen["equipment"].refused
    assert seen["ancestry_stats"].choices
    later = {step.field: step.legal(options, {"ancestry": "vampire"}) for step in GAME.creation}
    assert not later["ancestry_stats"].choices
    assert all(legal.allowed for legal in seen.values())


@pytest.mark.rule("DPI-82", "DPI-A24")
def test_each_skill_says_its_category_and_its_stat_where_it_is_chosen() -> None:
    (step,) = [one for one in GAME.creation if one.field == "skills"]
    form = step.legal(GAME.table_options(), {"custom_skills": {"knots": "survival"}}).form
    assert isinstance(form, EntriesForm)
    notes = {one.name: one.note for one in form.names}
    assert notes["firearms"] == "technical, with intelligence"
    assert notes["leadership"] == "command and social, with influence"
    assert notes["knots"] == "survival, with luck"
