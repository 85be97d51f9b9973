import ApusStore
import ArgumentParser
import Foundation

/// Standard output cannot be written any more.
private struct OutputFailure: Error {}

struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print the rows of an entity as CSV or JSON, in the form that 'apus load' reads.",
        discussion: """
            Needs no project: a store describes its model. Rows of sub-entities have their names in '_entity', and each row has \
            its identity in '_id', so that the references between rows are the same after loading. Encrypted values are printed \
            in plain text, which needs their keys.

            EXAMPLES
              apus dump app.sqlite --entity Trip > trips.csv
              apus dump app.sqlite --entity Trip --format json
              apus dump app.sqlite | apus load other.sqlite - --format ndjson
            """
    )

    @Argument(help: "The store.", completion: .file())
    var store: String

    @OptionGroup var keys: KeyOptions

    @Option(
        name: .long,
        help: "The entity; by default all entities, which csv does not support.",
        completion: Completions.entities
    )
    var entity: String?

    @Option(name: .long, help: "The form: csv, json or ndjson; by default csv for an entity, and ndjson for all.")
    var format: RowFileFormat?

    @Option(name: .long, help: "The separator of the fields of CSV, one character; 'tab' for a tab.")
    var separator: String?

    @Option(name: .long, help: "The model; needed only if the store has several.", completion: Completions.models)
    var model: String?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if entity == nil, format == .csv {
            throw ValidationError("--format csv needs an --entity, whose properties are the columns")
        }
        if let separator, RowFileFormat.separator(separator) == nil {
            throw ValidationError("--separator must be one ASCII character, or 'tab'")
        }
    }

    func run() throws {
        let interruption = Interruption()
        var transfer = RowTransfer(keys: keys.keys, model: model)
        transfer.isCancelled = { interruption.isRequested }
        var file = RowFile((format ?? (entity == nil ? .ndjson : .csv)).format)
        if let separator, let character = RowFileFormat.separator(separator) { file.separator = character }
        // On the same terminal, the line would be between the rows, which show how far it is.
        let line = Console.isOutputTerminal ? nil : ProgressLine(store)
        defer { line?.end() }
        do {
            _ = try failing {
                try transfer.dump(storeURL(store), entity: entity, as: file) {
                    line?.show("rows", rows: $0)
                } _: {
                    Console.write($0, to: .standardOutput)
                    // A reader that wants no more, or a full disk, which is reported in the end.
                    if Console.hasOutputFailed { throw OutputFailure() }
                }
            }
        } catch is OutputFailure {
            return
        }
    }
}
