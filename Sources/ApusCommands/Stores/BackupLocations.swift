import ApusMigration
import ApusStore
import Foundation

/// The destinations of the copies that `--backup` makes before stores are migrated.
struct BackupLocations {
    /// The value for a copy beside each store.
    static let beside: String = ":beside"

    /// The value of `--backup=`.
    private let path: String?

    /// Checks the value of `--backup`.
    ///
    /// - Parameters:
    ///   - path: The value, or `nil` for no copies.
    ///   - stores: The number of stores.
    /// - Throws: `CommandFailure` if several copies would be written to one file.
    init(_ path: String?, stores: Int) throws {
        self.path = path
        if let path, path != Self.beside, stores > 1, !Self.isFolder(path) {
            throw CommandFailure.invalid(
                "'\(path)' is not a folder, and there are \(stores) stores to copy",
                help: "use a folder; with a slash at the end of its path, it is created"
            )
        }
    }

    /// Returns a function that chooses the file of a store's copy, or `nil` if no copy is made.
    func location(for store: String) -> (@Sendable (Plan) -> URL)? {
        guard let path else { return nil }
        return { plan in
            let name = "\(store)\(StoreCopies.infix)\(PlanReport.name(plan.target.version))"
            if path == Self.beside { return Self.free(name) }
            guard Self.isFolder(path) else { return storeURL(path) }
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let folder = path.hasSuffix("/") ? path : path + "/"
            return Self.free(folder + URL(fileURLWithPath: name).lastPathComponent)
        }
    }

    private static func isFolder(_ path: String) -> Bool { path.hasSuffix("/") || PathKind(path) == .folder }

    /// The path, with a number appended if it exists already: no copy is ever overwritten.
    static func free(_ path: String) -> URL {
        var (free, number) = (path, 1)
        // What an interrupted copy, or a copy that was removed by hand, left behind is not a part of this one.
        let suffixes = [""] + StoreCompanion.logSuffixes + [ExternalFiles.suffix]
        while suffixes.contains(where: { PathKind(free + $0) != .nothing }) {
            number += 1
            free = "\(path)-\(number)"
        }
        return storeURL(free)
    }
}
