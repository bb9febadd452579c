"""Checks that the solver and the table play a fight by the same rules.

Fights are played at random. In each scene every action that the step offers is priced twice, by the step and by the
table's action, and the two odds must be equal, outcome by outcome.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from time import process_time
from typing import Any

from msgspec.structs import replace

from rulewright.dice import Odds
from rulewright.game.definition import Game
from rulewright.game.fight_step import Act, FightRules, Position, Roster, labels
from rulewright.game.fights import Bout
from rulewright.game.fights_from_actions import ActionRules
from rulewright.game.random_character import random_character
from rulewright.readings import odds, play
from rulewright.rules import BadInput, Refused
from rulewright.rules.rule import Bound
from rulewright.testing.fault import Fault, fault_of
from rulewright.testing.scenes import acted, legal_moves

_NAMES = ("Ada", "Bo")
_FIGHTS = 4
_MOVES = 14


class SolvedMoment:
    """A scene of a fight, and the position of the solver in it."""

    def __init__(self, game: Game, options: Any, scene: Any, sides: Mapping[str, str]) -> None:
        assert game.fights is not None
        self.game, self.options, self.scene = game, options, scene
        self.rules: FightRules[Any, Any] = game.fights
        order, self.turn = self.rules.turn_order(scene, options) or ((), "")
        self.roster: Roster[Any] = self.rules.roster_of(scene, options, order, sides, {})
        self.position: Position[Any] = self.rules.position_of(scene, options, self.roster)

    @property
    def who(self) -> str:
        """The name of the character whose turn it is."""
        return self.roster.names[self.position.at]

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts that the step offers this character; empty before the turn begins."""
        return self.rules.acts_now(self.scene, self.options, self.position, self.roster)

    @property
    def can_begin(self) -> bool:
        """Whether this character's turn must begin, and the table accepts the action that begins it."""
        begin = self.rules.begin
        if self.position.left or not begin:
            return False
        return self.game.refusal(begin, self.scene, {"who": self.who}, self.options) is None

    def differences(self) -> Iterator[Fault]:
        """A fault for every possible next act whose odds in the step differ from those at the table."""
        for act in self.acts or (None,):
            yield from self._differences(act)

    def _differences(self, act: Act | None) -> Iterator[Fault]:
        """The faults of one act, for several ways to take the decisions within it."""
        number, answers = 0, _Answers(0)
        while number < answers.most:
            answers = _Answers(number)
            yield from self._differences_by(act, answers)
            number += 1

    def _differences_by(self, act: Act | None, answers: "_Answers") -> Iterator[Fault]:
        rules = self.rules
        action, own = (rules.begin, rules.begin_turn) if act is None else (act.action, rules.perform)
        params = {"who": self.who} if act is None else dict(act.move(self.who).params)
        words = " ".join([action, *(f"{name}={value}" for name, value in params.items())])
        try:
            table = self._at_the_table(action, params, answers)
        except (BadInput, Refused) as refused:
            yield fault_of("fight", f"the step offers {words}, which the table refuses: {refused}", own)
            return
        if other := _largest_difference(table, self._performed(act, answers)):
            yield fault_of("fight", f"{words} differs from the table's action: {other}", own)
        elif other := _largest_difference(_positions(table), self._solved(act, answers)):
            yield fault_of("fight", f"the step differs from the table after {words}: {other}", own)

    def _at_the_table(self, action: str, params: dict[str, Any], answers: "_Answers") -> Odds[Any]:
        """The odds of the position and the outcome after an action of the table."""
        rule = self.game.action_rule(action, self.scene, params)

        def after(dice: Any) -> Any:
            scene, outcome = rule(dice)
            return _shown(self.rules.position_of(scene, self.options, self.roster)), outcome

        return odds(after, options=self.options, policy=answers)

    def _performed(self, act: Act | None, answers: "_Answers") -> Odds[Any]:
        """The odds of the position and the outcome after this act, or after the beginning of a turn."""

        def after(dice: Any) -> Any:
            if act is None:
                position, outcome = self.rules.begin_turn(dice, self.position, self.roster)
            else:
                position, outcome = self.rules.perform(dice, self.position, self.roster, act)
            return _shown(self.rules.settled(self.options, position, self.roster)), outcome

        return odds(after, options=self.options, policy=answers)

    def _solved(self, act: Act | None, answers: "_Answers") -> Mapping[Any, Any]:
        """The chances of the positions after the solver's step that decides for this act."""
        label = labels(self.acts)[self.acts.index(act)] if act else ""

        def decided(who: str, question: str, choices: Any) -> Any:
            return label if label in choices else answers(who, question, choices)

        def stepped(dice: Any) -> Position[Any]:
            position = self.rules.step(dice, self.position, self.roster)
            while self.rules.is_within(position):
                position = self.rules.step(dice, position, self.roster)
            return _shown(position)

        return dict(odds(stepped, options=self.options, policy=decided).items())


class _Answers:
    """A policy: takes the choice with this index, or the last, in every decision; `most` is the most choices met."""

    def __init__(self, number: int) -> None:
        self._number, self.most = number, 1

    def __call__(self, who: str, question: str, choices: Any) -> Any:
        """One choice."""
        self.most = max(self.most, len(choices))
        return choices[min(self._number, len(choices) - 1)]


def _shown(position: Position[Any]) -> Position[Any]:
    """The position as a scene shows it: after the end of a fight no turn is left."""
    return replace(position, at=0) if position.end else position


def _positions(found: Odds[Any]) -> Mapping[Any, Any]:
    """The chances of positions, summed over outcomes."""
    merged: dict[Any, Any] = {}
    for (position, _), chance in found.items():
        merged[position] = merged.get(position, 0) + chance
    return merged


def _largest_difference(table: "Odds[Any] | Mapping[Any, Any]", step: "Odds[Any] | Mapping[Any, Any]") -> str:
    """The result whose two chances differ most, in words; "" if all are equal."""
    played, solved = dict(table.items()), dict(step.items())
    apart = {one: abs(played.get(one, 0) - solved.get(one, 0)) for one in (*played, *solved)}
    worst = max(apart, key=apart.__getitem__)
    if not apart[worst]:
        return ""
    return f"{worst!r:.300} has the chance {played.get(worst, 0)} at the table and {solved.get(worst, 0)} in the step"


def fight_between(game: Game, options: Any, names: Iterable[str], random: Random) -> Any:
    """A scene in which random characters of these names begin a fight; None if no legal action begins one.

    Where foes are not characters the last name is that of a foe.
    """
    assert game.fights is not None
    scene, (*others, last) = game.scene(), names
    for name in others if game.fights.bring else (*others, last):
        wanted = {**random_character(game, {}, random).wanted, "name": name}
        scene = acted(game, scene, options, game.joining, {"character": wanted}, random)
    if game.fights.bring:
        scene = acted(game, scene, options, game.fights.bring, {"name": last}, random)
    return begun(game, options, scene, random)


def begun(game: Game, options: Any, scene: Any, random: Random) -> Any:
    """The scene with its fight, or after a legal action that begins one; None if there is none."""
    assert game.fights is not None
    if game.fights.turn_order(scene, options) is not None:
        return scene
    for offer, params in legal_moves(game, scene, options):
        try:
            after = acted(game, scene, options, offer.action, params, random)
        except (BadInput, Refused):
            continue
        if game.fights.turn_order(after, options) is not None:
            return after
    return None


def moments(
    game: Game, options: Any, scene: Any, sides: Mapping[str, str], random: Random, moves: int = _MOVES
) -> Iterator[SolvedMoment]:
    """Scenes of a fight of random legal moves, each at the beginning of an action or a turn."""
    rules = game.fights
    assert rules is not None
    for _ in range(moves):
        if rules.turn_order(scene, options) is None:
            return
        moment = SolvedMoment(game, options, scene, sides)
        if moment.position.end:
            return
        begins = rules.turn_to_begin(scene, options) == moment.who or moment.can_begin
        if moment.turn == moment.who and (moment.acts or begins or not rules.begin):
            yield moment
        legal = game.legal_moves(scene, options, moment.turn)
        against_another = [move for move in legal if move.params.get("target") != move.params.get("who")]
        if not against_another:
            return
        move = random.choice(against_another)
        scene = acted(game, scene, options, move.action, move.params, random)


def faults_of_fights(game: Game, scenes: Callable[[], list[Any]], seconds: float) -> Iterator[Fault]:
    """Every difference between the game's fight rules and its actions, in fights of a few seconds in all."""
    rules = game.fights
    if rules is None or isinstance(rules, ActionRules):  # these rules are made from the table's actions
        return
    yield from _duels_of_their_own(game, rules)
    options, ends = game.table_options(), process_time() + seconds
    for scene, sides, random in _fights(game, options, scenes()):
        for moment in moments(game, options, scene, sides, random):
            yield from moment.differences()
            if process_time() > ends:
                return


def _fights(game: Game, options: Any, scenes: list[Any]) -> Iterator[tuple[Any, Mapping[str, str], Random]]:
    """The fight of the opening, and a few between two random characters."""
    assert game.fights is not None
    for seed in range(_FIGHTS):
        random = Random(seed)
        try:
            scene = fight_between(game, options, _NAMES, random) if seed else begun(game, options, scenes[0], random)
        except (BadInput, Refused):  # the game has no random characters
            continue
        turns = None if scene is None else game.fights.turn_order(scene, options)
        if turns is None:
            continue
        sides = {name: game.side_of(scene, name) for name in turns[0]}
        if len(set(sides.values())) == 1:  # each for themselves
            sides = {name: name for name in sides}
        yield scene, sides, random


def _duels_of_their_own(game: Game, rules: FightRules[Any, Any]) -> Iterator[Fault]:
    """A fault for each duel that is not made of the fight rules, and so is not compared with the table."""
    options = game.table_options()
    for duel in game.duels:
        if duel.apart:
            continue
        example = next((one.params for one in game.examples if one.roll == duel.roll), {})
        given = game.roll(duel.roll).arguments(example, options)
        bout: Bout = play(Bound(duel.begin, given), options=options, random=Random(1)).outcome
        sides = [one.sides for one in bout.context if isinstance(one, Roster)]
        if not sides or bout.fight.step is not rules.fight_on(tuple(dict.fromkeys(sides[0]))).step:
            words = "its step is not that of the fight rules: make it with fights.duel, and begin it with fights.bout"
            yield fault_of(f"duel {duel.roll}", words, duel.begin)


def not_compared(game: Game) -> list[str]:
    """The duels of a game without fight rules: each has a step of its own, which is not compared with the table."""
    own = game.fights is None or isinstance(game.fights, ActionRules)
    return [duel.roll for duel in game.duels] if own else []
