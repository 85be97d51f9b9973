import ApusSchema
import Foundation

/// The bytes of encrypted values, in rows or in external files.
struct SealedValues {
    /// The external files; `nil` for a store in memory.
    let files: ExternalFiles?

    /// The files of a transaction.
    struct Changes {
        /// Those that are to be removed if it fails. The older ones stay until the purge: readers of an older state still need them.
        var written: [String] = []
    }

    /// The encrypted bytes of a value.
    ///
    /// - Returns: The bytes; `nil` for null.
    /// - Throws: `SealingError.notSealed`; `ExternalFileError`.
    func bytes(of value: StoredValue, in column: Column) throws -> Data? {
        switch value {
        case .null: return nil
        case .blob(let bytes): return bytes
        case .text(let name) where column.isExternal:
            guard let files else { throw ExternalFileError.missing(name) }
            return try files.read(name)
        case .integer, .real, .text: throw SealingError.notSealed
        }
    }

    /// A value with other bytes as the column is to hold it: in a file of their own if the older ones were.
    ///
    /// - Throws: An error of the file system.
    func replace(_ value: StoredValue, by bytes: Data, _ changes: inout Changes) throws -> StoredValue {
        guard let files, case .text = value else { return .blob(bytes) }
        let new = try files.write(bytes)
        changes.written.append(new)
        return .text(new)
    }
}
