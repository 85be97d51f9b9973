import ApusCodegen
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
        abstract: "Import a Core Data model with all its versions into the project.",
        discussion: """
            Reads an .xcdatamodeld with all its versions, or a single .xcdatamodel. The versions are frozen as 1, 2, 3 \
            …, and the newest one also becomes the head. What Core Data drops in a stage, and where it stops, is \
            written to a mapping file, for you to review; what the app's own code did there is left for you to decide. \
            A feature that Apus does not support is an error; only what has no meaning outside Xcode is skipped (see \
            Documentation/Import.md).

            A bundle does not record the order of its versions. Apus takes it from the numbers in their names or from \
            git. Otherwise it guesses, shows the order and asks you to confirm it.

            With --into, versions that the bundle has gained are added to a model that was imported before.

            EXAMPLES
              apus import App.xcdatamodeld
              apus import App.xcdatamodeld --order 'App' 'App 2' 'App 3'
              apus import App.xcdatamodeld --order order.txt     one name per line
              apus import App.xcdatamodeld --yes                 in the guessed order
              apus import App.xcdatamodeld --versions 'App 7'..  without earlier ones
              apus import App.xcdatamodeld --head-only           without a history
              apus import App.xcdatamodeld --into Trips          only new versions
              apus import App.xcdatamodeld --codegen class       for Manual/None too
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel.", completion: .directory)
    var bundle: String

    @Option(name: .long, help: "The project's folder; created if it does not exist.", completion: .directory)
    var project: String?

    @Option(name: .long, help: "The model's name; the bundle's by default.")
    var model: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: "The versions' names, oldest first, or a file that lists them; guessed by default.",
        completion: .file()
    )
    var order: [String] = []

    @Option(name: .long, help: ArgumentHelp("Import only these versions, by name.", valueName: "from..to"))
    var versions: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The app's mapping models; by default those that are found around the bundle.",
            valueName: "xcmappingmodel"
        ),
        completion: .directory
    )
    var mappings: [String] = []

    @Flag(name: .long, help: "Import only the newest version, as a head without a history.")
    var headOnly: Bool = false

    @Option(
        name: .long,
        help: ArgumentHelp("The model that the bundle was imported into before.", valueName: "model"),
        completion: Completions.models
    )
    var into: String?

    @Option(name: .long, help: "What Apus generates for all entities; by default as in the bundle.")
    var codegen: Entity.Codegen?

    @Flag(name: [.long, .short], help: "Accept the guessed order.")
    var yes: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if headOnly, into != nil {
            throw ValidationError(
                "--head-only and --into exclude each other: one makes a new model, the other extends an existing one"
            )
        }
        if model != nil, into != nil {
            throw ValidationError("--into and --model exclude each other: --into already names the model")
        }
    }

    func run() throws {
        let imported = try codegen.map { try readBundle().generating($0) } ?? readBundle()
        Console.report(imported.diagnostics)
        noteOtherCode(of: imported)
        let names = imported.versions.map(\.name)
        if headOnly { return try importHead(of: imported) }
        if let into { return try update(into, with: imported) }
        let entries: [History.Entry] = imported.versions.enumerated().map { number, version in
            History.Entry(Schema.Version(number + 1), version.schema)
        }
        let history = History(model: imported.model, entries: entries, head: entries.last?.schema)
        let settlements: [Settlement] = try settle(entries, in: history, imported)
        let target = try findOrCreateProject()
        _ = try failing { try target.add(history, settlements) }
        for (entry, name) in zip(entries, names) { Console.note("version \(entry.version): \(name.shown)") }
        noteManualClasses(of: imported)
        noteImpossibleClasses(of: history, in: target)
        report(settlements, names, "imported \(imported.model): \(Self.count(entries.count, "version"))")
        try printJSON(imported.model, versions: zip(entries.map(\.version), names), settlements, imported.diagnostics)
    }

    /// Notes source files with migration code that belongs to no stage in particular.
    private func noteOtherCode(of imported: ImportedModel) {
        let files: [String] = imported.otherCode.compactMap(\.start?.description.shown)
        if files.isEmpty || headOnly { return }
        let rest = files.count > Self.shownFiles ? " and \(files.count - Self.shownFiles) more" : ""
        Console.note(
            "migration code: \(files.prefix(Self.shownFiles).joined(separator: ", "))\(rest); look whether it does more "
                + "than Core Data infers"
        )
    }

    /// The maximum number of files with other migration code that are listed.
    private static let shownFiles = 8

    /// Notes entities for which no class is generated. Most older bundles say so for all of them, and the user would
    /// look for the classes in vain.
    private func noteManualClasses(of imported: ImportedModel) {
        let entities: [Entity] = imported.versions.last?.schema.entities ?? []
        let count: Int = entities.count { $0.codegen == .none }
        if count == 0 || codegen != nil { return }
        Console.note(
            "no class is generated for \(count) of \(Self.count(entities.count, "entity", "entities")), which Xcode calls "
                + "Manual/None: write 'codegen: class' for each entity that needs one, or import with '--codegen class'"
        )
    }

    /// Notes what Core Data accepts and no class can have. The head can be edited; what stores contain is imported as it is.
    private func noteImpossibleClasses(of history: History, in target: Project) {
        let problems = Generator.problems(of: history, options: Generator.Options(target.settings))
        for problem in problems where problem.severity == .error {
            Console.note("to correct in the head before 'apus check' is green: \(problem.message)")
        }
    }

    private func readBundle() throws -> ImportedModel {
        let order = try sortedVersions()
        let name = into ?? model ?? CoreDataImport.modelName(of: bundle)
        let bundleName = URL(fileURLWithPath: bundle).standardizedFileURL.deletingPathExtension().lastPathComponent
        if into == nil, model == nil, name != bundleName {
            Console.note("the model is named '\(name)', because '\(bundleName.shown)' is not the name of a Swift type")
        }
        // A head without a history has no stages.
        let code =
            headOnly
            ? .empty : CoreDataImport.migrationCode(ofBundle: bundle, mappingModels: mappings.isEmpty ? nil : mappings)
        Console.report(code.findings)
        let imported = try failing {
            let chosen = try chosen(of: order)
            let kept = headOnly ? Array(chosen.suffix(1)) : chosen
            // Who chooses versions knows of the others, which may be unreadable.
            let isChosen = headOnly || versions != nil && !chosen.isEmpty || !self.order.isEmpty
            return try CoreDataImport.read(
                bundle,
                model: name,
                order: order,
                only: isChosen ? kept : nil,
                code: code,
                frozen: frozenSchemas
            )
        }
        if mappings.isEmpty {
            for path in imported.mappingModels {
                Console.note("the mapping model \(code.name(of: path).shown) is used")
            }
        }
        return imported
    }

    /// The schemas of the model that is updated.
    private var frozenSchemas: [Schema] {
        guard let into, let target = try? Project.find(explicit: project.map { URL(fileURLWithPath: $0) }) else {
            return []
        }
        let history = target.load().models.first { $0.name == into }?.history
        let entries = try? history?.entries()
        return (entries ?? []).map(\.schema)
    }

    /// The names of the versions to import, oldest first.
    private func chosen(of order: VersionOrder) throws -> [String] {
        guard let versions, !order.names.isEmpty else { return order.names }
        return try failing { try VersionRange(versions).names(of: order.names, file: bundle) }
    }

    /// The versions in order: as given, as the bundle or git shows it, or as the user confirms it.
    private func sortedVersions() throws -> VersionOrder {
        let given = try failing { try OrderArgument.names(order) }
        let found = CoreDataImport.order(
            ofVersionsIn: bundle,
            given: given,
            appearances: given == nil ? GitAppearances.ofVersions(in: bundle) : [:]
        )
        let findings = found.diagnostics(file: bundle)
        if found.basis == .given, findings.contains(where: { $0.severity == .error }) { throw refusal(of: found) }
        // The user who leaves out what may be drafts has decided.
        guard let doubt = found.doubt(among: try chosen(of: found)), !found.names.isEmpty else {
            if found.basis == .git { Console.note("the versions are in the order in which they were added to git") }
            // The warnings are about an order that the user gave. A version that cannot be read is an error only if it is
            // imported.
            return found.basis == .given ? found : found.confirmed
        }
        guard yes || Console.canAsk else {
            throw refusal(of: found).helping("or accept the guessed order with --yes")
        }
        let lines = ["the order of the versions is not clear: \(doubt); \(found.basis.guess):"] + found.lines
        for line in lines + [found.hintAboutDrafts].compactMap({ $0 }) {
            if yes { Console.note(line) } else { Console.message(line) }
        }
        guard yes || Console.confirms("Import in this order?") else { throw refusal(of: found) }
        return found.confirmed
    }

    private func refusal(of order: VersionOrder) -> CommandFailure {
        CommandFailure(order.diagnostics(file: bundle), code: CommandFailure.Codes.invalid)
    }

    /// The settlement of each stage: what the app's own migrations did without a mapping, or its mapping models
    /// describe.
    private func settle(
        _ entries: [History.Entry],
        in history: History,
        _ imported: ImportedModel
    ) throws -> [Settlement] {
        let versions = imported.versions
        let settlements: [Settlement] = zip(entries, entries.dropFirst()).enumerated().map {
            Settlement(from: $1.0, to: $1.1, in: history, to: $0 + 1, of: imported)
        }
        guard settlements.allSatisfy(\.obstacles.isEmpty) else {
            let diagnostics = settlements.enumerated().flatMap { number, settlement in
                settlement.obstacles.map { refusal(of: $0, from: versions[number], to: versions[number + 1]) }
            }
            throw CommandFailure(diagnostics, notes: [Self.unchanged], code: CommandFailure.Codes.refused)
        }
        return settlements
    }

    /// A refusal of the stage between two versions, with help for the bundle: imported versions are frozen.
    private func refusal(
        of refusal: Refusal,
        from older: ImportedModel.Version,
        to newer: ImportedModel.Version
    ) -> Diagnostic {
        .error(
            "from '\(older.name)' to '\(newer.name)': \(refusal.message)",
            code: refusal.code,
            at: newer.location(of: refusal.path) ?? older.location(of: refusal.path) ?? newer.location,
            help: [
                "if no store of '\(older.name)' or before is left, begin with the newer one: "
                    + "--versions \("\(newer.name)..".shellQuoted)",
                "or change the bundle: in a copy of it, in '\(newer.name)'",
            ]
        )
    }

    private func findOrCreateProject() throws -> Project {
        try failing { try Project.findOrCreate(explicit: project.map { URL(fileURLWithPath: $0) }) }
    }

    private func importHead(of imported: ImportedModel) throws {
        guard let version = imported.versions.last else { return }
        // A head would pair what Core Data stores separately.
        var head = version.schema
        head.separateInverses()
        let history = History(model: imported.model, entries: [], head: head)
        let target = try findOrCreateProject()
        _ = try failing { try target.add(history, []) }
        noteManualClasses(of: imported)
        noteImpossibleClasses(of: history, in: target)
        let done =
            "imported \(imported.model): the head, from '\(version.name.shown)'; 'apus freeze' releases it as a version"
        if format == .text { Console.print(done) }
        try printJSON(imported.model, versions: zip([Schema.Version](), [String]()), [], imported.diagnostics)
    }

    /// Prints what the user should decide and review, then what was done.
    ///
    /// - Parameters:
    ///   - settlements: The settlements of the stages.
    ///   - names: The names of the versions in the bundle, those of the stages last.
    ///   - title: What was done.
    private func report(_ settlements: [Settlement], _ names: [String], _ title: String) {
        let stages = zip(settlements, zip(names.suffix(settlements.count + 1), names.suffix(settlements.count)))
        for (settlement, (older, newer)) in stages {
            guard let code = settlement.ownCode else { continue }
            if !code.isOpen { continue }
            Console.note(
                "\(settlement.title) ('\(older.shown)' to '\(newer.shown)') the app had code of its own: \(code.location)"
            )
            for work in code.work { Console.note("to be written \(settlement.title): \(work.text)") }
        }
        for settlement in settlements { for line in settlement.review { Console.note(line) } }
        let written = settlements.count(where: \.hasFile)
        if format == .text { Console.print("\(title); to review: \(Self.count(written, "mapping"))") }
        let open = settlements.filter(\.isUndecided)
        if open.isEmpty { return }
        Console.note(
            "to decide before 'apus check' is green: \(Self.count(open.count, "stage")), "
                + open.map(\.title).joined(separator: ", ")
        )
    }

    private func update(_ model: String, with imported: ImportedModel) throws {
        let names = imported.versions.map(\.name)
        let updated = try failing(leaving: Self.unchanged) {
            let target = try Project.find(explicit: project.map { URL(fileURLWithPath: $0) })
            return try target.update(model, with: imported.versions.map(\.schema), names: names) {
                Settlement(from: $1, to: $2, in: $3, to: $0, of: imported)
            }
        }
        for (version, name) in zip(updated.added, names.suffix(updated.added.count)) {
            Console.note("version \(version): \(name.shown)")
        }
        Console.report(updated.findings)
        let count = updated.added.count
        report(
            updated.settlements,
            names,
            count == 0 ? "\(model) has all versions of the bundle" : "\(model): \(Self.count(count, "new version"))"
        )
        let versions = zip(updated.added, names.suffix(count))
        try printJSON(model, versions: versions, updated.settlements, imported.diagnostics + updated.findings)
    }

    private func printJSON(
        _ model: String,
        versions: Zip2Sequence<some Sequence<Schema.Version>, some Sequence<String>>,
        _ settlements: [Settlement],
        _ findings: [Diagnostic]
    ) throws {
        guard format == .json else { return }
        try Console.printJSON(
            ImportRecord(
                model: model,
                isHeadOnly: headOnly,
                versions: versions.map { .init(version: "\($0)", name: $1) },
                stages: settlements.filter(\.hasFile).map { settlement in
                    ImportRecord.Stage(
                        from: "\(settlement.mapping.from)",
                        to: settlement.mapping.to?.description ?? "head",
                        isDecided: !settlement.isUndecided,
                        review: settlement.review
                    )
                },
                findings: findings.map { CheckReport.Finding($0, isFixable: false) }
            )
        )
    }

    /// The last line of a refusal.
    private static let unchanged = "nothing was imported"

    private static func count(_ number: Int, _ word: String, _ words: String? = nil) -> String {
        "\(number) \(number == 1 ? word : words ?? word + "s")"
    }
}

extension Entity.Codegen: ExpressibleByArgument {}
