-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- create table 'Note_tags'
CREATE TABLE "Note_tags" (
  "source" INTEGER NOT NULL REFERENCES "Note" ("_id") DEFERRABLE INITIALLY DEFERRED,
  "target" INTEGER NOT NULL REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY ("source", "target")
) STRICT, WITHOUT ROWID;

-- create index 'apus_index_Note_tags_target_source'
CREATE INDEX "apus_index_Note_tags_target_source" ON "Note_tags" ("target", "source");

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
