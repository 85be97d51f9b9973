-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- create table 'Note_tags'
CREATE TABLE "apus_draft_Note_tags" (
  "source" INTEGER NOT NULL REFERENCES "Note" ("_id") DEFERRABLE INITIALLY DEFERRED,
  "target" INTEGER NOT NULL REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY ("source", "target")
) STRICT, WITHOUT ROWID;

-- copy 'Note_tags'
-- ? = the first identity of a range
-- ? = its last identity
INSERT INTO "apus_draft_Note_tags" ("source", "target") SELECT source."_id", source."tag" FROM "Note" AS source WHERE (source."tag" IS NOT NULL) AND source."_id" >= ? AND source."_id" <= ? ORDER BY source."_id";

-- rename table 'apus_draft_Note_tags' to 'Note_tags'
ALTER TABLE "apus_draft_Note_tags" RENAME TO "Note_tags";

-- drop index 'apus_index_Note_tag'
DROP INDEX "apus_index_Note_tag";

-- drop column 'Note.tag'
ALTER TABLE "Note" DROP COLUMN "tag";

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
