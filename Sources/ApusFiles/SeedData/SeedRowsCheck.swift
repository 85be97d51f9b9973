import ApusDiagnostics
import ApusSchema

/// Checks seed rows against the rules that a store and its app enforce: the bounds of values, unique constraints, required
/// relationships and their counts. What passes can be loaded.
struct SeedRowsCheck {
    private let reader: SeedDataReader
    private let references: SeedReferences
    private let layout: Layout

    /// What was found.
    private(set) var findings = DiagnosticCollector()

    private typealias Test = (path: [String], breach: String, isBroken: @Sendable (StoredValue) -> Bool)

    init(_ reader: SeedDataReader, _ references: SeedReferences) {
        (self.reader, self.references) = (reader, references)
        layout = Layout(reader.schema)
    }

    mutating func check() {
        checkRequiredValues()
        checkValues()
        checkParts()
        checkUniqueness()
        checkCounts()
    }

    /// A required value that is left out was reported when the row was read, and may have a default. One that is given as `null`
    /// has none.
    private mutating func checkRequiredValues() {
        var known: [String: [Schema.Leaf]] = [:]
        for (index, row) in reader.rows.enumerated() {
            let required = known[row.entity] ?? requiredLeaves(of: row.entity)
            known[row.entity] = required
            for leaf in required where reader.stored[index][leaf.path] == .some(.null) {
                findings.error(
                    "'\(row.entity).\(leaf.name)' of '\(row.key)' is 'null', but it is required",
                    at: reader.locations[index],
                    help: ["write \(leaf.attribute.type.expectation)", "make the attribute optional in the model"]
                )
            }
        }
    }

    private func requiredLeaves(of name: String) -> [Schema.Leaf] {
        guard let entity = reader.schema.entity(name) else { return [] }
        return ([entity] + reader.schema.ancestors(of: entity)).flatMap(\.attributes).filter(\.isKept)
            .flatMap { reader.schema.leaves(of: $0) }.filter { !$0.isNullable }
    }

    private mutating func checkValues() {
        var known: [String: [Test]] = [:]
        for (index, row) in reader.rows.enumerated() {
            let tests = known[row.entity] ?? tests(of: row.entity)
            known[row.entity] = tests
            var broken: Set<[String]> = []
            for test in tests {
                guard let value = reader.stored[index][test.path], value != .null, test.isBroken(value),
                    broken.insert(test.path).inserted
                else { continue }
                findings.error(
                    "'\(row.entity).\(test.path.joined(separator: "."))' of '\(row.key)' is \(test.breach)",
                    at: reader.locations[index],
                    help: ["change the value, or the rule in the model"]
                )
            }
        }
    }

    /// A composite that is there needs its required parts.
    private mutating func checkParts() {
        typealias Need = (path: [String], others: [[String]])
        var known: [String: [Need]] = [:]
        for (index, row) in reader.rows.enumerated() {
            let needs = known[row.entity] ?? needs(of: row.entity)
            known[row.entity] = needs
            let stored = reader.stored[index]
            for need in needs where stored[need.path] ?? .null == .null {
                guard need.others.contains(where: { stored[$0] ?? .null != .null }) else { continue }
                findings.error(
                    "'\(row.entity).\(need.path.joined(separator: "."))' of '\(row.key)' is missing, and has no default",
                    at: reader.locations[index],
                    help: ["write it, or 'null' for the whole composite"]
                )
            }
        }
    }

    private func needs(of entity: String) -> [(path: [String], others: [[String]])] {
        guard let table = layout.table(ofEntity: entity) else { return [] }
        func path(_ name: String) -> [String]? {
            if case .attribute(let path)? = table.column(name)?.field { path } else { nil }
        }
        return table.rules.compactMap { rule in
            guard rule.entities?.contains(entity) ?? true, case .presentIfAny(let others) = rule.constraint,
                let own = path(rule.column)
            else { return nil }
            return (own, others.compactMap(path))
        }
    }

    private func tests(of entity: String) -> [Test] {
        guard let table = layout.table(ofEntity: entity) else { return [] }
        return table.rules.compactMap { rule in
            guard rule.entities?.contains(entity) ?? true, let column = table.column(rule.column),
                case .attribute(let path) = column.field, !column.isDerived, column.seal == nil,
                let test = rule.constraint.test
            else { return nil }
            return (path, rule.breach, test)
        }
    }

    private mutating func checkUniqueness() {
        for table in layout.tables where !table.isJoinTable {
            for index in table.indexes where index.isUnique && index.predicate == nil {
                // An expression over a row is left to the store.
                let columns = index.columns.compactMap { table.column($0) }
                guard columns.count == index.elements.count, columns.allSatisfy({ $0.lookup == nil }) else { continue }
                checkUniqueness(of: columns, index, in: table)
            }
        }
    }

    private mutating func checkUniqueness(of columns: [Column], _ unique: Table.Index, in table: Table) {
        var first: [[StoredValue]: Int] = [:]
        var entities: [String: Bool] = [:]
        for (index, row) in reader.rows.enumerated() {
            let isMember =
                entities[row.entity]
                ?? (table.concreteEntities.contains(row.entity) && unique.entities?.contains(row.entity) ?? true)
            entities[row.entity] = isMember
            guard isMember else { continue }
            let values = columns.map { value(of: $0.field, in: index) }
            if values.contains(.null) { continue }
            guard let other = first[values] else {
                first[values] = index
                continue
            }
            let names = columns.map { "'\($0.name)'" }.joined(separator: ", ")
            findings.error(
                "'\(row.key)' and '\(reader.rows[other].key)' of '\(row.entity)' have the same \(names), which is unique",
                at: reader.locations[index],
                notes: ["the first one is at \(reader.locations[other])"],
                help: ["change one of them"]
            )
        }
    }

    private func value(of field: Field, in row: Int) -> StoredValue {
        switch field {
        case .attribute(let path): reader.stored[row][path] ?? .null
        case .key(let name): (references.keys[row][name]?.target).map { .integer(Int64($0)) } ?? .null
        case .entity: .text(reader.rows[row].entity)
        default: .null
        }
    }

    private mutating func checkCounts() {
        let counts = SeedCounts(reader.rows, references, of: reader.schema)
        for breach in counts.breaches {
            let row = reader.rows[breach.row]
            findings.error(
                "'\(row.entity).\(breach.relationship)' of '\(row.key)' is \(breach.text)",
                at: reader.locations[breach.row],
                help: ["add or remove references"]
            )
        }
    }
}
