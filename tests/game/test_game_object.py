"""A game is one object: a made-up one of two rolls, a derived value, characters and an action."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import Die, d
from rulewright.game import (
    Action,
    Ask,
    Character,
    Derivation,
    Example,
    Game,
    Offer,
    Roll,
    Way,
    find_game,
    installed_games,
    named,
    set_by,
    suggested,
)
from rulewright.game.undecided import UNDECIDED, UndecidedRead
from rulewright.game.who_may import undeclared
from rulewright.readings import Budget, Need, OverBudget
from rulewright.rules import BadInput, BadParameter, Dice, Inventory, Refused, between, option, repeat, rule

COIN = Die([0, 1])


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    no_luck: Annotated[
        Literal["fail", "one-coin"],
        option("CO-A1", "what someone without luck tosses", **{"fail": "nothing", "one-coin": "a single coin"}),
    ] = "fail"


class Toss(Struct, frozen=True):
    success: bool
    heads: int


Luck = Annotated[int, between(0, 20, "coins to toss")]


@rule("CO-01", "CO-A1")
def toss(dice: Dice[Options], luck: Luck = 3, wanted: int = 1) -> Toss:
    """Toss as many coins as you have luck; one head is enough.

    More words that are no summary.
    """
    coins = 1 if luck == 0 and dice.options.no_luck == "one-coin" else luck
    heads = dice.pool("toss", coins * COIN)
    return Toss(heads >= wanted, heads)


def check_toss(given: Any, params: Mapping[str, Any], options: Options) -> None:
    if given.wanted > max(given.luck, 1):
        raise BadParameter("wanted", f"at most {given.luck}", given.wanted)


class Race(Struct, frozen=True):
    first: str


@rule("CO-02")
def lap(dice: Dice[Options], leader: str) -> str:
    """Stay on the safe lane, or toss for the short cut."""
    if dice.choose("a", "lane", ("safe", "short cut")) == "safe":
        return "a" if dice.pool("safe", 1 * d(4)) == 1 else "b"
    return "a" if dice.pool("short cut", 1 * COIN) else "b"


race_on = repeat(lap, until=lambda leader: leader != "nobody", aims={"a": lambda leader: int(leader == "a")})


@rule("CO-02")
def race(dice: Dice[Options]) -> Race:
    """A race in which a plays as well as can be."""
    return Race(dice.call(race_on, "nobody"))


@rule("CO-03")
def purse(options: Options, coins: Luck, silver: bool = False) -> dict[str, int]:
    """What coins are worth."""
    return {"worth": coins * (10 if silver else 1)}


class Sheet(Struct, frozen=True):
    name: str
    luck: int
    asleep: bool = False


def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    if wanted.get("luck", 0) > 5:
        raise Refused("nobody is that lucky", "CO-04")
    return Sheet(wanted["name"], wanted.get("luck", 0))


def derived(options: Options, sheet: Sheet) -> Mapping[str, Any]:
    return {"lucky": sheet.luck > 2}


class Scene(Struct, frozen=True):
    characters: dict[str, Sheet] = {}


@rule("CO-05")
def lend(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    to: Character,
    how: Literal["gift", "loan"] = "loan",
    least: Annotated[int, between(1, 9, "luck at least")] = 1,
) -> tuple[Scene, Toss]:
    """Lend a point of luck if the coin says so."""
    for name in (who, to):
        if name not in scene.characters:
            raise BadParameter("who", f"one of {', '.join(scene.characters)}", name)
    giver = scene.characters[who]
    if who == to or giver.luck < least:
        raise Refused("nothing to lend, or nobody to lend to", "CO-05")
    if giver.asleep and how == "loan":
        raise Refused("who sleeps lends nothing", "CO-06")
    heads = dice.pool("lend", 1 * COIN)
    taker = scene.characters[to]
    characters = scene.characters | {
        who: replace(giver, luck=giver.luck - heads),
        to: replace(taker, luck=taker.luck + heads),
    }
    return Scene(characters), Toss(bool(heads), heads)


@rule("CO-07")
def rest(dice: Dice[Options], scene: Scene) -> tuple[Scene, Toss]:
    """Everyone sleeps."""
    if not scene.characters:
        raise Refused("nobody is here")
    asleep = {name: replace(sheet, asleep=True) for name, sheet in scene.characters.items()}
    return Scene(asleep), Toss(True, 0)


@rule("CO-08")
def rename(dice: Dice[Options], scene: Scene, who: Character, name: str) -> tuple[Scene, Toss]:
    """A character takes another name."""
    if scene.characters[who].asleep:
        raise Refused("not in their sleep", "CO-08")
    return scene, Toss(True, 0)


GAME = Game(
    slug="coins",
    name="Coins",
    inventory=Inventory("no_such_package"),
    options=Options,
    rolls=(Roll("toss", toss, "all coins", check_toss), Roll("race", race, "the dice of the lane")),
    derivations=(Derivation("purse", purse),),
    create=create,
    derived=derived,
    scene=Scene,
    actions=(
        Action("lend", lend, "owner", set_by(actor="who to how", gm="least"), when="turn"),
        Action("rest", rest, "gm"),
        Action("rename", rename, "owner", set_by(actor="who name")),
    ),
    examples=(Example("Three coins", "odds", "toss"),),
)

TABLE = Scene({"Ann": Sheet("Ann", 2), "Bob": Sheet("Bob", 0)})


# --- rolls


def test_a_roll_is_priced_with_its_defaults() -> None:
    found = GAME.odds("toss")
    assert found.where(lambda tossed: tossed.success) == Fraction(7, 8)
    assert len(found) == 4


def test_a_roll_is_priced_with_parameters_and_options() -> None:
    assert GAME.odds("toss", {"luck": 1, "wanted": 1}).chance(Toss(True, 1)) == Fraction(1, 2)
    assert GAME.odds("toss", {"luck": 0}).chance(Toss(False, 0)) == 1
    assert GAME.odds("toss", {"luck": 0}, {"no-luck": "one-coin"}).chance(Toss(True, 1)) == Fraction(1, 2)


def test_a_roll_is_priced_within_a_budget() -> None:
    with pytest.raises(OverBudget):
        GAME.odds("toss", {"luck": 20}, budget=Budget(paths=5))


def test_a_roll_is_played_with_typed_dice_or_seeded_ones() -> None:
    assert GAME.play("toss", {"luck": 2}, faces=[1, 2]).outcome == Toss(True, 1)
    assert GAME.play("toss", random=Random(1)) == GAME.play("toss", random=Random(1))
    with pytest.raises(Need):
        GAME.play("toss", {"luck": 2}, faces=[1])


def test_a_roll_that_plays_its_best_asks_nobody() -> None:
    assert GAME.play("race", faces=[2]).outcome == Race("a")
    assert GAME.odds("race").chance(Race("a")) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("roll", "params", "message"),
    [
        ("tos", {}, "unknown roll: tos (allowed: toss, race)"),
        ("toss", {"luck": 21}, "bad parameter: luck must be a whole number from 0 to 20, not 21"),
        ("toss", {"lucky": 1}, "unknown parameter: lucky (allowed: luck, wanted)"),
        ("toss", {"luck": 2, "wanted": 3}, "bad parameter: wanted must be at most 2, not 3"),
    ],
)
def test_what_a_roll_does_not_take_is_refused_before_anything_runs(
    roll: str, params: dict[str, Any], message: str
) -> None:
    for ask in (GAME.odds, GAME.play):
        with pytest.raises(BadInput) as bad:
            ask(roll, params)
        assert str(bad.value) == message


def reading_words() -> list[tuple[str, Roll]]:
    """Rolls with a parameter that a reading has a word of its own for."""

    def by_policy(dice: Dice[Options], policy: str = "bold") -> Race:
        """One."""
        return Race(policy)

    def by_budget(dice: Dice[Options], budget: str = "bold") -> Race:
        """Two."""
        return Race(budget)

    def by_faces(dice: Dice[Options], faces: str = "bold") -> Race:
        """Three."""
        return Race(faces)

    def by_best(dice: Dice[Options], best: str = "bold") -> Race:
        """Four."""
        return Race(best)

    def by_options(dice: Dice[Options], options: str = "bold") -> Race:
        """Five."""
        return Race(options)

    rules = (by_policy, by_budget, by_faces, by_best, by_options)
    return [(rule.__name__.removeprefix("by_"), Roll("named", rule, "none")) for rule in rules]


@pytest.mark.parametrize(("name", "roll"), reading_words(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_roll_may_name_its_parameters_as_it_likes(name: str, roll: Roll) -> None:
    game = replace(GAME, rolls=(roll,))
    assert dict(game.odds("named", {name: "careful"}).items()) == {Race("careful"): 1}
    assert game.play("named", {name: "careful"}).outcome == Race("careful")


def test_unknown_and_bad_options_are_refused() -> None:
    with pytest.raises(BadInput, match=r"^unknown option: luck \(allowed: no-luck\)$"):
        GAME.odds("toss", {}, {"luck": 1})
    with pytest.raises(BadInput, match=r'^bad option value: no-luck must be one of fail, one-coin, not "cry"$'):
        GAME.table_options({"no-luck": "cry"})


def test_options_that_contradict_each_other_are_refused() -> None:
    def never(options: Options) -> None:
        raise BadInput("these do not go together")

    with pytest.raises(BadInput, match="do not go together"):
        replace(GAME, check_options=never).odds("toss")


def test_every_part_is_put_in_words() -> None:
    toss_roll = GAME.roll("toss")
    assert toss_roll.summary == "Toss as many coins as you have luck; one head is enough."
    assert [(one.name, one.default) for one in toss_roll.parameters] == [("luck", 3), ("wanted", 1)]
    assert GAME.action("lend").summary == "Lend a point of luck if the coin says so."
    assert [one.name for one in GAME.action("lend").parameters] == ["who", "to", "how", "least"]
    assert [one.name for one in GAME.derivation("purse").parameters] == ["coins", "silver"]
    assert [one.ruling for one in GAME.option_texts()] == ["CO-A1"]


# --- derived values and characters


def test_a_derived_value_is_plain_data() -> None:
    assert GAME.derive("purse", {"coins": 3, "silver": True}) == {"worth": 30}
    with pytest.raises(BadInput, match="missing parameter: coins must be a whole number from 0 to 20"):
        GAME.derive("purse")
    with pytest.raises(BadInput, match=r"unknown derived value: bag \(allowed: purse\)"):
        GAME.derive("bag")


def test_a_derived_value_may_have_a_check_of_its_own() -> None:
    def no_silver(given: Any, params: Mapping[str, Any], options: Options) -> None:
        if params.get("silver"):
            raise BadParameter("silver", "false at this table", True)

    strict = replace(GAME, derivations=(Derivation("purse", purse, no_silver),))
    assert strict.derive("purse", {"coins": 3}) == {"worth": 3}
    with pytest.raises(BadInput, match="silver must be false at this table, not true"):
        strict.derive("purse", {"coins": 3, "silver": True})


def test_a_new_sheet_is_shown_with_what_follows_from_it() -> None:
    assert GAME.new_sheet({"name": "Ann", "luck": 4}) == {"name": "Ann", "luck": 4, "asleep": False, "lucky": True}
    with pytest.raises(Refused, match=r"nobody is that lucky \(CO-04\)"):
        GAME.new_sheet({"name": "Ann", "luck": 6})


# --- actions


def test_an_action_gives_the_new_scene_and_what_happened() -> None:
    played = GAME.act("lend", TABLE, {"who": "Ann", "to": "Bob"}, Options(), faces=[2])
    scene, happened = played.outcome
    assert happened == Toss(True, 1)
    assert {name: sheet.luck for name, sheet in scene.characters.items()} == {"Ann": 1, "Bob": 1}
    assert TABLE.characters["Ann"].luck == 2
    assert played.cites == ("CO-05",)


def test_an_action_is_priced_by_what_it_brings_about() -> None:
    found = GAME.action_odds("lend", TABLE, {"who": "Ann", "to": "Bob"}, Options())
    assert dict(found.items()) == {Toss(True, 1): Fraction(1, 2), Toss(False, 0): Fraction(1, 2)}
    with pytest.raises(Refused, match="nothing to lend"):
        GAME.action_odds("lend", TABLE, {"who": "Bob", "to": "Ann"}, Options())


def test_an_action_refuses_before_it_throws() -> None:
    with pytest.raises(Refused, match="nothing to lend"):
        GAME.act("lend", TABLE, {"who": "Bob", "to": "Ann"}, Options(), faces=[])
    with pytest.raises(BadInput, match="missing parameter: to"):
        GAME.act("lend", TABLE, {"who": "Bob"}, Options())
    with pytest.raises(BadInput, match=r"unknown action: steal \(allowed: lend, rest, rename\)"):
        GAME.act("steal", TABLE, {}, Options())


def offers(action: str, scene: Scene = TABLE, game: Game = GAME) -> list[Offer]:
    return [offer for offer in game.legal_now(scene, Options()) if offer.action == action]


LEAST = Ask(
    "least",
    "number",
    "a whole number from 1 to 9",
    "luck at least",
    required=False,
    default=1,
    least=1,
    most=9,
    set_by="gm",
)
HOW = Ask("how", "words", "one of gift, loan", "", required=False, default="loan")


def test_what_may_be_done_now_is_offered_with_every_legal_target() -> None:
    way = Way({"who": "Ann", "to": "Bob"}, may={"how": ("loan", "gift")})
    assert offers("lend") == [Offer("lend", "Ann", "owner", "turn", (way,), (HOW, LEAST))]
    assert offers("rest") == [Offer("rest", "", "gm", "any time", (Way({}),))]
    assert offers("lend")[0].choices == ({"who": "Ann", "to": "Bob"},)


def test_what_may_be_done_now_follows_the_state_of_play() -> None:
    asleep, _ = GAME.act("rest", TABLE, {}, Options()).outcome
    (lending,) = offers("lend", asleep)
    assert lending.ways == (Way({"who": "Ann", "to": "Bob"}, may={"how": ("gift",)}, needs=("how",)),)
    assert GAME.legal_now(Scene(), Options()) == []


def test_an_action_that_takes_free_words_is_offered_with_what_it_needs() -> None:
    name = Ask("name", "text", "text", "", required=True)
    assert offers("rename") == [
        Offer("rename", who, "owner", "any time", (Way({"who": who}, needs=("name",)),), (name,))
        for who in ("Ann", "Bob")
    ]
    assert offers("rename")[0].needs == ("name",)


def test_an_action_that_takes_free_words_is_judged_all_the_same() -> None:
    asleep, _ = GAME.act("rest", TABLE, {}, Options()).outcome
    assert offers("rename", asleep) == []


def test_every_offer_is_legal_and_can_be_done() -> None:
    for offer in GAME.legal_now(TABLE, Options()):
        for way in offer.ways:
            params = way.params | {name: way.may[name][0] if name in way.may else "some words" for name in way.needs}
            assert GAME.refusal(offer.action, TABLE, params, Options()) is None
            GAME.act(offer.action, TABLE, params, Options(), random=Random(1))


# --- how parameters are read for what is legal


def made(perform: Any, names: Any = None) -> Game:
    """The game with one action of its own."""
    return replace(GAME, actions=(Action("made", perform, "owner"),), names=names or {})


def purses(scene: Scene, options: Options, owner: str) -> list[str]:
    """Ann has two, Bob has one."""
    return {"Ann": ["red", "green"], "Bob": ["blue"]}.get(owner, [])


def test_things_are_listed_for_the_one_who_has_them() -> None:
    def open_purse(
        dice: Dice[Options], scene: Scene, who: Character, purse: Annotated[str, named("purse", "a purse", of="who")]
    ) -> tuple[Scene, Toss]:
        """Look into a purse that is not red."""
        if purse == "red":
            raise Refused("it is sewn up")
        return scene, Toss(True, 0)

    found = offers("made", game=made(open_purse, {"purse": purses}))
    assert [offer.choices for offer in found] == [
        ({"who": "Ann", "purse": "green"},),
        ({"who": "Bob", "purse": "blue"},),
    ]


def test_what_is_only_suggested_is_judged_by_itself() -> None:
    def count_purse(
        dice: Dice[Options],
        scene: Scene,
        who: Character,
        purse: Annotated[str, suggested("purse", "a purse", of="who")],
        twice: bool = False,
    ) -> tuple[Scene, Toss]:
        """Count what is in a purse, green ones only once."""
        if purse == "red" or (twice and purse == "green"):
            raise Refused("it is sewn up")
        return scene, Toss(True, 0)

    ann, bob = offers("made", game=made(count_purse, {"purse": purses}))
    assert ann.ways == (Way({"who": "Ann"}, may={"purse": ("green",), "twice": (False,)}, needs=("purse",)),)
    assert bob.ways == (Way({"who": "Bob"}, may={"purse": ("blue",), "twice": (False, True)}, needs=("purse",)),)


def test_a_default_that_is_refused_has_to_be_replaced() -> None:
    def pay(
        dice: Dice[Options], scene: Scene, who: Character, coins: Annotated[int, between(0, 30, "coins")] = 0
    ) -> tuple[Scene, Toss]:
        """Pay something."""
        if coins == 0:
            raise Refused("nothing is no payment")
        return scene, Toss(True, 0)

    assert {way.needs for offer in offers("made", game=made(pay)) for way in offer.ways} == {("coins",)}


def test_a_short_range_is_listed_and_a_long_one_is_reported() -> None:
    def bet(
        dice: Dice[Options],
        scene: Scene,
        on: Annotated[int, between(1, 6, "a face")],
        stake: Annotated[int, between(1, 500, "coins")],
    ) -> tuple[Scene, Toss]:
        """Bet on a face that is not 3."""
        if on == 3:
            raise Refused("not on 3")
        return scene, Toss(True, 0)

    (offer,) = offers("made", game=made(bet))
    assert [choice["on"] for choice in offer.choices] == [1, 2, 4, 5, 6]
    assert [(ask.name, ask.least, ask.most) for ask in offer.asks] == [("stake", 1, 500)]


def test_a_list_of_people_is_legal_if_some_are() -> None:
    def gather(
        dice: Dice[Options], scene: Scene, guests: Annotated[tuple[str, ...], named("character", "who comes")]
    ) -> tuple[Scene, Toss]:
        """Some come together, Ann stays away."""
        if "Ann" in guests:
            raise Refused("Ann stays away")
        return scene, Toss(True, 0)

    (offer,) = offers("made", game=made(gather))
    assert (offer.needs, offer.asks[0].items) == (("guests",), ("Ann", "Bob"))
    assert offers("made", Scene({"Ann": Sheet("Ann", 2)}), made(gather)) == []


def test_nothing_is_tried_behind_a_refusal_that_did_not_look_any_further() -> None:
    judged: list[Any] = []

    def whisper(dice: Dice[Options], scene: Scene, who: Character, to: Character) -> tuple[Scene, Toss]:
        """Ann says something to a character."""
        judged.append(who)
        if who != "Ann":
            raise Refused("only Ann whispers")
        if who == to:
            raise Refused("not to herself")
        return scene, Toss(True, 0)

    assert [offer.choices for offer in offers("made", game=made(whisper))] == [({"who": "Ann", "to": "Bob"},)]
    assert [who for who in judged if type(who) is str and who == "Bob"] == ["Bob"]


@pytest.mark.parametrize(
    "look",
    [
        bool, hash, len, iter, int, abs, str, repr, list, sorted,
        lambda it: it == "Ann", lambda it: it != "Ann", lambda it: it > 1, lambda it: 1 + it, lambda it: -it,
        lambda it: f"{it}", lambda it: it in {"Ann": 1}, lambda it: "A" in it, lambda it: it.strip(),
        lambda it: it[0], lambda it: {"Ann": 1}.get(it), lambda it: isinstance(it, str), lambda it: it(),
        lambda it: max(1, it), lambda it: range(it),
    ],
)  # fmt: skip
def test_reading_a_value_that_is_not_decided_says_that_it_is_not(look: Any) -> None:
    with pytest.raises(UndecidedRead):
        look(UNDECIDED)


def test_what_is_not_decided_can_be_passed_on_and_distinguished_from_none() -> None:
    held = Toss(UNDECIDED, 1)
    assert (held.success is UNDECIDED, held.heads, UNDECIDED is None) == (True, 1, False)


def test_an_object_that_nobody_can_list_is_judged_by_what_comes_before_it() -> None:
    def dress(dice: Dice[Options], scene: Scene, who: Character, clothes: dict[str, Any]) -> tuple[Scene, Toss]:
        """Bob puts something on."""
        if who == "Ann":
            raise Refused("Ann is dressed")
        if "hat" not in clothes:
            raise Refused("no hat")
        return scene, Toss(True, 0)

    assert [offer.who for offer in offers("made", game=made(dress))] == ["Bob"]


def test_why_an_action_may_not_be_done_is_returned_not_raised() -> None:
    refused = GAME.refusal("lend", TABLE, {"who": "Bob", "to": "Ann"}, Options())
    assert isinstance(refused, Refused)
    assert refused.rule == "CO-05"
    assert GAME.refusal("lend", TABLE, {"who": "Ann", "to": "Bob"}, Options()) is None
    bad = GAME.refusal("lend", TABLE, {"who": "Ann", "to": "Bob", "least": 99}, Options())
    assert isinstance(bad, BadInput)


def test_a_name_that_is_not_in_the_scene_is_returned_not_raised() -> None:
    bad = GAME.refusal("lend", TABLE, {"who": "Zed", "to": "Ann"}, Options())
    assert isinstance(bad, BadInput)


# --- rules


def test_it_is_known_where_a_rule_is_used() -> None:
    assert GAME.used_in("CO-01") == ["roll toss"]
    assert GAME.used_in("CO-05") == ["action lend"]
    assert GAME.used_in("CO-03") == ["derive purse"]
    assert set(GAME.used_in("CO-02")) == {"roll race", f"rule lap in {__name__}"}
    assert GAME.used_in("CO-99") == []


# --- a game may have fewer parts


def test_a_game_needs_no_more_than_its_rolls() -> None:
    least = Game("least", "Least", GAME.inventory, Options, GAME.rolls)
    assert least.odds("toss").total == 8
    assert least.legal_now(least.scene(), Options()) == []
    assert least.fight(least.scene(), Options()) is None
    with pytest.raises(Refused, match="no rules for making characters"):
        least.new_sheet({})


# --- discovery


def test_an_unknown_game_is_refused_with_those_installed() -> None:
    with pytest.raises(BadInput, match=f"unknown game: nope .installed: .*{installed_games()[0]}"):
        find_game("nope")


@pytest.mark.parametrize("name", ["z" * 100_000, "two\nlines", "\x1b[31m"])
def test_hostile_names_are_refused_in_one_short_line(name: str) -> None:
    for ask in (find_game, GAME.roll, GAME.action, GAME.derivation):
        with pytest.raises(BadInput) as bad:
            ask(name)
        assert len(str(bad.value)) < 200
        assert str(bad.value).isprintable()


def test_an_action_that_does_not_say_who_sets_what_is_named() -> None:
    said = set_by(actor="who to", gm="colour", giver="how")
    assert list(undeclared(Action("lend", lend, "owner", said))) == [
        "action lend: sets does not say who sets least",
        "action lend: sets names colour, which the action does not take",
        "action lend: how is set by giver, which is not a parameter of it",
    ]
    assert list(undeclared(Action("lend", lend, "gm"))) == []
