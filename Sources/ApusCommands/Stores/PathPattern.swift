import Foundation

/// A path pattern as in a shell: `*`, `?`, `[a-z]`, and `**` for any number of folders.
///
/// Apus expands patterns itself because CI passes them in quotes, and not every shell supports `**`.
struct PathPattern {
    private let start: String
    private let parts: [String]

    /// Parses a pattern.
    init(_ text: String) {
        start = text.hasPrefix("/") ? "/" : ""
        parts = text.split(separator: "/").map(String.init)
    }

    /// Whether a text contains a wildcard.
    static func isPattern(_ text: String) -> Bool {
        text.contains { "*?[".contains($0) }
    }

    /// The paths that match, sorted by name.
    func matches() -> [String] {
        Self.matches(of: parts[...], in: start)
    }

    private static func matches(of parts: ArraySlice<String>, in folder: String) -> [String] {
        guard let part = parts.first else { return [] }
        let rest: ArraySlice<String> = parts.dropFirst()
        if part == "**" {
            let folders = names(in: folder).filter { !$0.hasPrefix(".") && isFolder(folder + $0) }
            let here: [String] = rest.isEmpty ? names(in: folder).filter { !$0.hasPrefix(".") }.map { folder + $0 } : []
            let direct: [String] = rest.isEmpty ? here : matches(of: rest, in: folder)
            return direct + folders.flatMap { matches(of: parts, in: "\(folder)\($0)/") }
        }
        let found: [String] =
            isPattern(part)
            ? names(in: folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
            : FileManager.default.fileExists(atPath: folder + part) ? [part] : []
        guard !rest.isEmpty else { return found.map { folder + $0 } }
        return found.flatMap { matches(of: rest, in: "\(folder)\($0)/") }
    }

    private static func names(in folder: String) -> [String] {
        let path = folder.isEmpty ? FileManager.default.currentDirectoryPath : folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Whether a path is a folder. Links do not count, because they can form a cycle.
    private static func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
