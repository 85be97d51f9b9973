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
        abstract: "Write a schema as SQL, as an .xcdatamodel, or all versions as an .xcdatamodeld.",
        discussion: """
            SQL is what makes the tables of a store: it goes to 'sqlite3', or to somebody who wants to read it. A model for \
            Xcode says what Core Data can say; what it cannot is left out with a warning. With all versions in it renames \
            are renaming identifiers. Nothing is overwritten.

            EXAMPLES
              apus export                                the head's tables, as SQL
              apus export 3 --format xcdatamodel         version 3, for Xcode
              apus export --output Trips.xcdatamodeld    all versions, for Xcode
              apus export app.sqlite | sqlite3 empty.db  what a store should have
            """
    )

    /// What is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case sql
        case xcdatamodel
        case xcdatamodeld
    }

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "The schema: a version, head, a file, a git revision or a store; the head by default.",
        completion: Completions.schemas
    )
    var schema: String?

    @Option(name: .long, help: "sql, xcdatamodel or xcdatamodeld; by the output's ending, or else sql.")
    var format: Format?

    @Option(name: .long, help: "Where to write it; standard output by default.", completion: .file())
    var output: String?

    private var chosenFormat: Format {
        format ?? output.flatMap { Format(rawValue: URL(fileURLWithPath: $0).pathExtension) } ?? .sql
    }

    func validate() throws {
        guard chosenFormat == .xcdatamodeld else { return }
        if schema != nil { throw ValidationError("an .xcdatamodeld has all versions: name no schema") }
        if output == nil { throw ValidationError("an .xcdatamodeld is a folder: name it with --output") }
    }

    func run() throws {
        switch chosenFormat {
        case .sql: try write(sql: reference())
        case .xcdatamodel: try write(CoreDataExport(try reference().schema))
        case .xcdatamodeld:
            let loaded: LoadedModel = try options.load()
            let open: Int = loaded.planner.headStage?.refusals.count ?? 0
            if open > 0 {
                Console.report([
                    .warning(
                        "the head is written as the newest version, but its stage is not settled: Core Data decides by itself "
                            + "what becomes of \(open) \(open == 1 ? "change" : "changes")",
                        help: ["'apus check' names them"]
                    )
                ])
            }
            try write(CoreDataExport(loaded.history))
        }
    }

    private func reference() throws -> SchemaReference {
        let pair = try SchemaPair(schema ?? "head", schema ?? "head", options: options)
        return pair.newer
    }

    private func write(sql reference: SchemaReference) throws {
        let title: String = "-- The tables of \(reference.schema.model) \(reference.point), as Apus makes them."
        let text: String = "\(title)\n\n\(Layout(reference.schema).sql)"
        guard let output else { return Console.print(text) }
        try failing { try NewFiles.write([(path: "", text: text + "\n")], to: output) }
    }

    private func write(_ export: CoreDataExport) throws {
        Console.report(export.diagnostics)
        guard let output else { return Console.print(export.files[0].text) }
        try failing { try NewFiles.write(export.files.map { ($0.path, $0.text) }, to: output) }
    }
}

extension CoreDataExport {
    /// Writes all frozen versions, and the head where it says something else.
    init(_ history: History) {
        var versions: [(name: String, schema: Schema)] = history.entries.map { entry in
            (Self.name(history.model, entry.version), entry.schema)
        }
        if history.hasUnreleasedHead, let head = history.head {
            let next = Schema.Version((history.newest?.version.major ?? 0) + 1)
            versions.append((Self.name(history.model, next), head))
        }
        self.init(versions) { older, newer in
            let matching: Matching = Matching.match(older, newer).matching
            return { matching.olderDeclaration(of: $0) }
        }
    }

    /// The name of a version as Xcode numbers them: `Trips`, `Trips 2`, `Trips 3`.
    private static func name(_ model: String, _ version: Schema.Version) -> String {
        version == Schema.Version(1) ? model : "\(model) \(version)"
    }
}

/// Files that are written where there is nothing yet: all of them, or none.
enum NewFiles {
    /// Writes files.
    ///
    /// - Parameters:
    ///   - files: The files by their paths below the place; the empty path is the place itself.
    ///   - place: Where there is no file and no folder.
    /// - Throws: `DiagnosticsError`; nothing is left then.
    static func write(_ files: [(path: String, text: String)], to place: String) throws {
        let (target, manager) = (URL(fileURLWithPath: place), FileManager.default)
        func error(_ message: String, help: String...) -> DiagnosticsError {
            DiagnosticsError(.error(message, at: SourceLocation(file: place), help: help))
        }
        if (try? manager.attributesOfItem(atPath: target.path)) != nil {
            throw error("it exists already", help: "name another place, or remove what is there")
        }
        let draft: URL = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).new")
        defer { try? manager.removeItem(at: draft) }
        do {
            try? manager.removeItem(at: draft)
            for (path, text) in files {
                let file: URL = path.isEmpty ? draft : draft.appending(path: path)
                try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            try manager.moveItem(at: draft, to: target)
        } catch let reason {
            throw error(
                "it cannot be written: \(reason.localizedDescription)",
                help: "look at the folder's permissions"
            )
        }
    }
}
