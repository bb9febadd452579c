"""The schema of the stores, and how older versions are upgraded.

A version is a tuple of statements that lead to it from the version before. Versions that have been
in use never change; a change is one more version at the end of both lists.
"""

from typing import LiteralString

# `id` only ever grows, also across removals: a polling process asks for larger ids.
SQLITE: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            table_name TEXT NOT NULL,
            seq INTEGER NOT NULL CHECK (seq > 0),
            data BLOB NOT NULL,
            key TEXT,
            UNIQUE (table_name, seq),
            UNIQUE (table_name, key)
        )""",
        """CREATE TABLE kept_values (
            table_name TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (table_name, kind, name)
        )""",
    ),
    # Every log has a first entry: an index of those is the list of tables, without reading every log.
    ("CREATE INDEX first_entries ON entries (table_name) WHERE seq = 1",),
)

# `rulewright_writers` has the last transaction of each writer, so that a commit whose answer was lost
# with the connection can be looked up.
POSTGRES: tuple[tuple[LiteralString, ...], ...] = (
    (
        """CREATE TABLE rulewright_entries (
            table_name text COLLATE "C" NOT NULL,
            seq bigint NOT NULL CHECK (seq > 0),
            data bytea NOT NULL,
            key text COLLATE "C",
            PRIMARY KEY (table_name, seq),
            UNIQUE (table_name, key)
        )""",
        """CREATE TABLE rulewright_values (
            table_name text COLLATE "C" NOT NULL,
            kind text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            value bytea NOT NULL,
            PRIMARY KEY (table_name, kind, name)
        )""",
        """CREATE TABLE rulewright_writers (
            writer uuid PRIMARY KEY,
            wrote bigint NOT NULL,
            at timestamptz NOT NULL DEFAULT now()
        )""",
    ),
    ("CREATE INDEX rulewright_first_entries ON rulewright_entries (table_name) WHERE seq = 1",),
)


def newer(found: int) -> str:
    """The error for a store of a later version."""
    return (
        f"the store has version {found} and this Rulewright knows versions up to {len(SQLITE)}; "
        "nothing was changed; use a newer Rulewright"
    )
