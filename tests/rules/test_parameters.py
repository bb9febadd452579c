"""What a rule takes, read from its signature or its struct, and checked in words."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, field

from rulewright.rules import BadInput, Parameters, between, meaning
from rulewright.rules.allowed import allowed
from rulewright.rules.parameters import arguments, parameters_of, read, takes

Score = Annotated[int, between(0, 20, "ability score")]


def check(
    dice: object,
    score: Score,
    tags: Annotated[tuple[Annotated[int, Meta(ge=1, le=10)], ...], Meta(max_length=3)] = (),
    tier: Annotated[Literal["normal", "wounded"], meaning("how hurt one is")] = "normal",
    limit: Annotated[int, Meta(ge=1, le=9)] | None = None,
    npc: bool = False,
    if_: str = "",
) -> None:
    """Something to read parameters from."""


class Fighter(Parameters, frozen=True, rename={"strength": "str"}):
    strength: Score = 7
    tags: list[str] = field(default_factory=list)
    weapon: Annotated[int, between(0, 5, "boxes")] = 1


def duel(dice: object, a: Fighter, b: Fighter = Fighter()) -> None:
    """Two of a kind."""


def alone(dice: object, fighter: Fighter) -> None:
    """One struct whose fields are the parameters."""


def given(function: Any, **values: Any) -> dict[str, Any]:
    return arguments(function, read(parameters_of(function), values))


def refused(function: Any, values: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as bad:
        read(parameters_of(function), values)
    return str(bad.value)


def test_typed_arguments_are_parameters_with_their_defaults() -> None:
    assert given(check, score=9) == {
        "score": 9,
        "tags": (),
        "tier": "normal",
        "limit": None,
        "npc": False,
        "if_": "",
    }


def test_values_are_read_into_their_types() -> None:
    full = given(check, score=0, tags=[1, 10], tier="wounded", limit=9, npc=True)
    assert (full["tags"], full["tier"], full["limit"], full["npc"]) == ((1, 10), "wounded", 9, True)
    assert given(check, score=1, limit=None)["limit"] is None


def test_a_trailing_underscore_is_not_part_of_the_name() -> None:
    assert given(check, score=1, **{"if": "then"})["if_"] == "then"
    assert refused(check, {"score": 1, "if_": "then"}).startswith("unknown parameter: if_ (allowed: ")


def test_the_fields_of_a_single_struct_are_the_parameters() -> None:
    assert given(alone, str=3, tags=["tall"]) == {"fighter": Fighter(strength=3, tags=["tall"])}
    assert [one.name for one in takes(parameters_of(alone))] == ["str", "tags", "weapon"]


def test_nested_objects_are_read_and_their_renamed_fields_too() -> None:
    assert given(duel, a={"str": 20}) == {"a": Fighter(strength=20), "b": Fighter()}


def test_the_number_of_arguments_left_out_can_be_reported() -> None:
    def perform(dice: object, scene: object, who: str) -> None: ...

    assert [one.name for one in takes(parameters_of(perform, skip=2))] == ["who"]
    assert arguments(perform, read(parameters_of(perform, skip=2), {"who": "Ann"}), skip=2) == {"who": "Ann"}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "missing parameter: score must be a whole number from 0 to 20"),
        ({"score": 21}, "bad parameter: score must be a whole number from 0 to 20, not 21"),
        ({"score": -1}, "bad parameter: score must be a whole number from 0 to 20, not -1"),
        ({"score": "7"}, 'bad parameter: score must be a whole number from 0 to 20, not "7"'),
        ({"score": 7.5}, "bad parameter: score must be a whole number from 0 to 20, not 7.5"),
        ({"score": True}, "bad parameter: score must be a whole number from 0 to 20, not true"),
        ({"score": None}, "bad parameter: score must be a whole number from 0 to 20, not null"),
        ({"score": 1, "tier": "dead"}, 'bad parameter: tier must be one of normal, wounded, not "dead"'),
        (
            {"score": 1, "tags": [1, 11]},
            "bad parameter: tags must be a list of 0 to 3 items, each a whole number from 1 to 10, not [1,11]",
        ),
        (
            {"score": 1, "tags": [1, 1, 1, 1]},
            "bad parameter: tags must be a list of 0 to 3 items, each a whole number from 1 to 10, not [1,1,1,1]",
        ),
        ({"score": 1, "limit": 0}, "bad parameter: limit must be a whole number from 1 to 9 or null, not 0"),
        ({"score": 1, "npc": 1}, "bad parameter: npc must be true or false, not 1"),
        ({"score": 1, "if": 1}, "bad parameter: if must be text, not 1"),
        ({"score": 1, "luck": 1}, "unknown parameter: luck (allowed: score, tags, tier, limit, npc, if)"),
    ],
)
def test_the_message_names_the_parameter_and_what_is_allowed(values: dict[str, Any], message: str) -> None:
    assert refused(check, values) == message


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"a": {"str": 99}}, "bad parameter: a.str must be a whole number from 0 to 20, not 99"),
        ({"a": {}, "b": {"weapon": "x"}}, 'bad parameter: b.weapon must be a whole number from 0 to 5, not "x"'),
        ({"a": {"strength": 1}}, "unknown parameter: a.strength (allowed: str, tags, weapon)"),
        ({"a": {"tags": [5]}}, "bad parameter: a.tags must be a list of items, each text, not [5]"),
        ({"a": 5}, "bad parameter: a must be an object with any of str, tags, weapon, not 5"),
        ({}, "missing parameter: a must be an object with any of str, tags, weapon"),
        ({"c": {}, "a": {}}, "unknown parameter: c (allowed: a, b)"),
    ],
)
def test_the_message_names_the_way_into_nested_objects(values: dict[str, Any], message: str) -> None:
    assert refused(duel, values) == message


class Nested(Parameters, frozen=True):
    fighters: tuple[Fighter, ...] = ()
    named: dict[str, Score] = field(default_factory=dict)
    people: dict[str, Fighter] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("values", "start"),
    [
        ({"fighters": [{}, {"str": 21}]}, "bad parameter: fighters.str must be a whole number from 0 to 20"),
        ({"fighters": [{"luck": 1}]}, "unknown parameter: fighters.luck (allowed: str, tags, weapon)"),
        ({"fighters": [3]}, "bad parameter: fighters must be a list of items, each an object with any of str"),
        ({"named": 3}, "bad parameter: named must be an object"),
        ({"named": {"x": 2, "y": 21}}, "bad parameter: named.y must be a whole number from 0 to 20, not 21"),
        ({"people": {"Ann": {}, "Bob": {"str": "x"}}}, "bad parameter: people.Bob.str must be a whole number from"),
        ({"people": {"Ann": {"luck": 1}}}, "unknown parameter: people.Ann.luck (allowed: str, tags, weapon)"),
    ],
)
def test_the_message_names_the_field_inside_a_list_or_an_object(values: dict[str, Any], start: str) -> None:
    with pytest.raises(BadInput) as bad:
        read(Nested, values)
    assert str(bad.value).startswith(start)


class Hit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hit"):
    boxes: int


class Rest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rest"):
    dice: tuple[int, ...]


class ActionList(Parameters, frozen=True):
    then: tuple[Hit | Rest, ...] = ()


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"do": "sing"}, ["then.do", "hit", "rest"]),
        ({"do": "rest", "dices": [1]}, ["unknown parameter: then.dices (allowed: do, dice)"]),
        (5, ["an object with any of do, boxes or an object with any of do, dice"]),
        ({"do": "rest"}, ["missing parameter: then.dice", "a list of items, each a whole number"]),
        ({"do": "rest", "dice": ["x"]}, ["then.dice must be a list of items, each a whole number"]),
    ],
)
def test_the_message_knows_which_of_several_kinds_of_object_was_meant(action: Any, words: list[str]) -> None:
    with pytest.raises(BadInput) as bad:
        read(ActionList, {"then": [action]})
    for word in words:
        assert word in str(bad.value).replace(str(action), "")


HOSTILE: list[object] = [
    "x" * 1_000_000,
    [0] * 100_000,
    {"deep": {"deeper": ["down"] * 500}},
    10**400,
    -(10**30),
    float("inf"),
    float("nan"),
    "two\nlines",
    "\x00\x1b[31m",
    object(),
    b"bytes",
]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:20])
def test_hostile_values_are_refused_in_one_short_line(value: object) -> None:
    for values in ({"score": value}, {"score": 1, "tags": value}, {"score": 1, "limit": value}):
        text = refused(check, values)
        assert text.startswith("bad parameter: ")
        assert len(text) < 200
        assert len(text.splitlines()) == 1
        assert text.isprintable()


@pytest.mark.parametrize("name", ["y" * 100_000, "two\nlines", "back`tick", "x` - at `$.score", "\x1b[31m", ""])
def test_hostile_names_are_refused_in_one_short_line(name: str) -> None:
    text = refused(check, {"score": 1, name: 1})
    assert text.startswith("unknown parameter: ")
    assert text.endswith("(allowed: score, tags, tier, limit, npc, if)")
    assert len(text) < 200
    assert len(text.splitlines()) == 1
    assert text.isprintable()


def test_a_list_that_contains_itself_is_refused_in_one_short_line() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert len(refused(check, {"score": endless})) < 200


def test_options_are_called_options_in_the_message() -> None:
    class Options(Struct, frozen=True, forbid_unknown_fields=True):
        tie: Literal["a", "b"] = "a"

    with pytest.raises(BadInput, match=r'^bad option value: tie must be one of a, b, not "c"$'):
        read(Options, {"tie": "c"}, noun="option")
    with pytest.raises(BadInput, match=r"^unknown option: ties \(allowed: tie\)$"):
        read(Options, {"ties": "a"}, noun="option")


def test_a_rule_without_parameters_allows_none() -> None:
    def coin(dice: object) -> None: ...

    assert given(coin) == {}
    assert refused(coin, {"x": 1}) == "unknown parameter: x (allowed: none)"


def test_each_parameter_is_put_in_words() -> None:
    parameters = {one.name: one for one in takes(parameters_of(check))}
    assert list(parameters) == ["score", "tags", "tier", "limit", "npc", "if"]
    assert parameters["score"][:5] == ("score", "a whole number from 0 to 20", True, None, "ability score")
    assert parameters["tier"][:5] == ("tier", "one of normal, wounded", False, "normal", "how hurt one is")
    assert parameters["limit"][:4] == ("limit", "a whole number from 1 to 9 or null", False, None)


def test_the_words_nearest_to_a_parameter_tell_what_it_means() -> None:
    def lend(dice: object, score: Annotated[Score, meaning("the score that is lent")]) -> None:
        """A parameter with more to say than its type."""

    (parameter,) = takes(parameters_of(lend))
    assert parameter[:2] == ("score", "a whole number from 0 to 20")
    assert parameter.meaning == "the score that is lent"


def test_the_default_of_an_empty_list_is_that_list() -> None:
    parameters = {one.name: one for one in takes(Fighter)}
    assert parameters["tags"].default == []


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (int, "a whole number"),
        (Annotated[int, Meta(ge=3)], "a whole number, at least 3"),
        (Annotated[Score, meaning("nested")], "a whole number from 0 to 20"),
        (bool, "true or false"),
        (str, "text"),
        (Literal["a", "b"], "one of a, b"),
        (int | None, "a whole number or null"),
        (dict[str, int], "an object"),
        (list[bool], "a list of items, each true or false"),
        (Annotated[list[int], Meta(min_length=2, max_length=4)], "a list of 2 to 4 items, each a whole number"),
    ],
    ids=str,
)
def test_what_a_type_allows_is_put_in_words(hint: Any, words: str) -> None:
    assert allowed(hint) == words


@pytest.mark.parametrize(
    ("hint", "word"),
    [
        (Annotated[int, Meta(le=3)], "3"),
        (Annotated[int, Meta(gt=3)], "3"),
        (Annotated[str, Meta(max_length=5)], "5"),
        (Annotated[list[int], Meta(min_length=2)], "2"),
        (float, "number"),
        (Literal["a", None], "null"),
        (tuple[int, str], "text"),
    ],
    ids=str,
)
def test_no_limit_is_left_out_of_the_words(hint: Any, word: str) -> None:
    assert word in allowed(hint)
