"""The desk of a fight draws what the roles of a game's actions say: every game with fights has those it needs."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.game import Action, find_game, set_by
from rulewright.rulebook.game import game_of_text
from rulewright.rules import Dice
from rulewright.rules.hints import bare, extras

_TURNS = {"starts-turn": {"start-turn"}, "ends-turn": {"end-turn"}}
_ORDER = {"enters-fight": {"enter-fight"}, "leaves-fight": {"leave-fight"}}
_FIGHT = {"starts-fight": {"start-fight"}, "ends-fight": {"end-fight"}}
ROLES: dict[str, dict[str, set[str]]] = {
    "dpi": _FIGHT | _TURNS | {"leaves-fight": {"leave-fight"}, "after-fight": {"short-rest", "use-stim", "die"}},
    "die-code": _ORDER
    | {
        "starts-fight": {"start-fight", "start-contest", "start-chase"},
        "ends-fight": {"end-fight", "end-contest", "end-chase"},
        "reorders-fight": {"reorder-fight"},
    },
    "light-dark": {
        "starts-fight": {"start-challenge", "face-challenge"},
        "ends-fight": {"leave-challenge"},
        "after-fight": {"rest", "second-wind", "lose-attribute"},
    },
    "twelves": _FIGHT
    | _TURNS
    | _ORDER
    | {"reorders-fight": {"reorder-fight"}, "after-fight": {"short-rest", "stabilise", "die"}},
    "untold-aeons": _FIGHT | _TURNS | _ORDER | {"after-fight": {"give-care", "bleed"}},
}
USES = {
    "dpi": {"helps": {"patient", "to"}, "arm": {"weapon"}, "new": {"name"}},
    "die-code": {"arm": {"using"}},
    "light-dark": {"new": {"name"}},
    "twelves": {"helps": {"patient", "to"}, "gives": {"potion_of"}, "arm": {"using", "weapon"}, "new": {"name"}},
    "untold-aeons": {"helps": {"patient"}, "arm": {"weapon"}},
}
BOOK = Path(__file__).parent.parent.parent / "rulebooks" / "salvage.md"


def _roles(actions: tuple[Action, ...]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for action in actions:
        if action.role is not None:
            found.setdefault(action.role, set()).add(action.name)
    return found


def _uses(actions: tuple[Action, ...]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in (one for action in actions for one in action.parameters):
        use = extras(bare(one.kind).metas).get("use")
        if use:
            found.setdefault(use, set()).add(one.name)
    return found


@pytest.mark.parametrize("slug", ROLES)
def test_every_game_has_the_roles_that_the_desk_needs(slug: str) -> None:
    game = find_game(slug)
    assert _roles(game.actions) == ROLES[slug]
    assert _uses(game.actions) == USES[slug]


@pytest.mark.parametrize("slug", ROLES)
def test_the_turns_of_fight_rules_have_the_roles_of_turns(slug: str) -> None:
    game = find_game(slug)
    assert game.fights is not None
    for name, role in ((game.fights.begin, "starts-turn"), (game.fights.end, "ends-turn")):
        assert all(action.role == role for action in game.actions if action.name == name)


def _nothing(dice: Dice[Any], scene: Any) -> tuple[Any, Any]:
    """Nothing happens."""
    return scene, None


def test_an_action_that_says_nothing_has_the_usual_role_of_its_name() -> None:
    assert Action("start-fight", _nothing, "gm").role == "starts-fight"
    assert Action("end-turn", _nothing, "owner", set_by()).role == "ends-turn"
    assert Action("muster", _nothing, "gm").role is None
    assert Action("muster", _nothing, "gm", role="starts-fight").role == "starts-fight"


def test_the_turns_that_fight_rules_name_have_their_roles_whatever_their_names() -> None:
    twelves = find_game("twelves")
    names = {"start-turn": "rise", "end-turn": "yield"}
    actions = [replace(one, name=names.get(one.name, one.name), role=None) for one in twelves.actions]
    assert twelves.fights is not None
    renamed = replace(twelves, actions=tuple(actions), fights=replace(twelves.fights, begin="rise", end="yield"))
    assert {one.name: one.role for one in renamed.actions if one.name in names.values()} == {
        "rise": "starts-turn",
        "yield": "ends-turn",
    }


def test_a_rulebook_has_the_roles_of_its_fight_and_of_what_may_be_done_at_any_time() -> None:
    game = game_of_text(BOOK.read_text())
    expected = _FIGHT | _TURNS | _ORDER | {"reorders-fight": {"reorder-fight"}, "after-fight": {"patch"}}
    assert _roles(game.actions) == expected
    assert _uses(game.actions) == {"helps": {"target"}}
