"""Every game has ready-made scenes to begin with, and they can be played."""

from random import Random

import pytest
from a_table import GAMES, company

from rulewright.game import Opening, find_game
from rulewright.lab.difficulty import Difficulty, difficulty
from rulewright.lab.fights import usual_plan
from rulewright.rules import BadInput
from rulewright.table.events import ActionTaken
from rulewright.table.perform import scene_of, table_options

every_opening = pytest.mark.parametrize(
    ("slug", "opening"),
    [pytest.param(slug, one, id=f"{slug}-{one.title}") for slug in GAMES for one in find_game(slug).openings],
)


def test_every_game_has_a_ready_made_scene() -> None:
    assert GAMES
    assert [slug for slug in GAMES if not find_game(slug).openings] == []


@every_opening
def test_it_plays_through_and_its_heroes_are_there(slug: str, opening: Opening) -> None:
    there = company(slug, title=opening.title).state.scene["characters"]
    assert opening.heroes
    assert set(opening.heroes) <= there.keys()
    assert opening.words


@every_opening
def test_the_first_thing_worth_doing_is_legal_and_uncertain(slug: str, opening: Opening) -> None:
    table = company(slug, title=opening.title)
    game, state = table.game, table.state
    action, params = opening.first
    scene, options = scene_of(game, state), table_options(state)
    assert game.refusal(action, scene, params, options) is None
    first = game.action_odds(action, scene, params, options, policy=lambda who, question, choices: choices[0])
    assert len(first.weights) > 1
    done = table.act(table.ann, action, dict(params))
    assert isinstance(done.body, ActionTaken)
    assert done.body.dice


@every_opening
def test_somebody_opposes_the_heroes(slug: str, opening: Opening) -> None:
    state = company(slug, title=opening.title).state
    others = state.scene["characters"].keys() - set(opening.heroes)
    assert others or state.scene.get("challenges"), "nobody and nothing to contend with"


def test_an_opening_is_the_same_every_time() -> None:
    assert company("dpi").state.scene == company("dpi").state.scene


def test_an_opening_is_found_by_its_title() -> None:
    game = find_game("twelves")
    assert game.opening_called("") is game.openings[0]
    assert all(game.opening_called(one.title) is one for one in game.openings)
    with pytest.raises(BadInput, match=r"unknown opening: The moon \(allowed: The toll house"):
        game.opening_called("The moon")


FOUGHT = [
    pytest.param(slug, one, plan, id=f"{slug}-{one.title}-{plan}")
    for slug in GAMES
    for one in find_game(slug).openings
    if one.title != "The stolen ledger"  # a chase: its odds are exact, and tested with the game
    for plan in {"light-dark": ("light", "dark")}.get(slug, (usual_plan(find_game(slug)),))
]
"""Every scene with a fight, by the plan that players would follow: in Light & Dark by two, Dark Dice risked or not."""
LEAST, MOST = 0.4, 0.7


def fought(slug: str, opening: Opening, plan: str, seconds: float) -> Difficulty:
    """How hard a scene is by the GM's own tool for this."""
    game, options = find_game(slug), find_game(slug).table_options()
    scene, random = game.scene(), Random(1)
    for action, params in opening.steps:
        scene = game.act(action, scene, dict(params), options, random=random).outcome[0]
    foes = [name for name in scene.characters if name not in opening.heroes] or list(scene.challenges)
    return difficulty(game, options, scene, list(opening.heroes), foes, {"party": plan}, seconds=seconds)


@pytest.mark.parametrize(("slug", "opening", "plan"), [one for one in FOUGHT if one.values[0] != "dpi"])
def test_a_few_fights_do_not_speak_against_an_even_scene(slug: str, opening: Opening, plan: str) -> None:
    """The interval of the first fights reaches into the range; DPI's are too slow for it and stay in the long test."""
    found = fought(slug, opening, plan, seconds=0.0)
    low, _, high = found.wins
    assert found.runs >= 50
    assert low <= MOST
    assert high >= LEAST


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "opening", "plan"), FOUGHT)
def test_the_party_wins_forty_to_seventy_times_in_a_hundred(slug: str, opening: Opening, plan: str) -> None:
    """The whole interval of many fights lies in the range."""
    found = fought(slug, opening, plan, seconds=600.0)
    low, chance, high = found.wins
    assert found.runs >= 400
    assert low >= LEAST, f"{chance} in {found.runs} fights"
    assert high <= MOST, f"{chance} in {found.runs} fights"
