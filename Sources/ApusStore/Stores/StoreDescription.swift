import ApusDiagnostics
public import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// A store's description of one of its models.
public struct StoreDescription: Hashable, Sendable {
    /// The model's name.
    public let model: String

    /// The store's version, schema and lock digest.
    public let state: StoreState

    /// The number of migrations. If it has changed, a process must open the store again.
    public let generation: Int
}

extension StoreDescription {
    /// Reads the description of a model.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - model: The model; `nil` if the store must have only one.
    ///   - path: The store's path, for errors.
    /// - Returns: The description.
    /// - Throws: `StoreError` if the file is not a store, or does not contain the model; `DatabaseError`.
    static func read(_ db: Database, model: String?, path: String) throws -> StoreDescription {
        let rows = try rows(db, path: path)
        let names = rows.map(\.model)
        if model == nil, names.count > 1 { throw StoreError(path, .severalModels(names)) }
        let chosen = rows.first { model == nil || $0.model == model }
        guard let chosen else { throw StoreError(path, .noSuchModel(model ?? "", found: names)) }
        return try description(of: chosen.model, chosen.row, of: rows.count, db, path: path)
    }

    /// Reads the descriptions of all models in a store, sorted by their names.
    ///
    /// - Parameters:
    ///   - db: The store.
    ///   - path: The store's path, for errors.
    /// - Returns: The descriptions; at least one.
    /// - Throws: `StoreError` if the file is not a store; `DatabaseError`.
    static func readAll(_ db: Database, path: String) throws -> [StoreDescription] {
        let rows = try rows(db, path: path)
        let all = try rows.map { try description(of: $0.model, $0.row, of: rows.count, db, path: path) }
        if all.isEmpty { throw StoreError(path, .unreadableMetadata(.noModel)) }
        return all
    }

    /// Whether a store has several models.
    static func isShared(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM apus_model") ?? 0 > 1
    }

    private static func rows(_ db: Database, path: String) throws -> [(model: String, row: Row)] {
        let application: Int = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard application == StoreFormat.applicationID else { throw StoreError(path, .notAStore) }
        let format: Int = try format(db)
        guard format <= StoreFormat.deferringNumber else { throw StoreError(path, .newerFormat(format)) }
        guard try db.tableExists(StoreFormat.modelTable) else {
            throw StoreError(path, .unreadableMetadata(.noTable(StoreFormat.modelTable)))
        }
        // With a collation of its own: the table may have been given one that only the app's connection has.
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: "SELECT model, version, digest, schema, generation FROM apus_model ORDER BY model COLLATE BINARY"
        )
        return try readable(path) { try rows.map { (try $0.decode(forColumn: "model"), $0) } }
    }

    private static func format(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    private static func description(
        of model: String,
        _ row: Row,
        of count: Int,
        _ db: Database,
        path: String
    ) throws -> StoreDescription {
        try readable(path) {
            let generation: Int = try row.decode(forColumn: "generation")
            guard (0...Int.greatestRead).contains(generation) else {
                throw StoreError(
                    path,
                    .unreadableMetadata(.value("\(generation) is not a generation, a number of \(Int.digitsLimit)"))
                )
            }
            return StoreDescription(
                model: model,
                state: try state(row, of: count, db, path: path),
                generation: generation
            )
        }
    }

    /// Decodes values from a store that may be damaged or edited by hand.
    private static func readable<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as RowDecodingError {
            throw StoreError(path, .unreadableMetadata(.value("\(error)")))
        }
    }

    /// Whether the tables of a model require the keys of its required relationships, as in older formats. A migration
    /// raises the number of the file, and changes the tables of one of its models.
    private static func requiresKeys(_ schema: Schema, of count: Int, _ db: Database) throws -> Bool {
        if try format(db) < StoreFormat.firstWithOptionalKeys { return true }
        guard count > 1 else { return false }
        for table in Layout(schema, requiresKeys: true).tables {
            guard let key = table.columns.first(where: { $0.isKey && !$0.isNullable }) else { continue }
            let sql = "SELECT \"notnull\" FROM pragma_table_xinfo(?) WHERE name = ?"
            return try Bool.fetchOne(db, sql: sql, arguments: [table.name, key.name]) ?? false
        }
        return false
    }

    private static func state(_ row: Row, of count: Int, _ db: Database, path: String) throws -> StoreState {
        let text: String? = try row.decode(forColumn: "version")
        let version: Schema.Version? = try text.map { text in
            guard let version = Schema.Version(text) else {
                throw StoreError(path, .unreadableMetadata(.version(text)))
            }
            return version
        }
        let digest: String? = try row.decode(forColumn: "digest")
        let json: String = try row.decode(forColumn: "schema")
        do {
            let schema = try Schema(json: Data(json.utf8))
            let isOld = try requiresKeys(schema, of: count, db)
            let layout = isOld ? Layout(schema, requiresKeys: true) : nil
            return StoreState(
                version: version,
                digest: digest,
                schema: schema,
                layout: try DeferredIndex.layout(of: schema, given: layout, in: db) ?? layout
            )
        } catch let error as DatabaseError {
            throw error
        } catch {
            let text = (error as? DecodingError).map(\.text) ?? "\(error)"
            throw StoreError(path, .unreadableMetadata(.schema(text)))
        }
    }

    /// The statement that writes a store's description. `REPLACE` could delete another model's row, if an index that was
    /// added by hand says so.
    static func statement(_ state: StoreState, generation: Int) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO apus_model (model, version, digest, schema, generation) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (model) DO UPDATE SET version = excluded.version, digest = excluded.digest,
              schema = excluded.schema, generation = excluded.generation
            """,
            [
                .text(state.schema.model), StoredValue(state.version?.description), StoredValue(state.digest),
                .text(String(decoding: state.schema.json, as: UTF8.self)), .integer(Int64(generation)),
            ]
        )
    }
}

extension DecodingError {
    /// What is wrong, and where, without the words of Swift's description.
    fileprivate var text: String {
        let (context, problem): (Context, String?) =
            switch self {
            case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
            }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        let sentence = problem ?? context.debugDescription
        return (path.isEmpty ? "" : "'\(path)': ") + (sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
    }
}
