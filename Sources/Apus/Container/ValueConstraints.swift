import ApusSchema
import Foundation

/// The constraints on a property's values that its Swift type does not enforce.
struct ValueConstraints: Sendable {
    /// A constraint on one of the property's columns.
    struct Test: Sendable {
        /// The column's index among the property's columns.
        let index: Int
        /// The value's name in messages: `home.city`.
        let name: String
        /// What is wrong with a value that breaks the constraint; see ``ApusSchema/Table/Rule/breach``.
        let breach: String
        let isBroken: @Sendable (StoredValue) -> Bool
    }

    /// The property's position.
    let position: Int

    /// The constraints.
    let tests: [Test]

    /// Passes the first broken constraint of each column to a closure.
    func forEachBroken(by values: [StoredValue], _ body: (Test) -> Void) {
        var last: Int?
        for test in tests {
            let column = test.index
            if column == last || column >= values.count { continue }
            if case .null = values[column] { continue }
            if test.isBroken(values[column]) {
                last = column
                body(test)
            }
        }
    }

    /// The constraints of a table on the properties of an entity.
    static func all(
        of table: Table,
        columns: [Column],
        ranges: [Range<Int>],
        entity: String
    ) -> [ValueConstraints] {
        let rules = Dictionary(
            grouping: table.rules.filter { $0.entities?.contains(entity) ?? true },
            by: \.column
        )
        return ranges.enumerated().compactMap { position, range in
            let tests = columns[range].enumerated().flatMap { index, column -> [Test] in
                guard case .attribute(let path) = column.field, !column.isDerived else { return [] }
                let name = path.joined(separator: ".")
                let isNumber = [.double, .float, .decimal, .date].contains(column.type)
                let notANumber: [Test] =
                    isNumber
                    ? [Test(index: index, name: name, breach: "NaN, which a store cannot keep", isBroken: isNaN)] : []
                return notANumber
                    + (rules[column.name] ?? []).filter(\.constraint.isOpen).compactMap { rule in
                        rule.constraint.test.map { Test(index: index, name: name, breach: rule.breach, isBroken: $0) }
                    }
            }
            return tests.isEmpty ? nil : ValueConstraints(position: position, tests: tests)
        }
    }

    @Sendable
    private static func isNaN(_ value: StoredValue) -> Bool {
        if case .real(let number) = value { number.isNaN } else { false }
    }
}

extension Table.Rule.Constraint {
    /// Whether a value of the property's Swift type can break the rule.
    fileprivate var isOpen: Bool {
        switch self {
        case .type(.date), .minimum, .maximum, .length, .pattern: true
        case .type, .cases, .present, .presentIfAny, .absent, .concreteEntity, .external: false
        }
    }
}
