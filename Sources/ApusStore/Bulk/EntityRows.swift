package import ApusSchema
import GRDB

/// How the rows of an entity are read and written: what their names mean, their defaults, and the statements.
final class EntityRows {
    let plan: RowPlan
    /// The properties by which an object is found: the indices of columns; `nil` for the identity.
    let keys: [(name: String, index: Int?)]
    /// The model's defaults, by the indices of columns.
    let defaults: [(index: Int, value: StoredValue)]
    /// The columns that need a value.
    let required: [(index: Int, name: String)]
    /// The tests of values, by the names of columns.
    let tests: [String: [(test: @Sendable (StoredValue) -> Bool, breach: String)]]
    /// The foreign keys of objects in ordered lists, each with its order key: the indices of both columns.
    let orders: [(key: Int, order: Int)]
    let counter: IdentityCounter

    private var targets: [String: Result<RowPlan.Target, RowProblem>] = [:]
    private var otherNames: [String: Bool] = [:]
    private var insertions: [[Int]: Statement] = [:]
    private var updates: [[Int]: Statement] = [:]

    /// - Throws: ``FileProblem`` if the objects cannot be found by the keys.
    init(_ plan: RowPlan, _ keys: [String], lastIdentity counter: IdentityCounter?) throws {
        self.plan = plan
        self.counter = counter ?? IdentityCounter()
        let table = plan.table
        self.keys = try keys.map { name in
            do throws(RowProblem) {
                switch try plan.target(name) {
                case .identity: return (name, nil)
                case .leaf(_, let column) where table.hasValue(table.columns[column]) != nil,
                    .key(_, let column, by: nil):
                    return (name, column)
                default:
                    throw RowProblem(
                        "objects cannot be found by '\(name)'",
                        help: ["use an attribute that is not in files; if it is encrypted, one with 'lookup: true'"]
                    )
                }
            } catch {
                throw FileProblem(message: error.message, help: error.help, line: 1, column: 1)
            }
        }
        var defaults: [(index: Int, value: StoredValue)] = []
        var required: [(index: Int, name: String)] = []
        for attribute in plan.attributes where attribute.derivation == nil {
            let values = plan.schema.newValues(of: attribute)
            for (leaf, value) in zip(plan.schema.leaves(of: attribute), values) {
                guard let column = table.column(of: .attribute(leaf.path), in: plan.entity.name), !column.isDerived,
                    let index = table.columnIndex(column.name)
                else { continue }
                if value != .null {
                    defaults.append((index, value))
                } else if !leaf.isNullable {
                    required.append((index, leaf.name))
                }
            }
        }
        for relationship in plan.line.flatMap(\.relationships) where !relationship.isToMany && relationship.needsObject
        {
            if let column = table.column(of: .key(relationship.name), in: plan.entity.name),
                let index = table.columnIndex(column.name)
            {
                required.append((index, relationship.name))
            }
        }
        (self.defaults, self.required) = (defaults, required)
        orders = plan.line.flatMap(\.relationships).compactMap { relationship in
            guard let key = table.column(of: .key(relationship.name), in: plan.entity.name),
                let order = table.column(of: .orderKey(relationship.name), in: plan.entity.name),
                let index = table.columnIndex(key.name), let orderIndex = table.columnIndex(order.name)
            else { return nil }
            return (index, orderIndex)
        }
        var tests: [String: [(test: @Sendable (StoredValue) -> Bool, breach: String)]] = [:]
        for rule in table.rules where rule.entities?.contains(plan.entity.name) ?? true {
            if let test = rule.constraint.test { tests[rule.column, default: []].append((test, rule.breach)) }
        }
        self.tests = tests
    }

    /// What a name means.
    func target(_ name: String) throws(RowProblem) -> RowPlan.Target {
        if let known = targets[name] { return try known.get() }
        let found: Result<RowPlan.Target, RowProblem>
        do throws(RowProblem) { found = .success(try plan.target(name)) } catch { found = .failure(error) }
        targets[name] = found
        return try found.get()
    }

    /// Whether only other entities in the same file have a property.
    func isOfOtherEntity(_ name: String, below ancestor: String?) -> Bool {
        if let known = otherNames[name] { return known }
        let schema = plan.schema
        let ancestor = ancestor ?? schema.root(of: plan.entity.name)
        let isOther =
            (try? target(name)) == nil
            && schema.entities.contains { entity in
                guard schema.isKind(entity.name, of: ancestor), let other = RowPlan(entity, schema, plan.layout) else {
                    return false
                }
                return (try? other.target(name)) != nil
            }
        otherNames[name] = isOther
        return isOther
    }

    /// Forgets the statements: one that has failed fails again when it is reset.
    func forgetStatements() { (insertions, updates) = ([:], [:]) }

    /// The INSERT of the identity, the entity and some columns.
    func insertion(_ columns: [Int], _ db: Database) throws -> Statement {
        if let known = insertions[columns] { return known }
        let table = plan.table
        let own = [table.identity, table.entity].compactMap { $0?.name }
        let written = assignments(columns, after: own.count)
        let names = own.map(SQLText.name) + written.map(\.column)
        let marks = own.indices.map { "?\($0 + 1)" } + written.map(\.value)
        let statement = try db.makeStatement(
            sql: "INSERT INTO \(SQLText.name(table.name)) (\(names.joined(separator: ", "))) "
                + "VALUES (\(marks.joined(separator: ", ")))"
        )
        insertions[columns] = statement
        return statement
    }

    /// The UPDATE of some columns, by the identity.
    func update(_ columns: [Int], _ db: Database) throws -> Statement {
        if let known = updates[columns] { return known }
        let list = assignments(columns, after: 1).map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
        let table = plan.table
        let statement = try db.makeStatement(
            sql: "UPDATE \(SQLText.name(table.name)) SET \(list) WHERE \(SQLText.name(table.identity?.name ?? "")) = ?1"
        )
        updates[columns] = statement
        return statement
    }

    private func assignments(_ columns: [Int], after count: Int) -> [(column: String, value: String)] {
        columns.enumerated().flatMap { number, index -> [(column: String, value: String)] in
            let column = plan.table.columns[index]
            let mark = "?\(count + number + 1)"
            // What may be in a file is bound as its bytes, or as the name of its file.
            let plain = SQLStatement(column.isExternal ? mark : column.parameter(mark))
            guard let seal = column.seal, !column.isExternal else { return [(SQLText.name(column.name), plain.sql)] }
            let sealed = SealFunctions.sealed(seal, column.type, plain, of: SQLStatement("?1"))
            var written = [(column: SQLText.name(column.name), value: sealed.sql)]
            if let lookedUp = plan.table.lookups(of: column), let lookup = lookedUp.lookup {
                written.append((SQLText.name(lookedUp.name), SealFunctions.lookup(lookup, plain).sql))
            }
            return written
        }
    }
}

extension Schema {
    /// The values that a new object has in the columns of an attribute that is not given.
    fileprivate func newValues(of attribute: Attribute) -> [StoredValue] {
        // An optional composite is nil as a whole.
        leaves(of: attribute).map { leaf in
            leaf.path.count > 1 && attribute.isOptional ? .null : storedDefault(of: leaf.attribute) ?? .null
        }
    }

    /// The values that a new object has in the columns of an attribute that is not given; `nil` if the entity has no such attribute.
    package func newValues(of name: String, in entity: String) -> [StoredValue]? {
        self.entity(entity).flatMap { attribute(name, of: $0) }.map { newValues(of: $0) }
    }
}

extension ApusSchema.Table {
    /// The column with the lookups of an encrypted one; `nil` if there is none.
    fileprivate func lookups(of column: Column) -> Column? {
        guard case .attribute(let path) = column.field else { return nil }
        return self.column(of: .lookup(path), in: column.owner)
    }

    /// The condition that a row has a value in a column, which is bound to the next parameter, as SQL. An encrypted one is looked up.
    ///
    /// - Returns: The condition; `nil` if rows cannot be found by the column.
    func hasValue(_ column: Column) -> String? {
        if column.isExternal { return nil }
        let value = column.parameter("?")
        if column.seal == nil { return "\(SQLText.name(column.name)) = \(value)" }
        guard let lookedUp = lookups(of: column), let lookup = lookedUp.lookup else { return nil }
        return "\(SQLText.name(lookedUp.name)) = \(SealFunctions.lookupOnce(lookup, SQLStatement(value)).sql)"
    }
}

/// The last identity of a table.
final class IdentityCounter {
    private var last: Int64?

    /// The next identity, which no object has had.
    func next(_ table: ApusSchema.Table, _ db: Database) throws -> Int64 {
        let known: Int64
        if let last {
            known = last
        } else {
            let used = try Int64.fetchOne(
                db,
                sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                arguments: [table.name]
            )
            let sql = "SELECT max(\(SQLText.name(table.identity?.name ?? ""))) FROM \(SQLText.name(table.name))"
            known = max(used ?? 0, try Int64.fetchOne(db, sql: sql) ?? 0)
            last = known
        }
        guard known < .max else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "'\(table.name)' has no identities left")
        }
        return known + 1
    }

    /// Notes an identity that is used. As long as nothing was asked for, the table has them all.
    func note(_ identity: Int64) { last = last.map { max($0, identity) } }
}
