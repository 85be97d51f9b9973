-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- add column 'Note.home.street'
ALTER TABLE "Note" ADD COLUMN "home.street" TEXT;

-- add column 'Note.home.city'
ALTER TABLE "Note" ADD COLUMN "home.city" TEXT;

-- create trigger 'apus_rules_insert_Note'
CREATE TRIGGER "apus_rules_insert_Note" BEFORE INSERT ON "Note" BEGIN
  SELECT CASE WHEN NEW."home.street" IS NULL THEN RAISE(ABORT, 'apus: ''Note.home.street'' is missing beside others that are there')
    WHEN NEW."home.city" IS NULL THEN RAISE(ABORT, 'apus: ''Note.home.city'' is missing beside others that are there') END WHERE (COALESCE(NEW."home.street", NEW."home.city") IS NOT NULL);
END;

-- create trigger 'apus_rules_update_Note'
CREATE TRIGGER "apus_rules_update_Note" BEFORE UPDATE OF "home.street", "home.city" ON "Note" BEGIN
  SELECT CASE WHEN NEW."home.street" IS NULL THEN RAISE(ABORT, 'apus: ''Note.home.street'' is missing beside others that are there')
    WHEN NEW."home.city" IS NULL THEN RAISE(ABORT, 'apus: ''Note.home.city'' is missing beside others that are there') END WHERE (NEW."home.street" IS NOT OLD."home.street" OR NEW."home.city" IS NOT OLD."home.city") AND (COALESCE(NEW."home.street", NEW."home.city") IS NOT NULL);
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
