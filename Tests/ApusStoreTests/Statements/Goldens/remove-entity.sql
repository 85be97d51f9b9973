-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- keep the last identity of 'Tag' for a table of this name
INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_gone_Tag', COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Tag')), 0) WHERE COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Tag')), 0) > 0;

-- drop table 'Tag'
DROP TABLE "Tag";

-- keep the last identity of 'Tag' for a table of this name
UPDATE sqlite_sequence SET name = 'Tag' WHERE name = 'apus_gone_Tag';

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
