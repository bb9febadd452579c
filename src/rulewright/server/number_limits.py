"""Numbers that a game sets no limit to: the server does, so that no action takes for ever."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rulewright.game import Game, find_game
from rulewright.rules import BadParameter
from rulewright.server.parameter_kinds import kind_of

MOST = 10_000


def check_numbers(game: Game, action: str, params: Mapping[str, Any]) -> None:
    """Refuse a number that is larger than anybody needs where the action itself would take any."""
    for name in _unbounded(game.slug, action):
        given = params.get(name)
        if isinstance(given, int | float) and abs(given) > MOST:
            raise BadParameter(name, f"a number from {-MOST:,} to {MOST:,}", given)


@lru_cache(maxsize=512)
def _unbounded(slug: str, action: str) -> tuple[str, ...]:
    told = find_game(slug).action(action).parameters
    kinds = {parameter.name: kind_of(parameter.kind) for parameter in told}
    return tuple(name for name, kind in kinds.items() if kind.kind in ("integer", "number") and kind.most is None)
