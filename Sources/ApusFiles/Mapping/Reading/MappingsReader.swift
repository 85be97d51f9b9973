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

    /// The functions that they declare, by name and version.
    private var functions: [String: Mapping.Line] = [:]

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
            let isBack = file.name.hasPrefix("head-")
            findings.append(
                .error(
                    "'\(file.name)' is not the name of a mapping",
                    at: location,
                    help: [
                        isBack
                            ? "there is no stage back from the head: a stage back starts at a frozen version, as '3-2.yaml'"
                            : "mappings are named after their versions: '2-3.yaml', '3-head.yaml' for the head's, "
                                + "'3-2.yaml' for the stage back, and '1-3.yaml' for a direct mapping"
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
        let check = MappingCheck(
            mapping,
            older: schemas[from],
            newer: to.map { schemas[$0] } ?? head,
            bareGenerators: reader.bareGenerators
        )
        checkFunctions(of: mapping)
        // Lines that cannot be used do not hide what is wrong with others.
        findings += (reader.findings.diagnostics + check.diagnostics).inOrder(of: [])
        if !reader.findings.hasErrors { mappings.append(mapping) }
    }

    /// A function has the same types in all mappings that declare one version of it: there is one code for it.
    private mutating func checkFunctions(of mapping: Mapping) {
        for line in mapping[.functions] {
            guard let function = line.function else { continue }
            let key = "\(function.name) \(function.version)"
            guard let first = functions[key] else {
                functions[key] = line
                continue
            }
            guard let other = first.function, other != function else { continue }
            findings.append(
                .error(
                    "version \(function.version) of '\(function.name)' is declared with other types: \(other.signature)",
                    at: line.location,
                    notes: first.location.map { ["the first one is at \($0)"] } ?? [],
                    help: ["declare the same types, or another version"]
                )
            )
        }
    }

    /// A mapping is of two versions, or of one and the head. If they do not follow each other, it is a direct one.
    private mutating func checkStage(
        _ from: Schema.Version,
        _ to: Schema.Version?,
        among versions: [Schema.Version],
        at location: SourceLocation
    ) {
        let unknown = [from, to].compactMap { $0 }.first { !versions.contains($0) }
        guard unknown != nil || from == to else { return }
        let known = versions.map(\.description).joined(separator: ", ")
        let isForHead = unknown == to && from != to && versions.contains(from)
        findings.append(
            .error(
                unknown.map { "there is no version \($0)" } ?? "a stage is between two versions, and both are \(from)",
                at: location,
                help: [
                    versions.isEmpty ? "no version is frozen yet: remove the file" : "the versions are \(known)"
                ] + (isForHead ? ["if it is for the head, name it '\(MappingFile.fileName(from: from, to: nil))'"] : [])
            )
        )
    }
}
