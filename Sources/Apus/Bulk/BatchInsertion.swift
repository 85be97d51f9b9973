import ApusSchema
import ApusStore
import Foundation
import GRDB
import GRDBSQLite

/// Inserts rows of values, one after the other, with the statement that saves new objects.
struct BatchInsertion {
    private let batch: BatchTransaction
    private let table: EntityTable
    /// The stored values of all properties without a given value, by position; `nil` for those that are not written.
    private let defaults: [[StoredValue]?]
    /// The positions of the properties by name, as rows give them.
    private var positions: [String: Int] = [:]
    /// The properties that the last row gave.
    private var given: [Int] = []
    /// The properties of the last row that need a value, and have none.
    private var missing: [String] = []
    /// Whether a row changes the object that has its unique values; `nil` if it is refused.
    private let takesDuplicates: Bool?
    private let statement: PreparedStatement
    /// The constraints on how many objects refer to one, by the positions of the given relationships.
    private let inverses: [Int: (position: Int, table: EntityTable)]

    private var next: Int64
    private var index = 0
    private var lastOrderKeys: [Int: [Int64: Int64]] = [:]
    /// The objects that rows refer to, by the positions of the relationships.
    private var owners: [Int: Set<Int64>] = [:]
    private var refused: [ModelError.RefusedRow] = []
    private var refusedCount = 0

    init(_ batch: BatchTransaction, _ table: EntityTable, _ takesDuplicates: Bool?) throws {
        let entity = table.entity
        if entity.isAbstract { throw ModelError.abstractEntity(entity.name) }
        (self.batch, self.table, self.takesDuplicates) = (batch, table, takesDuplicates)
        var defaults = [[StoredValue]?](repeating: nil, count: entity.properties.count)
        for position in table.writtenPositions {
            let values = batch.coordinator.schema.newValues(of: entity.properties[position].name, in: entity.name)
            defaults[position] = values ?? table.columnRanges[position].map { _ in .null }
        }
        self.defaults = defaults
        var missing: [String] = []
        // A new object has none in the relationships that it does not store.
        for position in entity.relationshipPositions where !entity.keyPositions.contains(position) {
            let relationship = entity.relationship(at: position)
            let needsObject =
                relationship.isToMany ? table.countConstraints[position]?.isRequired == true : !relationship.isOptional
            if needsObject, relationship.storage != .memory { missing.append(relationship.name) }
        }
        if !missing.isEmpty { throw ModelError.missingValues(entity: entity.name, properties: missing) }
        var inverses: [Int: (position: Int, table: EntityTable)] = [:]
        for position in entity.keyPositions {
            let relationship = entity.relationship(at: position)
            guard let inverse = relationship.inverse, let far = batch.coordinator.table(of: relationship.destination)
            else { continue }
            inverses[position] = (inverse, far)
        }
        self.inverses = inverses
        statement = try batch.access.statement(.insert(table.id), sql: table.insertion)
        let save = SaveTransaction(coordinator: batch.coordinator, access: batch.access, files: batch.files)
        next = try IdentityWriter(save: save).lastIdentity(of: table)
    }

    /// Checks a row and inserts it.
    mutating func insert(_ row: [Assignment]) throws {
        defer { index += 1 }
        try take(row)
        var stored = defaults
        for name in missing { refuse(name, "is missing, and has no default") }
        var isRefused = !missing.isEmpty
        for (assignment, position) in zip(row, given) {
            let name = table.entity.properties[position].name
            guard case .constant(let value) = assignment.source else {
                throw ModelError.unsupportedPredicate(name, reason: "a new object has no values to compute it from")
            }
            do {
                let columns = try table.stored(value, at: position, batch.coordinator)
                if let breach = table.breach(of: columns, at: position) {
                    refuse(name, "is \(breach)")
                    isRefused = true
                }
                stored[position] = columns
            } catch ModelError.wrongType(_, _, let expected, let found) {
                refuse(name, "is \(found) (expected \(expected))")
                isRefused = true
            }
        }
        // Nothing will be committed, but the other rows are still checked.
        if isRefused { return }
        guard next < .max else { throw ModelError.identitiesExhausted(entity: table.entity.name) }
        let written = batch.files.writtenCount
        do {
            try insert(stored, as: next + 1)
        } catch ModelError.database(let code, let message, _)
            where code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue
        {
            batch.files.undo(after: written)
            return try settleDuplicate(stored, message)
        }
        next += 1
        batch.inserted.append(PersistentIdentifier(entityName: table.entity.name, row: next))
        noteOwners(stored)
    }

    /// Finds the properties that a row gives. Mostly they are those of the last row.
    private mutating func take(_ row: [Assignment]) throws {
        var isSame = row.count == given.count
        var found: [Int] = []
        for (index, assignment) in row.enumerated() {
            let position: Int
            if case .keyPath(base: nil, let steps) = assignment.target.kind, steps.count == 1,
                case .name(let name) = steps[0], let known = positions[name]
            {
                position = known
            } else {
                position = try table.position(assignedAt: assignment.target)
                positions[table.entity.properties[position].name] = position
            }
            if isSame, given[index] == position { continue }
            if isSame { found = Array(given.prefix(index)) }
            isSame = false
            if found.contains(position) {
                throw ModelError.unsupportedPredicate(
                    table.entity.properties[position].name,
                    reason: "it is given twice"
                )
            }
            found.append(position)
        }
        if isSame, index > 0 { return }
        if !isSame { given = found }
        missing = defaults.indices.filter { position in
            guard let values = defaults[position], !given.contains(position) else { return false }
            return table.needsValue(at: position) && values.allSatisfy { $0 == .null }
        }
        .map { table.entity.properties[$0].name }
    }

    private mutating func refuse(_ property: String, _ problem: String) {
        refusedCount += 1
        if refused.count < BatchTransaction.limit {
            refused.append(ModelError.RefusedRow(index: index, property: property, problem: problem))
        }
    }

    private mutating func insert(_ stored: [[StoredValue]?], as identity: Int64) throws {
        sqlite3_reset(statement.pointer)
        defer { sqlite3_clear_bindings(statement.pointer) }
        var writer = RowWriter(statement.pointer)
        writer.bind(identity)
        if let discriminator = table.discriminator { writer.bind(discriminator) }
        for position in table.writtenAttributes {
            let isExternal = table.externalPositions.contains(position)
            for value in stored[position] ?? [] {
                writer.bind(
                    isExternal ? try batch.keep(value, table.externalSeal(at: position), of: identity) : value
                )
            }
        }
        for position in table.entity.keyPositions {
            let key = stored[position]?.first ?? .null
            writer.bind(key)
            if table.orderKeyColumns[position] != nil { writer.bind(try orderKey(of: key, at: position)) }
        }
        guard writer.code == SQLITE_OK else { throw statement.failure() }
        do {
            try statement.run()
        } catch ModelError.database(let code, let message, let sql) {
            throw batch.coordinator.sums.error(for: message) ?? .database(code: code, message: message, sql: sql)
        }
    }

    /// The order key behind the last object in the list of an owner.
    private mutating func orderKey(of key: StoredValue, at position: Int) throws -> StoredValue {
        guard case .integer(let owner) = key, let column = table.orderKeyColumns[position] else { return .null }
        let last =
            try lastOrderKeys[position]?[owner] ?? batch.integers(
                "SELECT ifnull(max(\(column)), 0) FROM \(table.name) WHERE \(table.column(at: position)) = ?1",
                [key]
            ).first ?? 0
        let next = last &+ Layout.placeGap
        lastOrderKeys[position, default: [:]][owner] = next
        return .integer(next)
    }

    private mutating func noteOwners(_ stored: [[StoredValue]?]) {
        for position in inverses.keys {
            if case .integer(let row)? = stored[position]?.first { owners[position, default: []].insert(row) }
        }
    }

    // MARK: - Duplicates

    /// Changes the object that has the unique values of a row, leaves the row out, or refuses it.
    private mutating func settleDuplicate(_ stored: [[StoredValue]?], _ message: String) throws {
        let columns = table.uniqueColumns(in: message)
        let found = try takesDuplicates == nil ? [] : existing(stored)
        guard let takes = takesDuplicates, found.count == 1, let row = found.first else {
            return refuse(columns.joined(separator: ", "), "must be unique, and another object has the same")
        }
        if !takes { return }
        let object = PersistentIdentifier(entityName: table.entity.name, row: row)
        var parameters: [StoredValue] = [.integer(row)]
        var list: [String] = []
        func parameter(_ value: StoredValue) -> String {
            parameters.append(value)
            return "?\(parameters.count)"
        }
        for position in given {
            var values = stored[position] ?? []
            if table.externalPositions.contains(position), let value = values.first {
                values = [try batch.replace(by: value, at: position, of: row, in: table)]
            }
            if let inverse = inverses[position] {
                // The object that it leaves has one object less.
                let former = try batch.integers(
                    "SELECT \(table.column(at: position)) FROM \(table.name) WHERE \(table.identity) = ?1",
                    [.integer(row)]
                )
                owners[position, default: []].formUnion(former.filter { $0 != 0 })
                if inverse.table.entity.relationship(at: inverse.position).isOrdered, former == [RowReader.row(values)]
                {
                    continue
                }
            }
            list += table.assigned(at: position, values.map(parameter), identity: "?1")
                .map { "\($0.column) = \($0.value)" }
            if let order = table.orderKeyColumns[position] {
                list.append("\(order) = \(parameter(try orderKey(of: values.first ?? .null, at: position)))")
            }
        }
        if !list.isEmpty {
            do {
                try batch.run(
                    "UPDATE \(table.name) SET \(list.joined(separator: ", ")) WHERE \(table.identity) = ?1",
                    parameters
                )
            } catch ModelError.database(let code, _, _) where code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue {
                return refuse(columns.joined(separator: ", "), "must be unique, and another object has the same")
            }
        }
        noteOwners(stored)
        batch.noteUpdate(of: object, at: given)
    }

    /// The rows of the entity that have unique values of a row.
    private func existing(_ stored: [[StoredValue]?]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for unique in table.uniqueProperties {
            guard let owner = batch.coordinator.table(named: unique.entity) else { continue }
            let values = unique.positions.flatMap { stored[$0] ?? [] }
            if values.isEmpty || values.contains(.null) { continue }
            let columns = unique.positions.flatMap { table.columnRanges[$0] }
            let condition = columns.map { table.hasValue($0, of: owner.name) }.joined(separator: " AND ")
            try batch.run(
                "SELECT \(owner.identity), \(owner.entityValue(of: owner.name)) FROM \(owner.name) WHERE \(condition)",
                values
            ) { row in
                // What is equal to an object of another class stays an error.
                let isSame = RowReader.text(row, 1) == table.entity.name
                found.formUnion(isSame ? [RowReader.identity(row)] : [RowReader.identity(row), -1])
            }
        }
        return found
    }

    // MARK: - The end

    /// Checks what rows say together.
    mutating func finish() throws {
        batch.count = index
        if refusedCount > 0 { throw ModelError.refusedRows(count: refusedCount, refused) }
        var violations: [ModelError.Violation] = []
        for (position, rows) in owners.sorted(by: { $0.key < $1.key }) {
            guard let inverse = inverses[position] else { continue }
            let objects = try rows.sorted().compactMap { try batch.object(in: inverse.table, row: $0) }
            for object in objects { batch.noteUpdate(of: object, at: [inverse.position]) }
            violations += try batch.violations(of: objects, in: inverse.table, at: inverse.position)
        }
        if !violations.isEmpty { throw ModelError.validation(violations) }
        try ReferenceCheck(database: batch.database).check()
    }
}

extension RowReader {
    /// The identity that a foreign key's values have.
    fileprivate static func row(_ values: [StoredValue]) -> Int64 {
        if case .integer(let row)? = values.first { row } else { 0 }
    }
}
