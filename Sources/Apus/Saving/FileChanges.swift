import ApusSchema
import ApusStore
import Foundation

/// The encryption of an object's values in external files.
struct FileEncryption {
    let seal: EntityTable.Seal
    let identity: Int64
    let keys: StoreKeys?

    func sealed(_ bytes: Data) throws(SealingError) -> Data { try seal.sealed(bytes, of: identity, keys) }

    func opened(_ bytes: Data) throws(SealingError) -> Data { try seal.opened(bytes, of: identity, keys) }
}

/// The external files that a save writes, and those that it makes obsolete.
final class FileChanges {
    /// An error of the file system, as opposed to one of a value's coder.
    struct Failure: Error {
        let error: any Error
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
            guard let files else { throw ExternalFileError.missing(name) }
            let bytes = try files.read(name)
            // Only the object itself can have been its owner before: the value of another one is found here.
            return try keep(encryption?.opened(bytes) ?? bytes, encryption)
        } catch let error as ExternalFileError {
            throw Failure(error: error)
        }
    }

    /// Records that no row will refer to a file after the transaction.
    func drop(_ name: String) { obsolete.append(name) }

    /// Removes the written files after the transaction failed: no row refers to them.
    func undo() { files?.remove(written) }

    /// Removes the obsolete files after the transaction succeeded: no row refers to them.
    func settle() {
        if !keepsObsolete { files?.remove(obsolete) }
    }
}
