import Foundation
import GRDB

/// Reads and writes a store's rows by a connection of its own, as another process does.
struct ClubStoreReader {
    private let queue: DatabaseQueue

    init(_ url: URL) throws {
        queue = try DatabaseQueue(path: url.path)
    }

    /// All that the store has.
    ///
    /// - Parameter number: Returns the number of the object with an identity.
    /// - Returns: The rows and references.
    /// - Throws: ``ClubMismatch`` if a value was never given to the store.
    func read(_ number: (ClubKind, Int64) throws -> Int) throws -> ClubStore {
        // Nothing writes meanwhile. GRDB's 'read' would have each statement prepared again.
        try queue.inDatabase { database in
            var store = ClubStore()
            for kind in ClubKind.allCases {
                let cursor = try Row.fetchCursor(try database.cachedStatement(sql: kind.selection))
                while let row = try cursor.next() {
                    let (object, found) = try Self.row(row, kind, number)
                    store.rows[object] = found
                }
            }
            let tags = try Row.fetchCursor(database.cachedStatement(sql: "SELECT source, target FROM \"Member_tags\""))
            while let row = try tags.next() {
                store.pairs.insert(ClubPair(tag: try number(.tag, row[1]), member: try number(.member, row[0])))
            }
            for (team, row) in store.rows where row.kind == .team { store.lines[team] = [] }
            let line = "SELECT _id, squad FROM Member WHERE squad IS NOT NULL ORDER BY \"squad.place\", _id"
            let members = try Row.fetchCursor(database.cachedStatement(sql: line))
            while let row = try members.next() {
                store.lines[try number(.team, row[1]), default: []].append(try number(.member, row[0]))
            }
            return store
        }
    }

    private static func row(
        _ row: Row,
        _ kind: ClubKind,
        _ number: (ClubKind, Int64) throws -> Int
    ) throws -> (Int, ClubRow) {
        let values = Array(row.databaseValues)
        var index = 1
        var found = ClubRow(kind: kind, values: [])
        for attribute in kind.attributes {
            let columns = Array(values[index..<(index + attribute.columns.count)])
            guard let value = attribute.stored.firstIndex(of: columns) else {
                throw ClubMismatch("\(kind.name).\(attribute.columns) is stored as \(columns)")
            }
            found.values.append(value)
            index += attribute.columns.count
        }
        for key in kind.keys {
            if let identity = Int64.fromDatabaseValue(values[index]) {
                found.keys[key] = try number(key.destination, identity)
            }
            index += 1
        }
        return (try number(kind, row[0]), found)
    }

    /// The identities of the rows of an entity.
    func identities(_ kind: ClubKind) throws -> [Int64] {
        try queue.inDatabase { try Int64.fetchAll($0, sql: "SELECT _id FROM \(kind.name) ORDER BY _id") }
    }

    /// Changes an attribute.
    func set(_ attribute: ClubAttribute, of row: Int64, _ kind: ClubKind, to value: Int) throws {
        let assignments = attribute.columns.map { "\"\($0)\" = ?" }.joined(separator: ", ")
        try execute("UPDATE \(kind.name) SET \(assignments) WHERE _id = \(row)", attribute.stored[value])
    }

    /// Changes a task's team.
    func setTeam(ofTask row: Int64, to team: Int64?) throws {
        try execute("UPDATE Task SET team = ? WHERE _id = \(row)", [team?.databaseValue ?? .null])
    }

    /// Deletes a task.
    func deleteTask(_ row: Int64) throws { try execute("DELETE FROM Task WHERE _id = \(row)", []) }

    /// Inserts a task.
    func insertTask(team: Int64?) throws -> Int64 {
        try queue.write { database in
            try database.execute(sql: "INSERT INTO Task (name, team) VALUES ('', ?)", arguments: [team])
            return database.lastInsertedRowID
        }
    }

    private func execute(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try queue.write { try $0.execute(sql: sql, arguments: StatementArguments(arguments)) }
    }
}

extension ClubKind {
    fileprivate var selection: String { Self.selections[rawValue] }

    private static let selections = allCases.map { kind in
        let columns = kind.attributes.flatMap(\.columns) + kind.keys.map(\.name)
        return "SELECT _id, \(columns.map { "\"\($0)\"" }.joined(separator: ", ")) FROM \(kind.name)"
    }
}

/// What the runtime and the reference disagree about.
struct ClubMismatch: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
