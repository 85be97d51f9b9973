public import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// What a store says of one model that it holds.
public struct StoreDescription: Hashable, Sendable {
    /// The model's name.
    public let model: String

    /// The version, schema and lock digest that the store stands at.
    public let state: StoreState

    /// How often the store was migrated: a process that finds another number than it knew must open the store again.
    public let generation: Int
}

extension StoreDescription {
    /// Reads the description of a model.
    ///
    /// - Parameters:
    ///   - model: The model; `nil` where the store is to hold just one.
    ///   - path: The store's path, for errors.
    static func read(_ db: Database, model: String?, path: String) throws -> StoreDescription {
        let application: Int = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard application == StoreFormat.applicationID else { throw StoreError.notAStore(path) }
        let format: Int = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard format <= StoreFormat.number else { throw StoreError.newerFormat(path, format: format) }
        let rows: [Row] = try Row.fetchAll(
            db, sql: "SELECT model, version, digest, schema, generation FROM apus_model ORDER BY model")
        let chosen: Row? = rows.count == 1 && model == nil ? rows[0] : rows.first { $0["model"] == model }
        guard let row = chosen else {
            throw StoreError.noSuchModel(path, model: model ?? "", found: rows.map { $0["model"] })
        }
        return StoreDescription(model: row["model"], state: try state(row, path: path), generation: row["generation"])
    }

    private static func state(_ row: Row, path: String) throws -> StoreState {
        let text: String? = row["version"]
        let version: Schema.Version? = try text.map { text in
            guard let version = Schema.Version(text) else {
                throw StoreError.unreadableMetadata(path, reason: "'\(text)' is no version")
            }
            return version
        }
        let json: String = row["schema"]
        do {
            return StoreState(version: version, digest: row["digest"], schema: try Schema(json: Data(json.utf8)))
        } catch {
            throw StoreError.unreadableMetadata(path, reason: "its schema is no schema that this Apus knows (\(error))")
        }
    }

    /// Writes what the store holds from now on.
    static func write(_ state: StoreState, generation: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                state.schema.model, state.version?.description, state.digest,
                String(decoding: state.schema.json, as: UTF8.self), generation,
            ])
    }
}
