-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- add column 'Note.tag'
ALTER TABLE "Note" ADD COLUMN "tag" INTEGER REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED;

-- create index 'apus_index_Note_tag'
CREATE INDEX "apus_index_Note_tag" ON "Note" ("tag");

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
