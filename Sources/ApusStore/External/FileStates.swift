import ApusSchema
import Foundation

/// What is known of the files that rows name. Each file is opened once, whatever the number of rows and checks.
final class FileStates {
    enum State { case usable, missing, unreadable, notText, denied }

    private struct Name: Hashable {
        let id: UUID
        let isText: Bool
    }

    let files: ExternalFiles
    private let limit: Int
    private var known: [Name: State] = [:]
    /// Why the first file that could not be looked at could not.
    private var failure: ExternalFileError?
    /// Why the first file that may not be read may not.
    private var denial: ExternalFileError?

    /// - Parameters:
    ///   - files: The store's external files.
    ///   - limit: The maximum number of bytes of a value.
    init(_ files: ExternalFiles, limit: Int = .max) {
        (self.files, self.limit) = (files, limit)
    }

    /// Looks at a file, unless it is known.
    ///
    /// - Parameters:
    ///   - name: The file's name, from a row.
    ///   - isText: Whether it has to be a text in UTF-8.
    /// - Returns: The state; that it is usable if it could not be looked at.
    func state(of name: String, isText: Bool) -> State {
        guard ExternalFiles.isName(name), let id = UUID(uuidString: name) else { return .missing }
        let key = Name(id: id, isText: isText)
        if let state = known[key] { return state }
        do throws(ExternalFileError) {
            let file = try files.open(name, limit: limit)
            let isUsable = isText ? try files.read(file, name).utf8Text != nil : true
            known[key] = isUsable ? .usable : .notText
        } catch .missing, .notAFile, .invalidName {
            known[key] = .missing
        } catch .unavailable(let name, let message) {
            if failure == nil { failure = .unavailable(name, message) }
            known[key] = .usable
        } catch .denied(let name, let message) {
            if denial == nil { denial = .denied(name, message) }
            known[key] = .denied
        } catch {
            known[key] = .unreadable
        }
        return known[key] ?? .usable
    }

    /// Throws if a file could not be looked at, so that what is known is not all.
    ///
    /// - Parameter reportsDenied: Whether those that may not be read are reported as such, with all others.
    /// - Throws: `ExternalFileError.unavailable` or `denied`.
    func check(reportsDenied: Bool = false) throws(ExternalFileError) {
        if let failure { throw failure }
        if !reportsDenied, let denial { throw denial }
    }
}
