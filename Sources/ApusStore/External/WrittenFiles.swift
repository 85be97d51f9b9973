import ApusSchema
import Foundation
import GRDB

/// The external files that a migration writes for values that it encrypts or decrypts, as a save writes them: each is on the disk before
/// the transaction is committed that refers to it.
///
/// If the process is killed before, no row refers to them, and the next migration removes them like any other unused file.
final class WrittenFiles: @unchecked Sendable {
    private static let function = "apus_new_file"

    private let files: ExternalFiles
    private let lock = NSLock()
    private var names: Set<String> = []
    private var firstFailure: (any Error)?

    init(_ files: ExternalFiles) { self.files = files }

    /// Adds the function that writes values to a connection.
    ///
    /// - Parameters:
    ///   - db: The connection.
    ///   - files: The files; `nil` if all values stay in their rows, as in a store that is thrown away.
    static func add(to db: Database, _ files: WrittenFiles?) {
        db.add(
            // A value that is written twice is in two files.
            function: DatabaseFunction(function, argumentCount: 1, pure: false) { arguments in
                guard let files, case .blob(let bytes) = arguments[0].storage else { return arguments[0] }
                return try files.keep(bytes)
            }
        )
    }

    /// A value of an external column as the row is to hold it, as SQL: the name of a new file if it is large.
    static func kept(_ value: SQLStatement) -> SQLStatement {
        SQLStatement("\(function)(\(value.sql))", value.arguments)
    }

    private func keep(_ bytes: Data) throws -> DatabaseValue {
        if bytes.count < ExternalFiles.threshold { return bytes.databaseValue }
        do {
            let name = try files.write(bytes)
            lock.withLock { _ = names.insert(name) }
            return name.databaseValue
        } catch {
            lock.withLock { firstFailure = firstFailure ?? error }
            throw error
        }
    }

    /// Why a file could not be written, which SQLite's error does not say; `nil` if all could be.
    var failure: (any Error)? { lock.withLock { firstFailure } }

    /// Removes the files after the transaction was rolled back.
    func removeAll() { files.remove(Array(lock.withLock { names })) }
}
