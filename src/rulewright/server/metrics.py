"""Metrics of this process in the text format of Prometheus. No names, no secrets."""

import sys
from collections import defaultdict
from threading import Lock

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Request counts by route and status, and a histogram of durations."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: dict[tuple[str, int], int] = defaultdict(int)
        self._within: dict[float, int] = defaultdict(int)
        self._seconds = 0.0
        self._count = 0

    def took(self, route: str, status: int, seconds: float) -> None:
        """Counts one request."""
        with self._lock:
            self._requests[route, status] += 1
            self._seconds += seconds
            self._count += 1
            for bound in _BOUNDS:
                if seconds <= bound:
                    self._within[bound] += 1

    def text(self, gauges: dict[str, float]) -> str:
        """All counts so far, and the given gauges."""
        lines = ["# TYPE rulewright_requests_total counter"]
        with self._lock:
            for (route, status), count in sorted(self._requests.items()):
                lines.append(f'rulewright_requests_total{{route="{route}",status="{status}"}} {count}')
            lines.append("# TYPE rulewright_request_seconds histogram")
            lines += [f'rulewright_request_seconds_bucket{{le="{bound}"}} {self._within[bound]}' for bound in _BOUNDS]
            lines.append(f'rulewright_request_seconds_bucket{{le="+Inf"}} {self._count}')
            lines.append(f"rulewright_request_seconds_sum {self._seconds:.6f}")
            lines.append(f"rulewright_request_seconds_count {self._count}")
        for name, value in {**gauges, "memory_bytes": _memory()}.items():
            lines += [f"# TYPE rulewright_{name} gauge", f"rulewright_{name} {value:g}"]
        return "\n".join(lines) + "\n"


def _memory() -> float:
    """The peak memory of this process in bytes; 0 where the system does not report it."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(most if sys.platform == "darwin" else most * 1024)
