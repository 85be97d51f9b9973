-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- check views and triggers
ALTER TABLE apus_log RENAME TO apus_passing_log;
ALTER TABLE apus_passing_log RENAME TO apus_log;

-- drop trigger 'apus_rules_insert_Note'
DROP TRIGGER "apus_rules_insert_Note";

-- drop trigger 'apus_rules_update_Note'
DROP TRIGGER "apus_rules_update_Note";

-- rename table 'Note' to 'Memo'
ALTER TABLE "Note" RENAME TO "Memo";

-- rename column 'Memo.text' to 'body'
ALTER TABLE "Memo" RENAME COLUMN "text" TO "body";

-- fill 'Memo.size'
UPDATE OR ABORT "Memo" SET "size" = 7 WHERE "size" IS NULL;

-- edit 'size' of 'Memo'
PRAGMA writable_schema = ON;
-- ? = 'CREATE TABLE "Memo" (
--       "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
--       "body" TEXT NOT NULL,
--       "size" INTEGER NOT NULL
--     ) STRICT'
-- ? = 'Memo'
UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? COLLATE NOCASE;
PRAGMA schema_version = 17;
PRAGMA writable_schema = RESET;

-- restore the statistics of ANALYZE
DELETE FROM sqlite_stat1;
-- ? = 'Memo'
-- ? = 'mine'
-- ? = '2 1 1'
INSERT INTO sqlite_stat1 VALUES (?, ?, ?);
-- ? = 'apus_model'
-- ? = 'sqlite_autoindex_apus_model_1'
-- ? = '1 1'
INSERT INTO sqlite_stat1 VALUES (?, ?, ?);

-- create trigger 'apus_rules_insert_Memo'
CREATE TRIGGER "apus_rules_insert_Memo" BEFORE INSERT ON "Memo" BEGIN
  SELECT CASE WHEN NEW."size" NOT BETWEEN -32768 AND 32767 THEN RAISE(ABORT, 'apus: ''Memo.size'' is no int16') END;
END;

-- create trigger 'apus_rules_update_Memo'
CREATE TRIGGER "apus_rules_update_Memo" BEFORE UPDATE OF "size" ON "Memo" BEGIN
  SELECT CASE WHEN (NEW."size" IS NOT OLD."size") AND (NEW."size" NOT BETWEEN -32768 AND 32767) THEN RAISE(ABORT, 'apus: ''Memo.size'' is no int16') END;
END;

-- check views and triggers
ALTER TABLE apus_log RENAME TO apus_passing_log;
ALTER TABLE apus_passing_log RENAME TO apus_log;

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
