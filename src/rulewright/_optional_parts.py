"""The optional parts of an installation: which libraries each needs, and what to install when one is missing."""

from importlib.util import find_spec

from rulewright.rules.errors import BadInput

_LIBRARIES = {
    "server": ("starlette", "uvicorn", "httptools", "websockets"),
    "postgres": ("psycopg", "psycopg_pool"),
    "plots": ("matplotlib",),
    "cluster": ("distributed",),
}


def need_part(part: str, purpose: str) -> None:
    """Raise `BadInput`, which says what to install, if a library of a part is missing."""
    missing = [library for library in _LIBRARIES[part] if find_spec(library) is None]
    if missing:
        raise BadInput(f"{purpose} needs {', '.join(missing)}: pip install 'rulewright[{part}]'")
