"""Making a character: faults in order, what is stored, and what follows from it."""

from typing import Any

import pytest
from die_code_table import ADA, created, refuses

from rulewright.games.die_code import GAME
from rulewright.rules import BadInput, Refused

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("pips over two", {"equipment": {"axe": "2d+3"}}),
    ("not a die code", {"attributes": {"might": "-2d"}}),
    ("unknown attribute", {"skills": {"swim": {"attribute": "body", "code": "1d"}}}),
    ("negative move", {"move": -1}),
    ("unknown size", {"size": "big"}),
    ("not above 0", {"length": "0ft"}),
    ("no name", {"name": "  "}),
]


@pytest.mark.rule("DC-03", "DC-A2")
@pytest.mark.parametrize("at", range(len(FAULTS)))
def test_faults_are_named_in_order(at: int) -> None:
    wanted: dict[str, Any] = {}
    for _, fault in FAULTS[at:]:
        wanted |= fault
    with refuses(FAULTS[at][0]):
        created(**wanted)
    with refuses(FAULTS[at][0]):
        created(**FAULTS[at][1])


@pytest.mark.rule("DC-A14")
def test_a_size_must_agree_with_length_and_weight() -> None:
    with refuses("size disagrees: medium is given, but by length it is large"):
        created(size="medium", length="9ft")
    with refuses("size disagrees: large is given, but by length and weight it is small"):
        created({"size-by": "weight"}, name="", size="large", length="9ft", weight="50lb")
    assert created(size="large", length="9ft")["size"] == "large"
    assert created({"size-by": "weight"}, length="9ft", weight="50lb")["size"] == "small"
    assert created(size="minuscle")["size"] == "minuscule"
    assert created()["size"] == "medium"


@pytest.mark.rule("DC-04", "DC-05")
@pytest.mark.parametrize("field", ["attributes", "skills", "equipment"])
def test_every_code_on_a_sheet_is_checked(field: str) -> None:
    for code, words in (
        ("1d+3", "pips over two"),
        ("one", "not a die code"),
        (3, "not a die code"),
        (None, "not a die code"),
    ):
        entry: Any = {"attribute": "a", "code": code} if field == "skills" else code
        wanted: dict[str, Any] = {"attributes": {"a": "1d"}}
        wanted[field] = {**wanted.get(field, {}), "b": entry}
        with pytest.raises(Refused, match=words):
            created(**wanted)


@pytest.mark.rule("DC-04", "DC-05")
def test_a_bad_code_on_a_sheet_is_refused_by_its_rule_and_a_typed_one_is_bad_input() -> None:
    for code, number in (("1d+3", "DC-04"), ("one", "DC-05")):
        with pytest.raises(Refused) as refused:
            created(attributes={"might": code})
        assert refused.value.rule == number
        with pytest.raises(BadInput, match=number):
            GAME.odds("total", {"pool": code})


@pytest.mark.rule("DC-05", "DC-A2")
def test_a_skill_without_a_code_or_attribute_is_refused_in_plain_words() -> None:
    with pytest.raises(Refused, match=r"unknown attribute: lift needs one of the sheet.s attributes .*, not none"):
        created(attributes={"might": "2d"}, skills={"lift": {"code": "1d"}})
    with pytest.raises(Refused, match="not a die code: nothing"):
        created(attributes={"might": "2d"}, skills={"lift": {"attribute": "might"}})


@pytest.mark.rule("DC-A21")
@pytest.mark.parametrize("move", [1001, 2.5, "6", True])
def test_move_is_a_whole_number(move: Any) -> None:
    with refuses("bad parameter: move must be a whole number from 0 to 1000"):
        created(move=move)
    assert created(move=0)["move"] == 0
    assert created(move=1000)["move"] == 1000


@pytest.mark.rule("DC-A2")
@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"luck": 3}, "unknown parameter: luck"),
        ({"attributes": ["might"]}, "bad parameter: attributes"),
        ({"attributes": {"": "1d"}}, "bad parameter: attributes"),
        ({"skills": {"swim": "1d"}}, "bad parameter: skills.swim"),
        ({"skills": {"swim": {"attribute": "a", "code": "1d", "rank": 1}}}, "bad parameter: skills.swim"),
        ({"skills": {"swim": {"code": "1d"}}}, "unknown attribute"),
        ({"size": ["medium"]}, "unknown size"),
        ({"length": 70}, "not a length"),
        ({"name": 7}, "bad parameter: name"),
        ({"notes": 7}, "bad parameter: notes"),
    ],
)
def test_a_sheet_of_the_wrong_shape_is_refused(wanted: dict[str, Any], words: str) -> None:
    with refuses(words):
        created(**wanted)


@pytest.mark.rule("DC-A2")
def test_a_character_needs_a_name_and_nothing_else() -> None:
    sheet = GAME.new_sheet({"name": " Ada "})
    assert (sheet["name"], sheet["move"], sheet["size"], sheet["skills"], sheet["notes"]) == (
        "Ada",
        6,
        "medium",
        {},
        "",
    )
    for wanted in ({}, {"name": None}, {"name": ""}):
        with refuses("no name"):
            GAME.new_sheet(wanted)
    nulls = dict.fromkeys(("attributes", "skills", "equipment", "move", "size", "length", "weight", "notes"))
    assert GAME.new_sheet({"name": "Ada", **nulls}) == sheet
    with pytest.raises(BadInput, match="a character is an object"):
        GAME.create(GAME.table_options(), [])  # type: ignore[arg-type]


@pytest.mark.rule("DC-03", "DC-06", "DC-07", "DC-36")
def test_what_follows_from_a_sheet() -> None:
    sheet = created(**ADA)
    assert sheet["pools"] == {"climb": "4d+1", "locks": "4d"}
    assert list(sheet["averages"]["locks"]) == ["automatic", "easy", "moderate"]
    assert sheet["success"]["locks"] == {
        "automatic": "100%",
        "easy": "99.9%",
        "moderate": "90.3%",
        "difficult": "44.4%",
        "hard": "5.4%",
        "heroic": "0%",
        "epic": "0%",
    }
    assert sheet["size_step"] == 0
    assert sheet["movement"]["run"] == {"paces": 18, "feet": 90, "difficulty": "difficult"}
    assert created({"pip-carry": "none"}, **ADA)["pools"]["climb"] == "3d+4"


@pytest.mark.rule("DC-05")
def test_codes_are_stored_the_way_they_are_written() -> None:
    assert created(attributes={"might": " 3D + 1 "})["attributes"] == {"might": "3d+1"}


@pytest.mark.rule("DC-51", "DC-A14", "DC-A15")
def test_the_size_follows_the_table_it_is_shown_at() -> None:
    sheet = GAME.create(GAME.table_options(), {"name": "Ogre", "length": "8ft"})
    assert GAME.show_sheet(GAME.table_options(), sheet)["size"] == "large"
    assert GAME.show_sheet(GAME.table_options({"size-boundary": "lower"}), sheet)["size"] == "medium"


@pytest.mark.rule("DC-A2", "DC-A14")
def test_step_by_step_each_field_says_what_is_legal() -> None:
    options = GAME.table_options()
    steps = {step.field: step for step in GAME.creation}
    ours = ["attacks", "defence", "body"]
    basic = ["name", "attributes", "skills", "equipment", "move", "length", "weight", "size"]
    assert list(steps) == [*basic, *ours, "notes"]
    assert steps["skills"].legal(options, {"attributes": {"might": "1d"}}).choices == ("might",)
    assert len(steps["size"].legal(options, {}).choices) == 11
    tall = steps["size"].legal(options, {"length": "9ft"})
    assert tall.choices == ("large",)
    assert "DC-A14" in tall.refused["medium"]
    for step in GAME.creation:
        assert step.legal(options, {}).allowed
        assert step.optional == (step.field != "name")
