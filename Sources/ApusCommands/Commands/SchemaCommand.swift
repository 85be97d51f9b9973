import ApusDiagnostics
public import ApusFiles
import ApusProject
import ArgumentParser
import Foundation

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print or update the JSON Schemas with which editors complete and check the project's files.",
        discussion: """
            The schemas are in the project's folder .apus, which you commit. 'apus init' writes them; run --write \
            after an update of Apus, which may have newer ones. A file refers to its schema in a comment on its first \
            line, see Documentation/Editors.md.

            EXAMPLES
              apus schema model     print the schema of a model's files
              apus schema --write   bring the project's schemas up to date
              apus schema --check   end with 1 if they are not up to date
            """
    )

    @Argument(help: "The kind of file: \(EditorSchema.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: EditorSchema?

    @Flag(help: "Write all schemas to the project, or check whether they are up to date.")
    var action: Action?

    @Option(
        name: .long,
        help: "The project's folder; the nearest one upwards that has apus.yaml by default.",
        completion: .directory
    )
    var project: String?

    enum Action: String, EnumerableFlag {
        case write, check
    }

    func validate() throws {
        if kind == nil, action == nil {
            throw ValidationError("expected a kind of file, --write or --check")
        }
        if kind != nil, action != nil {
            throw ValidationError("--write and --check cover all schemas: leave out '\(kind?.rawValue ?? "")'")
        }
    }

    func run() throws {
        if let kind { return Console.print(kind.text) }
        let project = try failing { try Project.find(explicit: self.project.map { URL(fileURLWithPath: $0) }) }
        switch action {
        case .write:
            let written = try failing { try project.writeEditorSchemas() }
            for file in written { Console.note("wrote \(file)") }
            if written.isEmpty { Console.note("the schemas for editors are up to date") }
        case .check, nil:
            let findings: [Diagnostic] = EditorSchema.allCases.compactMap { finding(about: $0, in: project) }
            if !findings.isEmpty { throw CommandFailure(findings, code: CommandFailure.Codes.difference) }
            Console.note("the schemas for editors are up to date")
        }
    }

    private func finding(about schema: EditorSchema, in project: Project) -> Diagnostic? {
        let (file, state) = project.state(of: schema)
        let message: String
        switch state {
        case .current: return nil
        case .stale: message = "the schema is from another version of Apus"
        case .missing: message = "the schema is missing"
        }
        return .error(message, at: SourceLocation(file: file), help: ["run 'apus schema --write'"])
    }
}

extension EditorSchema: ExpressibleByArgument {}
