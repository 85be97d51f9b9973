import ApusDiagnostics
package import ApusSchema
import Foundation
package import GRDB

/// Loads the rows of a file into a store, in the caller's transaction.
///
/// Rows are read and written one by one, so the memory does not grow with their number. After the first bad row nothing will be
/// committed, but all others are still checked.
package struct RowLoader {
    /// How rows are loaded.
    package struct Options: Sendable {
        /// The entity of rows that do not give one.
        package var entity: String?
        /// The properties that tell whether a row's object exists, which is changed then.
        package var keys: [String]
        /// The file's name, for findings.
        package var file: String
        /// How many findings are kept.
        package var limit: Int

        package init(entity: String?, keys: [String] = [], file: String, limit: Int = 20) {
            (self.entity, self.keys, self.file, self.limit) = (entity, keys, file, limit)
        }
    }

    /// What was loaded.
    package struct Report: Hashable, Sendable {
        package var rows = 0
        package var inserted = 0
        package var updated = 0
    }

    let db: Database
    let schema: Schema
    let layout: Layout
    let files: ExternalFiles?
    let keys: StoreKeys?
    let options: Options
    package internal(set) var report = Report()
    private var findings: [Diagnostic] = []
    private var findingCount = 0
    var plans: [String: EntityRows] = [:]
    /// The files that were written, and those that no row has any more.
    package internal(set) var written: [String] = []
    package internal(set) var obsolete: [String] = []
    var waiting: [Reference] = []
    /// The objects whose related objects are counted in the end.
    var counted: CountedObjects
    /// The last order keys of lists that rows were added to, by the columns of the order keys and the owners.
    var lastOrderKeys: [String: [Int64: Int64]] = [:]

    /// A reference to a row that may follow.
    struct Reference {
        let table: ApusSchema.Table
        let entity: String
        let identity: Int64
        let name: String
        let value: LocatedValue
    }

    package init(
        _ db: Database,
        _ schema: Schema,
        _ layout: Layout,
        files: ExternalFiles?,
        keys: StoreKeys?,
        _ options: Options
    ) {
        (self.db, self.schema, self.layout) = (db, schema, layout)
        (self.files, self.keys, self.options) = (files, keys, options)
        counted = CountedObjects(schema, layout)
    }

    /// Loads all rows.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - progress: Called after each thousand rows, and while they are checked in the end, with the number of rows.
    /// - Returns: What was loaded.
    /// - Throws: ``RowLoadError`` if anything is wrong with the rows: the caller rolls back. `DatabaseError`, and the error of
    ///   `progress`.
    package mutating func load(_ source: some FileRows, progress: (Int) throws -> Void = { _ in }) throws -> Report {
        var source = source
        if let name = options.entity, schema.entity(name) == nil { throw RowLoadError.noEntity(name, of: schema) }
        do {
            while true {
                do {
                    guard let row = try source.next() else { break }
                    try load(row)
                } catch let problem as FileProblem where !problem.isFatal {
                    report.rows += 1
                    note(problem)
                }
                if report.rows % 1000 == 0 { try progress(report.rows) }
            }
        } catch let problem as FileProblem {
            note(problem)
        }
        try progress(report.rows)
        let rows = report.rows
        try checkReferences { try progress(rows) }
        if findingCount == 0 {
            var counted = self.counted
            try counted.check(db) {
                try progress(rows)
            } _: { message, location in
                note(message, [], location.line, location.column)
            }
            self.counted = counted
        }
        if findingCount > 0 { throw RowLoadError(count: findingCount, findings) }
        return report
    }

    // MARK: - Findings

    mutating func note(_ message: String, _ help: [String] = [], _ line: Int, _ column: Int) {
        findingCount += 1
        guard findings.count < options.limit else { return }
        let location = SourceLocation(file: options.file, line: line, column: column)
        findings.append(.error(message, at: location, help: help))
    }

    mutating func note(_ problem: FileProblem) {
        note(problem.message, problem.help, problem.line, problem.column)
    }

    // MARK: - Rows

    private mutating func load(_ row: FileRow) throws {
        report.rows += 1
        let given = row.fields.first { $0.name == RowPlan.entity }
        var name = options.entity
        if let given, case .text(let text) = given.value.content { name = text }
        guard let name else {
            return note("the row has no '_entity'", ["say the entity of all rows"], row.line, row.column)
        }
        guard
            let rows = try rows(
                of: name,
                given?.value ?? LocatedValue(content: .null, line: row.line, column: row.column)
            )
        else { return }
        let count = findingCount
        let values = read(row, rows)
        if findingCount > count { return }
        do {
            try write(values, row, rows)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            rows.forgetStatements()
            note(message(error, rows), [], row.line, row.column)
        } catch let problem as FileProblem {
            note(problem)
        }
    }

    private func message(_ error: DatabaseError, _ rows: EntityRows) -> String {
        let text = error.message ?? "\(error)"
        if error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE, let list = text.split(separator: ": ").last {
            let names = list.split(separator: ", ").map { "'\(property($0, of: rows.plan.table))'" }
            return "another object has the same \(names.joined(separator: ", ")), which must be unique"
        }
        if error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
            || error.extendedResultCode == .SQLITE_CONSTRAINT_ROWID
        {
            return "another object of '\(schema.root(of: rows.plan.entity.name))' has this identity"
        }
        let prefix = ApusSchema.Table.Rule.triggerPrefix
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// The property of a column in SQLite's message, which has the table's name before it. An encrypted value is compared by another column.
    private func property(_ column: Substring, of table: ApusSchema.Table) -> String {
        let name = column.split(separator: ".", maxSplits: 1).last.map(String.init) ?? ""
        switch table.columnIndex(name).map({ table.columns[$0].field }) {
        case .attribute(let path)?, .lookup(let path)?: return path.joined(separator: ".")
        case .key(let relationship)?: return relationship
        default: return name
        }
    }

    /// The plan of an entity's rows; `nil` if there can be none, which is reported.
    private mutating func rows(of name: String, _ value: LocatedValue) throws -> EntityRows? {
        if let known = plans[name] { return known }
        guard let entity = schema.entity(name), options.entity.map({ schema.isKind(name, of: $0) }) ?? true else {
            let names = schema.entities
                .filter { entity in
                    !entity.isAbstract && options.entity.map { schema.isKind(entity.name, of: $0) } ?? true
                }
                .map(\.name)
            let nearest = NearMiss.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
            note(
                options.entity.map { "'\(name)' is not an entity below '\($0)'" }
                    ?? "the model '\(schema.model)' has no entity '\(name)'",
                nearest.map { [$0] } ?? [],
                value.line,
                value.column
            )
            return nil
        }
        if entity.isAbstract {
            let names = schema.entities.filter { !$0.isAbstract && schema.isKind($0.name, of: name) }.map(\.name)
            note(
                "'\(name)' is abstract, so it has no rows of its own",
                ["give '_entity': \(names.map { "'\($0)'" }.joined(separator: ", "))"],
                value.line,
                value.column
            )
            return nil
        }
        guard let plan = RowPlan(entity, schema, layout) else { return nil }
        let rows = try EntityRows(
            plan,
            options.keys,
            lastIdentity: plans.values.first { $0.plan.table.name == plan.table.name }?.counter
        )
        plans[name] = rows
        return rows
    }

    /// The values of a row, by the indices of columns, with its identity and its pairs.
    struct Values {
        var columns: [StoredValue?]
        var identity: Int64?
        var pairs: [(table: ApusSchema.Table, isOwnInverse: Bool, targets: [Pair])] = []
    }

    /// An object of a relationship with a join table, and the order keys that are given.
    struct Pair {
        let target: Int64
        var orderKey: Int64?
        var inverseOrderKey: Int64?
    }
}
