"""`lakabe flash` takes a board that plays through its boot loader, and the board keeps its games."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from fanorona.rules import notation
from fanorona.rules.game import Game
from fanorona.store.journal import Journal
from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import bases, flash, uf2
from pico import image, journals
from pico.commands import command, wait
from pico.conftest import Start
from pico.releases import NEW, earlier_firmware
from pico.rig import PicoRig, config
from tools import base

pytestmark = pytest.mark.pico

GAMES = 2


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installation whose base is another than the board's, which an image alone does not bring."""
    (tmp_path / "pico.bin").write_bytes(base.obtain("pico"))
    (tmp_path / "pico.recipe").write_text("feedbeef")
    monkeypatch.setattr(bases, "FOLDER", tmp_path)


class Bootable:
    """The drive of a rig's boot loader: there while the Pico is in it, and watched for a UF2 file."""

    def __init__(self, rig: PicoRig, folder: Path) -> None:
        self.rig = rig
        self.folder = folder
        folder.mkdir()
        self.thread = threading.Thread(target=self._serve, name="drive", daemon=True)
        self.thread.start()

    def mounted(self) -> list[Path]:
        """As `flash` asks for it."""
        return [self.folder]

    def _serve(self) -> None:
        wait(self.rig.in_boot_loader)
        (self.folder / flash.INFO).write_text("Board-ID: RPI-RP2\n")
        wait(self._is_whole)
        (self.folder / flash.INFO).unlink()
        self.rig.drop(self.folder / "lakabe.uf2")

    def _is_whole(self) -> bool:
        file = self.folder / "lakabe.uf2"
        data = file.read_bytes() if file.exists() else b""
        return len(data) > uf2.BLOCK and len(data) == uf2.BLOCK * int.from_bytes(data[24:28], "little")


def kept(library: list[list[str]]) -> list[bytes]:
    """The sectors of a journal with these finished games."""
    memory = journals.Memory(config().JOURNAL_SECTORS)
    journal = Journal(memory)
    game = Game()
    journal.resume(game)
    for number, moves in enumerate(library):
        name = b"0123abcd-%d" % number
        game.start()
        journal.leave()
        journal.name[: len(name)] = name
        journal.name_size = len(name)
        journal.begin()
        for text in moves:
            notation.play_move(game.position, text)
            game.commit()
            while journal.pending(game):
                journal.work(game, False)
        journal.end(game.result, game.reason)
        while journal.pending(game):
            journal.work(game, False)
    return image.journal_of(bytes(memory.data))


def test_games_survive_the_boot_loader(
    start: Start,
    newer: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, before = earlier_firmware()
    library = [journals.random_game(random.Random(seed)) for seed in range(GAMES)]
    rig = start(old, journal=kept(library))
    rig.wait_line(" hello ", 3000, 0)
    port = rig.live()
    drive = Bootable(rig, tmp_path / "drive")
    monkeypatch.setattr(flash, "_mounted", drive.mounted)
    assert cli.run(["flash", "--port", port]) == 0
    printed = capsys.readouterr().out
    assert "waiting for the drive" in printed
    assert printed.endswith(f"\nfirmware {NEW}, before {before}\n")

    address = f"sqlite:///{tmp_path / 'games.db'}"
    done = command("lakabe", "games", "fetch", "--port", port, "--archive", address)
    assert done.returncode == 0, done.stderr
    with Archive(address) as archive:
        assert sorted(list(game.texts()) for game in archive.games()) == sorted(library)


def test_no_page_of_a_release_lies_in_the_journal(newer: None) -> None:
    pages = uf2.unpack(flash.release("pico", image.firmware()), "pico")
    assert max(pages) + uf2.PAYLOAD <= image.JOURNAL
