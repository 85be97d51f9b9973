import ApusMigration
import ApusSchema
import GRDB

/// Which newer objects older ones have become in a stage with code, as far as they do not have the same identity: those to which
/// the mapping gives new identities, and those that the code associates.
///
/// They are rows of a temporary table, so they take no memory. Only the code of a pass uses it, on the migration's connection.
package final class StageAssociations {
    /// One association. The objects of a hierarchy share their identities, so entities are root entities.
    package struct Pair: Hashable {
        package let older: String
        package let source: Int64
        package let newer: String
        package let destination: Int64
        /// The policy that made it.
        package let policy: String

        /// - Parameters:
        ///   - source: The root entity of the older object, and the object's identity.
        ///   - destination: Those of the newer one.
        ///   - policy: The policy that makes it.
        package init(
            from source: (root: String, row: Int64),
            to destination: (root: String, row: Int64),
            policy: String
        ) {
            (older, self.source) = (source.root, source.row)
            (newer, self.destination) = (destination.root, destination.row)
            self.policy = policy
        }
    }

    /// The side whose identities are known.
    package enum Side {
        case source, destination
    }

    private static let table = "temp.apus_associations"
    /// What the mapping has made belongs to every policy.
    private static let mapping = ""

    private let db: Database
    /// Whether the table exists.
    private var hasTable: Bool
    /// The number of rows that were written.
    private(set) var rowsWritten = 0

    init(_ db: Database) throws {
        self.db = db
        hasTable =
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_schema WHERE name = ?)",
                arguments: ["apus_associations"]
            ) ?? false
    }

    private static var creations: [SQLStatement] {
        [
            SQLStatement(
                """
                CREATE TABLE \(table) (
                  older TEXT NOT NULL, source INTEGER NOT NULL, newer TEXT NOT NULL, destination INTEGER NOT NULL,
                  policy TEXT NOT NULL, PRIMARY KEY (older, source, newer, destination, policy)
                ) STRICT, WITHOUT ROWID
                """
            ),
            SQLStatement(
                "CREATE INDEX temp.apus_associations_back ON apus_associations (newer, destination, older, source, policy)"
            ),
        ]
    }

    /// The statements that note the objects to which a pass gives new identities; none if there are no such objects.
    static func statements(of pass: TablePass, _ expressions: inout ExpressionSQL) -> [SQLStatement] {
        let insertions = pass.projection.associations.flatMap { one -> [SQLStatement] in
            let rows = ExpressionSQL.ValuedRows(
                extent: one.extent,
                conditions: one.conditions + [one.identity],
                value: one.identity,
                groups: [one.past]
            )
            return expressions.values(of: [rows], as: "id").map { query in
                SQLStatement(
                    "INSERT OR IGNORE INTO \(table) SELECT ?, g0, ?, id, '\(mapping)' FROM (\(query.sql))",
                    [.text(one.olderRoot), .text(one.newerRoot)] + query.arguments
                )
            }
        }
        return insertions.isEmpty ? [] : creations + insertions
    }

    /// The statements that drop the table, if there is one.
    var dropStatements: [SQLStatement] { hasTable ? [SQLStatement("DROP TABLE \(Self.table)")] : [] }

    /// Adds associations. What is there already is left as it is.
    ///
    /// - Parameter pairs: The associations.
    /// - Throws: `DatabaseError`.
    package func add(_ pairs: [Pair]) throws {
        if pairs.isEmpty { return }
        if !hasTable {
            for statement in Self.creations { try db.run(statement) }
            hasTable = true
        }
        let count = db.totalChangesCount
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(Self.table) VALUES (?, ?, ?, ?, ?)")
        for pair in pairs {
            try statement.execute(arguments: [pair.older, pair.source, pair.newer, pair.destination, pair.policy])
        }
        rowsWritten += db.totalChangesCount - count
    }

    /// Returns the associations of some objects.
    ///
    /// - Parameters:
    ///   - rows: The identities of the objects.
    ///   - side: Whether these are the older or the newer objects.
    ///   - roots: The root entities of the older and of the newer objects.
    ///   - policy: The policy that has made them, or the mapping; `nil` for all.
    /// - Returns: The identities of both sides, ordered by them.
    /// - Throws: `DatabaseError`.
    package func pairs(
        of rows: Set<Int64>,
        on side: Side,
        roots: (older: String, newer: String),
        policy: String?
    ) throws -> [(source: Int64, destination: Int64)] {
        guard hasTable, !rows.isEmpty else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT source, destination FROM \(Self.table)
                WHERE older = ?1 AND newer = ?2 AND \(side == .source ? "source" : "destination") IN (SELECT value FROM json_each(?3))
                AND (?4 IS NULL OR policy IN (?4, '\(Self.mapping)'))
                ORDER BY source, destination
                """
        )
        let list = "[\(rows.map(String.init).joined(separator: ","))]"
        return try Row.fetchAll(statement, arguments: [roots.older, roots.newer, list, policy])
            .map { try ($0.decode(Int64.self, atIndex: 0), $0.decode(Int64.self, atIndex: 1)) }
    }
}
