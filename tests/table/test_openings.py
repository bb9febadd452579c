"""Every game has an example to begin with, and it can be played."""

from a_table import company, every_game

from rulewright.game import find_game
from rulewright.table.events import ActionTaken
from rulewright.table.perform import scene_of, table_options


@every_game
def test_the_example_plays_through_and_its_heroes_are_there(slug: str) -> None:
    opening = find_game(slug).opening
    assert opening is not None
    there = company(slug).state.scene["characters"]
    assert opening.heroes
    assert set(opening.heroes) <= there.keys()
    assert opening.words
    assert all(hero in there for hero in opening.heroes)


@every_game
def test_the_first_thing_worth_doing_is_legal_and_uncertain(slug: str) -> None:
    table = company(slug)
    game, state = table.game, table.state
    assert game.opening is not None
    action, params = game.opening.first
    scene, options = scene_of(game, state), table_options(state)
    assert game.refusal(action, scene, params, options) is None
    first = game.action_odds(action, scene, params, options, policy=lambda who, question, choices: choices[0])
    assert len(first.weights) > 1
    done = table.act(table.ann, action, dict(params))
    assert isinstance(done.body, ActionTaken)
    assert done.body.dice


@every_game
def test_somebody_opposes_the_heroes(slug: str) -> None:
    opening = find_game(slug).opening
    assert opening is not None
    state = company(slug).state
    others = state.scene["characters"].keys() - set(opening.heroes)
    assert others or state.scene.get("challenges"), "nobody and nothing to contend with"


def test_an_opening_is_the_same_every_time() -> None:
    assert company("dpi").state.scene == company("dpi").state.scene
