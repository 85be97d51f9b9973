import ApusDiagnostics
import ApusStore
import ArgumentParser
import Foundation

struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Load rows from CSV or JSON files into a store, all or nothing.",
        discussion: """
            Needs no project: a store describes its model. The names in a file are those of properties, of parts such as \
            'home.city', '_id' for the identity and '_entity' for a sub-entity. A relationship has the identity of its object, or \
            'leader.name' the value of an attribute that finds it; a list of objects is JSON, such as [1,2]. In CSV, an empty \
            field is null, and "" an empty text.

            Each file is loaded in one transaction. Every row that breaks a rule of the model is reported with its line, and nothing \
            of its file is loaded then: the command ends with 2.

            EXAMPLES
              apus load app.sqlite --entity Trip trips.csv
              apus load app.sqlite --entity Trip trips.ndjson --by name
              apus load app.sqlite --entity Trip - --format csv < trips.csv
              apus load app.sqlite --entity Trip trips.csv --dry-run
            """
    )

    @Argument(help: "The store, which exists.", completion: .file())
    var store: String

    @Argument(help: ArgumentHelp("The files; '-' is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var keys: KeyOptions

    @Option(
        name: .long,
        help: "The entity of the rows; needed unless each row has its '_entity'.",
        completion: Completions.entities
    )
    var entity: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Properties by which the object of a row is found, separated by commas. It is changed then, and not inserted.",
            valueName: "properties"
        )
    )
    var by: String?

    @Option(name: .long, help: "The format of the files: csv, json or ndjson; by default that of the file extension.")
    var format: RowFileFormat?

    @Option(name: .long, help: "The separator of the fields of CSV, one character; 'tab' for a tab.")
    var separator: String?

    @Option(name: .long, help: "How many findings are listed.")
    var limit: Int = 20

    @Option(name: .long, help: "The model; needed only if the store has several.", completion: Completions.models)
    var model: String?

    @Flag(name: .long, help: "Only check the rows: nothing is kept.")
    var dryRun: Bool = false

    @Option(name: .long, help: "How the result is reported: text or json.")
    var report: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be a whole number from 1") }
        if let separator, RowFileFormat.separator(separator) == nil {
            throw ValidationError("--separator must be one ASCII character, or 'tab'")
        }
    }

    func run() throws {
        let interruption = Interruption()
        var transfer = RowTransfer(keys: keys.keys, model: model)
        transfer.isCancelled = { interruption.isRequested }
        var record = LoadRecord(store: store, isDryRun: dryRun)
        do {
            for path in files { record.files.append(try load(path, with: transfer)) }
        } catch let failure as CommandFailure where report == .json && !record.files.isEmpty {
            // The files before are loaded, each in a transaction of its own.
            record.failure = FailureReport(failure)
            try Console.printJSON(record)
            throw failure
        }
        if report == .json { try Console.printJSON(record) }
    }

    private func load(_ path: String, with transfer: RowTransfer) throws -> LoadRecord.File {
        let name = path == "-" ? "standard input" : path
        guard var file = format.map({ RowFile($0.format) }) ?? RowFile(named: path) else {
            throw CommandFailure.invalid(
                "the form of '\(name)' is unknown",
                help: "say it: --format csv, json or ndjson"
            )
        }
        if let separator, let character = RowFileFormat.separator(separator) { file.separator = character }
        let handle: FileHandle
        do throws(RowLoadError) {
            handle = path == "-" ? .standardInput : try RowFile.open(path, named: path)
        } catch {
            throw CommandFailure(error.diagnostics, code: CommandFailure.Codes.invalid)
        }
        let line = ProgressLine(store)
        let loaded = try failing(leaving: "nothing of \(name) was loaded") {
            defer { line.end() }
            return try transfer.load(
                handle,
                into: storeURL(store),
                entity: entity,
                as: file,
                named: name,
                identifying: by?.split(separator: ",").map(String.init) ?? [],
                limit: limit,
                isTrial: dryRun
            ) { line.show("rows", rows: $0) }
        }
        if report == .text {
            let rows = "\(loaded.rows) \(loaded.rows == 1 ? "row" : "rows")"
            Console.print(
                "\(name): \(rows) \(dryRun ? "would be loaded" : "loaded"), \(loaded.inserted) new, \(loaded.updated) changed"
            )
        }
        return LoadRecord.File(file: path, rows: loaded.rows, inserted: loaded.inserted, updated: loaded.updated)
    }
}

/// The form of a file of rows, as an argument.
enum RowFileFormat: String, CaseIterable, ExpressibleByArgument {
    case csv, json, ndjson

    var format: RowFile.Format {
        switch self {
        case .csv: .csv
        case .json: .json
        case .ndjson: .ndjson
        }
    }

    /// The separator in an argument; `nil` if it cannot be one.
    static func separator(_ text: String) -> Character? {
        if text == "tab" || text == "\\t" { return "\t" }
        guard text.count == 1, let character = text.first, character.isASCII, character != "\"", !character.isNewline
        else {
            return nil
        }
        return character
    }
}
