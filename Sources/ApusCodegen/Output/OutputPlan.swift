/// What is to be done with a folder so that it holds what a generator gives, and nothing that it gave before.
///
/// Pure: the files that are there come in as values. A file is only ever written or removed where it is Apus' own: it is
/// not there, or its first line says so; what the manifest does not list is not removed, whatever it says.
package struct OutputPlan: Hashable, Sendable {
    /// What is to be done with one file.
    package enum Action: Hashable, Sendable {
        /// To write a file that is not there.
        case add(GeneratedFile)
        /// To write a file anew.
        case change(GeneratedFile, before: String)
        /// To remove a file that is not generated any more.
        case remove(name: String, before: String)

        /// The file's name.
        package var name: String {
            switch self {
            case .add(let file), .change(let file, _): file.name
            case .remove(let name, _): name
            }
        }
    }

    /// What is to be done, in the order of the files' names.
    package let actions: [Action]

    /// The names of files that are in the way: somebody else's, by their first line.
    package let obstacles: [String]

    /// The manifest's name and text; it lists the files that are Apus' own.
    let manifest: GeneratedFile

    /// Compares a folder with what it is to hold.
    ///
    /// - Parameters:
    ///   - files: What the generator gives.
    ///   - model: The model's name.
    ///   - contents: Gives the text of a file of the folder, by its name; `nil` where there is none.
    package init(_ files: [GeneratedFile], model: String, contents: (String) -> String?) {
        let header: String = GeneratedFile.header(model: model)
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
            case .generated where before != file.contents: actions.append(.change(file, before: before))
            case .generated: continue
            }
        }
        let names: Set<String> = Set(files.map(\.name))
        let manifestName: String = Self.manifestName(model: model)
        for name in Self.names(in: contents(manifestName) ?? "") where !names.contains(name) {
            if let before = contents(name), isOurs(before) { actions.append(.remove(name: name, before: before)) }
        }
        self.actions = actions.sorted { $0.name < $1.name }
        self.obstacles = obstacles.sorted()
        let own: [String] = files.filter { $0.kind == .generated }.map(\.name).sorted()
        let comment: [String] = ["# The files here that Apus generated from the model \(model), and may remove."]
        manifest = GeneratedFile(name: manifestName, contents: (comment + own).map { "\($0)\n" }.joined())
    }

    /// Whether the folder holds what it is to hold.
    package var isEmpty: Bool { actions.isEmpty && obstacles.isEmpty }

    /// The name of the file that lists what is Apus' own: a hidden one, which no build system takes for a source.
    static func manifestName(model: String) -> String { ".\(model).apus-generated" }

    /// The files that a manifest lists; names that lead out of the folder are left out.
    private static func names(in manifest: String) -> [String] {
        manifest.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.hasPrefix("#") && !$0.contains("/") && $0.hasSuffix(".swift") }
    }
}
