import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Reads a value of an object from an external file; `nil` if that fails.
    func load<Transformer: AttributeTransformer>(
        _ name: String,
        of object: ModelObject,
        at position: Int,
        by transformer: Transformer.Type
    ) -> Transformer.Value? {
        do {
            return try data(name, of: object, at: position).map { try Transformer.value(from: $0) }
        } catch let error as SealingError {
            if readingError == nil {
                readingError = ModelError.unreadableEncryptedValue(
                    object: object.persistentModelID,
                    property: object.entity.properties[position].name,
                    reason: error.reason
                )
            }
            return nil
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
        guard let bytes = try bytes(name, of: object, at: position) else { return nil }
        guard let table = object.table, let seal = table.externalSeal(at: position) else { return bytes }
        guard let row = object.row else { throw SealingError.notAuthentic }
        return try seal.opened(bytes, of: row, coordinator.store(of: object)?.file.keys)
    }

    /// The bytes of a value that is in a file, or was there: those of the file, or of the row.
    private func bytes(_ name: String, of object: ModelObject, at position: Int) throws -> Data? {
        guard let files = coordinator.store(of: object)?.file.files else { throw ExternalFileError.missing(name) }
        do {
            return try files.read(name)
        } catch ExternalFileError.missing(name) {
            // Another context or process may have saved a new value since, which removes the old value's file.
            if object.row == nil { throw ExternalFileError.missing(name) }
            guard let current = try currentValue(of: object, at: position) else { return nil }
            if case .text(let newName) = current, newName != name { return try files.read(newName) }
            if case .blob(let data) = current { return data }
            throw ExternalFileError.missing(name)
        }
    }

    /// The value that an object's row has now; `nil` if it has none, or the row is gone.
    private func currentValue(of object: ModelObject, at position: Int) throws -> StoredValue? {
        guard let table = object.table, let row = object.row else { return nil }
        let column = table.column(at: position)
        var value: StoredValue?
        try read(table) { access in
            let found: DatabaseValue? = try DatabaseValue.fetchOne(
                access.database,
                sql: "SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?",
                arguments: [row]
            )
            value = found.flatMap { StoredValue.fromDatabaseValue($0) }
        }
        return value == .null ? nil : value
    }
}
