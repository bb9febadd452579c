"""The jobs about a fight at the table: advice, its course, a foe's next action, and an encounter's difficulty."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rulewright.game import Game, find_game
from rulewright.game.plain_data import plain
from rulewright.lab import ADVICE_SECONDS
from rulewright.readings import Budget
from rulewright.server import responses
from rulewright.table.last_fight import FightAction
from rulewright.table.views.wording import doing_text

_ADVICE_RUNS = 100
_COURSE_RUNS = 60

Plain = dict[str, Any]


def fight_course(
    slug: str, options: Plain, heroes: list[str], foes: list[str], actions: Sequence[FightAction]
) -> responses.CourseResponse:
    """How a fight went for the heroes: their chance to win after every action, and whose luck it was."""
    from rulewright.lab.win_chance import course, moments_of

    game = find_game(slug)
    found = course(_setup(game, options, heroes, foes), moments_of(game, actions), "heroes", _COURSE_RUNS)
    swings = [
        responses.ChanceSwing(one.who, one.what, float(one.before), float(one.after)) for one in found.luck.biggest
    ]
    return responses.CourseResponse(
        found.method,
        runs=found.runs,
        plans=dict(found.plans),
        start=responses.ChanceInterval(*found.start),
        points=[
            responses.ChanceAfter(one.seq, one.who, one.what, responses.ChanceInterval(*one.wins))
            for one in found.points
        ],
        luck=responses.FightLuck({who: float(moved) for who, moved in found.luck.by_roller.items()}, swings),
        rolls={seq: responses.ChanceInterval(*moved) for seq, moved in found.rolls.items()},
        by_roller={who: responses.ChanceInterval(*moved) for who, moved in found.by_roller.items()},
    )


def advise_now(
    slug: str, scene: Any, options: Plain, heroes: list[str], foes: list[str], pending: Plain | None, seconds: float
) -> responses.AdviceResponse:
    """Every choice on a turn, or of a pending decision: solved, or simulated with intervals."""
    budget = Budget(None, min(seconds, ADVICE_SECONDS))  # the first call imports the game and the lab
    from rulewright.lab.table_advice import TOO_FEW, PendingMove, advise_pending, advise_turn

    game = find_game(slug)
    setup, at = _setup(game, options, heroes, foes), msgspec.convert(scene, type(game.scene()))
    if pending is None:
        advice = advise_turn(setup, at, _ADVICE_RUNS, budget=budget)
    else:
        advice = advise_pending(setup, at, msgspec.convert(pending, PendingMove), _ADVICE_RUNS, budget=budget)
    if advice.says_nothing:
        return responses.AdviceResponse("over budget", TOO_FEW, advice.who, advice.question, advice.runs)
    tried = [
        responses.TriedAction(
            one.choice,
            responses.ChanceInterval(*one.wins),
            responses.ChanceInterval(*one.loses),
            one.action,
            plain(dict(one.params)),
        )
        for one in advice.tried
    ]
    return responses.AdviceResponse(
        advice.method,
        who=advice.who,
        question=advice.question,
        runs=advice.runs,
        plans=dict(advice.plans),
        tried=tried,
        left_out=list(advice.left_out),
        why=advice.why,
        is_clear=advice.is_clear,
        is_useful=advice.is_useful,
    )


def propose_action(
    slug: str,
    scene: Any,
    options: Plain,
    heroes: list[str],
    foes: list[str],
    who: str,
    plan: str,
    seed: int,
    seconds: float,
) -> responses.ProposedAction:
    """The next action of a foe by a plan, and the reason."""
    budget = Budget(None, min(seconds, ADVICE_SECONDS))
    from rulewright.lab.foes import propose

    game = find_game(slug)
    at = msgspec.convert(scene, type(game.scene()))
    found = propose(_setup(game, options, heroes, foes), at, who, plan, seed, budget)
    params = plain(dict(found.params))
    words = doing_text(game.words, found.who, found.action, params)
    return responses.ProposedAction(found.who, found.plan, found.action, params, words, found.why)


def encounter_difficulty(
    slug: str, scene: Any, options: Plain, party: list[str], foes: list[str], new: list[list[Any]], seconds: float
) -> responses.DifficultyResponse:
    """How hard an encounter is, with foes that are not at the table yet."""
    from rulewright.lab.difficulty import difficulty, with_foes

    game, table = find_game(slug), find_game(slug).table_options(options)
    at = msgspec.convert(scene, type(game.scene()))
    at, added = with_foes(game, table, at, [(dict(character), count) for character, count in new])
    found = difficulty(game, table, at, party, [*foes, *added], seconds=min(seconds, ADVICE_SECONDS))
    return responses.DifficultyResponse(
        found.method,
        found.party,
        found.foes,
        dict(found.plans),
        found.runs,
        responses.ChanceInterval(*found.wins),
        responses.ChanceInterval(*found.loses),
        responses.ChanceInterval(*found.fall),
        responses.ChanceInterval(*found.rounds),
    )


def _setup(game: Game, options: Plain, heroes: list[str], foes: list[str]) -> Any:
    """A fight of heroes against foes, each side by the game's first plan."""
    from rulewright.lab.fights import sides_by_plan

    return sides_by_plan(game, game.table_options(options), {"heroes": heroes, "foes": foes})
