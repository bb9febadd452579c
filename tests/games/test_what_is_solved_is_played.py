"""What is solved is what is played: in random fights of one against one the table's next action has the odds of the
solver's next step, outcome by outcome, in every game that has fight rules."""

from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from rulewright.game import Game, find_game, installed_games
from rulewright.game.fight_step import Act, FightRules, labels
from rulewright.game.fights import Move
from rulewright.lab.fights import sides_by_plan
from rulewright.lab.table_advice import advise_turn
from rulewright.readings import Budget, OverBudget, Solution, solve
from rulewright.testing.fault import Fault
from rulewright.testing.fights import SolvedMoment, begun, faults_of_fights, fight_between, moments, not_compared
from rulewright.testing.scenes import acted

GAMES = [game for game in map(find_game, installed_games()) if game.fights is not None]
EXACT_PATHS, FLOAT_PATHS = 20_000, 3_000_000
WOUNDED: Mapping[str, Mapping[str, Any]] = {
    "dpi": {"hp": 1, "fortitude": 0, "high": 0, "reloads": 0, "stims": 0, "grenades": 0},
    "untold-aeons": {"wounds": 4},
}
SPENT: Mapping[str, Mapping[str, Any]] = {"untold-aeons": {"karma": {"players": 0, "narrator": 0}}}
"""What is changed about both sheets and the scene where a whole fight is too large to be solved."""

every_fight = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


class Pair(NamedTuple):
    """A fight of one against one that has just begun."""

    scene: Any
    sides: Mapping[str, str]
    random: Random


def rules_of(game: Game) -> FightRules[Any, Any]:
    assert game.fights is not None
    return game.fights


def pair(game: Game, seed: int) -> Pair:
    """A fight of one against one: for even seeds a hero and a foe of the opening, else two random characters."""
    random = Random(f"{game.slug} {seed}")
    if seed % 2:
        sides = {"Ada": "heroes", "Bo": "foes"}
        return Pair(fight_between(game, game.table_options(), sides, random), sides, random)
    return of_the_opening(game, random)


def of_the_opening(game: Game, random: Random) -> Pair:
    assert game.opening is not None
    options, scene, rules = game.table_options(), game.scene(), rules_of(game)
    action, params = game.opening.steps[0]
    for action, params in game.opening.steps:
        after = acted(game, scene, options, action, params, random)
        if game.fight(after, options) is not None:
            break
        scene = after
    heroes = [name for name in scene.characters if name in game.opening.heroes]
    foes = [name for name in scene.characters if name not in heroes]
    two = {random.choice(heroes): "heroes", **({} if rules.bring else {random.choice(foes): "foes"})}
    scene = replace(scene, characters={name: scene.characters[name] for name in two})
    if rules.bring:
        scene = acted(game, scene, options, action, params, random)
    scene = begun(game, options, scene, random)
    order, _ = rules.turn_order(scene, options) or ((), "")
    return Pair(scene, {name: two.get(name, "foes") for name in order}, random)


def moments_of(game: Game, seed: int, most: int) -> Iterator[SolvedMoment]:
    """The first scenes of a fight between two who do anything legal."""
    scene, sides, random = pair(game, seed)
    return islice(moments(game, game.table_options(), scene, sides, random), most)


def decisions_of(game: Game, seed: int, most: int) -> Iterator[SolvedMoment]:
    """The first scenes of a fight with something to decide that are small enough to be solved."""
    scene, sides, random = pair(game, seed)
    for name in sides if game.slug in WOUNDED else ():
        scene = scene.with_sheet(name, replace(scene.characters[name], **WOUNDED[game.slug]))
    scene = convert(to_builtins(scene) | SPENT.get(game.slug, {}), type(scene))
    found = (
        one
        for one in moments(game, game.table_options(), scene, sides, random)
        if len(one.acts) > 1 and one.rules.is_small(one.options, one.position, one.roster)
    )
    return islice(found, most)


def odds_agree(game: Game, seed: int, most: int) -> None:
    compared = 0
    for moment in moments_of(game, seed, most):
        assert list(moment.differences()) == []
        compared += max(1, len(moment.acts))
    assert compared >= 2


@every_fight
@pytest.mark.parametrize("seed", range(4))
def test_the_next_action_at_the_table_has_the_odds_of_the_next_step(game: Game, seed: int) -> None:
    odds_agree(game, seed, most=5)


@every_fight
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 24))
def test_every_action_of_many_fights_has_the_odds_of_the_step(game: Game, seed: int) -> None:
    odds_agree(game, seed, most=14)


def solved(moment: SolvedMoment) -> Solution[Any]:
    """Best play from a moment on: exact, or in float64 where there are too many positions."""
    fight, start = moment.rules.bout(moment.position, moment.roster).fight, (moment.position, moment.roster)
    try:
        return solve(fight, *start, options=moment.options, exact=True, budget=Budget(EXACT_PATHS, None))
    except OverBudget:
        return solve(fight, *start, options=moment.options, exact=False, budget=Budget(FLOAT_PATHS, None))


def advice_agrees(game: Game, seeds: range, each: int, most: int) -> int:
    """How many decisions were compared: at most so many of each fight and in all, of fights that can be solved."""
    compared = 0
    for moment in (one for seed in seeds for one in decisions_of(game, seed, each)):
        by_side: dict[str, list[str]] = {}
        for name, side in zip(moment.roster.names, moment.roster.sides, strict=True):
            by_side.setdefault(side, []).append(name)
        try:
            decision = solved(moment).decisions_at(moment.position)[0]
        except OverBudget:
            continue
        acts = moment.acts
        advice = advise_turn(sides_by_plan(game, moment.options, by_side), moment.scene, budget=Budget(None, 3_600.0))
        assert advice.method == "float64"
        assert {one.choice: one.wins[1] for one in advice.tried} == pytest.approx(dict(decision.worth), abs=1e-9)
        assert (advice.who, advice.tried[0].choice) == (moment.who, decision.best)
        best = next(act for act, words in zip(acts, labels(acts), strict=True) if words == decision.best)
        assert Move(advice.tried[0].action, advice.tried[0].params) == best.move(moment.who)
        compared += 1
        if compared == most:
            break
    return compared


@every_fight
def test_the_advice_at_the_table_is_the_best_choice_of_the_solver(game: Game) -> None:
    assert advice_agrees(game, range(6), each=1, most=2) == 2


@every_fight
@pytest.mark.soak
def test_the_advice_in_many_fights_is_the_best_choice_of_the_solver(game: Game) -> None:
    assert advice_agrees(game, range(6, 20), each=3, most=8) >= 2


def faults(game: Game, words: str) -> Iterator[Fault]:
    """The faults of a game's fights that say this."""
    return (one for one in faults_of_fights(game, lambda: [game.scene()], inf) if words in one.reason)


@every_fight
def test_a_step_that_differs_from_the_table_is_a_fault_with_its_line(game: Game) -> None:
    rules = rules_of(game)

    def forgetful(dice: Any, position: Any, roster: Any, act: Act) -> Any:
        rules.perform(dice, position, roster, act)
        return position, None

    found = next(faults(replace(game, fights=replace(rules, perform=forgetful)), "the table's action"))
    assert (found.file, found.line) == (__file__, forgetful.__code__.co_firstlineno)


@every_fight
def test_an_act_that_the_table_refuses_is_a_fault(game: Game) -> None:
    rules = rules_of(game)

    def dancing(options: Any, position: Any, roster: Any) -> Any:
        return (Act("dance", ()), *rules.acts(options, position, roster))

    other = replace(game, fights=replace(rules, acts=dancing))
    assert next(faults(other, "which the table refuses: unknown action: dance"), None) is not None


@every_fight
def test_a_duel_with_a_step_of_its_own_is_a_fault(game: Game) -> None:
    rules = rules_of(game)
    other = replace(game, fights=replace(rules, measure="luck"))  # other rules than those that its duels are made of
    found = faults_of_fights(other, lambda: [game.scene()], 0.0)
    assert {one.what for one in found} == {f"duel {duel.roll}" for duel in game.duels if not duel.apart}


def test_duels_without_fight_rules_are_named() -> None:
    with_duels = [game for game in GAMES if game.duels]
    assert with_duels
    for game in with_duels:
        assert not_compared(game) == []
        assert not_compared(replace(game, fights=None)) == [duel.roll for duel in game.duels]
