"""The last fight at a table: what was done in it, who was in it, and on which side."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rulewright.game import FightStatus, Game
from rulewright.table.events import Acted
from rulewright.table.log import Log
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.undo_target import stands_after
from rulewright.table.views.build import hears
from rulewright.table.views.viewer import Viewer

_MOST_DEEDS = 80


class Done(Struct, frozen=True):
    """Something done in a fight: its number in the log, who did it with what, and the plain scenes around it."""

    seq: int
    who: str
    action: str
    params: Mapping[str, Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    is_rolled: bool


class LastFight(Struct, frozen=True):
    """A fight: what was done in it as far as somebody heard of it, how it stood then, and all who were in it."""

    done: tuple[Done, ...]
    status: FightStatus | None
    fighters: frozenset[str]


def last_fight(log: Log, game: Game, state: TableState, viewer: Viewer) -> LastFight:
    """The last fight before a state of the table, of what still stands; of a very long one its last deeds."""
    done: list[Done] = []
    fighters: set[str] = set()
    status: FightStatus | None = None
    stands = state.seq
    while stands > 1 and len(done) < _MOST_DEEDS:
        event = log.event(stands)
        fact = event.fact
        if isinstance(fact, Acted) and any(change.path[0] == "scene" for change in fact.changes):
            before, after = log.at(stands - 1), log.at(stands)
            fought = game.fight(scene_of(game, before), table_options(before))
            if fought is not None and not fought.over:
                status = status or game.fight(scene_of(game, after), table_options(after)) or fought
                fighters |= {*fought.order, *status.order} & before.scene["characters"].keys()
                who = str(fact.params.get("who") or fought.turn)
                if hears(event, fact, viewer):
                    rolled = bool(fact.dice)
                    done.append(Done(stands, who, fact.action, fact.params, before.scene, after.scene, rolled))
            elif done:
                break
        stands = stands_after(event)
    return LastFight(tuple(done[::-1]), status, frozenset(fighters))


def sides(state: TableState, order: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Those whom players play or everyone sees, against the rest."""
    kept = {name: state.keepers.get(name, Keeper()) for name in order}
    heroes = [name for name, keeper in kept.items() if keeper.seat or keeper.shown]
    return heroes, [name for name in order if name not in heroes]
