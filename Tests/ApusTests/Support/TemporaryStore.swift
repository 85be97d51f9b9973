import Apus
import Foundation
import GRDB

/// A real store in a folder of its own, which is removed after the test.
final class TemporaryStore {
    let url: URL
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "store.sqlite")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Opens the store again, and returns an empty context.
    func open(isObservable: Bool = false) throws -> ModelContext {
        ModelContext(try ModelContainer(for: FeaturesSchema.self, url: url), isObservable: isObservable)
    }

    /// Queries the file directly.
    func ask(_ sql: String) throws -> [[DatabaseValue]] {
        try DatabaseQueue(path: url.path).read { database in
            try Row.fetchAll(database, sql: sql).map { Array($0.databaseValues) }
        }
    }

    /// Queries the file directly; a line per row, like the `sqlite3` shell.
    func lines(_ sql: String) throws -> [String] {
        try ask(sql).map { row in
            row.map { String.fromDatabaseValue($0) ?? ($0.isNull ? "" : $0.description) }.joined(separator: "|")
        }
    }

    /// Changes the file directly.
    func tell(_ sql: String) throws {
        try DatabaseQueue(path: url.path).write { try $0.execute(sql: sql) }
    }
}

extension ModelContext {
    /// All objects of a class.
    func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
        try fetch(FetchDescriptor<Model>())
    }
}
