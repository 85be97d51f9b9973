import ApusDiagnostics
public import ApusMigration
import ApusSchema
import Foundation

extension SchemaMigrationPlan {
    /// Creates the planner of this model's migrations: the same one that the command line uses.
    ///
    /// - Throws: ``ModelError/unreadableSchema(model:version:reason:)`` if the generated text of the newest version or the
    ///   head was edited. Older versions are read when a migration needs them, which throws then.
    public static func planner() throws -> Planner {
        let newest = try versions.last.map { frozen in
            History.Entry(try version(frozen.version), try schema(frozen), digest: frozen.digest)
        }
        let older = try versions.dropLast().map { frozen in
            // Most stores are of the newest version or the one before, and an app starts with this.
            History.Release(try version(frozen.version), digest: frozen.digest) {
                Result { () throws(ModelError) in try schema(frozen) }.mapError { DiagnosticsError($0.diagnostics) }
            }
        }
        let retired = try retired.map { retired in
            History.RetiredVersion(
                try version(retired.version),
                digest: retired.digest,
                History.Retirement(newest: try version(retired.newest), release: retired.release)
            )
        }
        let history = History(
            model: modelName,
            retired: retired,
            before: older,
            newest: newest,
            head: try head.map { try schema($0) }
        )
        return Planner(history: history, mappings: try mappings.map { try mapping($0) })
    }

    private static func mapping(_ written: StageMapping) throws -> Mapping {
        let from: Schema.Version = try version(written.from)
        let to: Schema.Version? = written.to == "head" ? nil : try version(written.to)
        do {
            return try Mapping(from: from, to: to, json: written.json)
        } catch {
            throw ModelError.unreadableMapping(model: modelName, from: written.from, to: written.to, reason: "\(error)")
        }
    }

    private static func version(_ text: String) throws -> Schema.Version {
        guard let version = Schema.Version(text) else { throw damaged(text, "it is not a version") }
        return version
    }

    private static func schema(_ frozen: FrozenSchema) throws(ModelError) -> Schema {
        do {
            return try Schema(json: Data(frozen.json.utf8))
        } catch {
            throw damaged(frozen.version, "\(error)")
        }
    }

    private static func damaged(_ version: String, _ reason: String) -> ModelError {
        .unreadableSchema(model: modelName, version: version, reason: reason)
    }
}
