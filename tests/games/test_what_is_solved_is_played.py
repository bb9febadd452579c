"""What is solved is what is played: in random fights of one against one the table's next action has the odds of the
solver's next step, outcome by outcome, in every game that has fight rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.game import Game, find_game, installed_games
from rulewright.game.fight_step import Act, FightRules, Position, Roster, labels
from rulewright.game.fights import Move
from rulewright.game.random_character import random_character
from rulewright.lab.fights import FightSetup, FightSide
from rulewright.lab.table_advice import advise_turn
from rulewright.readings import Budget, odds, solve
from rulewright.rules import BadInput

GAMES = [game for game in map(find_game, installed_games()) if game.fights is not None]
SIDES = {"Ada": "heroes", "Bo": "foes"}
FIGHTS, MOVES = 6, 14

every_fight = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


class Moment:
    """A scene of a fight between Ada and Bo, and the position of the solver in it."""

    def __init__(self, game: Game, options: Any, scene: Any) -> None:
        assert game.fights is not None
        self.game, self.options, self.scene, self.rules = game, options, scene, game.fights
        self.roster: Roster[Any] = self.rules.roster_of(scene, options, scene.fight.order, SIDES, {})
        self.position: Position[Any] = self.rules.position_of(scene, options, self.roster)

    @property
    def who(self) -> str:
        return self.roster.names[self.position.at]

    def at_the_table(self, action: str, params: dict[str, Any]) -> Odds[Any]:
        """The odds of the position and the outcome after an action of the table."""
        rule = self.game.action_rule(action, self.scene, params)

        def after(dice: Any) -> Any:
            scene, outcome = rule(dice)
            return self.rules.position_of(scene, self.options, self.roster), outcome

        return odds(after, options=self.options, policy=first)

    def solved(self, act: Act | None) -> Odds[Any]:
        """The odds of the solver's next step: this act, or the beginning of a turn."""
        acts = self.rules.acts(self.options, self.position, self.roster) if act else ()
        label = labels(acts)[acts.index(act)] if act else ""

        def decided(who: str, question: str, choices: Any) -> Any:
            return label if label in choices else choices[0]

        return odds(self.rules.step, self.position, self.roster, options=self.options, policy=decided)

    def performed(self, act: Act | None) -> Odds[Any]:
        """The odds of the position and the outcome after this act, or the beginning of a turn."""

        def after(dice: Any) -> Any:
            if act is None:
                position, outcome = self.rules.begin_turn(dice, self.position, self.roster)
            else:
                position, outcome = self.rules.perform(dice, self.position, self.roster, act)
            return self.rules.settled(self.options, position, self.roster), outcome

        return odds(after, options=self.options, policy=first)


def first(who: str, question: str, choices: Any) -> Any:
    return choices[0]


def positions(found: Odds[Any]) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for (position, _), chance in found.items():
        merged[position] = merged.get(position, 0) + chance
    return merged


def moments(game: Game, seed: int) -> Iterator[Moment]:
    """The scenes of a fight between two random characters who do anything legal."""
    random, options = Random(f"{game.slug} {seed}"), game.table_options()
    scene = game.scene()
    for name in SIDES:
        wanted = {**random_character(game, {}, random).wanted, "name": name}
        scene = game.act(game.joining, scene, {"character": wanted}, options, random=random).outcome[0]
    scene = game.act("start-fight", scene, {}, options, random=random).outcome[0]
    for _ in range(MOVES):
        moment = Moment(game, options, scene)
        if moment.position.end:
            return
        if scene.fight.turn == moment.who and scene.fight.begun == (moment.position.left > 0):
            yield moment
        moves = [move for move in game.legal_moves(scene, options, scene.fight.turn) if hurts_another(move.params)]
        move = random.choice(moves)
        scene = game.act(move.action, scene, move.params, options, random=random).outcome[0]


def hurts_another(params: Any) -> bool:
    return bool(params.get("target") != params.get("who"))


@every_fight
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_the_next_action_at_the_table_has_the_odds_of_the_next_step(game: Game, seed: int) -> None:
    compared = 0
    for moment in moments(game, seed):
        rules = moment.rules
        if moment.position.left == 0:
            played = moment.at_the_table(rules.begin, {"who": moment.who})
            assert dict(played.items()) == dict(moment.performed(None).items())
            assert positions(played) == dict(moment.solved(None).items())
            compared += 1
            continue
        for act in rules.acts(moment.options, moment.position, moment.roster):
            played = moment.at_the_table(act.action, dict(act.move(moment.who).params))
            assert dict(played.items()) == dict(moment.performed(act).items())
            assert positions(played) == dict(moment.solved(act).items())
            compared += 1
    assert compared >= 3


@every_fight
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_the_advice_at_the_table_is_the_best_choice_of_the_solver(game: Game, seed: int) -> None:
    plan = next(iter(game.plans))
    sides = {side: FightSide((name,), plan) for name, side in SIDES.items()}
    setup = FightSetup(game, game.table_options(), (), sides)
    for moment in moments(game, seed):
        acts = moment.rules.acts(moment.options, moment.position, moment.roster) if moment.position.left else ()
        if len(acts) < 2:
            continue
        bout = moment.rules.bout(moment.position, moment.roster)
        solution = solve(bout.fight, moment.position, moment.roster, options=moment.options, exact=True)
        decision = solution.decisions_at(moment.position)[0]
        advice = advise_turn(setup, moment.scene, budget=Budget(None, 60.0))
        assert advice.method == "float64"
        assert (advice.who, advice.tried[0].choice) == (moment.who, decision.best)
        worth = dict(decision.worth)
        assert {one.choice: one.wins[1] for one in advice.tried} == pytest.approx(worth, abs=1e-9)
        told = next(act for act in acts if labels(acts)[acts.index(act)] == decision.best)
        assert Move(advice.tried[0].action, advice.tried[0].params) == told.move(moment.who)


@every_fight
def test_a_step_that_differs_from_the_table_is_noticed(game: Game) -> None:
    rules: FightRules[Any, Any] = game.fights  # type: ignore[assignment]  # every game here has them

    def twice(dice: Any, position: Any, roster: Any, act: Act) -> Any:
        once, _ = rules.perform(dice, position, roster, act)
        return rules.perform(dice, once, roster, act)

    wrong = replace(game, fights=replace(rules, perform=twice))
    with pytest.raises((AssertionError, BadInput)):
        test_the_next_action_at_the_table_has_the_odds_of_the_next_step(wrong, 0)
