"""What to expect from a repeated step, against numbers worked out by hand."""

from fractions import Fraction

from rulewright.dice import Odds
from rulewright.readings.paths.chain import expected, mean_length


def test_heads_comes_after_two_throws_on_average() -> None:
    coin = Odds({"thrown": 1, "heads": 1})
    assert mean_length("thrown", lambda state: coin, lambda state: state == "heads", lambda state: True) == 2


def test_only_counted_states_count() -> None:
    steps = {"a": Odds({"b": 1}), "b": Odds({"c": 1}), "c": Odds({"a": 1, "end": 1})}
    rounds = mean_length("a", steps.__getitem__, lambda state: state == "end", lambda state: state == "a")
    moves = mean_length("a", steps.__getitem__, lambda state: state == "end", lambda state: True)
    assert (rounds, moves) == (2, 6)


def test_the_walk_from_the_middle_of_five_takes_four_steps() -> None:
    def step(at: int) -> Odds[int]:
        return Odds({at - 1: 1, at + 1: 1})

    assert mean_length(2, step, lambda at: at in (0, 4), lambda at: True) == 4
    assert mean_length(1, step, lambda at: at in (0, 4), lambda at: True) == 3


def test_every_state_has_its_own_chance() -> None:
    def step(at: int) -> Odds[int]:
        return Odds({at - 1: 2, at + 1: 1})

    chances = expected(1, step, lambda at: at in (0, 3), lambda at: int(at == 3))
    assert chances == {0: 0, 1: Fraction(1, 7), 2: Fraction(3, 7), 3: 1}


def test_what_never_ends_is_worth_what_it_is_and_is_not_counted() -> None:
    steps = {"start": Odds({"end": 1, "loop": 1}), "loop": Odds({"loop": 1})}
    assert mean_length("start", steps.__getitem__, lambda state: state == "end", lambda state: True) == 1
    worth = expected("start", steps.__getitem__, lambda state: state == "end", lambda state: int(state == "loop"))
    assert worth["start"] == Fraction(1, 2)


def test_floats_are_the_same_numbers() -> None:
    def step(at: int) -> Odds[int]:
        return Odds({at - 1: 2, at: 3, at + 1: 1})

    exact = expected(2, step, lambda at: at in (0, 5), lambda at: at, lambda at: True)
    floats = expected(2, step, lambda at: at in (0, 5), lambda at: at, lambda at: True, exact=False)
    assert all(isinstance(value, float) for value in floats.values())
    assert all(abs(float(exact[at]) - floats[at]) < 1e-12 for at in exact)
