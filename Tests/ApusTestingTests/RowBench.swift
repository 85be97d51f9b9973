import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// A store of a schema, what loads text into it, and what dumps an entity.
struct RowBench {
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    let folder: Folder
    let url: URL
    var transfer = RowTransfer(keys: .forTests)

    init(_ entities: [Entity], enumerations: [Enumeration] = []) throws {
        folder = try Folder()
        url = folder.url.appending(path: "store.sqlite")
        var schema = Schema(model: "Bench", entities: entities)
        schema.enumerations = enumerations
        #expect(schema.validate().filter { $0.severity == .error }.isEmpty)
        try StoreCreation.create(url, holding: StoreState(version: nil, schema: schema), keys: .forTests)
    }

    @discardableResult
    func load(
        _ text: String,
        _ entity: String?,
        as format: RowFile.Format = .csv,
        by keys: [String] = []
    ) throws -> RowTransfer.Report {
        let file = folder.url.appending(path: "rows")
        try Data(text.utf8).write(to: file)
        return try transfer.load(
            try FileHandle(forReadingFrom: file),
            into: url,
            entity: entity,
            as: RowFile(format),
            named: "rows",
            identifying: keys
        )
    }

    /// The findings of rows that cannot be loaded.
    func findings(
        _ text: String,
        _ entity: String?,
        as format: RowFile.Format = .csv,
        by keys: [String] = []
    ) -> [String] {
        let error = #expect(throws: RowLoadError.self) { try load(text, entity, as: format, by: keys) }
        return error?.findings.map(\.description) ?? []
    }

    func dump(_ entity: String?, as format: RowFile.Format = .csv) throws -> String {
        var text = ""
        _ = try transfer.dump(url, entity: entity, as: RowFile(format)) { text += $0 }
        return text
    }

    /// Runs SQL, for which the model's rules do not hold.
    func run(_ sql: String) throws {
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            let triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
            for name in try String.fetchAll(db, sql: triggers) { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    /// The names of the files of external values.
    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path + "-files").sorted()) ?? []
    }
}
