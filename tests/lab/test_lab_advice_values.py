"""Advice in the ready-made scenes and in fights of three against four: it comes, never against the own side, and what
it says a choice is worth is what fights played one by one come to."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rulewright.game import Game, find_game, installed_games
from rulewright.game.fight_step import BEST, Act, Position, Roster
from rulewright.game.fights_from_actions import ActionRules
from rulewright.lab.difficulty import starting_action
from rulewright.lab.fight_values import by_plans
from rulewright.lab.fights import FightSetup, FightSide, fight_roster, usual_plan
from rulewright.lab.table_advice import TableAdvice, advise_turn
from rulewright.lab.table_choices import kinds_of_acts
from rulewright.readings import Budget, Need, odds, play, solve
from rulewright.rules import Refused

GAMES = [game for game in map(find_game, installed_games()) if game.fights and not isinstance(game.fights, ActionRules)]
SECONDS = 2.0
SHORT, LONG = 60, 20_000
CERTAIN = 4.5
"""Standard errors within which two numbers agree."""


class Step(NamedTuple):
    """An action that brings a character of this name."""

    action: str
    params: Mapping[str, Any]
    name: str


class Moment(NamedTuple):
    """A fight in which there is something to decide."""

    setup: FightSetup
    scene: Any
    roster: Roster[Any]
    position: Position[Any]
    acts: tuple[Act, ...]


def done(game: Game, scene: Any, action: str, params: Mapping[str, Any], random: Random) -> Any:
    choices: list[Any] = []
    while True:
        try:
            given = {"random": random, "choices": choices}
            return game.act(action, scene, params, game.table_options(), **given).outcome[0]
        except Need as need:
            choices.append(need.choices[0])


def bringing(game: Game) -> tuple[list[Step], list[Step]]:
    """The steps of the opening that bring its heroes, and those that bring the others, each with the name."""
    assert game.opening is not None
    scene = game.scene()
    heroes: list[Step] = []
    others: list[Step] = []
    for action, params in game.opening.steps:
        after = done(game, scene, action, params, Random(1))
        for name in set(after.characters) - set(scene.characters):
            (heroes if name in game.opening.heroes else others).append(Step(action, params, name))
        scene = after
    return heroes, others


def renamed(value: Any, old: str, new: str, number: int) -> Any:
    """Parameters with another name, and another place where they have one."""
    if isinstance(value, Mapping):
        return {key: renamed(one, old, new, number) for key, one in value.items()}
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(one, int) for one in value):
        return [value[0], value[1] + number]
    return new if value == old else value


def ready_made(game: Game) -> tuple[Any, list[str]]:
    """The scene of the opening in a fight, and its heroes."""
    assert game.opening is not None
    scene, options = game.scene(), game.table_options()
    for action, params in game.opening.steps:
        scene = done(game, scene, action, params, Random(1))
    for ending in ("end-chase", "end-contest"):
        if any(one.name == ending for one in game.actions) and game.refusal(ending, scene, {}, options) is None:
            scene = done(game, scene, ending, {}, Random(1))
    return scene, list(game.opening.heroes)


def three_against_four(game: Game) -> tuple[Any, list[str]]:
    """Three like the opening's heroes against four like its foes, or against as many as the game can have at once."""
    assert game.fights is not None
    heroes, others = bringing(game)
    if game.slug == "twelves":  # the foe of its opening is a match for two
        others = [Step("join", {"character": {"foe": "guard", "name": "Guard"}}, "Guard")]
    if game.fights.bring:
        others = [Step(game.fights.bring, {"name": "Foe"}, "Foe")]
    scene, found = game.scene(), []
    for who, steps, most in (("Hero", heroes, 3), ("Foe", others, 4)):
        for number in range(most):
            action, params, old = steps[number % len(steps)]
            name = f"{who} {number + 1}"
            try:
                scene = done(game, scene, action, renamed(params, old, name, number), Random(1))
            except Refused:
                assert number, f"no {who}"
                break
            found.append(name)
    return scene, [name for name in found if name.startswith("Hero")]


def moment(game: Game, which: str) -> Moment:
    """The first moment of a fight with something to decide."""
    rules, options = game.fights, game.table_options()
    assert rules is not None
    scene, heroes = ready_made(game) if which == "ready-made" else three_against_four(game)
    if rules.turn_order(scene, options) is None:
        scene = done(game, scene, starting_action(game, scene, options), {}, Random(3))
    order, _ = rules.turn_order(scene, options) or ((), "")
    plan = usual_plan(game)
    foes = tuple(name for name in order if name not in heroes)
    sides = {"heroes": FightSide(tuple(heroes), plan), "foes": FightSide(foes, plan)}
    setup = FightSetup(game, options, (), sides)
    for _ in range(40):
        roster = fight_roster(setup, scene)
        assert roster is not None
        position = rules.position_of(scene, options, roster)
        acts = rules.acts(options, position, roster) if position.left else ()
        if len(acts) > 1:
            return Moment(setup, scene, roster, position, acts)
        who = (rules.turn_order(scene, options) or ((), ""))[1]
        moves = [acts[0].move(who)] if acts else []
        steps = [(one.action, one.params) for one in moves] + [(one, {"who": who}) for one in (rules.begin, rules.end)]
        legal = [one for one in steps if one[0] and game.refusal(one[0], scene, one[1], options) is None]
        scene = done(game, scene, *legal[0], Random(5))
    raise AssertionError("nothing to decide in forty moves")


def fought(at: Moment, act: Act, advice: TableAdvice, runs: int) -> float:
    """How often the deciding side wins after an act, in fights played one by one: by the plans with dice.

    Where the fight is solved, the steps are those of best play.
    """
    rules, options = at.setup.game.fights, at.setup.options
    assert rules is not None
    side, random, won = at.roster.sides[at.position.at], Random(7), 0
    following = best_steps(at) if advice.method == "float64" else None
    planned = by_plans(rules, at.roster, advice.plans)
    for _ in range(runs):
        position = at.position if following else performed(at, act, planned, random)
        while not position.end:
            if following:
                after, weights = following(position)
                position = random.choices(after, cum_weights=weights)[0]
            else:
                position = with_dice(partial(stepped, rules, position, planned), options, random)
        won += position.end == side
    return won / runs


def stepped(rules: Any, position: Position[Any], planned: Roster[Any], dice: Any) -> Any:
    return rules.step(dice, position, planned)


def best_steps(at: Moment) -> Callable[[Position[Any]], tuple[list[Position[Any]], list[int]]]:
    """What follows each position under best play of both sides, with weights that are added up."""
    rules, options = at.setup.game.fights, at.setup.options
    assert rules is not None
    roster = replace(at.roster, plans=(BEST,) * len(at.roster.names))
    solution = solve(rules.bout(at.position, roster).fight, at.position, roster, options=options)

    @lru_cache(maxsize=1_000_000)
    def following(position: Position[Any]) -> tuple[list[Position[Any]], list[int]]:
        weights = solution.step_at(position).weights
        return list(weights), list(accumulate(weights.values()))

    return following


def performed(at: Moment, act: Act, planned: Roster[Any], random: Random) -> Any:
    rules, options = at.setup.game.fights, at.setup.options
    assert rules is not None

    def after(dice: Any) -> Any:
        return rules.settled(options, rules.perform(dice, at.position, planned, act)[0], planned)

    return with_dice(after, options, random)


def with_dice(rule: Callable[[Any], Any], options: Any, random: Random) -> Any:
    """What a rule comes to with dice; the first choice of a decision that no plan takes."""
    seed = random.getrandbits(64)
    choices: list[Any] = []
    while True:
        try:
            return play(rule, options=options, random=Random(seed), choices=choices).outcome
        except Need as need:
            choices = [*choices, need.choices[0]]


def check(game: Game, which: str, runs: int) -> str:
    """What was advised and what the fights came to, in words; fails if they disagree."""
    at = moment(game, which)
    rules = game.fights
    assert rules is not None
    advice = advise_turn(at.setup, at.scene, budget=Budget(None, SECONDS))
    assert advice.tried
    refuse_harm_to_friends(at)
    best = next(one for one in at.acts if one.move(advice.who) == (advice.tried[0].action, advice.tried[0].params))
    low, estimate, high = advice.tried[0].wins
    found = fought(at, best, advice, runs)
    half = (high - low) / 2 / 1.96
    error = sqrt(max(found * (1 - found), estimate * (1 - estimate), 1 / runs) / runs + half**2)
    said = f"{game.slug}, {which}, {advice.method}: {estimate:.4f} ({low:.4f} to {high:.4f}), fought {found:.4f}"
    assert abs(found - estimate) <= CERTAIN * error, said
    if len(advice.tried) > 1 and advice.is_useful:
        assert advice.why, said
    if runs == LONG:  # a short test has to hold on a machine that is busy with others
        assert advice.is_useful, said
    return said


def refuse_harm_to_friends(at: Moment) -> None:
    """No choice that is weighed can cost a friend health."""
    rules, options = at.setup.game.fights, at.setup.options
    assert rules is not None
    before = rules.healths(options, at.position, at.roster)
    friends = at.roster.friends(at.position.at)

    def first(who: str, question: str, choices: Sequence[Any]) -> Any:
        return choices[0]

    for act in at.acts:

        def after(dice: Any, act: Act = act) -> tuple[int, ...]:
            position = rules.perform(dice, at.position, at.roster, act)[0]
            return tuple(rules.healths(options, position, at.roster))

        for left in odds(after, options=options, exact=False, policy=first):
            assert all(left[friend] >= before[friend] for friend in friends), act


def test_of_foes_that_are_alike_the_one_whose_turn_is_next_stands_for_all() -> None:
    at = moment(find_game("twelves"), "three against four")
    rules = at.setup.game.fights
    assert rules is not None
    kinds = kinds_of_acts(rules, at.setup.options, at.position, at.roster, at.acts)
    assert sum(1 + len(others) for others in kinds.values()) == len(at.acts)
    assert len(kinds) < len(at.acts)
    for one, others in kinds.items():
        names = [str(one.params[0][1]), *others]
        assert (
            len({rules.likeness(at.setup.options, at.position, at.roster, one, at.roster.at(name)) for name in names})
            == 1
        )
        ahead = [(at.roster.at(name) - at.position.at) % len(at.roster.names) for name in names]
        assert ahead == sorted(ahead)


SCENES = ("ready-made", "three against four")


@pytest.mark.parametrize("which", SCENES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_advised_is_worth_what_some_fights_come_to(game: Game, which: str) -> None:
    check(game, which, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("which", SCENES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_advised_is_worth_what_20_000_fights_come_to(game: Game, which: str) -> None:
    check(game, which, LONG)
