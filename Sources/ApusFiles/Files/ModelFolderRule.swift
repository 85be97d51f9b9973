package import ApusDiagnostics

/// Which entries of a model's folders are read. What looks like one of them, and is not read, is an error: it would be missing in the
/// app.
package enum ModelFolderRule: Sendable {
    /// The files of the head, in `Schemas/<Model>`.
    case head
    /// The frozen versions, in `Schemas/<Model>/versions`.
    case versions
    /// The mappings, in `Migrations/<Model>`.
    case mappings
    /// The mappings' tests, in `Migrations/<Model>/tests`.
    case cases
    /// The seed data, in `Schemas/<Model>/data`.
    case seedData

    /// The name of the folder in which the mappings' tests are.
    package static let testsFolder = "tests"

    /// Whether a file is read, by its name. Hidden files are not.
    package func reads(_ name: String) -> Bool {
        if name.hasPrefix(".") { return false }
        let endings = self == .seedData ? SeedDataFile.endings : [".yaml"]
        return endings.contains { name.hasSuffix($0) }
    }

    /// Judges an entry of the folder that may not be read.
    ///
    /// - Parameters:
    ///   - name: The name of the file or folder.
    ///   - isFolder: Whether it is a folder.
    ///   - path: Its path, for the finding.
    /// - Returns: What is wrong; `nil` if it is read, or does not matter.
    package func finding(about name: String, isFolder: Bool, at path: String) -> Diagnostic? {
        if name.hasPrefix(".") { return nil }
        let location = SourceLocation(file: path)
        if isFolder {
            if folders.contains(name) { return nil }
            return .error(
                "folders are not read here",
                at: location,
                help: ["move its files up, or move the folder away"]
            )
        }
        if reads(name) { return nil }
        if self == .seedData {
            let endings = SeedDataFile.endings.map { "'\($0)'" }.joined(separator: ", ")
            return .error(
                "only files that end in \(endings) are read as seed data",
                at: location,
                help: ["rename the file, or move it away"]
            )
        }
        let lower = name.lowercased()
        guard lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") else { return nil }
        return .error("only files that end in '.yaml' are read", at: location, help: ["rename the file"])
    }

    /// The folders that other rules are for.
    private var folders: Set<String> {
        switch self {
        case .head: ["versions", SeedDataFile.folder]
        case .mappings: [Self.testsFolder]
        case .versions, .cases, .seedData: []
        }
    }
}
