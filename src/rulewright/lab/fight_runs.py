"""The same fight many times, on every core."""

from collections.abc import Callable
from concurrent.futures import as_completed
from functools import lru_cache

from rulewright.lab.fights import Fray, Outcome, Tally, fights, read_fray, tally
from rulewright.lab.study_runner import workers_on

_FIGHTS_PER_CHUNK = 20
_WORTH_A_PROCESS = 100


def fight_on_every_core(
    text: str, runs: int, seed: int, cores: int | None, progress: Callable[[int, int], None]
) -> Tally:
    """Play the fight of a fight file so many times; the result does not depend on the number of cores."""
    progress(0, runs)
    if runs <= _WORTH_A_PROCESS or cores == 1:
        outcomes: list[Outcome] = []
        for first in range(0, runs, _FIGHTS_PER_CHUNK):
            outcomes += _work(text, seed, first, min(runs, first + _FIGHTS_PER_CHUNK))
            progress(len(outcomes), runs)
        return tally(_fray(text), outcomes)
    found: dict[int, list[Outcome]] = {}
    with workers_on(None, cores) as (executor, _):
        chunks = {
            executor.submit(_work, text, seed, first, min(runs, first + _FIGHTS_PER_CHUNK)): first
            for first in range(0, runs, _FIGHTS_PER_CHUNK)
        }
        done = 0
        for future in as_completed(chunks):
            found[chunks[future]] = future.result()
            done += len(found[chunks[future]])
            progress(done, runs)
    return tally(_fray(text), [outcome for first in sorted(found) for outcome in found[first]])


@lru_cache(maxsize=1)
def _fray(text: str) -> Fray:
    return read_fray(text)


def _work(text: str, seed: int, first: int, end: int) -> list[Outcome]:
    return fights(_fray(text), seed, first, end)
