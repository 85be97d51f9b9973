import ApusDiagnostics
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring the whole history of a Core Data model into the project.",
        discussion: """
            Reads an .xcdatamodeld with all its versions, or a lone .xcdatamodel. Each becomes a frozen version 1, 2, 3 …; \
            what an app lost on the way without asking becomes a mapping file that accepts it, for you to review. \
            A feature that Apus does not carry is an error that names it; nothing is skipped \
            but what has no meaning outside Xcode, which Documentation/Model.md lists.

            EXAMPLES
              apus import App.xcdatamodeld
              apus import App.xcdatamodeld --model Trips --order 'App' 'App 2' 'App 3'
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel.")
    var bundle: String

    @Option(name: .long, help: "The project's folder; begun where there is none.")
    var project: String?

    @Option(name: .long, help: "The model's name; the bundle's by default.")
    var model: String?

    @Option(name: .long, parsing: .upToNextOption, help: "The versions' names, oldest first; guessed by default.")
    var order: [String] = []

    func run() throws {
        let imported: ImportedModel = try failing {
            try CoreDataImport.read(bundle, model: model, order: order.isEmpty ? nil : order)
        }
        Console.report(imported.diagnostics)
        let entries: [History.Entry] = imported.versions.enumerated().map { number, version in
            History.Entry(Schema.Version(number + 1), version.schema)
        }
        let history = History(model: imported.model, entries: entries, head: entries.last?.schema)
        let mappings: [Mapping] = try acceptances(of: history)
        let target: Project = try failing {
            try Project.findOrBegin(explicit: project.map { URL(fileURLWithPath: $0) })
        }
        _ = try failing {
            try target.add(
                history,
                mappings: mappings,
                comment: ["Imported: the app lost these on the way without asking."]
            )
        }
        for (number, version) in imported.versions.enumerated() {
            Console.note("version \(number + 1): \(version.name)")
        }
        for mapping in mappings {
            let paths: String = mapping.accept.map(\.path.description).joined(separator: ", ")
            Console.note("accepted from \(mapping.from) to \(mapping.to?.description ?? "head"), for review: \(paths)")
        }
        Console.print(
            "imported \(imported.model): \(count(entries, "version")); losses to review in \(count(mappings, "stage"))"
        )
    }

    private func count(_ list: [some Any], _ word: String) -> String {
        "\(list.count) \(word)\(list.count == 1 ? "" : "s")"
    }

    /// What each stage loses, as the app's own migrations did without a word.
    private func acceptances(of history: History) throws -> [Mapping] {
        var mappings: [Mapping] = []
        var unsettled: [Stage] = []
        for (older, newer) in zip(history.entries, history.entries.dropFirst()) {
            let bare = Planner(history: history, mappings: []).stage(from: older, to: newer)
            let mapping = Mapping(
                from: older.version,
                to: newer.version,
                accept: bare.losses.map { Mapping.Acceptance($0) }
            )
            let settled = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
            if !settled.refusals.isEmpty { unsettled.append(settled) }
            if !mapping.accept.isEmpty { mappings.append(mapping) }
        }
        guard unsettled.isEmpty else { throw CommandFailure(.refused(unsettled), locating: .none) }
        return mappings
    }
}
