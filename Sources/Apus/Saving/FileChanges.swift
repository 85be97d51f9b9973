import ApusSchema
import ApusStore
import Foundation

/// The files beside a store that a save writes, and those that it makes needless.
final class FileChanges {
    /// What the file system says, as opposed to a value's coder.
    struct Failure: Error {
        let error: any Error
    }

    private let files: ExternalFiles
    private var written: [String] = []
    private var needless: [String] = []

    /// No changes yet.
    init(_ files: ExternalFiles) {
        self.files = files
    }

    /// Writes a large value to a file, which is on the disk when this returns.
    ///
    /// - Returns: The file's name; `nil` where the value is small, and a row holds it faster.
    func write(_ data: Data) throws -> String? {
        guard data.count >= ExternalFiles.threshold else { return nil }
        do {
            let name: String = try files.write(data)
            written.append(name)
            return name
        } catch {
            throw Failure(error: error)
        }
    }

    /// Writes what is in a file to another one, or gives it back where it is small.
    func copy(_ name: String) throws -> StoredValue {
        do {
            let data: Data = try files.read(name)
            return try write(data).map { .text($0) } ?? .blob(data)
        } catch let error as ExternalFileError {
            throw Failure(error: error)
        }
    }

    /// Notes that a row will not name a file any more.
    func drop(_ name: String) { needless.append(name) }

    /// Removes what was written: no row names it, as the transaction did not succeed.
    func undo() { files.remove(written) }

    /// Removes what no row names any more, now that the transaction has succeeded.
    func settle() { files.remove(needless) }
}
