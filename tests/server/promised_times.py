"""The seconds within which the server answers a request by its own limits."""

from rulewright.server import legal_action_cache, perform_in_worker, worker_pool
from rulewright.server.handlers import advice, foes, games, join, studio, view

OWN = 12.0
"""What the server's own process, and waiting for a worker, may take on a machine that is busy with a whole suite."""

_CHANCES = 10.0
_ATTEMPT = max(perform_in_worker._SECONDS.values())
_JOBS = {
    "/actions": _ATTEMPT,
    "/answers": _ATTEMPT,
    "/rolls": _ATTEMPT,
    "/messages": _ATTEMPT,
    "/chances": _CHANCES,
    "/dice": view._DICE_SECONDS,
    "/aim": view._BOARD_SECONDS,
    "/board": view._BOARD_SECONDS,
    "/luck": view._LUCK_SECONDS,
    "/offers": legal_action_cache._SECONDS,
    "/advice": advice._SECONDS,
    "/course": advice._SECONDS,
    "/foes": foes._SECONDS,
    "/difficulty": foes._SECONDS,
    "/odds": games._MOST_SECONDS,
    "/compare": games._MOST_SECONDS,
    "/sweep": games._MOST_SECONDS,
    "/advise": games._MOST_SECONDS,
    "/derive": games._DERIVE_SECONDS,
    "/sheets": games._DERIVE_SECONDS,
    "/creation": games._DERIVE_SECONDS,
    "/random-sheet": games._DERIVE_SECONDS,
    "/rules": games._DERIVE_SECONDS,
    "/check": studio._CHECK_SECONDS,
    "/rulebooks": studio._CHECK_SECONDS,
    "/imports": join._IMPORT_SECONDS,
    "/tables": _ATTEMPT,
}
"""By the end of a path, the seconds of the longest job of such a request."""


def promised(path: str) -> float:
    """The seconds of a request: a worker is ended soon after twice the time of its job."""
    last = path.rpartition("/")[2]
    seconds = _JOBS.get(f"/{last}")
    return OWN + (worker_pool._GRACE + worker_pool._SHARE * seconds if seconds is not None else 0.0)
