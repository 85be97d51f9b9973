import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import Foundation

/// Finds the schemas that are of a project, or may be: of its history, of its past, of its stores.
struct SchemaFinder {
    /// The project's model, where there is one.
    let loaded: LoadedModel?
    /// The model whose past is meant, where it is.
    let past: Past?
    /// The model that was named.
    let model: String?

    /// A model whose files git is asked for.
    struct Past {
        /// The project's folder.
        let folder: URL
        /// The model's name.
        let model: String
    }

    /// The schema of an argument that does not stand alone.
    ///
    /// - Parameter argument: The argument; the newest frozen version where it is `nil`.
    /// - Returns: The schema.
    /// - Throws: `CommandFailure` where there is no such schema.
    func schema(_ argument: TypedArgument?) throws -> SchemaReference {
        guard let argument else {
            guard let newest = try project().history.newest else {
                throw CommandFailure.invalid(
                    "no version is frozen yet to compare the head with",
                    help: "run: apus freeze"
                )
            }
            return SchemaReference(newest.schema, at: .version(newest.version))
        }
        switch argument.meaning {
        case .head:
            guard let head = try project().history.head else { throw CommandFailure.invalid("the model has no head") }
            return SchemaReference(head, at: .unreleased)
        case .version(let version):
            let planner: Planner = try project().planner
            do {
                return SchemaReference(try planner.state(of: .version(version)).schema, at: .version(version))
            } catch {
                throw CommandFailure(error, locating: .none).helping(argument.fileHelp)
            }
        case .path(let path): return try store(path, argument)
        case .git(let source, let place): return try past(source, place, argument)
        }
    }

    private func project() throws -> LoadedModel {
        guard let loaded else { throw Self.noProject }
        return loaded
    }

    private static let noProject: CommandFailure = .invalid("there is no project", help: SchemaArgument.forms)

    /// The schema of a store: a version of this history where it stands at one and holds it.
    private func store(_ path: String, _ argument: TypedArgument) throws -> SchemaReference {
        let state: StoreState
        do {
            state = try StoreStatus(of: storeURL(path), model: model ?? loaded?.model.name).description.state
        } catch {
            if case .severalModels(let names) = error.reason {
                let list: String = names.map { "'\($0)'" }.joined(separator: ", ")
                throw CommandFailure.invalid(
                    "'\(path)' holds several models",
                    help: "choose one of \(list) with --model"
                )
            }
            throw CommandFailure(error, locating: .none)
        }
        let known: Schema? = state.version.flatMap { loaded?.history.schema(of: $0) }
        if let version = state.version, let known, known.means(state.schema) {
            return SchemaReference(state.schema, at: .version(version))
        }
        let isHead: Bool = state.version == nil && loaded?.history.head == state.schema
        return SchemaReference(state.schema, at: isHead ? .unreleased : .store(argument.text))
    }

    /// The head or a frozen version of the project's model, as of a revision.
    private func past(
        _ source: GitSource,
        _ place: SchemaArgument.Place,
        _ argument: TypedArgument
    ) throws -> SchemaReference {
        guard let today = self.past else { throw Self.noProject }
        return try argument.reading {
            let repository = try GitRepository(of: today.folder)
            let past = ModelPast(model: today.model, repository: repository, tree: try repository.tree(source))
            let (entry, point): (GitEntry, Stage.Point) =
                if case .version(let version) = place {
                    (try past.file(of: version), .version(version))
                } else {
                    (try past.folder(), .unreleased)
                }
            var found = try argument.schema { try GitSchemas.files(entry, past.tree, into: &$0) }
            found.past = .init(source: source, point: point, model: past)
            return found
        }
    }
}
