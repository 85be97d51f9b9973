-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- add column 'Note.loud'
ALTER TABLE "Note" ADD COLUMN "loud" TEXT;

-- derive 'Note.loud'
UPDATE OR ABORT "Note" SET "loud" = CAST(apus_uppercase(CAST("Note"."text" AS BLOB)) AS TEXT);

-- create trigger 'apus_derived_Note.loud_insert'
CREATE TRIGGER "apus_derived_Note.loud_insert" AFTER INSERT ON "Note" BEGIN
  UPDATE "Note" SET "loud" = CAST(apus_uppercase(CAST("Note"."text" AS BLOB)) AS TEXT) WHERE "_id" = NEW."_id";
END;

-- create trigger 'apus_derived_Note.loud_update'
CREATE TRIGGER "apus_derived_Note.loud_update" AFTER UPDATE OF "text" ON "Note" BEGIN
  UPDATE "Note" SET "loud" = CAST(apus_uppercase(CAST("Note"."text" AS BLOB)) AS TEXT) WHERE "_id" = NEW."_id";
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
