import ApusDiagnostics
import ApusSchema

/// Reads the mappings of a model, and checks them against the versions that they lead between.
struct MappingsReader {
    /// The frozen versions in the order in which they were frozen; `nil` where the lock does not tell.
    let versions: [Schema.Version]?

    /// The frozen schemas that could be read.
    let schemas: [Schema.Version: Schema]

    /// The schema being edited, where it could be read.
    let head: Schema?

    /// The mappings that have no errors of their own.
    private(set) var mappings: [Mapping] = []

    /// What was found, file by file.
    private(set) var findings: [Diagnostic] = []

    init(versions: [Schema.Version]?, schemas: [Schema.Version: Schema], head: Schema?) {
        self.versions = versions
        self.schemas = schemas
        self.head = head
    }

    /// Reads a file.
    mutating func read(_ file: SourceFile) {
        let location = SourceLocation(file: file.path)
        guard let (from, to) = MappingFile.versions(ofFileName: file.name) else {
            let isBack: Bool = file.name.hasPrefix("head-")
            findings.append(
                .error(
                    "'\(file.name)' is not the name of a mapping",
                    at: location,
                    help: [
                        isBack
                            ? "there is no stage back from the head: a stage back starts at a frozen version, as '3-2.yaml'"
                            : "mappings are named after their versions: '2-3.yaml', '3-head.yaml' for the head's, and "
                                + "'3-2.yaml' for the stage back"
                    ]
                )
            )
            return
        }
        let name: String = MappingFile.fileName(from: from, to: to)
        if name != file.name {
            findings.append(
                .error("'\(file.name)' is not the name of a mapping", at: location, help: ["name it '\(name)'"])
            )
            return
        }
        if let versions { checkStage(from, to, among: versions, at: location) }
        var reader = MappingReader(from: from, to: to)
        let mapping: Mapping = reader.read(file)
        let check = MappingCheck(mapping, older: schemas[from], newer: to.map { schemas[$0] } ?? head)
        // Lines that cannot be used do not hide what is wrong with others.
        findings += (reader.findings.diagnostics + check.diagnostics).inOrder(of: [])
        if !reader.findings.hasErrors { mappings.append(mapping) }
    }

    /// A mapping is of two versions that follow each other, in either order, or of the newest one and the head.
    private mutating func checkStage(
        _ from: Schema.Version,
        _ to: Schema.Version?,
        among versions: [Schema.Version],
        at location: SourceLocation
    ) {
        guard let index = versions.firstIndex(of: from) else {
            let known: String = versions.map(\.description).joined(separator: ", ")
            findings.append(
                .error(
                    "there is no version \(from)",
                    at: location,
                    help: [versions.isEmpty ? "no version is frozen yet: remove the file" : "the versions are \(known)"]
                )
            )
            return
        }
        let next: Schema.Version? = index + 1 < versions.count ? versions[index + 1] : nil
        let previous: Schema.Version? = index > 0 ? versions[index - 1] : nil
        guard next != to, to == nil || previous != to else { return }
        let isBack: Bool = to.flatMap(versions.firstIndex).map { $0 < index } ?? false
        let (side, neighbour) = isBack ? ("before", previous) : ("after", next)
        // A version was frozen meanwhile, most probably on another branch.
        let isLeft: Bool = to == nil
        let newest: Schema.Version = versions.last ?? from
        let help: String =
            isLeft
            ? "run 'apus merge' if it came with a merge; otherwise name it '\(MappingFile.fileName(from: newest, to: nil))', or "
                + "remove it"
            : "name the file '\(MappingFile.fileName(from: from, to: neighbour))', or remove it"
        findings.append(
            .error(
                "\(side) version \(from) comes \(MappingFile.title(of: neighbour)), not \(MappingFile.title(of: to))",
                at: location,
                help: [help]
            )
        )
    }
}
