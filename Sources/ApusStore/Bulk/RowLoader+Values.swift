import ApusDiagnostics
import ApusSchema
import Foundation
import GRDB

extension RowLoader {
    mutating func read(_ row: FileRow, _ rows: EntityRows) -> Values {
        var values = Values(columns: Array(repeating: nil, count: rows.plan.table.columns.count))
        for field in row.fields {
            do {
                // The header of CSV has the names of all entities below that of the file.
                if case .null = field.value.content, rows.isOfOtherEntity(field.name, below: options.entity) {
                    continue
                }
                let target = try rows.target(field.name)
                try read(field.value, field.name, target, rows.plan, &values)
            } catch let problem as RowProblem {
                note(problem.message, problem.help, field.value.line, field.value.column)
            } catch let problem as FileProblem {
                note(problem)
            } catch {
                note("\(error)", [], field.value.line, field.value.column)
            }
        }
        return values
    }

    mutating func read(
        _ value: LocatedValue,
        _ name: String,
        _ target: RowPlan.Target,
        _ plan: RowPlan,
        _ values: inout Values
    ) throws {
        let title = "'\(plan.entity.name).\(name)'"
        switch target {
        case .entity: break
        case .identity:
            values.identity = try whole(value, title)
            if let identity = values.identity, identity <= 0 {
                throw RowProblem("\(title) is '\(identity)', and identities are greater than 0")
            }
            if values.identity == .max {
                throw RowProblem("\(title) is '\(Int64.max)', after which no object could be inserted any more")
            }
        case .orderKey(let column):
            values.columns[column] = try whole(value, title).map { .integer($0) } ?? .null
        case .leaf(let leaf, let column):
            let (title, own) = ("'\(plan.entity.name).\(leaf.name)'", plan.table.columns[column])
            let stored = try self.stored(value, of: leaf, title, isSecret: own.seal != nil)
            try check(stored, own, plan.entity.name, plan, leaf)
            values.columns[column] = stored
        case .composite(_, let parts):
            switch value.content {
            case .null:
                for (name, part) in parts { try read(value, name, part, plan, &values) }
            case .object(let fields):
                for field in fields {
                    guard let part = parts[field.name] else {
                        let nearest = NearMiss.suggestion(for: field.name, among: parts.keys.sorted())
                        throw FileProblem(
                            message: "\(title) has no part '\(field.name)'",
                            help: nearest.map { ["did you mean '\($0)'?"] } ?? [],
                            line: field.value.line,
                            column: field.value.column
                        )
                    }
                    try read(field.value, field.name, part, plan, &values)
                }
            default:
                throw RowProblem(
                    "\(title) is a composite",
                    help: ["give its parts: \(parts.keys.sorted().joined(separator: ", "))"]
                )
            }
        case .key(let relationship, let column, let attribute):
            values.columns[column] =
                try reference(value, title, relationship, by: attribute).map { .integer($0) } ?? .null
            if values.columns[column] == .null, relationship.needsObject {
                throw RowProblem("\(title) is required, but has no object")
            }
        case .pairs(let relationship, let table, let isOwnInverse):
            var list = value
            // A field of CSV has a list as JSON.
            if case .text(let text) = value.content {
                do { list = try JSONRows.value(of: text) } catch is FileProblem {
                    throw RowProblem(
                        "\(title) is '\(text)', which is not a list",
                        help: ["write identities as a list, such as [1,2]"]
                    )
                }
            }
            var targets: [Pair] = []
            switch list.content {
            case .null: break
            case .list(let elements):
                for element in elements {
                    if let pair = try pair(element, title, relationship) { targets.append(pair) }
                }
            default: throw RowProblem("\(title) is not a list", help: ["write identities as a list, such as [1,2]"])
            }
            values.pairs.append((table, isOwnInverse, targets))
        }
    }

    func text(_ value: LocatedValue, _ title: String) throws -> String? {
        switch value.content {
        case .null: nil
        case .text(let text): text
        case .list, .object: throw RowProblem("\(title) must be one value")
        }
    }

    /// Reads an identity or an order key, which may be any number. What is computed from it wraps around.
    func whole(_ value: LocatedValue, _ title: String) throws -> Int64? {
        guard let text = try text(value, title) else { return nil }
        guard let number = Int64(text, radix: 10) else {
            throw RowProblem(
                "\(title) is '\(text)', which is not an int64",
                help: ["write \(ScalarType.int64.expectation)"]
            )
        }
        return number
    }

    /// A value as the model has it, with the rules and the words of seed data.
    ///
    /// - Parameters:
    ///   - value: The value in the file.
    ///   - leaf: The attribute.
    ///   - title: Its name in messages.
    ///   - isSecret: Whether the store encrypts it, so that no message has it.
    /// - Returns: The value.
    /// - Throws: ``RowProblem``.
    private func stored(
        _ value: LocatedValue,
        of leaf: Schema.Leaf,
        _ title: String,
        isSecret: Bool
    ) throws -> StoredValue {
        guard let text = try text(value, title) else { return .null }
        let shown = self.shown(text, isSecret: isSecret)
        if case .named(let name) = leaf.attribute.type, let enumeration = schema.enumeration(name) {
            if let found = enumeration.cases.first(where: { $0.name == text }) { return found.rawValue.stored }
            let names = enumeration.cases.map(\.name)
            // The nearest case says much of the value.
            let nearest = isSecret ? nil : NearMiss.suggestion(for: text, among: names)
            throw RowProblem(
                "\(shown) is not a case of '\(name)', the type of \(title)",
                help: [
                    nearest.map { "did you mean '\($0)'?" }
                        ?? "expected one of \(names.map { "'\($0)'" }.joined(separator: ", "))"
                ]
            )
        }
        if let found = Value(text: text, type: leaf.type)?.stored { return found }
        throw RowProblem(
            "\(title) is \(shown), which is not \(leaf.type.rawValue.withArticle)",
            help: ["write \(AttributeType.scalar(leaf.type).expectation)"]
        )
    }

    /// A value as messages show it.
    private func shown(_ text: String, isSecret: Bool) -> String { isSecret ? Secrets.text : "'\(text)'" }

    func check(
        _ value: StoredValue,
        _ column: Column,
        _ entity: String,
        _ plan: RowPlan,
        _ leaf: Schema.Leaf
    ) throws {
        if value == .null {
            if leaf.isNullable { return }
            throw RowProblem(
                "'\(entity).\(leaf.name)' is required, and null is given",
                help: ["write \(leaf.attribute.type.expectation)"]
            )
        }
        guard let rows = plans[entity] else { return }
        for (test, breach) in rows.tests[column.name] ?? [] where test(value) {
            throw RowProblem("'\(entity).\(leaf.name)' is \(breach)")
        }
    }

    // MARK: - References

    /// An element of a list: the identity of an object, or that and its order keys.
    private mutating func pair(
        _ value: LocatedValue,
        _ title: String,
        _ relationship: Relationship
    ) throws -> Pair? {
        guard case .object(let fields) = value.content, let own = fields.first(where: { $0.name == RowPlan.identity })
        else { return try reference(value, title, relationship, by: nil).map { Pair(target: $0) } }
        guard let target = try reference(own.value, title, relationship, by: nil) else { return nil }
        func key(_ name: String) throws -> Int64? {
            try fields.first { $0.name == name }.flatMap { try whole($0.value, title) }
        }
        return Pair(
            target: target,
            orderKey: try key(RowPlan.orderSuffix),
            inverseOrderKey: try key(RowPlan.inverseOrder)
        )
    }

    /// The identity of a row that a value refers to.
    mutating func reference(
        _ value: LocatedValue,
        _ title: String,
        _ relationship: Relationship,
        by attribute: Column?
    ) throws -> Int64? {
        let destination = relationship.destination
        guard let table = layout.table(ofEntity: destination) else { return nil }
        var (value, attribute) = (value, attribute)
        if case .object(let fields) = value.content, fields.count == 1,
            let plan = plans.values.first?.plan
        {
            attribute = try plan.keyColumn(fields[0].name, of: destination)
            value = fields[0].value
        }
        guard let attribute else {
            guard let identity = try whole(value, title) else { return nil }
            if try !exists(identity, in: table, destination) {
                waiting.append(
                    Reference(table: table, entity: destination, identity: identity, name: title, value: value)
                )
            }
            return identity
        }
        guard let text = try text(value, title) else { return nil }
        let shown = self.shown(text, isSecret: attribute.seal != nil)
        guard let stored = Value(text: text, type: attribute.type)?.stored, let identity = table.identity else {
            throw RowProblem(
                "\(title) is \(shown), which is not \(attribute.type.rawValue.withArticle)",
                help: ["write \(AttributeType.scalar(attribute.type).expectation)"]
            )
        }
        let kind = table.condition(table.concreteEntities(of: destination), of: "this").map { " AND \($0)" } ?? ""
        let sql = """
            SELECT \(SQLText.name(identity.name)) FROM \(SQLText.name(table.name)) AS this \
            WHERE \(table.hasValue(attribute) ?? "FALSE")\(kind) LIMIT 2
            """
        let found = try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [stored.bound])
        if found.count == 1 { return found[0] }
        throw RowProblem(
            found.isEmpty
                ? "\(title): there is no '\(destination)' with \(attribute.name) \(shown)"
                : "\(title): there are several '\(destination)' with \(attribute.name) \(shown)",
            help: [found.isEmpty ? "load it first" : "use an attribute that is unique, or the identity"]
        )
    }

    func exists(_ identity: Int64, in table: ApusSchema.Table, _ entity: String) throws -> Bool {
        guard let column = table.identity else { return false }
        let kind = table.condition(table.concreteEntities(of: entity), of: "this").map { " AND \($0)" } ?? ""
        let sql = "SELECT 1 FROM \(SQLText.name(table.name)) AS this WHERE \(SQLText.name(column.name)) = ?\(kind)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [identity]) ?? false
    }

    /// Checks that the rows exist to which earlier ones refer.
    ///
    /// - Parameter progress: Called after each thousand references.
    /// - Throws: `DatabaseError`; the error of `progress`.
    mutating func checkReferences(progress: () throws -> Void) throws {
        for (index, reference) in waiting.enumerated() {
            if index > 0, index % 1000 == 0 { try progress() }
            if try exists(reference.identity, in: reference.table, reference.entity) { continue }
            note(
                "\(reference.name): there is no '\(reference.entity)' with the identity \(reference.identity)",
                ["load it first, or refer to it by a unique attribute"],
                reference.value.line,
                reference.value.column
            )
        }
    }
}
