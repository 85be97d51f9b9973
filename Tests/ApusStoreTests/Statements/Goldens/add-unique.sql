-- begin the transaction
BEGIN IMMEDIATE TRANSACTION;

-- create index 'apus_index_Note_text'
CREATE UNIQUE INDEX "apus_index_Note_text" ON "Note" ("text");

-- update the store's metadata
INSERT OR REPLACE INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?);
PRAGMA user_version = 2;
INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- commit
COMMIT TRANSACTION;
