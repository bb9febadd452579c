"""The operations on players' seeds: commit to one, show it, or, for a GM, drop a round."""

import re

from rulewright.rules import BadInput, Refused
from rulewright.table.events import Event, EventBody, SeedAdded, SeedCommitted, SeedsDropped
from rulewright.table.game_words import words_of
from rulewright.table.permissions import require_gm, require_playing
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
SHORTEST_SEED = 16
LONGEST_SEED = 200


def commit_seed(tables: Tables, place: TableSeat, commitment: str) -> Event:
    """Commits a seat to a seed, by its hash. The seeds are mixed once every seat that committed has shown its own."""
    if not _HASH.fullmatch(commitment):
        raise BadInput("bad commitment: it must be the SHA-256 of seat:seed, 64 digits from 0 to 9 and a to f")

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        _require_rounds(state)
        state.rounds.commit(place.seat, commitment)
        if len(state.rounds.seeds) >= tables.limits.seeds:
            raise Refused(f"enough seeds: at most {tables.limits.seeds:,} are in the dice until the table is reopened")
        return [SeedCommitted(place.seat, commitment)]

    return tables.write(place, make)[0]


def show_seed(tables: Tables, place: TableSeat, seed: str) -> Event:
    """Shows the seed that a seat has committed to; the last of a round mixes them all into the dice."""
    if not (SHORTEST_SEED <= len(seed) <= LONGEST_SEED and seed.isascii() and seed.isprintable()):
        raise BadInput(
            f"bad seed: it must have {SHORTEST_SEED} to {LONGEST_SEED} printable ASCII characters, best random"
        )

    def make(state: TableState) -> list[EventBody]:
        require_playing(state, place.seat)
        _require_rounds(state)
        state.rounds.show(place.seat, seed, state.seats)
        return [SeedAdded(place.seat, seed)]

    return tables.write(place, make)[0]


def drop_seeds(tables: Tables, place: TableSeat) -> Event:
    """Drops the current round of seeds, because a seat does not show its seed."""

    def make(state: TableState) -> list[EventBody]:
        require_gm(state, place.seat, "drop a round of seeds")
        require_playing(state, place.seat)
        if not state.rounds.committed:
            raise Refused("there is no round of seeds to drop")
        return [SeedsDropped(tuple(state.rounds.unshown))]

    return tables.write(place, make)[0]


def _require_rounds(state: TableState) -> None:
    if state.protocol < 2:
        gm = words_of(state).gm
        raise Refused(f"this table began before seeds were committed to: the {gm} may close and reopen it")
