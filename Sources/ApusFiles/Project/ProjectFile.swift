public import ApusDiagnostics
public import ApusSchema
import ApusYAML

/// `apus.yaml`: what holds for a whole project.
public struct ProjectFile: Hashable, Sendable {
    /// The format of a project's files that this version of Apus reads and writes.
    public static let format: Int = 1

    /// The file's name, by which a project's folder is known.
    public static let name: String = "apus.yaml"

    /// Who can use the generated classes.
    public var access: AccessLevel

    /// The folder, below the project's, that generated classes are committed in; `nil` where a build plugin makes them.
    public var output: String?

    /// Creates the settings of a project.
    public init(access: AccessLevel = .internal, output: String? = nil) {
        self.access = access
        self.output = output
    }

    /// Reads the settings.
    ///
    /// - Parameter file: The file.
    /// - Returns: The settings, `nil` where a finding is an error; and the findings.
    public static func read(_ file: SourceFile) -> (project: ProjectFile?, diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        var project = ProjectFile()
        let formatHelp: String = "write 'apus: \(format)', the number of the files' format"
        if let node, let keys = Keys(node, Keys.Kinds(owner: name, known: Self.keys.map(\.name)), into: &findings) {
            if let number = keys["apus"] {
                let text: YAMLScalar? = number.text(of: "'apus'", into: &findings)
                if let text, Int(text.text) == nil {
                    findings.error("'\(text.text)' is no format number", at: number.location, help: [formatHelp])
                } else if let text, text.text != String(format) {
                    findings.error(
                        "the project has format \(text.text), but this version of Apus reads format \(format)",
                        at: number.location,
                        help: ["use a version of Apus that knows format \(text.text)"]
                    )
                }
            } else {
                findings.error("'apus' is missing", at: keys.location, help: [formatHelp])
            }
            let kinds = Keys.Kinds(owner: "'codegen'", known: codegenKeys.map(\.name))
            let codegen: Keys? = keys["codegen"].flatMap { Keys($0, kinds, into: &findings) }
            if let output = codegen?["output"] {
                project.output = output.text(of: "'output'", into: &findings)?.text
                if let path = project.output,
                    path.isEmpty || path.hasPrefix("/") || path.split(separator: "/").contains("..")
                {
                    findings.error(
                        "'\(path)' is no folder in the project",
                        at: output.location,
                        help: ["write its path from the project's folder: 'output: Sources/App/Models'"]
                    )
                }
            }
            if let access = codegen?["access"] {
                project.access =
                    access.word(of: "access", among: AccessLevel.allCases.map(\.rawValue), into: &findings)
                    .flatMap(AccessLevel.init(rawValue:)) ?? .internal
            }
        } else if node == nil, problems.isEmpty {
            findings.error("the file is empty", at: SourceLocation(file: file.path), help: [formatHelp])
        }
        return (findings.hasErrors ? nil : project, findings.diagnostics.inOrder(of: []))
    }

    /// Writes the settings.
    ///
    /// - Parameter comment: Lines that stand above them as a comment.
    /// - Returns: The text of the file.
    public func write(comment: [String] = []) -> String {
        let place: [YAMLValue.Entry] = output.map { [YAMLValue.Entry("output", .text($0))] } ?? []
        let codegen: YAMLValue = .mapping([YAMLValue.Entry("access", .word(access.rawValue))] + place)
        let entries: [YAMLValue.Entry] = [
            YAMLValue.Entry("apus", .word(String(Self.format))), YAMLValue.Entry("codegen", codegen),
        ]
        return YAMLWriter.write(.mapping(entries).commented(comment))
    }
}
