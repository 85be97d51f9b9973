import ApusMigration
public import Foundation
import GRDB

/// All that a store says of itself and its file.
public struct StoreInspection: Sendable {
    /// The file of a store, as SQLite sees it.
    public struct File: Hashable, Sendable {
        /// The number of the store's format.
        public let format: Int
        /// The size in bytes, the write-ahead log included.
        public let bytes: Int
        /// The size of a page in bytes.
        public let pageSize: Int
        /// How SQLite makes a transaction whole: `wal`, `delete` …
        public let journalMode: String
        /// How texts are kept: `UTF-8`.
        public let encoding: String
    }

    /// One model in the store, with the log of its migrations.
    public struct Model: Hashable, Sendable {
        /// What the store says of it.
        public let description: StoreDescription
        /// Its migrations, newest first.
        public let log: [StoreLogEntry]
    }

    /// The file.
    public let file: File

    /// The models by their names, one at least.
    public let models: [Model]

    /// Reads what a store says.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model that alone is read; `nil` for all.
    /// - Throws: `StoreError`.
    public init(of url: URL, model: String? = nil) throws(StoreError) {
        let file = StoreFile(url)
        self = try file.reading { database in
            try database.read { db in
                let descriptions: [StoreDescription] =
                    try model.map { [try StoreDescription.read(db, model: $0, path: file.path)] }
                    ?? StoreDescription.readAll(db, path: file.path)
                return StoreInspection(
                    file: File(
                        format: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                        bytes: file.size,
                        pageSize: try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0,
                        journalMode: try file.requireFile().hasLog ? "wal" : "delete",
                        encoding: try String.fetchOne(db, sql: "PRAGMA encoding") ?? ""
                    ),
                    models: try descriptions.map {
                        Model(description: $0, log: try StoreLogEntry.read(db, of: $0.model))
                    }
                )
            }
        }
    }

    private init(file: File, models: [Model]) {
        (self.file, self.models) = (file, models)
    }
}
