-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- drop trigger 'apus_rules_insert_Note'
DROP TRIGGER "apus_rules_insert_Note";

-- drop trigger 'apus_rules_update_Note'
DROP TRIGGER "apus_rules_update_Note";

-- edit 'size' of 'Note'
PRAGMA writable_schema = ON;
-- ? = 'CREATE TABLE "Note" (
--       "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
--       "text" TEXT NOT NULL,
--       "size" REAL NOT NULL
--     ) STRICT'
-- ? = 'Note'
UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? COLLATE NOCASE;
PRAGMA schema_version = 8;
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
