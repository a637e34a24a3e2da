"""An archive in PostgreSQL whose server is restarted, locked, full or not willing."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from postgres import GUARDED, PASSWORD, Cluster
from sqlalchemy import Connection, event
from test_database import add

from lakabe.archive import Archive
from lakabe.archive.trouble import explain
from lakabe.errors import ArchiveBusy, ArchiveError


@pytest.fixture
def name(cluster: Cluster) -> str:
    """A new database."""
    return cluster.new()


def database_of(address: str) -> str:
    return address.split("/")[3].split("?")[0]


def hang_up(cluster: Cluster, connection: Connection) -> None:
    """Have the server end the connection of a transaction."""
    pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
    cluster.tell(f"SELECT pg_terminate_backend({pid}, 5000)")


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_server_that_is_restarted(cluster: Cluster, name: str, how: str) -> None:
    with Archive(name) as archive:
        add(archive)
        cluster.stop(how)
        try:
            for attempt in (archive.games, lambda: add(archive)):
                with pytest.raises(ArchiveBusy, match="cannot be reached"):
                    attempt()
        finally:
            cluster.start()
        add(archive)
        assert len(archive.games()) == 2


def test_a_restart_between_two_transactions_is_not_noticed(cluster: Cluster, name: str) -> None:
    with Archive(name) as archive:
        add(archive)
        cluster.stop()
        cluster.start()
        assert len(archive.games()) == 1
        cluster.stop()
        cluster.start()
        add(archive)


def test_it_is_not_known_whether_a_commit_was_made(cluster: Cluster, name: str) -> None:
    with Archive(name) as archive:
        before = archive.epoch()
        connections: list[Connection] = []
        engine = archive._database._engine
        event.listen(engine, "commit", lambda connection: hang_up(cluster, connections.pop()), once=True)
        with pytest.raises(ArchiveBusy), archive.writing() as writer:  # noqa: PT012
            writer.add({}, "", [], "*")
            connections.append(writer._run)
        assert archive.epoch() == before + 1, "who wrote has to look again"
        with pytest.raises(ArchiveBusy), archive.writing() as writer:  # noqa: PT012
            hang_up(cluster, writer._run)
            writer.add({}, "", [], "*")
        assert archive.epoch() == before + 1, "surely nothing was written"
        assert archive.games() == []


def test_a_locked_table(cluster: Cluster, name: str) -> None:
    with Archive(name, patience=0) as archive, cluster.connect(database_of(name)) as holder:
        with holder.transaction():
            holder.execute("LOCK TABLE games")
            with pytest.raises(ArchiveBusy, match="locked"):
                add(archive)
            with pytest.raises(ArchiveBusy, match="locked"):
                archive.games()
        add(archive)


def test_writers_take_turns(name: str) -> None:
    with Archive(name) as one, Archive(name, patience=0) as other:
        with one.writing(), pytest.raises(ArchiveBusy, match="locked"):
            add(other)
        assert other.games() == []
        add(other)


def test_a_database_that_may_only_be_read(cluster: Cluster, name: str) -> None:
    database = database_of(name)
    Archive(name).close()
    cluster.tell(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    with Archive(name) as archive:
        assert archive.games() == []
        with pytest.raises(ArchiveError, match=r"cannot be written: .*ask for the rights on this database"):
            archive.check()


def test_a_database_of_another_program_or_none(cluster: Cluster, name: str) -> None:
    with pytest.raises(ArchiveError, match=r"cannot be reached: .* does not exist"):
        Archive(cluster.address("nowhere"))
    cluster.tell("CREATE TABLE recipes (name text)", database_of(name))
    with pytest.raises(ArchiveError, match="something else"):
        Archive(name)


def test_passwords_are_never_shown(cluster: Cluster, name: str) -> None:
    cluster.tell(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")
    database = database_of(name)
    cluster.tell(f"GRANT ALL ON SCHEMA public TO {GUARDED}", database)
    address = cluster.address(database, f"{GUARDED}:{quote(PASSWORD, safe='')}")
    with Archive(address) as archive:
        add(archive)
        assert archive.name == f"postgresql://{GUARDED}@/{database}"
    for wrong in (
        address.replace(f"/{database}", "/nowhere"),
        address.replace("?host=", "?host=/nowhere"),
        cluster.address(database, f"{GUARDED}:{quote(PASSWORD + 'x', safe='')}"),
        f"{cluster.address(database, GUARDED)}&password={quote(PASSWORD + 'x', safe='')}",
        address + "&sslmode=hush",
    ):
        with pytest.raises(ArchiveError) as caught:
            Archive(wrong)
        for text in (caught.value.line(), repr(caught.value.__cause__)):
            assert PASSWORD not in text and quote(PASSWORD, safe="") not in text


def test_what_the_server_says_of_its_disk() -> None:
    class DiskFull(Exception):
        sqlstate = "53100"

    found = explain(DiskFull("could not extend file, said hush"), "x", ("hush",))
    assert isinstance(found, ArchiveBusy) and "no space is left" in found.message
    assert "***" in explain(ValueError("so hush it"), "x", ("hush",)).message
