"""A program that appends to a store until it is killed, and says so for each entry that was acknowledged.

`python appending.py WHERE NAME`: two threads append to logs of their own, and both to one that all
such programs share. Each line says a table and the number of its last acknowledged entry.
"""

import os
import sys
from threading import Thread

from rulewright.table.stores import Conflict, KeyUsed, Store, open_store


def data(table: str, seq: int) -> bytes:
    """What is written at a place."""
    return f"{table} {seq}".encode()


def append_alone(store: Store, table: str) -> None:
    """Append to a log that no other process writes; a few entries at a time."""
    seq = store.last(table)
    while True:
        count = 1 + seq % 3
        seq = store.append(table, seq, [data(table, seq + step) for step in range(1, count + 1)])
        say(table, seq)


def append_with_others(store: Store, name: str) -> None:
    """Append to the log that all share, each entry under a key that is used once."""
    number = 0
    while True:
        number += 1
        key = f"{name}-{number}"
        while True:
            try:
                say("shared", store.append("shared", store.last("shared"), [key.encode()], key))
                break
            except Conflict:
                pass
            except KeyUsed as repeated:  # would be a fault: a key is never used twice here
                say("repeated", repeated.seq)
                break


def say(table: str, seq: int) -> None:
    """One write: two threads never mix their lines."""
    os.write(1, f"{table} {seq}\n".encode())


if __name__ == "__main__":
    opened = open_store(sys.argv[1])
    name = sys.argv[2]
    threads = [Thread(target=append_alone, args=(opened, f"{name}-{number}"), daemon=True) for number in (1, 2)]
    threads += [Thread(target=append_with_others, args=(opened, name), daemon=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
