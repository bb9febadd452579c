"""The main loop of a worker process. It is imported once, by the process that all workers are forked from."""

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import numpy  # noqa: F401 - loaded here once instead of in every worker

from rulewright.dice import FaceError
from rulewright.dice.notation import NotationError
from rulewright.game import working_games
from rulewright.game.error_words import wrong_value
from rulewright.game.pinned import MARK, PinnedText, pin
from rulewright.readings import ChoiceError, Need, Undecided
from rulewright.rules import BadInput, BadRule, Refused
from rulewright.rules.errors import WrongValue
from rulewright.server import fight_jobs, jobs, lab_jobs, studio_jobs  # noqa: F401 - loaded here for all workers
from rulewright.table.state import TableState, pinned_game

working_games()

_BAD_INPUT = frozenset(kind.__name__ for kind in (BadInput, ChoiceError, FaceError, NotationError, Undecided, Need))
"""Errors caused by the caller's request."""


def work(line: Connection, nice: int, memory: int) -> None:
    """Runs one job after another, at low priority and within a memory limit."""
    with suppress(OSError, AttributeError):  # Windows has no nice
        os.nice(nice)
    _limit_memory(memory)
    with suppress(EOFError, OSError, KeyboardInterrupt):  # the server has ended, or was interrupted
        line.send("ready")
        while True:
            job, arguments = line.recv()
            line.send(_done(job, arguments))


_Error = tuple[str, str, str | WrongValue | None]
"""An error for the other process: its kind, its message, and the rule, the wrong value or the traceback."""


def _done(job: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, _Error | None]:
    """The result of a job, or the error that it raised."""
    first = arguments[0] if arguments else None
    if isinstance(first, PinnedText):
        held = pin(first.slug.partition(MARK)[0], first.text)
        arguments = (held.slug, *arguments[1:])
    # Pinned games are known only as long as these references are held.
    of_states = [pinned_game(one) for one in arguments if isinstance(one, TableState)]
    try:
        return job(*arguments), None
    except Refused as refused:
        return None, ("Refused", refused.reason, refused.rule)
    except MemoryError:
        return None, ("BadInput", "too large: this takes more memory than the server gives it", None)
    except (BadRule, RecursionError) as error:
        if not isinstance(first, PinnedText) and not any(of_states):
            return None, (type(error).__name__, str(error), traceback.format_exc())
        return None, ("BadInput", "this cannot be worked out: rules of the text call each other too deeply", None)
    except Exception as error:
        is_bad = any(base.__name__ in _BAD_INPUT for base in type(error).__mro__)
        if is_bad:
            return None, ("BadInput", str(error), wrong_value(error))
        return None, (type(error).__name__, str(error), traceback.format_exc())
    finally:
        del of_states


def _limit_memory(most: int) -> None:
    """Limits the memory of this process, so that a runaway job fails instead of the machine."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
