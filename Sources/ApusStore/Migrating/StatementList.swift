public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// A statement that a migration executes.
public struct MigrationStatement: Hashable, Sendable {
    /// A short description.
    public let title: String

    /// The exact SQL, with a `?` for each bound value.
    public let sql: String

    /// The bound values, in order: as SQL, or as a description if only the migration itself knows the value.
    public let values: [String]
}

extension Migrator {
    /// Returns the statements that a store's migration would execute, in order, without those that only read.
    ///
    /// The statements are observed while the migration runs on an empty copy of the store's tables in memory. A copy of
    /// rows in ranges is listed once; its last two values are the first and last identity of a range.
    ///
    /// - Parameter url: The store.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if the store already has the target's schema.
    /// - Throws: `StoreError`, as ``plan(_:)`` does.
    public func statements(_ url: URL) throws(StoreError) -> [MigrationStatement] {
        let file = StoreFile(url)
        return try inspecting(file) { plan, _, db in
            try statements(of: plan, path: file.path) { _ = try EmptyCopy(of: db).make(in: $0, path: file.path) }
        }
    }

    /// Returns the statements that would migrate a newly created store.
    ///
    /// - Parameter source: The state of the store.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if the state already is the target.
    /// - Throws: `StoreError`.
    public func statements(from source: StoreState) throws(StoreError) -> [MigrationStatement] {
        let path = "\(source.schema.model) \(source.point)"
        return try StoreError.wrapping(path) {
            try statements(of: planner.plan(from: source, to: target), path: path) { db in
                let lookups = source.layout.lookups.isEmpty ? [] : [SQLStatement(StoreFormat.lookupStatement)]
                let own = StoreFormat.statements + lookups + source.layout.historyBeginning(generation: 1)
                for statement in own + source.layout.statements { try db.run(statement) }
            }
        }
    }

    private func statements(
        of plan: Plan,
        path: String,
        preparing prepare: (Database) throws -> Void
    ) throws -> [MigrationStatement] {
        if plan.isEmpty { return [] }
        try requireCode(of: plan)
        var found: [MigrationStatement] = [MigrationStatement("begin the transaction", "BEGIN IMMEDIATE TRANSACTION")]
        try rehearseEmpty(plan, path: path, preparing: prepare) {
            found.append(MigrationStatement($0, $1, at: $2))
        }
        return found + [MigrationStatement("commit", "COMMIT TRANSACTION")]
    }
}

extension MigrationStatement {
    fileprivate init(_ title: String, _ sql: String) {
        self.init(title: title, sql: sql, values: [])
    }

    fileprivate init(_ step: MigrationStep, _ statement: SQLStatement, at moment: StoredValue) {
        title = step.title
        sql = statement.sql
        let values: [String] = statement.arguments.map { $0 == moment ? "the moment of the migration" : $0.text }
        self.values =
            switch step.work {
            // The log entry's values are known only after the migration.
            case .once where step.isDescription: []
            case .inRanges: values + ["the first identity of a range", "its last identity"]
            default: values
            }
    }
}

extension MigrationStep {
    var isDescription: Bool {
        if case .describeStore = self { true } else { false }
    }
}

extension StoredValue {
    /// The value as SQL, for display.
    fileprivate var text: String {
        if case .real(let number) = self { "\(number)" } else { SQLText.literal(self) ?? "\(self)" }
    }
}
