"""The largest amount of memory that this process has used."""

import resource
import sys
from pathlib import Path

__all__ = ["peak_megabytes"]

_STATUS = Path("/proc/self/status")
_MEGABYTE = 1024 if sys.platform != "darwin" else 1024 * 1024  # per unit of getrusage


def peak_megabytes() -> float:
    """The peak of this process in megabytes.

    `getrusage` counts the memory of the process that started this one too, until the program is loaded; Linux says the
    program's own peak in a file.
    """
    if _STATUS.exists():
        lines = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
