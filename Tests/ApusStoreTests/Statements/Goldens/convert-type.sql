-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- drop trigger 'apus_rules_insert_Note'
DROP TRIGGER "apus_rules_insert_Note";

-- drop trigger 'apus_rules_update_Note'
DROP TRIGGER "apus_rules_update_Note";

-- rebuild table 'Note'
CREATE TABLE "apus_draft_Note" (
  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "body" TEXT NOT NULL,
  "size" TEXT NOT NULL
) STRICT;

-- copy 'Note'
-- ? = the first identity of a range
-- ? = its last identity
INSERT INTO "apus_draft_Note" ("_id", "body", "size") SELECT source."_id", source."text", CAST(source."size" AS TEXT) FROM "Note" AS source WHERE source."_id" >= ? AND source."_id" <= ? ORDER BY source."_id";

-- continue the identities of 'Note'
INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_draft_Note', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'apus_draft_Note');
UPDATE sqlite_sequence SET seq = max(seq, COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Note')), 0)) WHERE name = 'apus_draft_Note';

-- rename column 'Note.text' to 'body'
ALTER TABLE "Note" RENAME COLUMN "text" TO "body";

-- replace table 'Note'
DROP TABLE "Note";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "apus_draft_Note" RENAME TO "Note";
PRAGMA legacy_alter_table = OFF;
CREATE INDEX "apus_index_Note_text" ON "Note" ("body");

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
