import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import Foundation

/// Finds schemas that depend on a project: in its history, at its git revisions, in its stores.
struct SchemaFinder {
    /// The project's model, if there is one.
    let loaded: LoadedModel?
    /// The model to look up at git revisions, if an argument needs it.
    let past: Past?
    /// The model that `--model` names.
    let model: String?

    /// A model to look up at git revisions.
    struct Past {
        /// The project's folder.
        let folder: URL
        /// The model's name.
        let model: String
    }

    /// Finds the schema of an argument that needs a project or a store.
    ///
    /// - Parameter argument: The argument, or `nil` for the newest frozen version.
    /// - Returns: The schema.
    /// - Throws: `CommandFailure` if there is no such schema.
    func schema(_ argument: TypedArgument?) throws -> SchemaReference {
        guard let argument else {
            guard let newest = try project().history.newest else {
                throw CommandFailure.invalid(
                    "there is no frozen version yet to compare the head with",
                    help: "run 'apus freeze'"
                )
            }
            return SchemaReference(newest.schema, at: .version(newest.version))
        }
        switch argument.meaning {
        case .head:
            guard let head = try project().history.head else { throw CommandFailure.invalid("the model has no head") }
            return SchemaReference(head, at: .unreleased)
        case .version(let version):
            let planner = try project().planner
            do {
                return SchemaReference(try planner.state(of: .version(version)).schema, at: .version(version))
            } catch {
                throw CommandFailure(error, locating: .none).helping(argument.fileHelp)
            }
        case .path(let path): return try store(path, argument)
        case .git(let source, let selection): return try past(selection, at: source, argument)
        }
    }

    private func project() throws -> LoadedModel {
        guard let loaded else { throw Self.noProject }
        return loaded
    }

    private static let noProject: CommandFailure = .invalid("there is no project", help: SchemaArgument.forms)

    /// The schema of a store: a version of this history if the store is at that version and has the same schema.
    private func store(_ path: String, _ argument: TypedArgument) throws -> SchemaReference {
        let state: StoreState
        do {
            state = try StoreStatus(of: storeURL(path), model: model ?? loaded?.model.name).description.state
        } catch {
            if case .severalModels(let names) = error.reason {
                let list = names.map { "'\($0)'" }.joined(separator: ", ")
                throw CommandFailure.invalid(
                    "'\(path)' holds several models",
                    help: "choose one of \(list) with --model"
                )
            }
            throw CommandFailure(error, locating: .none)
        }
        let known = try failing { try state.version.flatMap { try loaded?.history.schema(of: $0) } }
        if let version = state.version, let known, known.means(state.schema) {
            return SchemaReference(state.schema, at: .version(version))
        }
        let isHead = state.version == nil && loaded?.history.head == state.schema
        return SchemaReference(state.schema, at: isHead ? .unreleased : .store(argument.text))
    }

    /// The head or a frozen version of the project's model at a revision.
    private func past(
        _ selection: SchemaArgument.Selection,
        at source: GitSource,
        _ argument: TypedArgument
    ) throws -> SchemaReference {
        guard let today = self.past else { throw Self.noProject }
        return try argument.reading {
            let repository = try GitRepository(of: today.folder)
            let past = ModelPast(model: today.model, repository: repository, tree: try repository.tree(source))
            let (entry, point, role): (GitEntry, Stage.Point, ModelFile.Role) =
                if case .version(let version) = selection {
                    (try past.file(of: version), .version(version), .version)
                } else {
                    (try past.folder(), .unreleased, .head(after: try past.newest()))
                }
            var found = try argument.schema(as: role) { try GitSchemas.files(entry, past.tree, into: &$0) }
            found.past = .init(source: source, point: point, model: past)
            return found
        }
    }
}
