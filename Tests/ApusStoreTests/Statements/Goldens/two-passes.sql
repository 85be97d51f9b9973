-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- add column 'Note.loud'
ALTER TABLE "Note" ADD COLUMN "loud" TEXT;

-- derive 'Note.loud'
UPDATE OR ABORT "Note" SET "loud" = CAST(apus_uppercase(CAST("Note"."text" AS BLOB)) AS TEXT);

-- rebuild table 'Note'
CREATE TABLE "apus_draft_Note" (
  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "text" TEXT NOT NULL,
  "loud" TEXT NOT NULL
) STRICT;

-- copy 'Note'
-- ? = the first identity of a range
-- ? = its last identity
INSERT INTO "apus_draft_Note" ("_id", "text", "loud") SELECT source."_id", source."text", COALESCE(source."loud", '?') FROM "Note" AS source WHERE source."_id" >= ? AND source."_id" <= ? ORDER BY source."_id";

-- continue the identities of 'Note'
INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_draft_Note', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'apus_draft_Note');
UPDATE sqlite_sequence SET seq = max(seq, COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Note')), 0)) WHERE name = 'apus_draft_Note';

-- replace table 'Note'
DROP TABLE "Note";
PRAGMA legacy_alter_table = ON;
ALTER TABLE "apus_draft_Note" RENAME TO "Note";
PRAGMA legacy_alter_table = OFF;

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
