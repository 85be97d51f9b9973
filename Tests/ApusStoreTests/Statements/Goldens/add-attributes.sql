-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- add column 'Note.size'
ALTER TABLE "Note" ADD COLUMN "size" INTEGER NOT NULL DEFAULT -1;

-- add column 'Note.tag'
ALTER TABLE "Note" ADD COLUMN "tag" TEXT;

-- create trigger 'apus_rules_insert_Note'
CREATE TRIGGER "apus_rules_insert_Note" BEFORE INSERT ON "Note" BEGIN
  SELECT CASE WHEN NEW."size" NOT BETWEEN -2147483648 AND 2147483647 THEN RAISE(ABORT, 'apus: ''Note.size'' is no int32') END;
END;

-- create trigger 'apus_rules_update_Note'
CREATE TRIGGER "apus_rules_update_Note" BEFORE UPDATE OF "size" ON "Note" BEGIN
  SELECT CASE WHEN (NEW."size" IS NOT OLD."size") AND (NEW."size" NOT BETWEEN -2147483648 AND 2147483647) THEN RAISE(ABORT, 'apus: ''Note.size'' is no int32') END;
END;

-- update the store's metadata
INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
  schema = excluded.schema, generation = excluded.generation;
PRAGMA user_version = 3;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
