"""The main loop of a worker process. It is imported once, by the process that all workers are forked from."""

import os
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

import numpy  # noqa: F401 - loaded here once instead of in every worker

from rulewright.dice import FaceError
from rulewright.dice.notation import NotationError
from rulewright.game import working_games
from rulewright.readings import ChoiceError, Need, Undecided
from rulewright.rules import BadInput, Refused
from rulewright.server.jobs import JOBS

working_games()

_BAD_INPUT = frozenset(kind.__name__ for kind in (BadInput, ChoiceError, FaceError, NotationError, Undecided, Need))
"""Errors that are the caller's."""


def work(line: Connection, nice: int, memory: int) -> None:
    """Do one job after another, at low priority and within some bytes of memory."""
    with suppress(OSError, AttributeError):  # Windows has no nice
        os.nice(nice)
    _limit_memory(memory)
    line.send("ready")
    while True:
        try:
            job, arguments = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line.send((JOBS[job](*arguments), None))
        except KeyboardInterrupt:
            return
        except Refused as refused:
            line.send((None, ("Refused", refused.reason, refused.rule)))
        except MemoryError:
            line.send((None, ("BadInput", "too large: this takes more memory than the server gives it", None)))
        except Exception as error:
            is_bad = any(base.__name__ in _BAD_INPUT for base in type(error).__mro__)
            kind = "BadInput" if is_bad else type(error).__name__
            line.send((None, (kind, str(error), traceback.format_exc())))


def _limit_memory(most: int) -> None:
    """Limit the memory of this process, so that a runaway job fails and not the machine."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
