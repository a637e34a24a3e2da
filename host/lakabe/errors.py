"""Every failure a person can meet: what was wrong, what to do about it, and an exit code.

The command line prints ``lakabe: <message> (<fix>)`` as one line on standard error and exits with the code.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable

from lakabe.language.saying import Text, say, verbatim
from lakabe.printable import one_line, shortened

LONGEST = 300
"""Characters of a line about a failure."""
_NAME = "lakabe: "


class LakabeError(Exception):
    """The root: ``message`` says what was wrong, ``fix`` what to do (may be empty).

    Both are one line, without control characters. What is too long loses its middle. Either may be a `Text`,
    where players can meet the failure; ``said`` has them in every language.
    """

    exit_code: int = 1

    def __init__(self, message: str, fix: str = "") -> None:
        self.message = shortened(one_line(message), LONGEST)
        self.fix = shortened(one_line(fix), LONGEST // 2)
        self._texts = message, fix
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} ({self.fix})" if self.fix else self.message

    @property
    def why(self) -> Text:
        """The message, for players."""
        message = self._texts[0]
        return message if isinstance(message, Text) else verbatim(self.message)

    @property
    def said(self) -> Text:
        """The message and the fix, for players."""
        fix = self._texts[1]
        fix = fix if isinstance(fix, Text) else self.fix
        return say("{message} ({fix})", message=self.why, fix=fix) if fix else self.why

    def line(self) -> str:
        """The one line for a terminal, of ``LONGEST`` characters at most."""
        rest = f" ({self.fix})" if self.fix else ""
        return f"{_NAME}{shortened(self.message, LONGEST - len(_NAME) - len(rest))}{rest}"


def exit_code_of(work: Callable[[], object]) -> int:
    """Does the work of a program beside the ``lakabe`` command: 0, or the code of its failure, printed."""
    try:
        work()
    except LakabeError as problem:
        failure = problem
    except OSError as problem:
        if problem.errno not in READ_ONLY:
            raise
        failure = read_only(problem)
    else:
        return 0
    print(failure.line(), file=sys.stderr)
    return failure.exit_code


class UsageError(LakabeError):
    """An option or argument that makes no sense."""

    exit_code = 2


class InputError(LakabeError):
    """A malformed trace, position or game; ``number`` is the line it is on, counted from 1, when known."""

    exit_code = 2

    def __init__(self, message: str, fix: str = "", number: int | None = None) -> None:
        super().__init__(message if number is None else f"line {number}: {message}", fix)
        self.number = number


class FirmwareError(LakabeError):
    """The firmware's source cannot be made into the files of a board."""

    exit_code = 2


class NoBoardError(LakabeError):
    """No board was found."""

    exit_code = 3


class PortError(LakabeError):
    """A port cannot be opened, or was lost."""

    exit_code = 4


class ProtocolError(LakabeError):
    """The board does not answer, or speaks another major version."""

    exit_code = 5


class ArchiveError(LakabeError):
    """The archive is locked, corrupt, unwritable or unknown to this version."""

    exit_code = 6


class ArchiveBusy(ArchiveError):
    """The archive cannot be written just now (locked, no space left); trying again later may work."""


class ArchiveConflict(ArchiveError):
    """Something other than what is kept was offered for the same place; nothing was written."""


class ArchiveDamage(ArchiveError):
    """A record in the archive makes no sense; the others can be used."""


class SetupError(LakabeError):
    """Something is not installed: an extra's package, Node, the wasm package, a browser."""

    exit_code = 7


READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


def read_only(error: OSError) -> SetupError:
    """What is said where a clone cannot be written."""
    return SetupError(
        f"this clone is read-only: {error.filename} cannot be written", "clone it into a folder of your own"
    )


class BoardFault(LakabeError):
    """The board misbehaves, or its self-test failed."""

    exit_code = 8


class EngineError(LakabeError):
    """Another program that was to find moves cannot be started, or breaks the protocol or the rules."""

    exit_code = 9
