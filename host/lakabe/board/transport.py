"""Bytes to and from a board, over a serial port or whatever else pyserial has an address for."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import serial

from lakabe.errors import PortError

BAUD = 115200
"""USB serial ignores it; a board on a real UART would not."""
WRITE_TIMEOUT_S = 1.2
"""A command ends within two seconds, also while it writes."""

_REPLUG = "plug the board in again; `lakabe boards` lists the boards there are"
_NETWORK = ("socket://", "rfc2217://")
_ADDRESS = "start the virtual board, or check the address"
_BUSY = "close the other program that uses the board (lakabe, mpremote, a terminal)"
DENIED = (
    "add yourself to the dialout group: `sudo usermod -aG dialout $USER`, then log in again"
    if sys.platform == "linux"
    else _BUSY
)
_FIXES = {
    errno.EACCES: DENIED,
    errno.EPERM: DENIED,
    errno.ENOENT: "plug the board in; `lakabe boards` lists the boards there are",
    errno.ENODEV: _REPLUG,
    errno.ENXIO: _REPLUG,
    errno.EIO: _REPLUG,
    errno.EBUSY: _BUSY,
    errno.EAGAIN: _BUSY,
    errno.ECONNREFUSED: _ADDRESS,
}
_ANY_FIX = "check the address; `lakabe boards` lists the boards there are"


class Transport:
    """An open connection. Every failure is a PortError that names the address and a fix."""

    def __init__(self, url: str, port: serial.SerialBase) -> None:
        self.url = url
        self._port = port

    def read(self, limit: int, timeout: float) -> bytes:
        """At most ``limit`` bytes: waits up to ``timeout`` seconds for the first, takes what came with it."""
        try:
            self._port.timeout = timeout
            first: bytes = self._port.read(1)
            if not first or limit <= 1:
                return first
            self._port.timeout = 0
            rest: bytes = self._port.read(limit - 1)
        # pyserial answers a port closed by another thread with a TypeError.
        except (OSError, TypeError, ValueError) as error:
            raise _lost(self.url, error) from error
        return first + rest

    def write(self, data: bytes) -> None:
        """Write all of ``data``; PortError where the other side does not take it in WRITE_TIMEOUT_S."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise PortError(f"{self.url} takes no bytes", "restart the board") from error
        except (OSError, TypeError, ValueError) as error:
            raise _lost(self.url, error) from error

    def close(self) -> None:
        """Close it; once more does no harm."""
        # pyserial rests for 0.3 s after closing a socket, and leaves one open that the other end has reset:
        # so it finds none.
        wire = getattr(self._port, "_socket", None)
        if wire is not None:
            with contextlib.suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)
            wire.close()
            self._port.is_open = False
        with contextlib.suppress(OSError, TypeError):
            self._port.close()

    def __enter__(self) -> Transport:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_transport(url: str) -> Transport:
    """Open a device path (``/dev/ttyACM0``) or a pyserial URL (``socket://127.0.0.1:7000``); PortError."""
    if url.startswith(_NETWORK) and not _has_port(url):
        raise PortError(f"{url} names no port", "give one from 1 to 65535, as in socket://127.0.0.1:7000")
    options = {} if "://" in url else {"exclusive": True}
    try:
        port = serial.serial_for_url(url, baudrate=BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, **options)
    except (OSError, ValueError, TypeError) as error:
        raise PortError(f"{url} cannot be opened: {_why(error)}", _fix(url, error)) from error
    return Transport(url, port)


@contextlib.contextmanager
def reached(*urls: str) -> Iterator[None]:
    """Before anything inside is begun, PortError says what cannot be opened.

    Enter it where signals are noted: Python loses an interrupt that comes while it clears a port away.
    """
    for url in urls:
        open_transport(url).close()
    yield


def _has_port(url: str) -> bool:
    try:
        return bool(urlsplit(url).port)
    except ValueError:
        return False


def _lost(url: str, error: Exception) -> PortError:
    if url.startswith(_NETWORK):
        fix = "see that the board behind this address is on"
    else:
        fix = _FIXES.get(_number(error) or 0, _REPLUG)
    return PortError(f"the connection to {url} broke: {_why(error)}", fix)


def _number(error: BaseException | None) -> int | None:
    """The operating system's error number, from wherever pyserial has put it."""
    while error is not None:
        number = getattr(error, "errno", None)
        if isinstance(number, int):
            return number
        error = error.__context__
    return None


def _fix(url: str, error: Exception) -> str:
    return _ADDRESS if url.startswith(_NETWORK) else _FIXES.get(_number(error) or 0, _ANY_FIX)


def _why(error: Exception) -> str:
    number = _number(error)
    if number is not None:
        return os.strerror(number).lower()
    return " ".join(str(error).split()) or type(error).__name__
