import ApusMigration
import Foundation

/// Where the copies go that are made of stores before they are migrated.
struct BackupPlaces {
    /// What stands for a file beside each store.
    static let beside: String = ":beside"

    /// What was written behind `--backup=`.
    private let path: String?

    /// Reads what was asked for.
    ///
    /// - Parameters:
    ///   - path: What was written; `nil` where no copies are wanted.
    ///   - stores: How many stores there are.
    /// - Throws: `CommandFailure` where all copies would go to one file.
    init(_ path: String?, stores: Int) throws {
        self.path = path
        if let path, path != Self.beside, stores > 1, !Self.isFolder(path) {
            throw CommandFailure.invalid(
                "'\(path)' is no folder, and there are \(stores) stores to copy",
                help: "name a folder, with a slash at its end where it is to be made"
            )
        }
    }

    /// Gives the file of a store's copy; `nil` where none is wanted.
    func place(for store: String) -> (@Sendable (Plan) -> URL)? {
        guard let path else { return nil }
        return { plan in
            let name: String = "\(store).before-\(PlanReport.name(plan.target.version))"
            if path == Self.beside { return Self.free(name) }
            guard Self.isFolder(path) else { return storeURL(path) }
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let folder: String = path.hasSuffix("/") ? path : path + "/"
            return Self.free(folder + URL(fileURLWithPath: name).lastPathComponent)
        }
    }

    private static func isFolder(_ path: String) -> Bool { path.hasSuffix("/") || PathKind(path) == .folder }

    /// The path, with a number behind it where there is something already: no copy is ever overwritten.
    private static func free(_ path: String) -> URL {
        var (free, number): (String, Int) = (path, 1)
        while PathKind(free) != .nothing {
            number += 1
            free = "\(path)-\(number)"
        }
        return storeURL(free)
    }
}
