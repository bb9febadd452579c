"""Every game has ready-made scenes to begin with, and they can be played."""

from random import Random

import pytest
from a_table import GAMES, Company, company, seen_log, seen_table
from msgspec.structs import replace

from rulewright.game import Opening, find_game
from rulewright.lab.difficulty import Difficulty, difficulty
from rulewright.lab.fights import usual_plan
from rulewright.rules import BadInput
from rulewright.table.events import ActionTaken
from rulewright.table.perform import scene_of, table_options
from rulewright.table.story import story

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
def test_a_foe_opposes_the_heroes(slug: str, opening: Opening) -> None:
    state = company(slug, title=opening.title).state
    others = state.scene["characters"].keys() - set(opening.heroes)
    assert others or state.scene.get("challenges"), "no foe and no Challenge"


@every_opening
def test_there_are_three_things_to_do_and_two_ends(slug: str, opening: Opening) -> None:
    scene = company(slug, title=opening.title).state.scene
    assert len(opening.then) == 2
    assert set(opening.against) <= {*scene["characters"], *scene.get("challenges", {})} - set(opening.heroes)
    assert opening.won
    assert opening.lost
    assert opening.won != opening.lost


FALLS: dict[str, tuple[str, dict[str, int]]] = {
    "die-code": ("damage", {"points": 99}),
    "dpi": ("take-damage", {"points": 60}),
    "light-dark": ("damage", {"effect": 30}),
    "twelves": ("take-damage", {"boxes": 12}),
    "untold-aeons": ("leave-fight", {}),
}
"""How the GM lets a character fall in each game, without dice."""


def fought_to_its_end(slug: str, opening: Opening, losers: tuple[str, ...]) -> Company:
    """The scene with its fight, in which the losers fall by the GM's word, or by dice that all show 6."""
    table = company(slug, title=opening.title)
    if slug == "die-code":
        foes = [name for name in table.state.scene["characters"] if name not in opening.heroes]
        if table.state.scene["chase"]:
            table.act(table.gm, "end-chase", {})
        table.act(table.gm, "start-fight", {"one": list(opening.heroes), "other": foes})
    elif slug == "twelves":
        table.act(table.gm, "start-fight", {})
        guards = [name for name in table.state.scene["characters"] if "Guard" in name]
        losers = (*losers, *guards) if losers == opening.against else losers
    for name in losers:
        if name in table.state.scene.get("challenges", {}):
            turn = {"who": opening.heroes[0], "challenge": name, "attribute": "strength", "dark": 1}
            table.act(table.gm, "challenge-turn", turn, faces=(6,) * 8)
        else:
            action, amount = FALLS[slug]
            table.act(table.gm, action, {"who": name, **amount})
    return table


@every_opening
@pytest.mark.parametrize("wins", [True, False], ids=["won", "lost"])
def test_it_is_reported_how_a_scene_ends(slug: str, opening: Opening, wins: bool) -> None:
    table = fought_to_its_end(slug, opening, opening.against if wins else opening.heroes)
    wanted, other = (opening.won, opening.lost) if wins else (opening.lost, opening.won)
    endings = [
        event.body.ending for event in table.events() if isinstance(event.body, ActionTaken) and event.body.ending
    ]
    assert endings == [wanted], "once"
    for place in (table.gm, table.ann, table.watcher):
        seen = [event.get("ending") for event in seen_log(table.tables, place)]
        assert wanted in seen
        text = "\n".join(story(table.tables, place))
        assert text.index(f"*{opening.words}*") < text.index(f"*{wanted}*")
        assert other not in text


@every_opening
def test_what_is_left_in_a_turn_says_nothing_of_others(slug: str, opening: Opening) -> None:
    """A player does not learn from it how much a foe has left."""
    table = fought_to_its_end(slug, opening, ())
    fight = seen_table(table.tables, table.ann)["fight"]
    assert fight["turn"]
    assert not [name for name in fight["left"] if any(one in name for one in table.state.scene["characters"])]


def test_a_scene_that_ended_in_a_fight_of_its_own_making_has_no_end_but_the_table_s() -> None:
    """Only the fight against those of the ready-made scene ends it."""
    table = company("twelves")
    table.act(table.gm, "die", {"who": "Toll Keeper"})
    table.act(table.gm, "add-foe", {"foe": "guard", "name": "Stranger", "count": 1})
    table.act(table.gm, "start-fight", {})
    table.act(table.gm, "take-damage", {"who": "Stranger", "boxes": 12})
    assert table.game.fight(scene_of(table.game, table.state), table_options(table.state)).over  # type: ignore[union-attr]
    assert not [event for event in table.events() if isinstance(event.body, ActionTaken) and event.body.ending]


def test_the_end_of_a_chase_ends_its_scene_too() -> None:
    table = company("die-code")
    for _ in range(4):  # as fast as each other: the quarry holds out
        for who in ("Juno", "Warden"):
            done = table.act(table.gm, "advance-chase", {"who": who, "mode": "walk"})
    assert isinstance(done.body, ActionTaken)
    assert done.body.ending == table.game.openings[0].won


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


def test_a_game_of_rolls_alone_opens_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `rulewright new NAME --python` writes has no scene: a table of it could show nothing."""
    bare = replace(find_game("twelves"), actions=(), openings=(), scene=lambda: None)
    tables = company("twelves").tables
    monkeypatch.setattr("rulewright.table.tables.find_game", lambda slug: bare)
    with pytest.raises(BadInput, match="nothing to play at a table: Twelves has rolls"):
        tables.open("twelves", "Mira")
