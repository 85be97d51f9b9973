@_spi(Generated) import Apus
import ApusSchema
import Foundation
import GRDB

/// The club's model with a history.
enum ClubHistorySchema: SchemaMigrationPlan {
    static let modelName = ClubSchema.modelName
    static let entities = ClubSchema.entities
    static let versions: [FrozenSchema] = []
    static let mappings: [StageMapping] = []
    static let head: FrozenSchema? = {
        guard let plain = ClubSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else { return nil }
        schema.keepsHistory = true
        return FrozenSchema("head", json: String(decoding: schema.json, as: UTF8.self))
    }()
}

/// All that a store has, made of its history: of an inserted object all properties are taken over, of an updated one those that the
/// history names, and nothing else. So a change that the history does not have makes a difference.
final class ClubHistory {
    private let context: ModelContext
    private let queue: DatabaseQueue
    private var token: DefaultHistoryToken
    private var objects: [PersistentIdentifier: [String: [DatabaseValue]]] = [:]

    init(_ url: URL) throws {
        context = ModelContext(try ModelContainer(for: ClubHistorySchema.self, url: url))
        token = try context.historyToken()
        queue = try DatabaseQueue(path: url.path)
    }

    /// Takes over what has happened, and compares.
    func compare() throws {
        try queue.inDatabase { database in
            for transaction in try context.fetchHistory(after: token) {
                if transaction.token <= token { throw ClubMismatch("the history's tokens do not grow") }
                token = transaction.token
                if transaction.changes.isEmpty { throw ClubMismatch("the history has a transaction without changes") }
                for change in transaction.changes { try take(change, database) }
            }
            for (entity, properties) in Self.properties {
                let rows = try Int64.fetchAll(database.cachedStatement(sql: "SELECT _id FROM \(entity)"))
                let known = objects.keys.filter { $0.entityName == entity }.count
                if known != rows.count { throw ClubMismatch("the history has \(known) of \(rows.count) \(entity)") }
                for row in rows {
                    let found = objects[PersistentIdentifier(entityName: entity, row: row)]
                    for (property, sql) in properties {
                        let expected = try Self.values(sql, row, database)
                        if found?[property] != expected {
                            throw ClubMismatch("the history does not have \(entity).\(property) of \(row): \(expected)")
                        }
                    }
                }
            }
        }
    }

    private func take(_ change: HistoryChange, _ database: Database) throws {
        let id = change.changedPersistentIdentifier
        guard case .row(let row) = id.key, let properties = Self.properties[id.entityName] else {
            throw ClubMismatch("the history has \(id)")
        }
        let names: [String]
        switch change {
        case .insert:
            if objects[id] != nil { throw ClubMismatch("the history inserts \(id) again") }
            names = properties.keys.sorted()
            objects[id] = [:]
        case .update(let update):
            if objects[id] == nil { throw ClubMismatch("the history updates \(id), which it did not insert") }
            names = update.updatedProperties
        case .delete:
            if objects.removeValue(forKey: id) == nil {
                throw ClubMismatch("the history deletes \(id), which is not there")
            }
            return
        }
        for name in names {
            guard let sql = properties[name] else { throw ClubMismatch("the history changes \(id).\(name)") }
            objects[id]?[name] = try Self.values(sql, row, database)
        }
    }

    private static func values(_ sql: String, _ row: Int64, _ database: Database) throws -> [DatabaseValue] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [row]).flatMap { Array($0.databaseValues) }
    }

    /// How each property is read.
    private static let properties: [String: [String: String]] = [
        "Member": own(
            "Member",
            [
                "name", "note", "code", "age", "points", "score", "balance", "isActive", "joined", "token", "photo",
                "team",
                "squad", "locker",
            ]
        )
        .merging([
            "home": "SELECT \"home.street\", \"home.number\" FROM Member WHERE _id = ?",
            "tags": "SELECT target FROM Member_tags WHERE source = ? ORDER BY 1",
        ]) { one, _ in one },
        "Team": own("Team", ["name", "rank"])
            .merging([
                "members": "SELECT _id FROM Member WHERE team = ? ORDER BY 1",
                "line": "SELECT _id FROM Member WHERE squad = ? ORDER BY \"squad.place\", _id",
                "tasks": "SELECT _id FROM Task WHERE team = ? ORDER BY 1",
            ]) { one, _ in one },
        "Task": own("Task", ["name", "team"]),
        "Tag": own("Tag", ["name"])
            .merging(["members": "SELECT source FROM Member_tags WHERE target = ? ORDER BY 1"]) { one, _ in one },
        "Locker": own("Locker", ["name"])
            .merging(["owner": "SELECT _id FROM Member WHERE locker = ?"]) { one, _ in one },
    ]

    private static func own(_ entity: String, _ names: [String]) -> [String: String] {
        Dictionary(names.map { ($0, "SELECT \($0) FROM \(entity) WHERE _id = ?") }) { one, _ in one }
    }
}
