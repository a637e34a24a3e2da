"""A PostgreSQL server of the tests' own, on a socket in a folder of its own: fast, and safe from nothing."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

from tools.setup import postgresql
from tools.setup.debian import library_path

OWNER = "lakabe"
GUARDED = "guarded"
"""A role that needs its password, PASSWORD; the owner needs none."""
PASSWORD = "s3/cr?t#x"
_USER = "nobody"
"""Who runs the server where the tests run as root, which PostgreSQL refuses."""
_RULES = f"local all {GUARDED} scram-sha-256\nlocal all all trust\n"
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "40",
}


class Cluster:
    """A server with databases; it is made and started at once."""

    def __init__(self) -> None:
        programs = postgresql.find()
        assert programs is not None
        self._programs = programs
        self._names = (f"archive{n}" for n in itertools.count(1))
        self.folder = Path(tempfile.mkdtemp(prefix="lakabe-pg-", dir="/tmp"))
        self._identity: dict[str, object] = {}
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER)
            self._identity = {"user": _USER, "extra_groups": []}
        self._data = self.folder / "data"
        self._run(
            "initdb", "-D", self._data, "-U", OWNER, "-E", "UTF8", "--locale=C", "--no-sync", "-A", "trust"
        )
        (self._data / "pg_hba.conf").write_text(_RULES)
        self.start()

    def start(self) -> None:
        settings = {**_SETTINGS, "unix_socket_directories": str(self.folder)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", self.folder / "log", "-o", options)

    def stop(self, how: str = "fast") -> None:
        """``how``: smart, fast or immediate, which is a crash."""
        self._run("pg_ctl", "stop", "-w", "-D", self._data, "-m", how)

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def new(self) -> str:
        """The address of another, empty database."""
        name = next(self._names)
        self.tell(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str, user: str = OWNER) -> str:
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def tell(self, command: str, name: str = "postgres") -> None:
        """Have the server carry out a command in a database."""
        with self.connect(name) as connection:
            connection.execute(command)

    def connect(self, name: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(host=str(self.folder), user=OWNER, dbname=name, autocommit=True)

    def _run(self, program: str, *words: object) -> None:
        environment = {**os.environ, "LC_ALL": "C", "PGCONNECT_TIMEOUT": "10"}
        if self._programs.is_relative_to(postgresql.folder()):
            environment["LD_LIBRARY_PATH"] = library_path(postgresql.folder())
        command = [str(self._programs / program), *map(str, words)]
        done = subprocess.run(
            command, cwd=self.folder, env=environment, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self._identity,
        )  # type: ignore[call-overload]  # fmt: skip
        assert done.returncode == 0, done.stderr
