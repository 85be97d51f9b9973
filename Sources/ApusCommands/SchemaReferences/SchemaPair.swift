import ApusDiagnostics
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema
import Foundation

/// The two schemas that a command compares.
struct SchemaPair {
    /// The older schema.
    let older: SchemaReference
    /// The newer schema.
    let newer: SchemaReference
    /// The project's model, if one of the schemas is, or may be, from a project.
    let loaded: LoadedModel?

    /// Finds both schemas.
    ///
    /// A project is read only if one of them is in its history, or is a store, whose schema may be in it.
    ///
    /// - Parameters:
    ///   - older: The argument for the older schema, or `nil` for the newest frozen version.
    ///   - newer: The argument for the newer schema.
    ///   - options: The options that select the project and the model.
    /// - Throws: `CommandFailure`.
    init(_ older: String?, _ newer: String, options: ProjectOptions) throws {
        let newerArgument = try TypedArgument(newer)
        let olderArgument = try older.map { try TypedArgument($0) }
        if let olderArgument, olderArgument.isCoreData, newerArgument.isCoreData {
            let model = try failing {
                try CoreDataImport.read(older: olderArgument.text, newer: newerArgument.text, model: options.model)
            }
            Console.report(model.diagnostics)
            self.older = SchemaReference(model.versions[0].schema, at: .named(olderArgument.label()))
            self.newer = SchemaReference(model.versions[1].schema, at: .named(newerArgument.label()))
            self.loaded = nil
            return
        }
        let arguments = [olderArgument, newerArgument].compactMap { $0 }
        // Schemas that need no project are read first: they determine the model, even if the project has errors.
        let folder = options.project.map { URL(fileURLWithPath: $0) } ?? .currentDirectory()
        let newerAlone = try newerArgument.schemaWithoutProject(in: folder)
        let olderAlone = try olderArgument?.schemaWithoutProject(in: folder)
        let models = [olderAlone, newerAlone].compactMap { $0?.schema.model }
        let isOfHistory = older == nil || arguments.contains(where: \.isOfHistory)
        let loaded: LoadedModel? =
            if isOfHistory {
                try options.load(
                    preferring: models,
                    for: arguments.first(where: \.isOfHistory)?.text ?? "the newest version"
                )
            } else if arguments.contains(where: \.isStore) {
                try options.loadIfAny(preferring: models)
            } else {
                nil
            }
        let past: SchemaFinder.Past? = try arguments.first(where: \.isOfPast).map { argument in
            if let loaded { return .init(folder: loaded.project.folder, model: loaded.model.name) }
            let project = try options.findProject(for: argument.text)
            return .init(folder: project.folder, model: try options.modelName(preferring: models, in: project))
        }
        let finder = SchemaFinder(loaded: loaded, past: past, model: options.model)
        self.loaded = loaded
        self.older = try olderAlone ?? finder.schema(olderArgument)
        self.newer = try newerAlone ?? finder.schema(newerArgument)
        let (first, second) = (self.older.schema.model, self.newer.schema.model)
        if first != second {
            Console.report([
                .warning(
                    "'\(self.older.point)' is a schema of '\(first)', but '\(self.newer.point)' is a schema of '\(second)'",
                    help: ["if this is a mistake, compare two schemas of one model"]
                )
            ])
        }
    }

    /// The difference. If both schemas are in the history of the newer one, which may be that of a git revision, it is
    /// composed of the stages between them.
    ///
    /// - Parameter isDirect: Whether to ignore the stages between them. Where there is a direct mapping, its stage is the
    ///   difference.
    /// - Returns: The difference as one stage.
    /// - Throws: `CommandFailure` if git fails.
    func difference(isDirect: Bool) throws -> Stage { try comparison(isDirect: isDirect).whole }

    /// The difference, and the stages that it is composed of; none if the two schemas are compared directly.
    ///
    /// - Parameter isDirect: Whether to ignore the stages between them.
    /// - Returns: The difference and its stages.
    /// - Throws: `CommandFailure` if git fails.
    func comparison(isDirect: Bool) throws -> (whole: Stage, stages: [Stage]) {
        if isDirect, older.past == nil, newer.past == nil,
            let stage = try failing({ try loaded?.planner.directStage(between: older, newer) })
        {
            return (stage, [])
        }
        let alone = Stage(from: older.schema, to: newer.schema, from: older.point, to: newer.point)
        let planner = try isDirect ? nil : history()
        let source = newer.past?.source
        guard let planner, let from = try older.point(in: planner, of: source),
            let to = try newer.point(in: planner, of: source)
        else { return (alone, []) }
        let stages: [Stage]
        do throws(PlanningError) {
            stages = try planner.steps(at: from, to: newer.schema, at: to)
        } catch {
            // A revision cannot be mended.
            guard let source else { throw CommandFailure(error, locating: .none) }
            warn(of: source)
            return (alone, [])
        }
        let whole =
            stages.isEmpty
            ? Stage(from: older.schema, to: newer.schema, from: from, to: to)
            : Stage.composed(stages, at: newer.schema, to)
        return (
            older.past == nil && newer.past == nil ? whole : whole.named(from: older.point, to: newer.point), stages
        )
    }

    /// The planner over the history of the newer schema.
    private func history() throws -> Planner? {
        guard let past = newer.past else { return loaded?.planner }
        // A file, or a store at no version, is not part of the revision's history.
        if older.past == nil, older.point.version == nil { return nil }
        let planner = try failing { try past.model.planner() }
        if planner == nil { warn(of: past.source) }
        return planner
    }

    private func warn(of source: GitSource) {
        Console.report([
            .warning(
                "the versions and mappings at '\(source)' have errors: the two schemas are compared without them",
                help: ["check out that revision and run 'apus check'"]
            )
        ])
    }

    /// The locations of both schemas' elements.
    var locations: ElementLocations {
        (loaded?.locations ?? .none).adding(older.locations, of: older.point).adding(newer.locations, of: newer.point)
    }
}

extension Planner {
    /// Returns the stage of the direct mapping between two schemas of the history; `nil` if there is none.
    fileprivate func directStage(between older: SchemaReference, _ newer: SchemaReference) throws -> Stage? {
        guard let from = older.point.version,
            newer.point.version != nil || newer.point == .unreleased && history.head == newer.schema,
            mappings.contains(where: { $0.from == from && $0.to == newer.point.version })
        else { return nil }
        return try directStage(from: from, to: newer.point.version)
    }
}
