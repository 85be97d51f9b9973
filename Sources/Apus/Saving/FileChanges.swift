import ApusSchema
import ApusStore
import Foundation

/// The encryption of an object's values in external files.
struct FileEncryption {
    let seal: EntityTable.Seal
    let identity: Int64
    let keys: StoreKeys?
    /// The value that the row has now; `nil` if there is no row.
    let current: () throws -> StoredValue?

    func sealed(_ bytes: Data) throws(SealingError) -> Data { try seal.sealed(bytes, of: identity, keys) }

    func opened(_ bytes: Data) throws(SealingError) -> Data { try seal.opened(bytes, of: identity, keys) }
}

/// The external files that a save writes, and those that it makes obsolete.
final class FileChanges {
    /// An error of the file system, as opposed to one of a value's coder.
    struct Failure: Error {
        let error: any Error
    }

    /// A value that cannot be decrypted.
    struct Unreadable: Error {
        let reason: String
    }

    private let files: ExternalFiles?
    /// The keys of encrypted attributes.
    let keys: StoreKeys?
    private let keepsObsolete: Bool
    private var written: [String] = []
    private var obsolete: [String] = []

    /// Creates an empty set of changes of a store.
    init(_ store: Store) {
        (files, keys) = (store.files, store.keys)
        // A migration may be rolled back, and removes them when it is committed.
        keepsObsolete = store.isBorrowed
    }

    /// Writes a large value to a file, which is synced to disk before this returns.
    ///
    /// - Returns: The file's name; `nil` if the value is stored in the row instead, because it is small or the store is in
    ///   memory.
    func write(_ data: Data) throws -> String? {
        guard let files, data.count >= ExternalFiles.threshold else { return nil }
        do {
            let name = try files.write(data)
            written.append(name)
            return name
        } catch {
            throw Failure(error: error)
        }
    }

    /// Returns a value as its column holds it: encrypted if the column is, in a file if it is large.
    func keep(_ data: Data, _ encryption: FileEncryption?) throws -> StoredValue {
        let bytes = try encryption?.sealed(data) ?? data
        return try write(bytes).map { .text($0) } ?? .blob(bytes)
    }

    /// Copies a file's content to a new file, or returns the content itself if it is small.
    func copy(_ name: String, _ encryption: FileEncryption?) throws -> StoredValue {
        do {
            guard let bytes = try bytes(name, encryption) else { return .null }
            guard let encryption else { return try keep(bytes, nil) }
            let value: Data
            do throws(SealingError) {
                // Only the object itself can have been its owner before: the value of another one is found here.
                value = try encryption.opened(bytes)
            } catch { throw Unreadable(reason: error.reason) }
            return try keep(value, encryption)
        } catch let error as ExternalFileError {
            throw Failure(error: error)
        }
    }

    /// The bytes of a value that is in a file, or was there until its key was changed; `nil` if the row has no value any more.
    private func bytes(_ name: String, _ encryption: FileEncryption?) throws -> Data? {
        guard let files else { throw ExternalFileError.missing(name) }
        do {
            return try files.read(name)
        } catch ExternalFileError.missing(name) {
            // The value is in the row's file now. A value that others have changed is a conflict, which was looked for before.
            switch try encryption?.current() {
            case .text(let newName)? where newName != name: return try files.read(newName)
            case .blob(let bytes)?: return bytes
            case .null?: return nil
            default: throw ExternalFileError.missing(name)
            }
        }
    }

    /// Records that no row will refer to a file after the transaction.
    func drop(_ name: String) { obsolete.append(name) }

    /// The number of files that were written so far.
    var writtenCount: Int { written.count }

    /// Removes the files that were written after the first ones: the statement that would have referred to them failed.
    func undo(after count: Int) {
        files?.remove(Array(written[count...]))
        written.removeSubrange(count...)
    }

    /// Removes the written files after the transaction failed: no row refers to them.
    func undo() { files?.remove(written) }

    /// Removes the obsolete files after the transaction succeeded: no row refers to them.
    func settle() {
        if !keepsObsolete { files?.remove(obsolete) }
    }
}
