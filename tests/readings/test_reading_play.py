"""Play: a rule read at the table, with dice rolled or typed in."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from made_up_rules import (
    Piglet,
    Tree,
    assert_sampled_like,
    gambler,
    piglet,
    trees,
    trees_with_decisions,
    walk,
    winner,
)

from rulewright.dice import FaceError, d, keep_highest
from rulewright.readings import Called, ChoiceError, Chosen, Need, Noted, Played, Rolled, odds, play
from rulewright.rules import Dice, Refused, Repeat, repeat, rule


@rule("PL-01", "PL-02")
def attack(dice: Dice[Any], bonus: int) -> int:
    """Hit, then damage by a weapon of one's choice."""
    hit = dice.pool("to hit", keep_highest(1, 2 * d(12)))
    dice.note("bonus", bonus, "PL-03")
    if hit + bonus < 12:
        return 0
    weapon = dice.choose("Ann", "weapon", ("sword", "bow"))
    return dice.call(damage, weapon)


@rule("PL-04")
def damage(dice: Dice[Any], weapon: str) -> int:
    """A sword rolls 2d6, a bow 1d8."""
    return dice.pool("damage", 2 * d(6) if weapon == "sword" else 1 * d(8))


def test_typed_faces_are_used_in_rolling_order() -> None:
    played = play(attack, 2, faces=[3, 11, 6, 1], choices=["sword"])
    assert played.outcome == 7
    assert played.faces == (3, 11, 6, 1)
    assert played.choices == ("sword",)


def test_the_breakdown_is_a_tree_with_the_rules_it_comes_from() -> None:
    played = play(attack, 2, faces=[3, 11, 6, 1], choices=["sword"])
    assert played.cites == ("PL-01", "PL-02")
    assert played.breakdown == (
        Rolled("to hit", "2d12 keep highest 1", (3, 11), (False, True), 11, sides=(12, 12)),
        Noted("bonus", 2, ("PL-03",)),
        Chosen("Ann", "weapon", ("sword", "bow"), "sword"),
        Called("damage", ("PL-04",), (Rolled("damage", "2d6", (6, 1), (True, True), 7, sides=(6, 6)),), 7),
    )


def test_a_rule_that_stops_early_uses_fewer_dice() -> None:
    assert play(attack, 0, faces=[1, 2]).outcome == 0


@pytest.mark.parametrize(("faces", "used"), [([1, 2, 3], 2), ([12, 12, 6, 1, 1], 4)])
def test_faces_that_nothing_asked_for_are_refused(faces: list[int], used: int) -> None:
    choices = ["sword"] if used == 4 else []
    with pytest.raises(FaceError, match=f"too many dice: {used + 1} given, only {used} needed"):
        play(attack, 0, faces=faces, choices=choices)


def test_choices_that_nothing_asked_for_are_refused() -> None:
    with pytest.raises(ChoiceError, match="too many decisions: 2 left over"):
        play(attack, 0, faces=[1, 2], choices=["sword", "bow"])


def test_a_choice_that_is_not_on_offer_is_refused_with_those_that_are() -> None:
    with pytest.raises(ChoiceError, match="bad choice: weapon is one of sword, bow, not spoon"):
        play(attack, 0, faces=[12, 12], choices=["spoon"])


def test_a_face_the_die_cannot_show_is_refused() -> None:
    with pytest.raises(FaceError, match="die 2 is a d12, so 1 to 12, not 13"):
        play(attack, 0, faces=[1, 13])


def test_a_missing_face_says_what_is_waited_for() -> None:
    with pytest.raises(Need, match="too few dice: 1 given, another d12 is needed for to hit") as need:
        play(attack, 0, faces=[5])
    assert (need.value.name, need.value.sides, need.value.who) == ("to hit", 12, None)


def test_a_missing_decision_says_who_is_waited_for() -> None:
    with pytest.raises(Need, match="Ann decides weapon: sword, bow") as need:
        play(attack, 0, faces=[12, 12])
    assert (need.value.name, need.value.who, need.value.sides) == ("weapon", "Ann", None)
    assert need.value.choices == ("sword", "bow")


def test_no_faces_at_all_means_that_the_first_is_missing() -> None:
    with pytest.raises(Need):
        play(attack, 0, faces=[])


def answered(tree: Tree, random: Random) -> Played[int]:
    """Play with nothing given, and answer whatever is asked for until the rule has ended."""
    faces: list[int] = []
    choices: list[int] = []
    while True:
        try:
            return play(walk, tree, faces=faces, choices=choices)
        except Need as need:
            if need.sides is not None:
                faces.append(random.randrange(need.sides) + 1)
            else:
                choices.append(random.choice(need.choices))


@given(trees_with_decisions)
def test_run_again_with_one_more_answer_a_rule_reaches_the_end_it_would_have_reached(tree: Tree) -> None:
    waited = answered(tree, Random(7))
    assert play(walk, tree, faces=waited.faces, choices=waited.choices) == waited


@given(trees)
def test_dice_that_were_rolled_can_be_typed_in_again(tree: Tree) -> None:
    rolled = play(walk, tree, random=Random(3))
    assert play(walk, tree, faces=rolled.faces) == rolled
    assert rolled.outcome in odds(walk, tree)


def test_the_same_seed_rolls_the_same_dice() -> None:
    first = [play(damage, "sword", random=Random(5)) for _ in range(3)]
    assert first[0] == first[1] == first[2]


def test_dice_nobody_typed_are_rolled() -> None:
    shown = {play(damage, "bow").outcome for _ in range(400)}
    assert shown == set(range(1, 9))  # all eight faces, but for a chance of 1e-22


def test_many_plays_agree_with_the_odds() -> None:
    def volley(dice: Dice[Any]) -> int:
        return sum(dice.call(damage, "sword") >= 9 for _ in range(3)) + dice.pool("last", 1 * d(2))

    random = Random(11)
    counts = Counter(play(volley, random=random).outcome for _ in range(4_000))
    assert_sampled_like(counts, odds(volley))


def test_the_options_are_those_of_the_table() -> None:
    def asks(dice: Dice[str]) -> str:
        return dice.options

    assert play(asks, options="house rules").outcome == "house rules"


def test_a_refusal_passes_through() -> None:
    def refuse(dice: Dice[Any]) -> int:
        raise Refused("not now")

    with pytest.raises(Refused, match="not now"):
        play(refuse, faces=[1])


# --- repeated steps


def test_a_repeated_step_is_played_step_by_step() -> None:
    def evening(dice: Dice[Any]) -> int:
        return dice.call(game, 2)

    game = gambler(4, 1, 1)
    played = play(evening, faces=[1, 2, 1, 1])
    assert played.outcome == 4
    (night,) = played.breakdown
    assert isinstance(night, Called)
    assert (night.rule, night.cites, night.result) == ("bet until over", ("GA-01",), 4)
    assert [step.result for step in night.steps if isinstance(step, Called)] == [3, 2, 3, 4]


def test_a_repeat_can_be_played_itself() -> None:
    assert play(gambler(4, 1, 1), 2, faces=[1, 1]).outcome == 4


def test_a_repeat_is_not_started_when_it_is_over() -> None:
    assert play(gambler(4, 1, 1), 4, faces=[]).outcome == 4


def stepping(leads: dict[str, str]) -> Repeat[Any, str, Any]:
    def step(dice: Dice[Any], state: str) -> str:
        return leads[state]

    return repeat(step, until=lambda state: state == "end")


def test_a_repeat_that_can_never_end_stops_where_its_odds_say() -> None:
    stuck = stepping({"start": "trap", "trap": "trap"})

    def outer(dice: Dice[Any]) -> str:
        return dice.call(stuck, "start")

    assert {play(outer).outcome: 1} == dict(odds(outer).items())


def test_a_step_that_waits_for_a_decision_to_end_is_not_taken_for_stuck() -> None:
    def wait_or_go(dice: Dice[Any], state: str) -> str:
        return "end" if dice.choose("Ann", "go?", ("wait", "go")) == "go" else state

    on = repeat(wait_or_go, until=lambda state: state == "end")

    def outer(dice: Dice[Any]) -> str:
        return dice.call(on, "start")

    assert play(outer, choices=["wait", "wait", "go"]).outcome == "end"


def test_a_step_whose_decision_is_in_a_called_rule_is_not_taken_for_stuck() -> None:
    def decide(dice: Dice[Any]) -> str:
        return dice.choose("Ann", "go?", ("wait", "go"))

    def wait_or_go(dice: Dice[Any], state: str) -> str:
        return "end" if dice.call(decide) == "go" else state

    on = repeat(wait_or_go, until=lambda state: state == "end", aims={"Ann": lambda state: int(state == "end")})

    def outer(dice: Dice[Any]) -> str:
        return dice.call(on, "start")

    assert play(outer, choices=["wait", "go"]).outcome == "end"


# --- best play


def game_of_piglet(dice: Dice[Any]) -> str | None:
    return winner(dice.call(piglet, Piglet(0, 0)))


def test_with_best_play_nobody_is_asked() -> None:
    played = play(game_of_piglet, faces=[1, 2, 2], best=True)  # tails, then heads and heads
    assert played.outcome == "b"
    assert played.choices == ()
    chosen = [step for step in _steps(played.breakdown) if isinstance(step, Chosen)]
    assert [(made.who, made.choice) for made in chosen] == [("a", "flip"), ("b", "flip"), ("b", "flip")]


def _steps(breakdown: Any) -> Any:
    for step in breakdown:
        yield step
        if isinstance(step, Called):
            yield from _steps(step.steps)


def test_without_best_play_both_sides_are_asked() -> None:
    played = play(game_of_piglet, faces=[2, 2], choices=["flip", "flip"])
    assert played.outcome == "a"
    assert played.choices == ("flip", "flip")


def test_many_games_of_best_play_agree_with_the_odds() -> None:
    random = Random(2)
    counts = Counter(play(game_of_piglet, random=random, best=True).outcome for _ in range(1_500))
    assert_sampled_like(counts, odds(game_of_piglet))


def test_best_play_can_be_replayed_from_its_faces() -> None:
    for seed in range(20):
        played = play(game_of_piglet, random=Random(seed), best=True)
        assert play(game_of_piglet, faces=played.faces, best=True) == played


def test_a_repeat_that_is_played_itself_follows_best_play_too() -> None:
    assert winner(play(piglet, Piglet(0, 0), faces=[1, 2, 2], best=True).outcome) == "b"


def scout_first(dice: Dice[Any], state: str) -> str:
    """A called rule that decides something only on a two, then a decision of the step itself."""
    seen = dice.call(scout)
    if dice.choose("Ann", "go?", ("wait", "go")) == "go":
        return f"end {seen}"
    return state


def scout(dice: Dice[Any]) -> str:
    if dice.pool("scout", 1 * d(2)) == 2:
        return dice.choose("Ann", "which way?", ("left", "right"))
    return "nothing"


@pytest.mark.parametrize("faces", [[2], [1, 2], [1, 1, 2]])
def test_best_play_knows_what_was_seen_in_a_called_rule_that_sometimes_decides(faces: list[int]) -> None:
    """Going with nothing is worth less than waiting for a two, which comes sooner or later."""
    worth = {"end nothing": 1, "end left": 1, "end right": 2}
    on = repeat(scout_first, until=lambda state: state != "start", aims={"Ann": lambda state: worth.get(state, 0)})

    def outer(dice: Dice[Any]) -> str:
        return dice.call(on, "start")

    assert play(outer, faces=faces, best=True).outcome == "end right"


def test_a_side_without_an_aim_is_asked_while_the_others_play_their_best() -> None:
    def step(dice: Dice[Any], state: str) -> str:
        weather = dice.choose("GM", "weather", ("sun", "rain"))
        way = dice.choose("Ann", "way", ("hill", "valley"))
        return f"{weather} {way}"

    on = repeat(step, until=lambda state: state != "start", aims={"Ann": lambda state: int("valley" in state)})

    def outer(dice: Dice[Any]) -> str:
        return dice.call(on, "start")

    assert play(outer, choices=["rain"], best=True).outcome == "rain valley"


def test_a_step_may_play_a_whole_game_of_best_play_and_decide_after_it() -> None:
    def step(dice: Dice[Any], state: str) -> str:
        won = winner(dice.call(piglet, Piglet(1, 1)))
        return f"{won} {dice.choose('Ann', 'cheer?', ('no', 'yes'))}"

    on = repeat(step, until=lambda state: state != "start", aims={"Ann": lambda state: int("yes" in state)})

    def outer(dice: Dice[Any]) -> str:
        return dice.call(on, "start")

    assert play(outer, faces=[2], best=True).outcome == "a yes"
