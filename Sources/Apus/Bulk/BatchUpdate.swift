import ApusSchema
import ApusStore
import Foundation
import GRDB

/// Sets properties of the rows of a query by one statement, which SQLite carries out after it has computed all values.
struct BatchUpdate {
    let batch: BatchTransaction
    let query: CompiledQuery
    let values: [AssignedValue]

    private var table: EntityTable { query.table }
    private var coordinator: StoreCoordinator { batch.coordinator }

    /// What refers to objects, and whose other side follows.
    private struct Reference {
        let value: AssignedValue
        let inverse: Int
        let far: EntityTable
        /// The objects that were referred to before.
        let former: [PersistentIdentifier]
    }

    func run() throws {
        if let twice = Dictionary(grouping: values, by: \.position).first(where: { $0.value.count > 1 })?.key {
            throw ModelError.unsupportedPredicate(
                table.entity.properties[twice].name,
                reason: "it is set twice in one batch"
            )
        }
        if values.isEmpty { return }
        try check()
        let references = try self.references()
        let external = values.filter { table.externalPositions.contains($0.position) }
        let inStatement = values.filter { !table.externalPositions.contains($0.position) }
        var found: [PersistentIdentifier] = []
        if inStatement.isEmpty {
            let (sql, parameters) = query.statement(.identities, coordinator)
            try batch.run(sql, parameters) { found.append(identifier($0)) }
        } else {
            found = try update(inStatement)
        }
        batch.count = found.count
        for value in external { try write(value, of: found) }
        let positions = values.map(\.position)
        for object in found { batch.noteUpdate(of: object, at: positions) }
        try settle(references, isEmpty: found.isEmpty)
        try ReferenceCheck(database: batch.database).check()
    }

    private func identifier(_ row: OpaquePointer) -> PersistentIdentifier {
        let isOne = !coordinator.selections[table.id].readsEntity
        let entity = isOne ? coordinator.selections[table.id].onlyEntity?.table.entity.name : RowReader.text(row, 1)
        return PersistentIdentifier(entityName: entity ?? table.entity.name, row: RowReader.identity(row))
    }

    // MARK: - Values

    /// Checks all values before the first is written, so that each object with a bad one can be reported.
    private func check() throws {
        var violations: [ModelError.Violation] = []
        for value in values {
            guard case .constant(let stored) = value.source, let breach = table.breach(of: stored, at: value.position)
            else { continue }
            // It is the same for all, so it is reported for the first.
            let (sql, parameters) = query.statement(.identities, coordinator, limit: 1)
            try batch.run(sql, parameters) { row in
                violations.append(violation(identifier(row), value, breach))
            }
        }
        var expressions: [(value: AssignedValue, expression: QueryExpression)] = []
        for value in values {
            if case .expression(let expression) = value.source { expressions.append((value, expression)) }
        }
        if !expressions.isEmpty {
            let object = QueryObject.scope(0, table.id)
            let columns: [QueryExpression] =
                [.leaf(.identity(object)), .leaf(.kind(object))] + expressions.map(\.expression)
            let (sql, parameters) = query.statement(.values(columns, isDistinct: false), coordinator)
            try batch.run(sql, parameters) { row in
                for (index, one) in expressions.enumerated() where violations.count < BatchTransaction.limit {
                    let stored = RowReader.value(row, Int32(index + 2))
                    guard let breach = table.breach(of: [stored], at: one.value.position) else { continue }
                    let object = PersistentIdentifier(
                        entityName: RowReader.text(row, 1),
                        row: RowReader.identity(row)
                    )
                    violations.append(violation(object, one.value, breach))
                }
            }
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
    }

    private func violation(
        _ object: PersistentIdentifier,
        _ value: AssignedValue,
        _ breach: String
    ) -> ModelError.Violation {
        ModelError.Violation(
            object: object,
            property: table.entity.properties[value.position].name,
            reason: .breach(breach)
        )
    }

    // MARK: - The statement

    /// Updates the rows; if unique values stand against each other only on the way, by way of temporary ones. A derived value that is not
    /// unique is found that way, too.
    private func update(_ values: [AssignedValue]) throws -> [PersistentIdentifier] {
        do {
            var found: [PersistentIdentifier] = []
            try batch.database.inSavepoint {
                found = try runUpdate(values)
                return .commit
            }
            return found
        } catch ModelError.database(let code, let message, _)
            where code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue
        {
            return try updateParked(values, message)
        }
    }

    private func runUpdate(_ values: [AssignedValue]) throws -> [PersistentIdentifier] {
        let (sql, parameters) = statement(values, orderKeys: try lastOrderKeys())
        var found: [PersistentIdentifier] = []
        try batch.run(sql, parameters) { found.append(identifier($0)) }
        return found
    }

    /// Writes the UPDATE.
    private func statement(
        _ values: [AssignedValue],
        orderKeys: [Int: Int64]
    ) -> (sql: String, parameters: [StoredValue]) {
        let writer = QueryWriter(coordinator, table)
        let identity = "\(table.name).\(table.identity)"
        // Expressions first, as they join tables.
        var assigned: [(value: AssignedValue, plain: [String])] = values.map { value in
            switch value.source {
            case .constant(let stored): (value, stored.map { writer.parameter($0) })
            case .expression(let expression): (value, [rounded(writer.sql(expression), value)])
            }
        }
        let condition = query.conditions(writer)
        let end = condition.isEmpty ? "" : " WHERE " + condition.conjunction
        let kind = coordinator.selections[table.id].readsEntity ? ", \(EntityTable.entityColumn)" : ""
        var orders: [(column: String, value: String)] = []
        var selected = ["\(identity) AS id"]
        for value in values {
            guard let order = table.orderKeyColumns[value.position] else { continue }
            guard let target = value.identity, let last = orderKeys[value.position] else {
                orders.append((order, "NULL"))
                continue
            }
            // An object that is in the list already keeps its index there; others follow at the end.
            let own = "\(table.name).\(table.column(at: value.position))"
            let next = "\(last) + \(Layout.placeGap) * row_number() OVER (ORDER BY \(identity))"
            let name = "o\(value.position)"
            let target1 = writer.parameter(.integer(target))
            selected.append(
                "CASE WHEN \(own) IS \(target1) THEN \(table.name).\(order) ELSE \(next) END AS \(name)"
            )
            orders.append((order, "\"$new\".\(name)"))
        }
        // SQLite computes what SET says row by row, when rows before have changed already: what is read from other rows, and derived
        // values, which triggers change, would be those in between. What FROM selects is computed before the first change.
        let needsSource = !writer.joins.isEmpty || selected.count > 1 || assigned.contains { !$0.value.isConstant }
        if needsSource {
            for index in assigned.indices where !assigned[index].value.isConstant {
                selected.append("\(assigned[index].plain[0]) AS v\(index)")
                assigned[index].plain = ["\"$new\".v\(index)"]
            }
        }
        let list =
            (assigned.flatMap { table.assigned(at: $0.value.position, $0.plain, identity: identity) } + orders)
            .map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
        let source =
            needsSource
            ? " FROM (SELECT \(selected.joined(separator: ", ")) FROM \(table.name)\(writer.joins)\(end)) AS \"$new\""
                + " WHERE \(identity) = \"$new\".id" : end
        return ("UPDATE \(table.name) SET \(list)\(source) RETURNING \(table.identity)\(kind)", writer.parameters)
    }

    /// A computed value as the property's type stores it.
    private func rounded(_ sql: String, _ value: AssignedValue) -> String {
        table.type(at: value.position).name == "float" ? SQLiteFunctions.float(of: sql) : sql
    }

    /// The last order keys of the lists that objects are added to, by the positions of the relationships.
    private func lastOrderKeys() throws -> [Int: Int64] {
        var keys: [Int: Int64] = [:]
        for value in values {
            guard let order = table.orderKeyColumns[value.position], let owner = value.identity else { continue }
            let sql =
                "SELECT ifnull(max(\(order)), 0) FROM \(table.name) WHERE \(table.column(at: value.position)) = ?1"
            keys[value.position] = try batch.integers(sql, [.integer(owner)]).first ?? 0
        }
        return keys
    }

    /// Computes all values first, gives the rows temporary unique values, and then writes them.
    ///
    /// - Throws: ``ModelError/notUnique(object:columns:)`` if the values are not unique in the end either.
    private func updateParked(_ values: [AssignedValue], _ message: String) throws -> [PersistentIdentifier] {
        let object = QueryObject.scope(0, table.id)
        var columns: [QueryExpression] = [.leaf(.identity(object)), .leaf(.kind(object))]
        for value in values { if case .expression(let expression) = value.source { columns.append(expression) } }
        let (sql, parameters) = query.statement(.values(columns, isDistinct: false), coordinator)
        var rows: [(object: PersistentIdentifier, values: [StoredValue])] = []
        try batch.run(sql, parameters) { row in
            let object = PersistentIdentifier(entityName: RowReader.text(row, 1), row: RowReader.identity(row))
            rows.append((object, (2..<columns.count).map { RowReader.value(row, Int32($0)) }))
        }
        let save = SaveTransaction(coordinator: coordinator, access: batch.access, files: batch.files)
        let positions = Set(values.map(\.position))
        let parked = table.parkedValues.filter { positions.contains($0.position) }.map(\.assignment)
        if !parked.isEmpty {
            try UniqueValueParking(save: save).withoutRules(of: [table.rawName]) {
                let sql =
                    "UPDATE \(table.name) SET \(parked.joined(separator: ", ")) WHERE \(table.identity) = ?1"
                for row in rows { try batch.run(sql, [.integer(RowKey.row(row.object))]) }
            }
        }
        let orderKeys = try lastOrderKeys()
        for (rank, row) in rows.enumerated() {
            var parameters: [StoredValue] = [.integer(RowKey.row(row.object))]
            var computed = row.values[...]
            var list: [String] = []
            func parameter(_ value: StoredValue) -> String {
                parameters.append(value)
                return "?\(parameters.count)"
            }
            for value in values {
                var plain: [String] = []
                switch value.source {
                case .constant(let stored): plain = stored.map(parameter)
                case .expression: plain = [rounded(parameter(computed.popFirst() ?? .null), value)]
                }
                list += table.assigned(at: value.position, plain, identity: "?1").map { "\($0.column) = \($0.value)" }
                guard let order = table.orderKeyColumns[value.position] else { continue }
                guard let target = value.identity, let last = orderKeys[value.position] else {
                    list.append("\(order) = NULL")
                    continue
                }
                // As in the statement above: an object that is in the list already keeps its index there.
                let own = table.column(at: value.position)
                let next = parameter(.integer(last &+ Layout.placeGap &* Int64(rank + 1)))
                list.append(
                    "\(order) = CASE WHEN \(own) IS \(parameter(.integer(target))) THEN \(order) ELSE \(next) END"
                )
            }
            do {
                try batch.run(
                    "UPDATE \(table.name) SET \(list.joined(separator: ", ")) WHERE \(table.identity) = ?1",
                    parameters
                )
            } catch ModelError.database(let code, let message, _)
                where code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue
            {
                throw ModelError.notUnique(object: row.object, columns: table.uniqueColumns(in: message))
            }
        }
        return rows.map(\.object)
    }

    // MARK: - Files

    /// Writes the external value of a property, which has a file per row.
    private func write(_ value: AssignedValue, of objects: [PersistentIdentifier]) throws {
        guard case .constant(let stored) = value.source, let plain = stored.first else { return }
        let column = table.column(at: value.position)
        for object in objects {
            let row = RowKey.row(object)
            let kept = try batch.replace(by: plain, at: value.position, of: row, in: table)
            try batch.run(
                "UPDATE \(table.name) SET \(column) = ?1 WHERE \(table.identity) = ?2",
                [kept, .integer(row)]
            )
        }
    }

    // MARK: - The other side of relationships

    /// The references that are set, with the objects that the rows refer to before.
    private func references() throws -> [Reference] {
        try values.compactMap { value in
            guard table.entity.keyPositions.contains(value.position) else { return nil }
            let relationship = table.entity.relationship(at: value.position)
            guard let inverse = relationship.inverse, let far = coordinator.table(of: relationship.destination) else {
                return nil
            }
            let key = QueryExpression.leaf(.key(.scope(0, table.id), position: value.position))
            let (sql, parameters) = query.statement(.values([key], isDistinct: true), coordinator)
            var rows = try batch.integers(sql, parameters).filter { $0 != 0 }
            if let target = value.identity { rows.append(target) }
            let former = try rows.compactMap { try batch.object(in: far, row: $0) }
            return Reference(value: value, inverse: inverse, far: far, former: former)
        }
    }

    /// Notes that the objects at the other side have changed, and checks how many objects they have now.
    private func settle(_ references: [Reference], isEmpty: Bool) throws {
        if isEmpty { return }
        var violations: [ModelError.Violation] = []
        for reference in references {
            for object in reference.former { batch.noteUpdate(of: object, at: [reference.inverse]) }
            violations += try batch.violations(of: reference.former, in: reference.far, at: reference.inverse)
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
    }
}

/// The row of an identifier that was made of one.
enum RowKey {
    static func row(_ object: PersistentIdentifier) -> Int64 {
        if case .row(let row) = object.key { row } else { ModelObject.noRow }
    }
}

extension BatchTransaction {
    /// The identifier of a row; `nil` if it does not exist.
    func object(in table: EntityTable, row: Int64) throws -> PersistentIdentifier? {
        var found: PersistentIdentifier?
        try run(
            "SELECT t.\(table.identity), \(table.entityValue(of: "t")) FROM \(table.name) AS t WHERE t.\(table.identity) = ?1",
            [.integer(row)]
        ) { found = identifier($0, in: table) }
        return found
    }

    /// An external value as its column is to hold it. The file of the value that the row has goes with the commit.
    func replace(by value: StoredValue, at position: Int, of row: Int64, in table: EntityTable) throws -> StoredValue {
        let column = table.column(at: position)
        try run(
            "SELECT \(column) FROM \(table.name) WHERE \(table.identity) = ?1 AND typeof(\(column)) = 'text'",
            [.integer(row)]
        ) { files.drop(RowReader.text($0, 0)) }
        return try keep(value, table.externalSeal(at: position), of: row)
    }

    /// A value that may be in a file as its column holds it: a large one is written to a file of the row.
    func keep(_ value: StoredValue, _ seal: EntityTable.Seal?, of row: Int64) throws -> StoredValue {
        let bytes: Data
        switch value {
        case .blob(let data): bytes = data
        case .text(let text): bytes = Data(text.utf8)
        case .null, .integer, .real: return value
        }
        let encryption = seal.map { FileEncryption(seal: $0, identity: row, keys: files.keys) { nil } }
        do {
            return try files.keep(bytes, encryption)
        } catch let failure as FileChanges.Failure {
            throw failure.error
        }
    }
}

extension EntityTable {
    /// The attributes in SQLite's message about unique values.
    func uniqueColumns(in message: String) -> [String] {
        ObjectWriter.columns(in: message).map { attribute(lookedUpIn: $0) }
    }
}
