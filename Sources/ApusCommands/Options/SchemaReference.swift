import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import Foundation

/// A schema that an argument names: a version, `head`, a model file or a store.
struct SchemaReference {
    /// The schema.
    let schema: Schema
    /// Its place in the history.
    let point: Stage.Point

    /// Finds the schema.
    ///
    /// - Parameters:
    ///   - text: The argument.
    ///   - model: The model whose versions are meant.
    /// - Throws: `CommandFailure` where there is no such schema.
    init(_ text: String, in model: LoadedModel) throws {
        if text == "head" {
            guard let head = model.history.head else { throw CommandFailure.invalid("the model has no head") }
            (schema, point) = (head, .unreleased)
        } else if let version = Schema.Version(text) {
            (schema, point) = (
                try failing { try model.planner.state(of: .version(version)).schema }, .version(version)
            )
        } else if text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
            (schema, point) = (try Self.schema(ofFile: text), .unreleased)
        } else if FileManager.default.fileExists(atPath: text) {
            let state: StoreState = try failing {
                try StoreStatus(of: storeURL(text), model: model.model.name).description.state
            }
            (schema, point) = (state.schema, state.version.map { .version($0) } ?? .unreleased)
        } else {
            throw CommandFailure.invalid(
                "'\(text)' is no version, file or store",
                help: "write a version (3), head, a .yaml file or a store's path"
            )
        }
    }

    private static func schema(ofFile path: String) throws -> Schema {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure.invalid("'\(path)' cannot be read", help: "check the path")
        }
        let (file, finding) = SourceFile.read(Array(data), path: path)
        guard let file else { throw CommandFailure([finding].compactMap { $0 }, code: CommandFailure.Codes.invalid) }
        let (schema, findings) = ModelFile.read([file])
        guard let schema else { throw CommandFailure(findings, code: CommandFailure.Codes.invalid) }
        return schema
    }
}
