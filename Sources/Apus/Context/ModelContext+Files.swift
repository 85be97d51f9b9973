import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Reads a value of an object from a file beside the store; `nil` where that cannot be done.
    func load<Transformer: AttributeTransformer>(
        _ name: String,
        of object: ModelObject,
        at position: Int,
        by transformer: Transformer.Type
    ) -> Transformer.Value? {
        do {
            return try data(name, of: object, at: position).map { try Transformer.value(from: $0) }
        } catch {
            if readingError == nil {
                readingError = ModelError.unreadableFile(
                    object: object.persistentModelID,
                    property: object.entity.properties[position].name,
                    reason: (error as? ExternalFileError)?.description ?? error.localizedDescription
                )
            }
            return nil
        }
    }

    private func data(_ name: String, of object: ModelObject, at position: Int) throws -> Data? {
        do {
            return try container.store.files.read(name)
        } catch ExternalFileError.missing(name) {
            // Somebody may have saved another value since the object was read, and the file went with the old one.
            guard let now = try current(of: object, at: position) else { return nil }
            if case .text(let newName) = now, newName != name { return try container.store.files.read(newName) }
            if case .blob(let data) = now { return data }
            throw ExternalFileError.missing(name)
        }
    }

    /// What the row of an object holds now; `nil` where it holds nothing, or is gone.
    private func current(of object: ModelObject, at position: Int) throws -> StoredValue? {
        guard let table = object.table, let row = object.row else { return nil }
        let column: String = table.column(at: position)
        var value: StoredValue?
        try read { database in
            let found: DatabaseValue? = try DatabaseValue.fetchOne(
                database,
                sql: "SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?",
                arguments: [row]
            )
            value = found.flatMap { StoredValue.fromDatabaseValue($0) }
        }
        return value == .null ? nil : value
    }
}
