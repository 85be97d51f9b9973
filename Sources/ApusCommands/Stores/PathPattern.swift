import Foundation

/// A pattern for paths, as shells have it: `*`, `?`, `[a-z]`, and `**` for any number of folders.
///
/// CI hands patterns on in quotes, and not every shell knows `**`.
struct PathPattern {
    private let start: String
    private let parts: [String]

    /// Reads a pattern.
    init(_ text: String) {
        start = text.hasPrefix("/") ? "/" : ""
        parts = text.split(separator: "/").map(String.init)
    }

    /// Whether a text has anything that stands for more than itself.
    static func isPattern(_ text: String) -> Bool {
        text.contains { "*?[".contains($0) }
    }

    /// The paths that match, in the order of their names.
    func matches() -> [String] {
        Self.matches(of: parts[...], in: start)
    }

    private static func matches(of parts: ArraySlice<String>, in folder: String) -> [String] {
        guard let part = parts.first else { return [] }
        let rest: ArraySlice<String> = parts.dropFirst()
        if part == "**" {
            let folders: [String] = names(in: folder).filter { !$0.hasPrefix(".") && isFolder(folder + $0) }
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
        let path: String = folder.isEmpty ? FileManager.default.currentDirectoryPath : folder
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Whether a path leads to a folder, and not by a link, which might lead back.
    private static func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
