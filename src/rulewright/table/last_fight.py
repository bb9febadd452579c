"""The last fight at a table: its actions, its fighters, and their sides."""

from collections.abc import Mapping
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

from rulewright.game import FightStatus, Game
from rulewright.table.events import ActionTaken
from rulewright.table.log import Log
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.views.event_view import sees_roll
from rulewright.table.views.secret_fields import EventContext, redact_changes
from rulewright.table.views.viewer import Viewer

_MOST_ACTIONS = 80
_MOST_READ = 200
"""Events that changed play, among which the last fight is looked for."""


class FightAction(Struct, frozen=True):
    """An action in a fight: its event, who took it, its parameters, and the scenes before and after as plain data."""

    seq: int
    who: str
    action: str
    params: Mapping[str, Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    is_rolled: bool


class LastFight(Struct, frozen=True):
    """A fight: its actions as far as a viewer saw them, its status at the end, and all fighters."""

    actions: tuple[FightAction, ...]
    status: FightStatus | None
    fighters: frozenset[str]


def last_fight(log: Log, game: Game, state: TableState, viewer: Viewer) -> LastFight:
    """The last fight in the history without undone events; only the last actions of a very long one."""
    done: list[FightAction] = []
    fighters: set[str] = set()
    status: FightStatus | None = None
    seqs = takewhile(lambda seq: len(done) < _MOST_ACTIONS, islice(state.standing(state.seq), _MOST_READ))
    for event, after, before in log.backwards(seqs):
        fact = event.body
        if isinstance(fact, ActionTaken) and any(change.path[0] == "scene" for change in fact.changes):
            fought = game.fight(scene_of(game, before), table_options(before))
            if fought is not None and not fought.over and (status is None or _is_same(status, fought, before)):
                then = game.fight(scene_of(game, after), table_options(after))
                goes_on = then is None or _is_same(then, fought, before, after)
                status = status or (goes_on and then) or fought
                fighters |= {*fought.order, *status.order} & before.scene["characters"].keys()
                who = str(fact.params.get("who") or fought.turn)
                seen = redact_changes(EventContext(game, after, event, viewer), fact.changes)
                # A change of hidden values is itself hidden; an action that begins another fight is not part of this
                # one.
                if goes_on and seen and sees_roll(event, fact, viewer):
                    rolled = bool(fact.dice)
                    seq = viewer.numbers.shown(event.seq)
                    done.append(FightAction(seq, who, fact.action, fact.params, before.scene, after.scene, rolled))
            elif done:
                break
    return LastFight(tuple(done[::-1]), status, frozenset(fighters))


def _is_same(later: FightStatus, fought: FightStatus, *states: TableState) -> bool:
    """Whether two statuses are of the same fight: foes that are not characters, such as a Challenge, are the same."""
    known = {name for state in states for name in state.scene["characters"]}
    return set(later.order) - known == set(fought.order) - known


def sides(state: TableState, order: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The two sides of a fight: characters whom players play or whose sheets everyone sees, and the rest."""
    kept = {name: state.keepers.get(name, Keeper()) for name in order}
    heroes = [name for name, keeper in kept.items() if keeper.seat or keeper.shown]
    return heroes, [name for name in order if name not in heroes]
