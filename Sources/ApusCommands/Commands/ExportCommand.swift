import ApusDiagnostics
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a schema as SQL or as an .xcdatamodel, or all versions as an .xcdatamodeld.",
        discussion: """
            The SQL creates the tables of a store, with 'sqlite3' for example. A model for Xcode holds what Core Data \
            can express; the rest is left out with a warning. In an .xcdatamodeld, renames become renaming \
            identifiers. Existing files are never overwritten.

            EXAMPLES
              apus export                                the head's tables, as SQL
              apus export 3 --format xcdatamodel         version 3, for Xcode
              apus export --output Trips.xcdatamodeld    all versions, for Xcode
              apus export app.sqlite | sqlite3 empty.db  the tables of a store, empty
            """
    )

    /// The output format.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case sql
        case xcdatamodel
        case xcdatamodeld
    }

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "The schema: a version, 'head', a file, a git revision or a store; the head by default.",
        completion: Completions.schemas
    )
    var schema: String?

    @Option(
        name: .long,
        help: "The output format: sql, xcdatamodel or xcdatamodeld; by default the output's extension, else sql."
    )
    var format: Format?

    @Option(name: .long, help: "The file or folder to write; standard output by default.", completion: .file())
    var output: String?

    private var chosenFormat: Format {
        format ?? output.flatMap { Format(rawValue: URL(fileURLWithPath: $0).pathExtension) } ?? .sql
    }

    @Option(name: .long, help: "How the result is reported: text or json.")
    var report: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if report == .json, output == nil {
            throw ValidationError("--report json needs --output: standard output has the schema otherwise")
        }
        guard chosenFormat == .xcdatamodeld else { return }
        if schema != nil { throw ValidationError("an .xcdatamodeld holds all versions: leave out the schema") }
        if output == nil { throw ValidationError("an .xcdatamodeld is a folder: give its path with --output") }
    }

    func run() throws {
        switch chosenFormat {
        case .sql: try write(sql: reference())
        case .xcdatamodel: try write(CoreDataExport(try reference().schema))
        case .xcdatamodeld:
            let loaded = try options.load()
            let open = loaded.planner.headStage?.refusals.count ?? 0
            if open > 0 {
                Console.report([
                    .warning(
                        "the head is written as the newest version, but its stage is not settled: Core Data decides by itself "
                            + "what happens with \(open) \(open == 1 ? "change" : "changes")",
                        help: ["'apus check' lists them"]
                    )
                ])
            }
            try write(failing { try CoreDataExport(loaded.history) })
        }
    }

    private func reference() throws -> SchemaReference {
        let pair = try SchemaPair(schema ?? "head", schema ?? "head", options: options)
        return pair.newer
    }

    private func write(sql reference: SchemaReference) throws {
        let title = "-- The tables of \(reference.schema.model) \(reference.point), as Apus creates them."
        let text = "\(title)\n\n\(Layout(reference.schema).sql)"
        guard let output else { return Console.printSource(text) }
        try failing { try NewFiles.write([(path: "", text: text + "\n")], to: output) }
        if report == .json { try Console.printJSON(ExportRecord(format: chosenFormat.rawValue, output, [""], [])) }
    }

    private func write(_ export: CoreDataExport) throws {
        Console.report(export.diagnostics)
        guard let output else { return Console.printSource(export.files[0].text) }
        try failing { try NewFiles.write(export.files.map { ($0.path, $0.text) }, to: output) }
        if report == .json {
            let files = export.files.map(\.path)
            try Console.printJSON(ExportRecord(format: chosenFormat.rawValue, output, files, export.diagnostics))
        }
    }
}

extension CoreDataExport {
    /// Exports all frozen versions, and the head if it differs from the newest one.
    ///
    /// - Throws: `DiagnosticsError` if one cannot be read.
    init(_ history: History) throws {
        var versions: [(name: String, schema: Schema)] = try history.entries().map { entry in
            (Self.name(history.model, entry.version), entry.schema)
        }
        if history.hasUnreleasedHead, let head = history.head {
            let next = Schema.Version((history.newest?.version.major ?? 0) + 1)
            versions.append((Self.name(history.model, next), head))
        }
        self.init(versions) { older, newer in
            let matching = Matching.match(older, newer).matching
            return { matching.olderDeclaration(of: $0) }
        }
    }

    /// The name of a version as Xcode numbers them: `Trips`, `Trips 2`, `Trips 3`.
    private static func name(_ model: String, _ version: Schema.Version) -> String {
        version == Schema.Version(1) ? model : "\(model) \(version)"
    }
}

/// Files that are written to a new path: all of them, or none.
enum NewFiles {
    /// Writes files to a path that does not exist yet.
    ///
    /// - Parameters:
    ///   - files: The files with their paths relative to the destination. An empty path is the destination itself.
    ///   - destination: The path to create.
    /// - Throws: `DiagnosticsError` if the path exists or cannot be written; nothing is left behind then.
    static func write(_ files: [(path: String, text: String)], to destination: String) throws {
        let (target, manager) = (URL(fileURLWithPath: destination), FileManager.default)
        func error(_ message: String, help: String...) -> DiagnosticsError {
            DiagnosticsError(.error(message, at: SourceLocation(file: destination), help: help))
        }
        if (try? manager.attributesOfItem(atPath: target.path)) != nil {
            throw error("the path exists already", help: "choose another path, or remove what is there")
        }
        let name = ".\(target.lastPathComponent).new-\(UUID().uuidString)"
        let draft = target.deletingLastPathComponent().appending(path: name)
        defer { try? manager.removeItem(at: draft) }
        do {
            for (path, text) in files {
                let file = path.isEmpty ? draft : draft.appending(path: path)
                try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            try manager.moveItem(at: draft, to: target)
        } catch let reason {
            throw error(
                "the output cannot be written: \(reason.fileReason)",
                help: "check the folder's permissions"
            )
        }
    }
}
