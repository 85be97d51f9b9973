@_spi(Generated) import Apus
import ApusSchema
import Foundation
import GRDB

/// The club's model with a history, preserved values and seed data.
enum ClubHistorySchema: SchemaMigrationPlan {
    static let modelName = ClubSchema.modelName
    static let entities = ClubSchema.entities
    static let versions: [FrozenSchema] = []
    static let mappings: [StageMapping] = []
    static let head: FrozenSchema? = {
        guard let plain = ClubSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else { return nil }
        schema.keepsHistory = true
        for entity in schema.entities.indices {
            for attribute in schema.entities[entity].attributes.indices
            where ClubHistory.preserved.contains(schema.entities[entity].attributes[attribute].name) {
                schema.entities[entity].attributes[attribute].preservesValueOnDeletion = true
            }
        }
        return FrozenSchema("head", json: String(decoding: schema.json, as: UTF8.self))
    }()
    static let seedData: SeedData? = {
        let json = SeedRows([
            SeedRows.Row(entity: "Team", key: "t", values: [["name"]: .text("a"), ["rank"]: .integer(1)]),
            SeedRows.Row(
                entity: "Member",
                key: "m",
                values: [["name"]: .text("b"), ["code"]: .text("k1"), ["age"]: .integer(7)],
                references: ["team": ["t"], "squad": ["t"]]
            ),
            SeedRows.Row(entity: "Task", key: "k", values: [["name"]: .text("")], references: ["team": ["t"]]),
        ]).json
        return SeedData(digest: SeedRows.digest(of: json), json: json)
    }()
}

/// All that a store has, made of its history: of an inserted object all properties are taken over, of an updated one those that the
/// history names, and nothing else. So a change that the history does not have makes a difference.
final class ClubHistory {
    /// The attributes whose values deleted objects leave.
    static let preserved: Set<String> = ["name", "code", "age", "token", "photo"]

    private let context: ModelContext
    private let queue: DatabaseQueue
    private var token: DefaultHistoryToken?
    private var objects: [PersistentIdentifier: [String: [DatabaseValue]]] = [:]
    /// The authors of what was written since the last comparison, in order.
    private var authors: [String?] = []
    /// The tokens since the history was cut, with the first transaction behind each.
    private var tokens: [DefaultHistoryToken] = []

    init(_ url: URL) throws {
        context = ModelContext(try ModelContainer(for: ClubHistorySchema.self, url: url))
        queue = try DatabaseQueue(path: url.path)
        // What a new store is made with is not in its history.
        try queue.inDatabase { database in
            for (entity, properties) in Self.properties {
                for row in try Int64.fetchAll(database.cachedStatement(sql: "SELECT _id FROM \(entity)")) {
                    let id = PersistentIdentifier(entityName: entity, row: row)
                    objects[id] = try properties.mapValues { try Self.values($0, row, database) }
                }
            }
        }
    }

    /// Notes that something is written. What writes nothing makes no transaction.
    func expect(author: String?) { authors.append(author) }

    /// Takes over what has happened, and compares.
    func compare() throws {
        try queue.inDatabase { database in
            for transaction in try context.fetchHistory(after: token) {
                if let token, transaction.token <= token { throw ClubMismatch("the history's tokens do not grow") }
                if transaction.changes.isEmpty { throw ClubMismatch("the history has a transaction without changes") }
                try compareAuthor(of: transaction)
                for change in transaction.changes { try take(change, database) }
                let json = try JSONEncoder().encode(transaction.token)
                let decoded = try JSONDecoder().decode(DefaultHistoryToken.self, from: json)
                if decoded != transaction.token { throw ClubMismatch("a token is not what it is decoded from") }
                token = decoded
                tokens.append(decoded)
            }
            authors = []
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

    /// Deletes what is before one of the last tokens: this one stays valid, and those before it are expired.
    func cut(_ choice: Int) throws {
        try compare()
        guard !tokens.isEmpty else { return }
        let index = choice % tokens.count
        let rest = try context.fetchHistory(after: tokens[index]).map(\.transactionIdentifier)
        let deleted = try context.deleteHistory(before: tokens[index])
        // The first token is behind the first transaction.
        if deleted != (isCut ? index : index + 1) {
            throw ClubMismatch("\(deleted) transactions are deleted before the token \(index)")
        }
        for (number, token) in tokens.enumerated() {
            do {
                let found = try context.fetchHistory(after: token).map(\.transactionIdentifier)
                if number < index { throw ClubMismatch("the token \(number) is not expired") }
                if number == index, found != rest { throw ClubMismatch("the history has \(found), not \(rest)") }
            } catch ModelError.historyTokenExpired {
                if number >= index { throw ClubMismatch("the token \(number) is expired") }
            }
        }
        if try context.fetchHistory(after: nil).map(\.transactionIdentifier) != rest {
            throw ClubMismatch("without a token, the history has something else than \(rest)")
        }
        tokens.removeFirst(index)
        isCut = true
    }

    /// Whether the first token is behind what was deleted.
    private var isCut = false

    private func compareAuthor(of transaction: DefaultHistoryTransaction) throws {
        guard let index = authors.firstIndex(of: transaction.author) else {
            throw ClubMismatch("the history has the author \(transaction.author ?? "nil"), not \(authors)")
        }
        authors.removeFirst(index + 1)
        if let author = transaction.author, author.hasPrefix("author "),
            transaction.contextName != "context " + author.dropFirst("author ".count)
        {
            throw ClubMismatch("the history has the context \(transaction.contextName ?? "nil") of \(author)")
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
        case .delete(let deletion):
            guard let former = objects.removeValue(forKey: id) else {
                throw ClubMismatch("the history deletes \(id), which is not there")
            }
            return try compare(deletion.tombstone, of: id, with: former)
        }
        for name in names {
            guard let sql = properties[name] else { throw ClubMismatch("the history changes \(id).\(name)") }
            objects[id]?[name] = try Self.values(sql, row, database)
        }
    }

    private func compare(
        _ tombstone: HistoryTombstone,
        of id: PersistentIdentifier,
        with former: [String: [DatabaseValue]]
    ) throws {
        for (name, values) in former {
            // A value that was read after the row was deleted is unknown.
            guard values.count == 1 else { continue }
            let found = (tombstone[name] as? any DatabaseValueConvertible)?.databaseValue ?? .null
            let expected = Self.preserved.contains(name) ? values[0] : .null
            if found != expected {
                throw ClubMismatch("the tombstone of \(id) has \(name) = \(found), not \(expected)")
            }
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
