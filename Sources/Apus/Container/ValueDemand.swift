import ApusSchema
import Foundation

/// What the model demands of a property's values beyond what the property's Swift type does.
struct ValueDemand: Sendable {
    /// What is demanded of one of the property's columns.
    struct Test: Sendable {
        /// The column's place among those of the property.
        let index: Int
        /// The value's name, as messages say it: `home.city`.
        let name: String
        /// What is wrong with a value that breaks the demand, see ``ApusSchema/Table/Rule/breach``.
        let breach: String
        let isBroken: @Sendable (StoredValue) -> Bool
    }

    /// The property's position.
    let position: Int

    /// What is demanded.
    let tests: [Test]

    /// Hands over the demands that a property's values break: of each column the first.
    func forEachBroken(by values: [StoredValue], _ body: (Test) -> Void) {
        var last: Int?
        for index in tests.indices {
            let place: Int = tests[index].index
            if place == last || place >= values.count { continue }
            if case .null = values[place] { continue }
            if tests[index].isBroken(values[place]) {
                last = place
                body(tests[index])
            }
        }
    }

    /// The demands of a table on the properties of a kind.
    static func demands(of table: Table, columns: [Column], ranges: [Range<Int>], kind: String) -> [ValueDemand] {
        let rules: [String: [Table.Rule]] = Dictionary(
            grouping: table.rules.filter { $0.kinds?.contains(kind) ?? true },
            by: \.column
        )
        return ranges.enumerated().compactMap { position, range in
            let tests: [Test] = range.enumerated().flatMap { index, place -> [Test] in
                let column: Column = columns[place]
                guard case .attribute(let path) = column.field, !column.isDerived else { return [] }
                let name: String = path.joined(separator: ".")
                let isNumber: Bool = [.double, .float, .decimal, .date].contains(column.type)
                let notANumber: [Test] =
                    isNumber
                    ? [Test(index: index, name: name, breach: "NaN, which no store can hold", isBroken: isNaN)] : []
                return notANumber
                    + (rules[column.name] ?? []).filter(\.demand.isOpen).compactMap { rule in
                        rule.demand.test.map { Test(index: index, name: name, breach: rule.breach, isBroken: $0) }
                    }
            }
            return tests.isEmpty ? nil : ValueDemand(position: position, tests: tests)
        }
    }

    @Sendable
    private static func isNaN(_ value: StoredValue) -> Bool {
        if case .real(let number) = value { number.isNaN } else { false }
    }
}

extension Table.Rule.Demand {
    /// Whether a value of the right Swift type can break the demand.
    fileprivate var isOpen: Bool {
        switch self {
        case .type(.date), .minimum, .maximum, .length, .pattern: true
        case .type, .cases, .present, .presentIfAny, .absent, .kind, .external: false
        }
    }
}
