import ApusMigration
public import Foundation
import GRDB

/// A store's metadata: its file, its models and their migrations.
public struct StoreInspection: Sendable {
    /// The properties of a store's file.
    public struct File: Hashable, Sendable {
        /// The number of the store's format.
        public let format: Int
        /// The size in bytes, including the write-ahead log.
        public let bytes: Int
        /// The size of a page in bytes.
        public let pageSize: Int
        /// SQLite's journal mode: `wal`, `delete`, …
        public let journalMode: String
        /// The encoding of text: `UTF-8`.
        public let encoding: String
    }

    /// A model in the store, with the log of its migrations.
    public struct Model: Hashable, Sendable {
        /// The store's description of the model.
        public let description: StoreDescription
        /// Its migrations, newest first.
        public let log: [StoreLogEntry]
        /// What migrations left for later.
        public var deferred: [DeferredWork] = []
    }

    /// The file.
    public let file: File

    /// The models, sorted by their names; at least one.
    public let models: [Model]

    /// Reads a store's metadata.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The only model to read; `nil` for all.
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
                        Model(
                            description: $0,
                            log: try StoreLogEntry.read(db, of: $0.model),
                            deferred: try DeferredWork.read(db, of: $0.model)
                        )
                    }
                )
            }
        }
    }

    private init(file: File, models: [Model]) {
        (self.file, self.models) = (file, models)
    }
}
