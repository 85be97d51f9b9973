import ApusDiagnostics

/// The actions that bring a folder up to date with a generator's files and remove files that it no longer generates.
///
/// The plan is pure: the existing files are passed as values. It only overwrites and removes files that Apus owns,
/// which their first line shows, and only removes files that the manifest lists.
package struct OutputPlan: Hashable, Sendable {
    /// An action on a file.
    package enum Action: Hashable, Sendable {
        /// Writes a new file.
        case add(GeneratedFile)
        /// Overwrites a file.
        case change(GeneratedFile, before: String)
        /// Removes a file that is no longer generated.
        case remove(name: String, before: String)

        /// The file's name.
        package var name: String {
            switch self {
            case .add(let file), .change(let file, _): file.name
            case .remove(let name, _): name
            }
        }
    }

    /// The actions, in the order of the files' names.
    package let actions: [Action]

    /// The names of files that are in the way: according to their first line, they were not generated.
    package let obstacles: [String]

    /// The manifest, which lists the files that Apus owns.
    let manifest: GeneratedFile

    /// Compares a folder with the files that it should hold.
    ///
    /// - Parameters:
    ///   - files: The generator's files.
    ///   - model: The model's name.
    ///   - contents: Returns the text of the folder's file with a name, or `nil`.
    package init(_ files: [GeneratedFile], model: String, contents: (String) -> String?) {
        let header = GeneratedFile.header(model: model)
        func isOurs(_ text: String) -> Bool { text.prefix { !$0.isNewline } == header }
        var actions: [Action] = []
        var obstacles: [String] = []
        for file in files {
            guard let before = contents(file.name) else {
                actions.append(.add(file))
                continue
            }
            switch file.kind {
            case .writtenOnce: continue
            case .generated where !isOurs(before): obstacles.append(file.name)
            case .generated where !before.isSame(as: file.contents): actions.append(.change(file, before: before))
            case .generated: continue
            }
        }
        let names = Set(files.map(\.name))
        let manifestName = Self.manifestName(model: model)
        for name in Self.names(in: contents(manifestName) ?? "") where !names.contains(name) {
            if let before = contents(name), isOurs(before) { actions.append(.remove(name: name, before: before)) }
        }
        self.actions = actions.sorted { $0.name < $1.name }
        self.obstacles = obstacles.sorted()
        let own: [String] = files.filter { $0.kind == .generated }.map(\.name).sorted()
        let comment = ["# The files that Apus generated from the model \(model) and may remove."]
        manifest = GeneratedFile(name: manifestName, contents: (comment + own).map { "\($0)\n" }.joined())
    }

    /// Whether the folder is up to date.
    package var isEmpty: Bool { actions.isEmpty && obstacles.isEmpty }

    /// The name of the manifest. The file is hidden, so no build system compiles it.
    static func manifestName(model: String) -> String { ".\(model).apus-generated" }

    /// The files that a manifest lists, except names that point out of the folder.
    private static func names(in manifest: String) -> [String] {
        manifest.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.hasPrefix("#") && !$0.contains("/") && $0.hasSuffix(".swift") }
    }
}
