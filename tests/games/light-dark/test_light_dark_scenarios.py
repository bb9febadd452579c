"""Scenarios: the lists that LD-04, LD-12, LD-38 and LD-39 leave open, from a file."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from light_dark_table import ASH, Scene, created, refuses

from rulewright.games.light_dark import GAME
from rulewright.games.light_dark.scenario import STARTERS, Does, Lists, join, read_scenario
from rulewright.rules import BadInput, Refused

DOCS = Path(__file__).parents[3] / "docs" / "games"
TEXT = (DOCS / "signal-station.toml").read_text()
STATION: dict[str, Any] = tomllib.loads(TEXT)
MEDIC: dict[str, Any] = {"archetype": "army medic", "scenario": STATION}


def scenario(**lists: Any) -> dict[str, Any]:
    return {"name": "Test", "author": "us", **lists}


def listed(how: str, *entries: Any) -> dict[str, Any]:
    return {"how": how, "entries": list(entries)}


def station(**characters: Any) -> Scene:
    scene = Scene()
    scene.do("scenario", scenario=STATION)
    for name, wanted in characters.items():
        scene.do("create", character={**ASH, "archetype": "courier", "name": name, **wanted})
    return scene


# --- the file


def test_a_scenario_is_the_same_as_toml_json_or_read_already() -> None:
    assert read_scenario(TEXT) == read_scenario(json.dumps(STATION)) == read_scenario(STATION)


def test_the_page_shows_the_example_as_it_is() -> None:
    assert f"```toml\n{TEXT}```" in (DOCS / "light-dark.md").read_text()


@pytest.mark.rule("LD-36", "LD-38", "LD-39", "LD-A51", "LD-A52")
def test_the_starters_are_a_scenario_of_ours() -> None:
    file = read_scenario(files("rulewright.games.light_dark").joinpath("starters.toml").read_text())
    assert file.author == "Rulewright"
    assert "ours" in file.about
    assert join(Lists(), file) == STARTERS
    assert list(STARTERS.advancements) == ["extra-attribute", "extra-skill", "tough", "second-wind", "steady-hand"]
    assert list(STARTERS.conditions) == ["worn-out", "shaky", "distracted", "subdued", "haunted", "obsessed"]
    assert STARTERS.archetypes
    assert STARTERS.skills


@pytest.mark.rule("LD-A53")
def test_the_starters_suggest_archetypes_and_skills_but_take_any() -> None:
    assert created(archetype="lighthouse keeper", skills={"knots": {"attribute": "dexterity", "dice": 1}})
    step = next(step for step in GAME.creation if step.field == "archetype")
    assert "courier" in step.legal(GAME.table_options(), {}).choices


FAULTS: dict[str, Any] = {
    "unknown scenario field: weather": scenario(weather="snow"),
    "unknown scenario field: conditions.entries.colour": scenario(
        conditions=listed("extend", {"name": "cold", "colour": "blue"})
    ),
    "unknown scenario field: conditions.entries.light.luck": scenario(
        conditions=listed("extend", {"name": "cold", "light": {"luck": -1}})
    ),
    "unknown scenario field: advancements.entries.does.fly": scenario(
        advancements=listed("extend", {"name": "wings", "does": {"fly": True}})
    ),
    "missing scenario field: author": {"name": "Test"},
    "missing scenario field: conditions.how": scenario(conditions={"entries": []}),
    "bad scenario field: conditions.how must be one of replace, extend": scenario(conditions=listed("add")),
    "bad scenario field: advancements.entries.does.max_hp must be a whole number from 0 to 6": scenario(
        advancements=listed("extend", {"name": "oak", "does": {"max_hp": 7}})
    ),
    "bad scenario field: challenges.entries.level must be one of trivial": scenario(
        challenges=listed("extend", {"name": "rain", "level": "wet"})
    ),
    "bad scenario field: archetypes.entries must be a list of 0 to 200 items": scenario(
        archetypes=listed("extend", *({"name": f"number {at}"} for at in range(201)))
    ),
    "bad scenario: cold in conditions is listed twice": scenario(
        conditions=listed("replace", {"name": "cold", "text": "x"}, {"name": "cold", "text": "y"})
    ),
    "bad scenario: shaky in conditions is already on the list": scenario(
        conditions=listed("extend", {"name": "shaky", "text": "x"})
    ),
    "bad scenario: extra-attribute in advancements is already on the list": scenario(
        advancements=listed("replace", {"name": "extra-attribute", "does": {"max_hp": 1}})
    ),
    "bad scenario: cold in conditions needs a text": scenario(conditions=listed("extend", {"name": "cold"})),
    "bad scenario: wings in advancements does nothing": scenario(advancements=listed("extend", {"name": "wings"})),
    "bad scenario: oak in advancements does nothing": scenario(
        advancements=listed("extend", {"name": "oak", "does": {"max_hp": 0, "light": {"strength": 0}}})
    ),
    "bad scenario:  cold in conditions is not a plain name": scenario(
        conditions=listed("extend", {"name": " cold", "text": "x"})
    ),
    "bad scenario: main in the facets of wolf is listed twice": scenario(
        challenges=listed(
            "extend", {"name": "wolf", "level": "serious", "facets": [{"name": "main", "level": "trivial"}]}
        )
    ),
    "bad parameter: the dice of wolf must be 1 to 100 dice": scenario(
        challenges=listed("extend", {"name": "wolf", "level": "serious", "dice": "1d8"})
    ),
    "unknown skill: snow, above ice": scenario(skills=listed("replace", {"name": "ice", "under": "snow"})),
    "bad scenario: neither TOML nor JSON": "name = ",
    "bad scenario: it must be an object": [],
    "bad scenario: the text has more than 1,000,000 characters": "#" * 1_000_001,
}


@pytest.mark.parametrize(("words", "given"), FAULTS.items(), ids=list(FAULTS))
def test_a_bad_scenario_is_refused_in_one_line(words: str, given: Any) -> None:
    with pytest.raises((BadInput, Refused)) as refused:
        join(STARTERS, read_scenario(given))
    message = str(refused.value)
    assert message.startswith(words)
    assert "\n" not in message
    assert len(message) < 400
    with refuses(words.split(":")[0]):
        created(scenario=given)


def test_text_that_is_nested_without_end_is_refused() -> None:
    for text in ('{"a":' * 100_000, "a = " + "[" * 100_000):
        with refuses("bad scenario"):
            read_scenario(text)


# --- what the lists do


@pytest.mark.rule("LD-04", "LD-12", "LD-A53")
def test_a_list_that_replaces_leaves_only_its_own_names() -> None:
    assert created(**MEDIC)["archetype"] == "army medic"
    with refuses("unknown archetype"):
        created(**MEDIC | {"archetype": "night watch"})
    with refuses("unknown skill"):
        created(**MEDIC, skills={"stealth": {"attribute": "dexterity", "dice": 1}})


@pytest.mark.rule("LD-04", "LD-A53")
def test_a_list_can_stay_open() -> None:
    more = {**listed("extend", {"name": "pilot"}), "open": True}
    lists = join(STARTERS, read_scenario(scenario(archetypes=more)))
    assert list(lists.archetypes)[-1] == "pilot"
    assert lists.free_archetypes
    assert created(archetype="poet", scenario=scenario(archetypes=more))
    with refuses("unknown archetype"):
        created(archetype="poet", scenario=scenario(archetypes=more | {"open": False}))


@pytest.mark.rule("LD-13", "LD-A29")
def test_the_scenario_says_where_a_skill_stands() -> None:
    skills: dict[str, Any] = {"athletics": {"dice": 2}, "ice climbing": {"dice": 1}, "radio": {"dice": 1}}
    found = created(**MEDIC, skills=skills)
    assert found["skills"]["ice climbing"] == {"attribute": "strength", "dice": 1, "under": "athletics"}
    assert found["light"]["ice climbing"] == 3
    alone = created(**MEDIC, skills={"ice climbing": {"dice": 1}})
    assert alone["skills"]["ice climbing"]["under"] is None
    for wrong in ({"dice": 1, "attribute": "resolve"}, {"dice": 1, "under": "radio"}, {"dice": 1, "under": ["radio"]}):
        with refuses("unknown skill"):
            created(**MEDIC, skills={"radio": {"dice": 1}, "ice climbing": wrong})


@pytest.mark.rule("LD-36", "LD-38", "LD-A51")
def test_extra_attribute_stays_when_advancements_are_replaced() -> None:
    lists = join(STARTERS, read_scenario(scenario(advancements=listed("replace"))))
    assert {name: one.does for name, one in lists.advancements.items()} == {
        "extra-attribute": Does(raises="attribute"),
    }
    bare = {"scenario": scenario(advancements=listed("replace"))}
    assert created(**bare)["attributes"]["insight"] == 1
    with refuses("unknown advancement"):
        created(**bare, advancements=[{"name": "tough"}])


@pytest.mark.rule("LD-38", "LD-A16", "LD-A51")
def test_an_advancement_can_raise_the_maxima() -> None:
    found = created(**MEDIC, advancements=[{"name": "hardened"}])
    assert (found["max_hp"], found["max_ego"], found["hp"], found["ego"]) == (10, 5, 10, 5)
    full = {"strength": 0, "dexterity": 0, "insight": 2, "resolve": 2}
    assert created(**MEDIC, attributes=full, advancements=[{"name": "hardened"}])["max_ego"] == 6


@pytest.mark.rule("LD-38", "LD-A10", "LD-A51")
def test_an_advancement_can_add_light_dice_for_good() -> None:
    found = created(**MEDIC, advancements=[{"name": "mountain legs"}])
    assert (found["light"]["strength"], found["light"]["dexterity"]) == (2, 2)
    scene = station(Ash={"advancements": [{"name": "mountain legs"}]})
    assert scene.do("risky-action", 1, 6, who="Ash", attribute="strength")["result"] == "success"


@pytest.mark.rule("LD-26", "LD-38", "LD-A51")
def test_an_advancement_can_sell_hp_for_ego_once_a_scene() -> None:
    scene = station(Ash={"advancements": [{"name": "adrenaline"}]})
    scene.do("damage", who="Ash", effect=8)
    assert scene.refusal("second-wind", who="Ash") == "unknown advancement"
    assert scene.do("second-wind", 2, 6, 3, who="Ash", advancement="adrenaline") == {"hp": 7, "ego_left": 2}
    assert scene.refusal("second-wind", who="Ash", advancement="adrenaline") == "used this scene"
    scene.do("end-scene")
    scene.do("spend-ego", who="Ash", amount=1)
    assert scene.refusal("second-wind", who="Ash", advancement="adrenaline") == "not enough ego"


@pytest.mark.rule("LD-26", "LD-38", "LD-A10", "LD-A51")
def test_an_advancement_can_sell_light_dice_for_ego() -> None:
    scene = station(Ash={"advancements": [{"name": "all or nothing"}]})
    paid: dict[str, Any] = {"who": "Ash", "attribute": "dexterity", "steady": "all or nothing"}
    assert scene.do("risky-action", 1, 2, 3, 6, **paid)["ego_left"] == 2
    assert scene.refusal("risky-action", **paid) == "not enough ego"
    assert scene.refusal("risky-action", **paid | {"steady": "tough"}) == "unknown advancement"


@pytest.mark.rule("LD-30", "LD-39", "LD-A52")
def test_a_condition_can_cost_dice_of_several_attributes() -> None:
    scene = station(Ash={})
    scene.do("spend-ego", who="Ash")
    assert scene.refusal("take-condition", who="Ash", condition="shaky") == "unknown condition"
    scene.do("take-condition", who="Ash", condition="snow-blind")
    light = scene.sheet("Ash")["light"]
    assert (light["strength"], light["dexterity"], light["insight"], light["resolve"]) == (1, 1, 0, 1)


@pytest.mark.rule("LD-39", "LD-A27")
def test_what_a_character_has_outlasts_the_scenario() -> None:
    scene = station(Ash={"advancements": [{"name": "hardened"}]})
    scene.do("spend-ego", who="Ash")
    scene.do("take-condition", who="Ash", condition="frostbitten")
    scene.do("scenario", scenario=scenario())
    assert scene.sheet("Ash")["max_hp"] == 10
    assert scene.sheet("Ash")["light"]["dexterity"] == 1
    assert scene.now.scenario == join(STARTERS, read_scenario(scenario()))


@pytest.mark.rule("LD-53", "LD-62", "LD-63", "LD-82", "LD-A35", "LD-A36")
def test_the_challenges_of_a_scenario_are_ready_to_be_faced() -> None:
    scene = station(Ash={})
    assert scene.refusal("face-challenge", who="Ash", challenge="the sun") == "bad parameter"
    scene.do("face-challenge", who="Ash", challenge="the caretaker")
    facets = scene.now.challenges["the caretaker"].facets
    assert {name: (side.level, side.disposition_left) for name, side in facets.items()} == {
        "main": ("serious", 10),
        "talk": ("dangerous", 5),
    }
    assert scene.refusal("face-challenge", who="Ash", challenge="the caretaker") == "name in use"
    scene.do("face-challenge", who="Ash", challenge="the pack", called="the pack at night")
    assert scene.now.challenges["the pack at night"].facets["main"].level == "serious"
    scene.do("face-challenge", who="Ash", challenge="the icefall")
    assert scene.now.challenges["the icefall"].facets["main"].dice == "1d6+2"
    scene.do("face-challenge", who="Ash", challenge="the long way down")
    assert scene.now.challenges["the long way down"].facets["main"].hits == "fork"


@pytest.mark.rule("LD-04", "LD-A53")
def test_at_a_table_the_scenario_is_the_tables() -> None:
    scene = station()
    for field in ("scenario", "archetypes", "skill_list", "advancement_list"):
        assert scene.refusal("create", character={**ASH, "archetype": "courier", field: None}) == "unknown parameter"


@pytest.mark.rule("LD-04", "LD-12", "LD-38")
def test_creation_offers_what_the_scenario_has() -> None:
    steps = {step.field: step.legal(GAME.table_options(), MEDIC) for step in GAME.creation}
    assert steps["archetype"].choices == ("courier", "radio operator", "army medic")
    assert steps["skills"].choices == ("athletics", "ice climbing", "radio", "medicine")
    for chosen in steps["advancements"].choices:
        attributes = {"strength": 1, "dexterity": 1, "insight": 1, "resolve": 1}
        assert created(**MEDIC, attributes=attributes, advancements=[chosen])
    assert {"name": "adrenaline"} in steps["advancements"].choices


@pytest.mark.rule("LD-A51", "LD-A52", "LD-A53")
def test_the_lists_can_be_read() -> None:
    ours = GAME.derive("lists")
    assert (ours["scenario"], ours["any_other_archetype"], ours["any_other_skill"]) == ("Starters", True, True)
    assert ours["conditions"]["shaky"] == "dexterity -1"
    assert ours["conditions"]["haunted"] == "words only"
    assert ours["advancements"] == {
        "extra-attribute": "raises attribute, the draft's",
        "extra-skill": "raises skill, ours",
        "tough": "max_hp 2, ours",
        "second-wind": "regain ego 1 dice 1, ours",
        "steady-hand": "steady ego 1 light 1, ours",
    }
    theirs = GAME.derive("lists", {"scenario": TEXT})
    assert theirs == GAME.derive("lists", {"scenario": STATION})
    assert theirs["skills"]["ice climbing"] == "strength under athletics"
    assert theirs["challenges"]["the pack"] == "dangerous and 4 together"
    assert not theirs["any_other_archetype"]


def test_players_do_not_see_what_the_scenario_has_in_store() -> None:
    assert GAME.secrets.scene == ("scenario.challenges", "failures")
    hidden = station(Ash={}).now.scenario.challenges
    assert list(hidden) == ["the icefall", "the caretaker", "the pack", "the long way down"]
    secret = GAME.secrets.outcomes["scenario"]
    assert [parameter.name for parameter in GAME.action("scenario").parameters] == list(secret)


@pytest.mark.parametrize("part", ["a", '"a \\" b"', "'#'", "a \t"])
def test_a_key_of_thousands_of_parts_is_refused_before_it_is_parsed(part: str) -> None:
    """Parsing takes memory for every pair of its parts: 200 kB that anyone may send took 40 GB of the server."""
    for key in (".".join([part] * 3_000), f"[[lists.{'.'.join([part] * 3_000)}]]\na"):
        started = process_time()
        with pytest.raises(BadInput, match="a key has more than 20 parts"):
            read_scenario(f'name = "Long"\n{key} = 1')
        assert process_time() - started < 0.05


def test_a_text_with_many_dots_is_no_key() -> None:
    about = "Run! No, do not. Hide ... and wait. Is it 3.5 miles? Yes." * 6
    assert read_scenario(f'name = "Dots"\nauthor = "us"\nabout = "{about}"').about == about
