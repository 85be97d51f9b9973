package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// `apus.yaml`: the settings of a project.
package struct ProjectFile: Hashable, Sendable {
    /// The format of a project's files that this version of Apus reads and writes.
    package static let format: Int = 1

    /// The file's name, which marks a project's folder.
    package static let name: String = "apus.yaml"

    /// The access of the generated classes.
    package var access: AccessLevel

    /// The folder for committed generated classes, relative to the project; `nil` if a build plugin makes them.
    package var output: String?

    /// The modules of attributes' types that are the user's own, which generated code imports.
    package var imports: [String]

    /// The frozen versions that get classes of their own.
    package var versions: VersionSelection

    /// The executable of the package that has the functions in Swift of mappings; `nil` if there is none.
    package var executable: String?

    /// Creates the settings of a project.
    package init(
        access: AccessLevel = .internal,
        output: String? = nil,
        imports: [String] = [],
        versions: VersionSelection = .some([]),
        executable: String? = nil
    ) {
        self.access = access
        self.output = output
        self.imports = imports
        self.versions = versions
        self.executable = executable
    }

    /// Reads the settings.
    ///
    /// - Parameter file: The file.
    /// - Returns: The settings, `nil` if a finding is an error; and the findings.
    package static func read(_ file: SourceFile) -> (project: ProjectFile?, diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        var project = ProjectFile()
        let formatHelp = "write 'apus: \(format)', the version of the file format"
        if let node, let keys = Keys(node, Keys.Kinds(owner: name, known: Self.keys.map(\.name)), into: &findings) {
            if let number = keys["apus"] {
                let text = number.text(of: "'apus'", into: &findings)
                if let text, Int(digits: text.text) == nil {
                    findings.error("'\(text.text)' is not a format version", at: number.location, help: [formatHelp])
                } else if let text, text.text != String(format) {
                    findings.error(
                        "the project has format \(text.text), but this version of Apus reads format \(format)",
                        at: number.location,
                        help: ["use a version of Apus that reads format \(text.text)"]
                    )
                }
            } else {
                findings.error("'apus' is missing", at: keys.location, help: [formatHelp])
            }
            if let executable = keys["executable"] { project.readExecutable(executable, into: &findings) }
            let kinds = Keys.Kinds(owner: "'codegen'", known: codegenKeys.map(\.name))
            let codegen = keys["codegen"].flatMap { Keys($0, kinds, into: &findings) }
            if let output = codegen?["output"] {
                project.output = output.text(of: "'output'", into: &findings)?.text
                if let path = project.output,
                    path.isEmpty || path.hasPrefix("/") || path.split(separator: "/").contains("..")
                {
                    findings.error(
                        "'\(path)' is not a folder in the project",
                        at: output.location,
                        help: ["write a path relative to the project's folder: 'output: Sources/App/Models'"]
                    )
                }
            }
            if let imports = codegen?["imports"] { project.readImports(imports, into: &findings) }
            if let versions = codegen?["versions"] { project.readVersions(versions, into: &findings) }
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
    /// - Parameter comment: The lines of a comment at the top.
    /// - Returns: The text of the file.
    package func write(comment: [String] = []) -> String {
        var choices: [YAMLValue.Entry] = [YAMLValue.Entry("access", .word(access.rawValue))]
        if let output { choices.append(YAMLValue.Entry("output", .text(output))) }
        if !imports.isEmpty { choices.append(YAMLValue.Entry("imports", .sequence(imports.map { .text($0) }, .flow))) }
        switch versions {
        case .all: choices.append(YAMLValue.Entry("versions", .word("all")))
        case .some([]): break
        case .some(let versions):
            choices.append(YAMLValue.Entry("versions", .sequence(versions.map { .word("\($0)") }, .flow)))
        }
        let codegen: YAMLValue = .mapping(choices)
        let entries: [YAMLValue.Entry] =
            [YAMLValue.Entry("apus", .word(String(Self.format))), YAMLValue.Entry("codegen", codegen)]
            + (executable.map { [YAMLValue.Entry("executable", .text($0))] } ?? [])
        return YAMLWriter.write(.mapping(entries).commented(comment))
    }
}
