/// What is beside the file of a store and belongs to it: SQLite's log with its index, its journal, and the folder of external files.
package enum StoreCompanion {
    /// What SQLite appends to the name of a store for its log and its journal, which may have what is not in the store's file.
    package static let logSuffixes: [String] = ["-wal", "-journal"]

    /// What SQLite appends to the name of a store.
    static let fileSuffixes: [String] = logSuffixes + ["-shm"]

    /// What is appended to the name of a store.
    static let suffixes: [String] = fileSuffixes + [ExternalFiles.suffix]

    /// Whether something is beside a store and belongs to it, by its name.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - isStore: Whether a path is that of a store.
    /// - Returns: Whether it belongs to one of the stores.
    package static func isCompanion(_ path: String, ofStore isStore: (String) -> Bool) -> Bool {
        suffixes.contains { suffix in
            path.hasSuffix(suffix) && isStore(String(path.dropLast(suffix.count)))
        }
    }
}
