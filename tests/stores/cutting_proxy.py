"""Stands between a client and a PostgreSQL server, and cuts the connection, at a commit if that is wanted.

At a commit the client cannot know then whether the commit happened: either it never reached the server, or it
did and the answer was lost.
"""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Literal

SOCKET = ".s.PGSQL.5432"

Cut = Literal["before", "after"]


class CuttingProxy:
    """A socket in a folder that leads to the server's; `cuts` are those still to be made, at one commit each."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.cuts: list[Cut] = []
        self._server = server
        self._open: list[socket.socket] = []
        self._lets_through = True
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        Thread(target=self._accept, daemon=True).start()

    def block(self) -> None:
        """Cut every connection, and let none through for now."""
        self._lets_through = False
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def unblock(self) -> None:
        """Let connections through again."""
        self._lets_through = True

    def close(self) -> None:
        """Lead nowhere from now on."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if not self._lets_through:
                    client.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server / SOCKET))
                self._open += [client, server]
                Thread(target=self._forward, args=(client, server), daemon=True).start()
                Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with client, server, suppress(OSError):
            while data := client.recv(65536):
                if b"COMMIT" in data and self.cuts:
                    cut = self.cuts.pop(0)
                    client.shutdown(socket.SHUT_RDWR)
                    if cut == "before":
                        server.shutdown(socket.SHUT_RDWR)
                        return
                server.sendall(data)

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)


@contextmanager
def cutting_proxy(server: Path) -> Iterator[tuple[CuttingProxy, Path]]:
    """A proxy to the server whose socket is in a folder, and the folder of its own socket."""
    with tempfile.TemporaryDirectory(prefix="proxy-") as name:
        proxy = CuttingProxy(Path(name), server)
        try:
            yield proxy, Path(name)
        finally:
            proxy.close()
