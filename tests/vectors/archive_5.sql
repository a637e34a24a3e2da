-- An archive of schema version 5, as Python's sqlite3 dumps it.
BEGIN TRANSACTION;
CREATE TABLE boards (
    serial VARCHAR(64) NOT NULL,
    firmware VARCHAR(32) NOT NULL,
    protocol VARCHAR(16) NOT NULL,
    boot VARCHAR(16) NOT NULL,
    kept INTEGER NOT NULL,
    first_seen VARCHAR(32) NOT NULL,
    last_seen VARCHAR(32) NOT NULL,
    PRIMARY KEY (serial)
);
INSERT INTO "boards" VALUES('E66','0.1.0','1.3','0a0b0c0d',0,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z');
CREATE TABLE fetched (
    board VARCHAR(64) NOT NULL,
    name VARCHAR(32) NOT NULL,
    PRIMARY KEY (board, name),
    FOREIGN KEY(board) REFERENCES boards (serial)
);
CREATE TABLE games (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    board VARCHAR(64),
    name VARCHAR(32),
    first_ply INTEGER NOT NULL,
    start VARCHAR(64) NOT NULL,
    result VARCHAR(8),
    reason VARCHAR(32) NOT NULL,
    plies INTEGER,
    started VARCHAR(32) NOT NULL,
    ended VARCHAR(32),
    tags JSON NOT NULL,
    comment VARCHAR NOT NULL,
    digest VARCHAR(64),
    FOREIGN KEY(board) REFERENCES boards (serial)
);
INSERT INTO "games" VALUES(1,'E66','0a0b0c0d-1',1,'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W','1-0','host',2,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{"White": "Soa", "Black": "Ra\u202ekoto"}','',NULL);
INSERT INTO "games" VALUES(2,'E66','0a0b0c0d-2',1,'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W','0-1','no-move',2,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{"White": "Soa", "Black": "Ra\u202ekoto"}','',NULL);
INSERT INTO "games" VALUES(3,'E66','0a0b0c0d-3',1,'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W',NULL,'',NULL,'2026-01-02T03:04:05Z',NULL,'{"White": "Soa", "Black": "Ra\u202ekoto"}','',NULL);
INSERT INTO "games" VALUES(4,'E66','0a0b0c0d-4',3,'',NULL,'',NULL,'2026-01-02T03:04:05Z',NULL,'{}','',NULL);
INSERT INTO "games" VALUES(5,NULL,NULL,1,'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W','1-0','imported',1,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{"White": "  SOA", "Black": "Lita\u0007"}','by hand'||char(27)||']0;x'||char(7)||'','d1');
INSERT INTO "games" VALUES(6,NULL,NULL,1,'9/9/9/9/9 W','*','imported',0,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{"Variant": "telo"}','',NULL);
INSERT INTO "games" VALUES(7,NULL,NULL,1,'9/9/3WB4/9/9 W','1-0','imported',1,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{}','',NULL);
INSERT INTO "games" VALUES(8,NULL,NULL,1,'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W','0-1','corrected',1,'2026-01-02T03:04:05Z','2026-01-02T03:04:05Z','{"White": "Soa", "Black": "Ra\u202ekoto", "Date": "2026.01.02", "Site": "board E66", "Corrects": "1"}','Game 1 with other moves from 1. on.',NULL);
CREATE TABLE hints (
    board VARCHAR(64) NOT NULL,
    name VARCHAR(32) NOT NULL,
    ply INTEGER NOT NULL,
    PRIMARY KEY (board, name, ply),
    FOREIGN KEY(board) REFERENCES boards (serial)
);
CREATE TABLE match_games (
    "match" INTEGER NOT NULL,
    place INTEGER NOT NULL,
    board VARCHAR(64) NOT NULL,
    name VARCHAR(32) NOT NULL,
    PRIMARY KEY ("match", place),
    FOREIGN KEY("match") REFERENCES matches (number) ON DELETE CASCADE,
    FOREIGN KEY(board) REFERENCES boards (serial)
);
INSERT INTO "match_games" VALUES(1,1,'E66','0a0b0c0d-1');
INSERT INTO "match_games" VALUES(1,2,'E66','0a0b0c0d-2');
INSERT INTO "match_games" VALUES(1,3,'E66','0a0b0c0d-3');
CREATE TABLE match_without (
    "match" INTEGER NOT NULL,
    draw VARCHAR(16) NOT NULL,
    PRIMARY KEY ("match", draw),
    FOREIGN KEY("match") REFERENCES matches (number) ON DELETE CASCADE
);
CREATE TABLE matches (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind VARCHAR(16) NOT NULL,
    options INTEGER NOT NULL,
    event VARCHAR NOT NULL,
    first VARCHAR NOT NULL,
    second VARCHAR NOT NULL,
    started VARCHAR(32) NOT NULL,
    ended VARCHAR(32)
);
INSERT INTO "matches" VALUES(1,'session3',0,'Evening'||char(27)||'[2J','Soa','Ra'||char(8238)||'koto','2026-01-02T03:04:05Z',NULL);
CREATE TABLE meta (
    "key" VARCHAR(32) NOT NULL,
    value VARCHAR(64) NOT NULL,
    PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('application','lakabe-archive');
INSERT INTO "meta" VALUES('version','5');
CREATE TABLE moves (
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    comment VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    PRIMARY KEY (game, ply),
    FOREIGN KEY(game) REFERENCES games (number) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES(1,1,'d3-e3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(1,2,'d4-d3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(3,1,'f2-e3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(3,2,'d5-e4','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(2,1,'d3-e3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(2,2,'d4-d3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(4,3,'d3-e3A','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(4,5,'a1-a2','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(5,1,'d3-e3W','so'||char(155)||'31m','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(7,1,'d3-c3W','','2026-01-02T03:04:05Z');
INSERT INTO "moves" VALUES(8,1,'d3-e3W','','2026-01-02T03:04:05Z');
CREATE TABLE own_matches (
    board VARCHAR(64) NOT NULL,
    name VARCHAR(32) NOT NULL,
    "match" INTEGER NOT NULL,
    PRIMARY KEY (board, name),
    FOREIGN KEY(board) REFERENCES boards (serial),
    FOREIGN KEY("match") REFERENCES matches (number) ON DELETE CASCADE
);
CREATE TABLE raw_events (
    id INTEGER NOT NULL,
    board VARCHAR(64) NOT NULL,
    boot VARCHAR(16) NOT NULL,
    seq INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    game INTEGER,
    kind VARCHAR(8) NOT NULL,
    point VARCHAR(8) NOT NULL,
    value INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(board) REFERENCES boards (serial),
    FOREIGN KEY(game) REFERENCES games (number) ON DELETE CASCADE
);
CREATE TABLE undone (
    id INTEGER NOT NULL,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    comment VARCHAR NOT NULL,
    why VARCHAR(16) NOT NULL,
    at VARCHAR(32) NOT NULL,
    undone_at VARCHAR(32) NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(game) REFERENCES games (number) ON DELETE CASCADE
);
INSERT INTO "undone" VALUES(1,2,1,'e2-e3A','','taken back','2026-01-02T03:04:05Z','2026-01-02T03:04:05Z');
INSERT INTO "undone" VALUES(2,2,2,'1/2-1/2 host','','taken back','2026-01-02T03:04:05Z','2026-01-02T03:04:05Z');
CREATE INDEX ix_games_digest ON games (digest);
CREATE INDEX games_of_board ON games (board, name);
CREATE UNIQUE INDEX match_games_of_board ON match_games (board, name);
CREATE INDEX ix_own_matches_match ON own_matches ("match");
CREATE INDEX undone_of_game ON undone (game, ply);
CREATE INDEX ix_raw_events_game ON raw_events (game);
CREATE INDEX raw_events_of_board ON raw_events (board, boot, seq);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',1);
INSERT INTO "sqlite_sequence" VALUES('games',9);
COMMIT;
