import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema
import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print or update the JSON Schemas of the project's files, and print those of commands' JSON.",
        discussion: """
            The schemas are in the project's folder .apus, which you commit. 'apus init' writes them; run --write \
            after an update of Apus, which may have newer ones. Seed data has a schema per model, which follows from the \
            model's head: --write renews it, too. A file refers to its schema in a comment on its first \
            line, see Documentation/Editors.md.

            'output' is about what commands print with '--format json', for programs that read it.

            EXAMPLES
              apus schema model     print the schema of a model's files
              apus schema data      print the schema of the model's seed data
              apus schema --write   bring the project's schemas up to date
              apus schema --check   end with 1 if they are not up to date
              apus schema output    what each command prints with --format json
              apus schema output check    the schema of the output of a command
            """
    )

    @Argument(help: "The kind of file: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: Kind?

    @Argument(
        help: "With output: the command.",
        completion: .list(OutputSchema.all.map(\.command))
    )
    var command: String?

    @Flag(help: "Write all schemas to the project, or check whether they are up to date.")
    var action: Action?

    @OptionGroup var options: ProjectOptions

    /// A kind of file.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case model, mapping, project, data, output
    }

    enum Action: String, EnumerableFlag {
        case write, check
    }

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if kind == nil, action == nil {
            throw ValidationError("expected a kind of file, --write or --check")
        }
        if let command, kind != .output {
            throw ValidationError("'\(command)' is one argument too many: only 'output' has a command")
        }
        if kind != nil, action != nil {
            throw ValidationError("--write and --check cover all schemas: leave out '\(kind?.rawValue ?? "")'")
        }
    }

    func run() throws {
        if kind == .output { return try printOutputs() }
        if let kind {
            let general = EditorSchema(rawValue: kind.rawValue)
            return Console.print(try general?.text ?? SeedDataSchema(of: chosenHead()).text)
        }
        let project = try options.findProject()
        if let name = options.model, options.findModels(in: project).isEmpty {
            throw CommandFailure.noModel(name, among: project.load(.asNeeded).models.map(\.name))
        }
        switch action {
        case .write:
            // First, because nothing in the project can be wrong about them.
            var written = try failing { try project.writeEditorSchemas() }
            for file in written { Console.note("wrote \(file)") }
            for schema in try seedDataSchemas(in: project) {
                guard let file = try failing({ try project.writeEditorSchema(schema) }) else { continue }
                Console.note("wrote \(file)")
                written.append(file)
            }
            if written.isEmpty { Console.note("the schemas for editors are up to date") }
            if format == .json { try Console.printJSON(SchemaRecord(written: written)) }
        case .check, nil:
            var findings: [Diagnostic] = EditorSchema.allCases.compactMap { finding(about: project.state(of: $0)) }
            findings += try seedDataSchemas(in: project).compactMap {
                finding(
                    about: project.state(of: $0),
                    stale: "the schema is from another version of Apus, or of the model"
                )
            }
            if !findings.isEmpty { throw CommandFailure(findings, code: CommandFailure.Codes.difference) }
            Console.note("the schemas for editors are up to date")
            if format == .json { try Console.printJSON(SchemaRecord(written: [])) }
        }
    }

    private func printOutputs() throws {
        guard let command else { return Console.print(OutputSchema.page) }
        let known = OutputSchema.all
        guard let output = known.first(where: { $0.command == command }) else {
            let near = NearMiss.suggestion(for: command, among: known.map(\.command)).map { "did you mean '\($0)'?" }
            throw CommandFailure.invalid(
                "there is no command '\(command)'",
                help: near ?? "'apus schema output' lists all of them"
            )
        }
        try Console.printJSON(output.schema)
    }

    /// The head of the model that the options choose, which has or will have seed data.
    private func chosenHead() throws -> Schema {
        let project = try options.findProject()
        let models = options.findModels(in: project)
        guard let model = models.first else {
            throw CommandFailure.noModel(options.model ?? "", among: project.load(.asNeeded).models.map(\.name))
        }
        if models.count > 1 {
            let names = models.map { "'\($0.name)'" }.joined(separator: ", ")
            throw CommandFailure.invalid("the project has several models", help: "choose one of \(names) with --model")
        }
        guard let head = model.contents.head else { throw unreadable(model) }
        return head
    }

    /// The schemas of the models' seed data. If no model has any, no model is read.
    private func seedDataSchemas(in project: Project) throws -> [SeedDataSchema] {
        guard project.hasSeedData else { return [] }
        return try options.findModels(in: project).filter { !$0.files.data.isEmpty }.map { model in
            guard let head = model.contents.head else { throw unreadable(model) }
            return SeedDataSchema(of: head)
        }
    }

    private func unreadable(_ model: ProjectModel) -> CommandFailure {
        .invalid("the model '\(model.name)' cannot be read, so its seed data has no schema", help: "run 'apus check'")
    }

    private func finding(
        about found: (file: String, state: Project.EditorSchemaState),
        stale: String = "the schema is from another version of Apus"
    ) -> Diagnostic? {
        let (file, state) = found
        let message: String
        switch state {
        case .current: return nil
        case .stale: message = stale
        case .missing: message = "the schema is missing"
        }
        return .error(message, at: SourceLocation(file: file), help: ["run 'apus schema --write'"])
    }
}
