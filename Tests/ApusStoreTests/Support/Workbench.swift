import ApusSchema
import GRDB

@testable import ApusStore

/// A database in memory with the tables of a schema.
struct Workbench {
    let schema: Schema
    let layout: Layout
    let queue: DatabaseQueue

    init(_ schema: Schema, knowsFunctions: Bool = true) throws {
        self.schema = schema
        layout = Layout(schema)
        var configuration = Configuration()
        if knowsFunctions { configuration.prepareDatabase { SQLiteFunctions.add(to: $0) } }
        queue = try DatabaseQueue(configuration: configuration)
        let statements: [SQLStatement] = layout.statements
        try queue.write { db in
            for statement in statements { try db.run(statement) }
        }
    }

    init(_ entities: Entity..., composites: [Composite] = [], enumerations: [Enumeration] = []) throws {
        var schema = Schema(model: "M", entities: entities)
        schema.composites = composites
        schema.enumerations = enumerations
        try self.init(schema)
    }

    /// Runs SQL in a transaction, and returns SQLite's error, if any.
    @discardableResult
    func run(_ sql: String) throws -> String? {
        do {
            try queue.write { try $0.execute(sql: sql) }
            return nil
        } catch let error as DatabaseError {
            return error.message ?? "\(error.resultCode)"
        }
    }

    /// The rows of a query, a line each, with the values separated by bars.
    func rows(_ sql: String) throws -> [String] {
        try queue.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? "-" : "\($0.storage.value ?? "")" }.joined(separator: "|")
            }
        }
    }
}
