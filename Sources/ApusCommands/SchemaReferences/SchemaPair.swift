import ApusDiagnostics
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema
import Foundation

/// The two schemas that a command compares.
struct SchemaPair {
    /// The older one.
    let older: SchemaReference
    /// The newer one.
    let newer: SchemaReference
    /// The project's model, where one of the two is of a project or may be.
    let loaded: LoadedModel?

    /// Finds both schemas.
    ///
    /// A project is read only where one of them is of its history, or is a store, which may be.
    ///
    /// - Parameters:
    ///   - older: The older one's argument; the newest frozen version where it is `nil`.
    ///   - newer: The newer one's argument.
    ///   - options: The options that name the project and the model.
    /// - Throws: `CommandFailure`.
    init(_ older: String?, _ newer: String, options: ProjectOptions) throws {
        let newerArgument = try TypedArgument(newer)
        let olderArgument: TypedArgument? = try older.map { try TypedArgument($0) }
        if let olderArgument, olderArgument.isCoreData, newerArgument.isCoreData {
            let model: ImportedModel = try failing {
                try CoreDataImport.read(older: olderArgument.text, newer: newerArgument.text, model: options.model)
            }
            Console.report(model.diagnostics)
            self.older = SchemaReference(model.versions[0].schema, at: .named(olderArgument.label()))
            self.newer = SchemaReference(model.versions[1].schema, at: .named(newerArgument.label()))
            self.loaded = nil
            return
        }
        let arguments: [TypedArgument] = [olderArgument, newerArgument].compactMap { $0 }
        // What is a schema by itself comes first: it says its model, and needs no project that can be read.
        let folder: URL = options.project.map { URL(fileURLWithPath: $0) } ?? .currentDirectory()
        let newerAlone: SchemaReference? = try newerArgument.standing(in: folder)
        let olderAlone: SchemaReference? = try olderArgument?.standing(in: folder)
        let models: [String] = [olderAlone, newerAlone].compactMap { $0?.schema.model }
        let isOfHistory: Bool = older == nil || arguments.contains(where: \.isOfHistory)
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
            let project: Project = try options.findProject(for: argument.text)
            return .init(folder: project.folder, model: try options.modelName(preferring: models, in: project))
        }
        let finder = SchemaFinder(loaded: loaded, past: past, model: options.model)
        self.loaded = loaded
        self.older = try olderAlone ?? finder.schema(olderArgument)
        self.newer = try newerAlone ?? finder.schema(newerArgument)
        let (first, second): (String, String) = (self.older.schema.model, self.newer.schema.model)
        if first != second {
            Console.report([
                .warning(
                    "'\(self.older.point)' is of the model '\(first)', and '\(self.newer.point)' of '\(second)': compared all the same",
                    help: ["where that was not meant, name two schemas of one model"]
                )
            ])
        }
    }

    /// The difference: composed of the stages between the two where the history of the newer one, which may be that of
    /// a revision, has both.
    ///
    /// - Parameter isDirect: Whether the stages between them are not asked.
    /// - Returns: The difference as one stage.
    /// - Throws: `CommandFailure` where git fails.
    func difference(isDirect: Bool) throws -> Stage {
        let planner: Planner? = try isDirect ? nil : history()
        let source: GitSource? = newer.past?.source
        guard let planner, let from = older.point(in: planner, of: source),
            let to = newer.point(in: planner, of: source)
        else { return Stage(from: older.schema, to: newer.schema, from: older.point, to: newer.point) }
        let stage: Stage = planner.difference(from: older.schema, at: from, to: newer.schema, at: to)
        return older.past == nil && newer.past == nil ? stage : stage.named(from: older.point, to: newer.point)
    }

    /// The history that the newer schema is of.
    private func history() throws -> Planner? {
        guard let past = newer.past else { return loaded?.planner }
        // A file, or what a store holds at no version, is no part of it.
        if older.past == nil, older.point.version == nil { return nil }
        let planner: Planner? = try failing { try past.model.planner() }
        if planner == nil {
            Console.report([
                .warning(
                    "the versions and mappings at '\(past.source)' have errors: the two schemas are compared without them",
                    help: ["check that revision out and run 'apus check'"]
                )
            ])
        }
        return planner
    }

    /// Where the elements of both schemas stand.
    var locations: ElementLocations {
        (loaded?.locations ?? .none).adding(older.places, of: older.point).adding(newer.places, of: newer.point)
    }
}
