"""What is legal now: offers that can be taken, refusals with a reason."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from twelves_table import Scene, begun, refuses

from rulewright.games.twelves import GAME

MISS = (2, 3)


def scenes() -> Iterator[tuple[str, Scene]]:
    """Scenes of many kinds, each with Ada, Bo and Cy."""
    everyone: dict[str, dict[str, Any]] = {"Ada": {"potions": 1}, "Bo": {}, "Cy": {"npc": True}}
    yield "at rest", Scene(**everyone)
    hurt = Scene({"short-rest-limit": 1, "stabilised": "down"}, **everyone)
    hurt.do("take-damage", who="Bo", boxes=6)
    hurt.do("take-damage", who="Cy", boxes=3)
    hurt.do("short-rest", 1, who="Ada")
    yield "one down, one Wounded", hurt
    died = Scene(**everyone)
    died.do("die", who="Cy")
    yield "one dead", died
    fight = Scene(**everyone)
    fight.do("start-fight", 12, 11, 9, 8, 2, 3)
    yield "a fight, no turn begun", fight
    acting = Scene(**everyone)
    acting.do("start-fight", 12, 11, 9, 8, 2, 3)
    acting.do("take-damage", who="Cy", boxes=6)
    acting.do("start-turn", who="Ada")
    yield "a turn begun, one down", acting
    spent = Scene(**everyone)
    spent.do("start-fight", 12, 11, 9, 8, 2, 3)
    spent.do("start-turn", who="Ada")
    spent.do("attack", *MISS, who="Ada", target="Bo")
    spent.do("attack", *MISS, who="Ada", target="Bo")
    yield "no actions left", spent
    critical = Scene(**everyone)
    critical.do("take-damage", who="Ada", boxes=5)
    critical.do("start-fight", 12, 11, 11, 9, 8, 2, 3)
    yield "in Critical, turn not begun", critical


KINDS = (
    "at rest",
    "one down, one Wounded",
    "one dead",
    "a fight, no turn begun",
    "a turn begun, one down",
    "no actions left",
    "in Critical, turn not begun",
)


@cache
def scene_of(kind: str) -> Scene:
    return dict(scenes())[kind]


NAMES = ("Ada", "Bo", "Cy")
ABILITIES = ("AGI", "STR", "FIN", "INS", "PRE", "KNO")


def everything() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every action with every name and word it can take."""
    yield "start-fight", {}
    yield "end-fight", {}
    for who in NAMES:
        for action in ("start-turn", "end-turn", "short-rest", "long-rest", "take-damage", "heal", "die"):
            yield action, {"who": who}
        for ability in ABILITIES:
            yield "check", {"who": who, "ability": ability}
        for other in NAMES:
            yield "attack", {"who": who, "target": other, "using": ""}
            yield "stabilise", {"who": who, "patient": other}
            yield "hand-potion", {"who": who, "to": other}
        for other in ("", *NAMES):
            yield "drink", {"who": who, "patient": other}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_offered_can_be_done_and_what_is_not_has_a_reason(kind: str) -> None:
    scene = scene_of(kind)
    offered = {
        (offer.action, tuple(sorted(way.params.items())))
        for offer in GAME.legal_now(scene.now, scene.options)
        for way in offer.ways
        if not way.needs
    }
    legal, refused = 0, 0
    for action, params in everything():
        if (action, tuple(sorted(params.items()))) in offered:
            assert scene.refusal(action, **params) is None
            scene.tried(action, 3, params)
            legal += 1
        else:
            reason = scene.refusal(action, **params)
            assert reason
            with refuses(reason):
                scene.tried(action, 3, params)
            refused += 1
    assert legal
    assert refused


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize("kind", KINDS)
def test_only_the_words_of_new_things_cannot_be_listed(kind: str) -> None:
    scene = scene_of(kind)
    needs = {offer.action: offer.needs for offer in GAME.legal_now(scene.now, scene.options) if offer.needs}
    assert needs == {"join": ("character",), "edit": ("changes",), "give-weapon": ("weapon",)}


EVERYONE = {("check", name) for name in NAMES}
AT_REST = {(action, name) for action in ("short-rest", "long-rest") for name in NAMES}


def offers_of_players(kind: str) -> set[tuple[str, str]]:
    """What players may do without asking; a check in another's turn asks the GM to make it free."""
    scene = scene_of(kind)
    offers = [offer for offer in GAME.legal_now(scene.now, scene.options) if offer.by == "owner"]
    asked = {(offer.action, offer.who) for offer in offers if all("free" in way.needs for way in offer.ways)}
    assert asked <= EVERYONE
    return {(offer.action, offer.who) for offer in offers} - asked


@pytest.mark.rule("TW-32", "TW-34", "TW-A23", "TW-A29")
def test_what_players_may_do_in_each_scene() -> None:
    attack_anywhere = {("attack", name) for name in NAMES}
    potion = {("drink", "Ada"), ("hand-potion", "Ada")}
    assert offers_of_players("at rest") - attack_anywhere == EVERYONE | AT_REST | potion
    assert offers_of_players("one down, one Wounded") - attack_anywhere == (
        (EVERYONE - {("check", "Bo")})
        | (AT_REST - {("short-rest", "Ada")})
        | potion
        | {("stabilise", "Ada"), ("stabilise", "Cy")}
    )
    assert offers_of_players("one dead") - attack_anywhere == {
        one for one in EVERYONE | AT_REST | potion if one[1] != "Cy"
    }
    unbegun = offers_of_players("a fight, no turn begun")
    assert unbegun - {("end-turn", "Ada")} == {("start-turn", "Ada")}
    assert offers_of_players("a turn begun, one down") == potion | {
        ("check", "Ada"),
        ("attack", "Ada"),
        ("stabilise", "Ada"),
        ("use-action", "Ada"),
        ("end-turn", "Ada"),
    }
    assert offers_of_players("no actions left") == {("end-turn", "Ada")}


@pytest.mark.rule("TW-34", "TW-A19")
def test_in_critical_a_turn_cannot_be_skipped_past_its_strength_check() -> None:
    # the check is due at the start of every own turn: a turn that is not begun cannot be ended
    scene = scene_of("in Critical, turn not begun")
    assert ("start-turn", "Ada") in scene.offers()
    assert ("end-turn", "Ada") not in scene.offers()


def test_a_refused_action_changes_nothing() -> None:
    scene = begun()
    before = scene.now
    for action, params in (
        ("take-damage", {"who": "Ada", "boxes": -1}),
        ("attack", {"who": "Bo", "target": "Ada"}),
        ("drink", {"who": "Ada"}),
        ("short-rest", {"who": "Ada"}),
        ("stabilise", {"who": "Ada", "patient": "Bo"}),
    ):
        assert scene.refusal(action, **params)
        with pytest.raises(Exception, match=r".+"):
            scene.do(action, 9, 8, **params)
    assert scene.now == before


@pytest.mark.rule("TW-34")
@pytest.mark.parametrize("seed", range(8))
def test_recorded_dice_replay_an_action(seed: int) -> None:
    scene = scene_of("in Critical, turn not begun")
    rolled = GAME.act("start-turn", scene.now, {"who": "Ada"}, scene.options, random=Random(seed))
    again = GAME.act("start-turn", scene.now, {"who": "Ada"}, scene.options, faces=rolled.faces)
    assert (again.outcome, again.breakdown) == (rolled.outcome, rolled.breakdown)
