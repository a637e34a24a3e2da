"""The command line: one module a command, imported only when it is asked for.

``lakabe.cli.X`` defines a function ``X`` with Typer's annotations, or a Typer ``app`` for a group. Everything
that goes wrong ends in one line on standard error and an exit code (see ``lakabe.errors``).
"""

from __future__ import annotations

import contextlib
import importlib
import re
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from lakabe import __version__, installation
from lakabe.cli import speaking
from lakabe.cli.streams import OutputError, drop_output, open_streams
from lakabe.errors import LakabeError, UsageError
from lakabe.places import state_directory

COMMANDS: dict[str, str] = {
    "play": "Play on the virtual board in a browser; every game is recorded.",
    "record": "Record the games of a board.",
    "boards": "List the boards that are connected.",
    "games": "List, show, export, import and delete recorded games.",
    "matches": "List, begin, resume, show and export sessions and championships.",
    "openings": "Tell how the five openings have done in recorded games.",
    "lessons": "Print the course of lessons.",
    "puzzles": "Find positions with a single winning move, and send one to a board.",
    "hint": "Tell the best move in a position, and why.",
    "analyse": "Grade the moves of games, and draw the evaluation.",
    "trace": "Run the firmware over a reed trace and print what it makes of it.",
    "virtual": "Offer the virtual board to other programs.",
    "engine": "Answer other programs that ask for moves, in a text protocol.",
    "book": "Say what the opening book has.",
    "tablebase": "List, build and probe the endgame tables.",
    "flash": "Bring the firmware to a board, new or not.",
    "doctor": "Look for what may be wrong, and name the fix.",
    "docs": "Print a document that comes with this program.",
}

INTERRUPTED = 128 + signal.SIGINT
NARROW = 60
"""Columns below which the help is plain."""
GONE = 128 + 13  # SIGPIPE, which Windows does not have


def main() -> NoReturn:
    """The ``lakabe`` command."""
    open_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code. Failures are reported on standard error, never raised."""
    speaking.speak()
    return answer(build(arguments), arguments, "lakabe")


def answer(app: typer.Typer, arguments: Sequence[str], program: str) -> int:
    """Run a command line of an application, which its help calls ``program``; as ``run``."""
    command = typer.main.get_command(app)
    debug = "--debug" in arguments
    code = _answer(lambda: command.main(list(arguments), prog_name=program, standalone_mode=False), debug)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _gone()
    except OutputError as error:
        drop_output()
        return code or _complain(error, debug)
    return code


def _answer(work: Callable[[], object], debug: bool) -> int:
    try:
        code = work()
        return code if isinstance(code, int) else 0
    except LakabeError as error:
        if isinstance(error, OutputError):
            drop_output()
        return _complain(error, debug)
    except typer.TyperException as error:
        # Without a message the help was printed in answer to a bare command.
        said = error.format_message().rstrip(".")
        negative = re.fullmatch(r"No such option: (-[0-9]\S*)", said)
        if negative:
            said = f"{negative[1]} is no option, and there are no negative numbers here"
        return _complain(UsageError(said, "see --help"), debug) if said else UsageError.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _gone()
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        return _gone()
    except Exception as error:
        lacking = installation.lacking(error) if isinstance(error, ImportError) else None
        return _complain(lacking or _unexpected(error, debug), debug)


def build(arguments: Sequence[str]) -> typer.Typer:
    """The application, with the module of the command in ``arguments`` loaded and all others only named."""
    # The frames of the help take room that a narrow terminal does not have.
    frames: Literal["rich"] | None = "rich" if shutil.get_terminal_size().columns >= NARROW else None
    app = typer.Typer(
        name="lakabe", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
        rich_markup_mode=frames,
    )  # fmt: skip
    app.callback()(_root)
    words = [
        word for word, before in zip(arguments, ("", *arguments), strict=False) if before != "--language"
    ]
    wanted = next((word for word in words if not word.startswith("-")), "")
    for name, summary in COMMANDS.items():
        loaded = _load(name) if name == wanted else None
        if isinstance(loaded, typer.Typer):
            app.add_typer(loaded, name=name, help=summary)
        elif loaded is not None:
            app.command(name)(loaded)
        else:
            app.command(name, help=summary)(_unloaded)
    return app


def _load(name: str) -> typer.Typer | Callable[..., object]:
    """The ``app`` or the function of a command; one that raises SetupError where it cannot be imported."""
    try:
        module = importlib.import_module(f"lakabe.cli.{name}")
    except ImportError as error:
        failure = installation.cannot_start(name, error)

        def missing() -> None:
            raise failure

        return missing
    found: typer.Typer | Callable[..., object] = getattr(module, "app", None) or getattr(module, name)
    return found


def _unloaded() -> None:
    """Stands for a command in the help of the others."""


def _version(asked: bool) -> None:
    if asked:
        print(f"lakabe {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_version),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a failure.")] = False,
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE", help="Language of what players read: en, fr or mg. Left out: the environment's."
        ),
    ] = "",
) -> None:
    """An electronic Fanorona board: play, record, look at games."""
    if language:
        speaking.speak(language)


def _gone() -> int:
    """Who read our output has gone."""
    drop_output()
    return GONE


def _complain(error: LakabeError, debug: bool) -> int:
    if debug:
        with contextlib.suppress(OSError):
            traceback.print_exc()
    with contextlib.suppress(OSError):  # there is nowhere else to say it
        print(speaking.fitted(error.line(), stream=sys.stderr), file=sys.stderr, flush=True)
    return error.exit_code


def _unexpected(error: Exception, debug: bool) -> LakabeError:
    """A fault of this program, as one line; the traceback goes into a file unless it is shown anyway."""
    what = f"this should not have happened: {type(error).__name__}: {error}"
    if debug:
        return LakabeError(what)
    kept = _keep("".join(traceback.format_exception(error)))
    return LakabeError(what, f"report it with {kept}" if kept else "run it again with --debug")


def _keep(report: str) -> Path | None:
    name = f"failure-{datetime.now().astimezone():%Y%m%d-%H%M%S}.txt"
    for directory in (state_directory(), Path(tempfile.gettempdir())):
        try:
            directory.mkdir(parents=True, exist_ok=True)
            (directory / name).write_text(report)
        except OSError:
            continue
        return directory / name
    return None
