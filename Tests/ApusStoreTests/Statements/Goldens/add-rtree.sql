-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- create R-tree 'apus_rtree_Note.map'
CREATE VIRTUAL TABLE "apus_rtree_Note.map" USING rtree(id, "minimum_1", "maximum_1", "minimum_2", "maximum_2");

-- fill R-tree 'apus_rtree_Note.map'
DELETE FROM "apus_rtree_Note.map";
INSERT INTO "apus_rtree_Note.map" SELECT source."_id", source."x", source."x", source."y", source."y" FROM "Note" AS source WHERE source."x" IS NOT NULL AND source."y" IS NOT NULL;

-- create trigger 'apus_rtree_Note.map_insert'
CREATE TRIGGER "apus_rtree_Note.map_insert" AFTER INSERT ON "Note" BEGIN
  INSERT OR REPLACE INTO "apus_rtree_Note.map" SELECT NEW."_id", NEW."x", NEW."x", NEW."y", NEW."y" WHERE NEW."x" IS NOT NULL AND NEW."y" IS NOT NULL;
END;

-- create trigger 'apus_rtree_Note.map_update'
CREATE TRIGGER "apus_rtree_Note.map_update" AFTER UPDATE OF "_id", "x", "y" ON "Note" BEGIN
  DELETE FROM "apus_rtree_Note.map" WHERE id = OLD."_id";
  INSERT OR REPLACE INTO "apus_rtree_Note.map" SELECT NEW."_id", NEW."x", NEW."x", NEW."y", NEW."y" WHERE NEW."x" IS NOT NULL AND NEW."y" IS NOT NULL;
END;

-- create trigger 'apus_rtree_Note.map_delete'
CREATE TRIGGER "apus_rtree_Note.map_delete" AFTER DELETE ON "Note" BEGIN
  DELETE FROM "apus_rtree_Note.map" WHERE id = OLD."_id";
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
