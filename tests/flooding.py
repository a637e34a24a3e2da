"""Floods of connections against the page, bounded in number and time, from an address of loopback.

    python -m flooding KIND PORT SOURCE COUNT SECONDS [TOKEN]

prints how many connections it has made. COUNT are open at once; one that is closed is made anew. With a token
it comes from somebody who has the link.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sys
from collections.abc import Awaitable, Callable

HOST = "127.0.0.1"
BYTE_S = 0.5
"""Between two bytes of a header that never ends."""
PAUSE_S = 0.05
"""After a connection that was refused or dropped."""
REQUEST = b"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)

lines: list[bytes] = []
"""Of every header, besides."""

Kind = Callable[[asyncio.StreamReader, asyncio.StreamWriter, int], Awaitable[None]]


async def idle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Say nothing."""
    await reader.read()


async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Say a header that never ends, a byte at a time."""
    writer.write(REQUEST + b"X: ")
    while not reader.at_eof():
        writer.write(b"x")
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(4096), BYTE_S)


async def half_open(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Begin to open a WebSocket, and leave out the end."""
    writer.write(UPGRADE % (port, port))
    await reader.read()


async def sockets(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Ask for a WebSocket."""
    writer.write(UPGRADE % (port, port) + b"".join(lines) + b"\r\n")
    while await reader.read(65536):
        pass


async def requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Ask and ask."""
    while not reader.at_eof():
        writer.write((REQUEST + b"".join(lines) + b"\r\n") * 8)
        await writer.drain()
        await reader.read(65536)


KINDS: dict[str, Kind] = {
    "idle": idle,
    "slow": slow,
    "half-open": half_open,
    "sockets": sockets,
    "requests": requests,
}


async def _keep(kind: Kind, port: int, source: str, counts: list[int]) -> None:
    """Have such a connection open all the time."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
            counts[0] += 1
            try:
                await kind(reader, writer, port)
            finally:
                writer.close()
        except OSError:
            counts[1] += 1
        await asyncio.sleep(PAUSE_S)


async def flood(kind: Kind, port: int, source: str, count: int, seconds: float) -> None:
    """Print how many connections were made, and how many failed; then the process ends."""
    counts = [0, 0]
    tasks = [asyncio.create_task(_keep(kind, port, source, counts)) for _ in range(count)]
    await asyncio.wait(tasks, timeout=seconds)
    print(*counts, flush=True)
    os._exit(0)  # to end them one by one takes longer than the flood


def main(kind: str, port: str, source: str, count: str, seconds: str, token: str = "") -> None:
    if token:
        lines.append(f"Cookie: lakabe_token_{port}={token}\r\n".encode())
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(flood(KINDS[kind], int(port), source, int(count), float(seconds)))


if __name__ == "__main__":
    main(*sys.argv[1:])
