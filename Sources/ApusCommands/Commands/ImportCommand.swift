import ApusDiagnostics
import ApusFiles
import ApusImport
import ApusMigration
import ApusProject
public import ApusSchema
public import ArgumentParser
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring the whole history of a Core Data model into the project.",
        discussion: """
            Reads an .xcdatamodeld with all its versions, or a lone .xcdatamodel. Each becomes a frozen version 1, 2, 3 …, \
            and the newest one the head as well. What an app lost on the way without asking, and what Core Data does not \
            infer, becomes a mapping file a stage, for you to review. A feature that Apus does not carry is an error that \
            names it; nothing is skipped but what has no meaning outside Xcode, which Documentation/Import.md lists.

            Which version followed which, the bundle does not say. The numbers in their names do, or git, or else it is a \
            guess, which is shown and wants your yes.

            With --into, versions that were added to the bundle since are added to a model that was imported before.

            EXAMPLES
              apus import App.xcdatamodeld
              apus import App.xcdatamodeld --order 'App' 'App 2' 'App 3'
              apus import App.xcdatamodeld --order order.txt     a name a line
              apus import App.xcdatamodeld --yes                 in the order guessed
              apus import App.xcdatamodeld --versions 'App 7'..  without those before
              apus import App.xcdatamodeld --head-only           without any history
              apus import App.xcdatamodeld --into Trips          what came since
              apus import App.xcdatamodeld --codegen class       for Manual/None too
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel.", completion: .directory)
    var bundle: String

    @Option(name: .long, help: "The project's folder; begun where there is none.", completion: .directory)
    var project: String?

    @Option(name: .long, help: "The model's name; the bundle's by default.")
    var model: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: "The versions' names, oldest first, or a file that has them; guessed by default.",
        completion: .file()
    )
    var order: [String] = []

    @Option(name: .long, help: ArgumentHelp("Only these versions, by name.", valueName: "from..to"))
    var versions: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The app's mapping models; by default those that lie beside the bundle.",
            valueName: "xcmappingmodel"
        ),
        completion: .directory
    )
    var mappings: [String] = []

    @Flag(name: .long, help: "Only the newest version, as a head without a history.")
    var headOnly: Bool = false

    @Option(
        name: .long,
        help: ArgumentHelp("The model that the bundle was imported as before.", valueName: "model"),
        completion: Completions.models
    )
    var into: String?

    @Option(name: .long, help: "What Apus generates for all entities; as the bundle says by default.")
    var codegen: Entity.Codegen?

    @Flag(name: [.long, .short], help: "Take the guessed order.")
    var yes: Bool = false

    func validate() throws {
        if headOnly, into != nil { throw ValidationError("--head-only makes a new model, and --into goes on with one") }
        if headOnly, versions != nil { throw ValidationError("--head-only takes the newest version alone") }
        if model != nil, into != nil { throw ValidationError("--into names the model; --model would be another one") }
    }

    func run() throws {
        let imported: ImportedModel = try codegen.map { try readBundle().generating($0) } ?? readBundle()
        Console.report(imported.diagnostics)
        let names: [String] = imported.versions.map(\.name)
        if headOnly { return try importHead(of: imported) }
        if let into { return try update(into, with: imported) }
        let entries: [History.Entry] = imported.versions.enumerated().map { number, version in
            History.Entry(Schema.Version(number + 1), version.schema)
        }
        let history = History(model: imported.model, entries: entries, head: entries.last?.schema)
        let settlements: [Settlement] = try settle(history, imported.versions)
        let target: Project = try findOrBegin()
        _ = try failing { try target.add(history, settlements) }
        for (entry, name) in zip(entries, names) { Console.note("version \(entry.version): \(name.shown)") }
        noteManualClasses(of: imported)
        report(settlements, "imported \(imported.model): \(Self.count(entries.count, "version"))")
    }

    /// Most older bundles leave all classes to people, who would wait for them in vain.
    private func noteManualClasses(of imported: ImportedModel) {
        let entities: [Entity] = imported.versions.last?.schema.entities ?? []
        let count: Int = entities.count { $0.codegen == .none }
        if count == 0 || codegen != nil { return }
        Console.note(
            "no class is generated for \(count) of \(Self.count(entities.count, "entity", "entities")), as in Xcode's "
                + "Manual/None: write 'codegen: class' where Apus is to generate it, or import with '--codegen class'"
        )
    }

    private func readBundle() throws -> ImportedModel {
        let order: [String] = try sortedVersions()
        let name: String = into ?? model ?? CoreDataImport.modelName(of: bundle)
        let own: String = URL(fileURLWithPath: bundle).standardizedFileURL.deletingPathExtension().lastPathComponent
        if into == nil, model == nil, name != own {
            Console.note("the model is called '\(name)', as '\(own.shown)' cannot name a Swift type")
        }
        let models: [String] = mappings.isEmpty ? CoreDataImport.mappingModels(besideBundle: bundle) : mappings
        if mappings.isEmpty {
            for path in models { Console.note("the mapping model \(path.shown) is taken into account") }
        }
        return try failing {
            let range: VersionRange? = order.isEmpty ? nil : versions.map { VersionRange($0) }
            let chosen: [String] = try range?.names(of: order, file: bundle) ?? order
            let kept: [String] = headOnly ? Array(chosen.suffix(1)) : chosen
            return try CoreDataImport.read(
                bundle,
                model: name,
                order: order,
                only: kept.count < order.count ? kept : nil,
                mappingModels: models
            )
        }
    }

    /// The order of all versions: as given, as it is clear, or as somebody said yes to.
    private func sortedVersions() throws -> [String] {
        let given: [String]? = try failing { try OrderArgument.names(order) }
        let found: VersionOrder = CoreDataImport.order(
            ofVersionsIn: bundle,
            given: given,
            appearances: given == nil ? GitAppearances.ofVersions(in: bundle) : [:]
        )
        let findings: [Diagnostic] = found.diagnostics(file: bundle)
        if found.basis == .given, findings.contains(where: { $0.severity == .error }) { throw refusal(of: found) }
        guard let doubt = found.doubt, !found.names.isEmpty else {
            if found.basis == .git { Console.note("the order of the versions is that in which they came into git") }
            return found.names
        }
        guard yes || Console.canAsk else {
            throw refusal(of: found).helping("or take this order as it is guessed, with --yes")
        }
        Console.note("the order is not clear: \(doubt); \(found.basis.guess):")
        for (number, name) in found.names.enumerated() { Console.note("  \(number + 1) \(name.shown)") }
        guard yes || Console.confirms("Import in this order?") else { throw refusal(of: found) }
        return found.names
    }

    private func refusal(of order: VersionOrder) -> CommandFailure {
        CommandFailure(order.diagnostics(file: bundle), code: CommandFailure.Codes.invalid)
    }

    /// What each stage needs, as the app's own migrations did it without a word or somebody wrote it in another place.
    private func settle(_ history: History, _ versions: [ImportedModel.Version]) throws -> [Settlement] {
        let settlements: [Settlement] = zip(history.entries, history.entries.dropFirst()).enumerated().map {
            Settlement(from: $1.0, to: $1.1, in: history, by: versions[$0 + 1])
        }
        let unsettled: [Stage] = settlements.map(\.stage).filter { !$0.refusals.isEmpty }
        guard unsettled.isEmpty else {
            let failure = CommandFailure(.refused(unsettled), locating: .none)
            let way: String =
                "imported versions are frozen: change them in a copy of the bundle, or begin later with --versions"
            throw CommandFailure(failure.diagnostics, notes: failure.notes + [way, Self.unchanged], code: failure.code)
        }
        return settlements
    }

    private func findOrBegin() throws -> Project {
        try failing { try Project.findOrBegin(explicit: project.map { URL(fileURLWithPath: $0) }) }
    }

    private func importHead(of imported: ImportedModel) throws {
        guard let version = imported.versions.last else { return }
        let history = History(model: imported.model, entries: [], head: version.schema)
        let target: Project = try findOrBegin()
        _ = try failing { try target.add(history, []) }
        noteManualClasses(of: imported)
        Console.print(
            "imported \(imported.model): the head, as '\(version.name.shown)' says it; 'apus freeze' makes a version of it"
        )
    }

    /// Says what somebody should review, and in the end what was done.
    private func report(_ settlements: [Settlement], _ title: String) {
        for settlement in settlements {
            let place: String = "from \(settlement.mapping.from) to \(settlement.mapping.to?.description ?? "head")"
            if !settlement.losses.isEmpty {
                let paths: String = settlement.losses.map(\.path.description).joined(separator: ", ")
                Console.note("accepted \(place), for review: \(paths)")
            }
            for line in settlement.handwork { Console.note("to write by hand \(place): \(line)") }
            let guesses: [String] = settlement.guessTexts
            if !guesses.isEmpty { Console.note("guessed \(place), for review: \(guesses.joined(separator: ", "))") }
        }
        let written: Int = settlements.count { !$0.mapping.isEmpty || !$0.handwork.isEmpty }
        Console.print("\(title); to review: \(Self.count(written, "mapping"))")
    }

    private func update(_ model: String, with imported: ImportedModel) throws {
        let names: [String] = imported.versions.map(\.name)
        let updated: Project.Updated = try failing(leaving: Self.unchanged) {
            let target: Project = try .find(explicit: project.map { URL(fileURLWithPath: $0) })
            return try target.update(model, with: imported.versions.map(\.schema), names: names) {
                Settlement(from: $1, to: $2, in: $3, by: imported.versions[$0])
            }
        }
        for (version, name) in zip(updated.added, names.suffix(updated.added.count)) {
            Console.note("version \(version): \(name.shown)")
        }
        Console.report(updated.findings)
        let count: Int = updated.added.count
        report(
            updated.settlements,
            count == 0 ? "\(model) has all versions of the bundle" : "\(model): \(Self.count(count, "new version"))"
        )
    }

    /// What a refusal says at its end.
    private static let unchanged: String = "nothing was imported"

    private static func count(_ number: Int, _ word: String, _ words: String? = nil) -> String {
        "\(number) \(number == 1 ? word : words ?? word + "s")"
    }
}

extension Entity.Codegen: ExpressibleByArgument {}

extension Settlement {
    fileprivate init(
        from older: History.Entry,
        to newer: History.Entry,
        in history: History,
        by version: ImportedModel.Version
    ) {
        self.init(from: older, to: newer, in: history, handwork: version.handwork, fills: version.fills)
    }

    /// The lines that are guesses, as the import reports them.
    fileprivate var guessTexts: [String] {
        guesses.map { "\($0.path) is \($0.conversion ?? $0.key.definition.participle)" }
    }
}

extension VersionOrder.Basis {
    /// How a guess came about.
    fileprivate var guess: String {
        switch self {
        case .given, .numbers: "by their numbers"
        case .git: "as they came into git"
        case .similarity: "a guess, by what the versions say"
        }
    }
}

/// When the versions of a bundle came into git.
private enum GitAppearances {
    /// The numbers by the versions' names; none where the bundle lies in no repository, or there is no git.
    static func ofVersions(in bundle: String) -> [String: Int] {
        let folder = URL(fileURLWithPath: bundle)
        guard let repository = try? GitRepository(of: folder) else { return [:] }
        let found: [String: Int]? = try? repository.appearances { path in
            guard path.hasSuffix(".xcdatamodel/contents") else { return nil }
            return String(path.dropLast(".xcdatamodel/contents".count))
        }
        return found ?? [:]
    }
}
