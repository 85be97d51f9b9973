import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import ApusStore
import ArgumentParser

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print what a store records about itself: its schema as YAML, its metadata, its log.",
        discussion: """
            Needs no project. The text output is a model file; metadata and log are a comment at its top. The JSON \
            output has the schema in its canonical form.

            EXAMPLES
              apus inspect app.sqlite
              apus inspect app.sqlite > Trips.yaml
              apus inspect app.sqlite --format json
            """
    )

    @Argument(help: "The store.", completion: .file())
    var store: String

    @Option(name: .long, help: "The model; all models of the store by default.", completion: Completions.models)
    var model: String?

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        let inspection = try failing { try StoreInspection(of: storeURL(store), model: model) }
        let record = InspectionRecord(store, inspection)
        switch format {
        case .text:
            Pager.start()
            Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
    }
}

/// What a store records about itself, as it is printed.
struct InspectionRecord: Encodable {
    struct Model: Encodable {
        let model: String
        let version: String
        @OrNull var digest: String?
        let generation: Int
        let migrations: [MigrationLogRecord]
        /// What migrations left for later; left out if there is none.
        let deferred: [DeferredRecord]?
        let schema: Schema
    }

    let store: String
    let format: Int
    let bytes: Int
    let pageSize: Int
    let journalMode: String
    let encoding: String
    let models: [Model]

    init(_ store: String, _ inspection: StoreInspection) {
        self.store = store
        format = inspection.file.format
        bytes = inspection.file.bytes
        pageSize = inspection.file.pageSize
        journalMode = inspection.file.journalMode
        encoding = inspection.file.encoding
        models = inspection.models.map { model in
            Model(
                model: model.description.model,
                version: PlanReport.name(model.description.state.version),
                digest: model.description.state.digest,
                generation: model.description.generation,
                migrations: model.log.map { MigrationLogRecord($0) },
                deferred: DeferredRecord.records(model.deferred),
                schema: model.description.state.schema
            )
        }
    }

    /// A YAML document per model.
    var text: String {
        let file =
            "\(store): format \(format), \(bytes) bytes, pages of \(pageSize) bytes, journal mode \(journalMode), \(encoding)"
        return models.map { model in
            var comment: [String] = [
                file,
                "\(model.model) \(model.version), generation \(model.generation)"
                    + (model.digest.map { ", digest \($0)" } ?? ""),
            ]
            comment += (model.deferred ?? []).lines
            if !model.migrations.isEmpty { comment.append("migrations:") }
            comment += model.migrations.map { "  \($0.line): \($0.summary)" }
            return ModelFile.write(model.schema, comment: comment.map(\.shown))
        }.joined(separator: "---\n")
    }
}
