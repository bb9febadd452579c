"""The server's own log: short lines for people, JSON lines for machines; never a secret."""

import json
import logging
import sys
from datetime import UTC, datetime


class _Short(logging.Formatter):
    """One line: time, level, message."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as text."""
        took = f" {record.took * 1000:.0f} ms" if hasattr(record, "took") else ""
        line = f"{_moment(record)} {record.levelname.lower()} {record.getMessage()}{took}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        entry: dict[str, object] = {
            "at": _moment(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if hasattr(record, "took"):
            entry["seconds"] = round(record.took, 6)
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def set_up_logs(as_json: bool) -> None:
    """Sends the log to standard error: every request as JSON, or only warnings as short lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else _Short())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if as_json else logging.WARNING)
