-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- drop trigger 'apus_rules_insert_Item'
DROP TRIGGER "apus_rules_insert_Item";

-- drop trigger 'apus_rules_update_Item'
DROP TRIGGER "apus_rules_update_Item";

-- create table 'Note'
CREATE TABLE "apus_draft_Note" (
  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "text" TEXT NOT NULL
) STRICT;

-- copy 'Note'
-- ? = the first identity of a range
-- ? = its last identity
INSERT INTO "apus_draft_Note" ("_id", "text") SELECT source."_id", source."text" FROM "Item" AS source WHERE source."_entity" = 'Note' AND source."_id" >= ? AND source."_id" <= ? ORDER BY source."_id";

-- continue the identities of 'Note'
INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_draft_Note', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'apus_draft_Note');
UPDATE sqlite_sequence SET seq = max(seq, COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Item')), 0)) WHERE name = 'apus_draft_Note';

-- rename table 'apus_draft_Note' to 'Note'
ALTER TABLE "apus_draft_Note" RENAME TO "Note";

-- rename table 'Item' to 'Tag'
ALTER TABLE "Item" RENAME TO "Tag";

-- remove rows of 'Tag'
DELETE FROM "Tag" WHERE "_entity" IN ('Note');

-- drop column 'Tag._entity'
ALTER TABLE "Tag" DROP COLUMN "_entity";

-- rename column 'Tag.Tag.name' to 'name'
ALTER TABLE "Tag" RENAME COLUMN "Tag.name" TO "name";

-- edit 'name' of 'Tag'
PRAGMA writable_schema = ON;
-- ? = 'CREATE TABLE "Tag" (
--       "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
--       "text" TEXT NOT NULL,
--       "name" TEXT NOT NULL
--     ) STRICT'
-- ? = 'Tag'
UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? COLLATE NOCASE;
PRAGMA schema_version = 13;
PRAGMA writable_schema = RESET;

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
