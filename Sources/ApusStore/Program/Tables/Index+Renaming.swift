import ApusMigration
import ApusSchema

extension TablePass {
    /// A newer index of a table that goes on with the older names of its columns; `nil` where a column has none, so that
    /// no older index can be the same.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - strategy: How its table is made.
    ///   - isSettled: Whether only columns count in which no row gets another value.
    /// - Returns: The index.
    func older(_ index: Table.Index, of strategy: TableStrategy, isSettled: Bool = false) -> Table.Index? {
        guard let kinds = strategy.kinds else { return nil }
        // A name of a kind stands in the index as a text, which no renaming mends.
        if !kinds.renamed.isEmpty, index.kinds != nil { return nil }
        var names: [String: String] = [:]
        for (place, column) in strategy.table.columns.enumerated() {
            let choice: ColumnChoice = choose(place, kinds)
            if case .filled = choice, isSettled { continue }
            names[column.name] = choice.older
        }
        return index.renamed { names[$0] }
    }

    /// Whether a table that goes on has other indexes than before.
    func hasOtherIndexes(_ strategy: TableStrategy) -> Bool {
        Set((strategy.older?.indexes ?? []).map(Optional.some))
            != Set(strategy.table.indexes.map { older($0, of: strategy) })
    }
}

extension Table.Index {
    /// The index over columns of other names; `nil` where one has none.
    func renamed(_ name: (String) -> String?) -> Table.Index? {
        var isWhole = true
        func known(_ column: String) -> String {
            if let other = name(column) { return other }
            isWhole = false
            return column
        }
        let elements: [Element] = self.elements.map { element in
            let term: Term =
                switch element.term {
                case .column(let column): .column(known(column))
                case .expression(let expression): .expression(expression.renamed(known))
                }
            return Element(term, isDescending: element.isDescending)
        }
        let predicate: RowCondition? = self.predicate?.renamed(known)
        return isWhole
            ? Table.Index(elements, isUnique: isUnique, kinds: kinds, predicate: predicate) : nil
    }
}

extension RowExpression {
    /// The expression over columns of other names.
    func renamed(_ name: (String) -> String) -> RowExpression {
        switch self {
        case .column(let column): .column(name(column))
        case .constant: self
        case .call(let function, let arguments): .call(function, arguments.map { $0.renamed(name) })
        case .arithmetic(let one, let sign, let other): .arithmetic(one.renamed(name), sign, other.renamed(name))
        case .negation(let inner): .negation(inner.renamed(name))
        case .conditional(let condition, let one, let other):
            .conditional(condition.renamed(name), one.renamed(name), other.renamed(name))
        }
    }
}

extension RowCondition {
    /// The condition over columns of other names.
    func renamed(_ name: (String) -> String) -> RowCondition {
        switch self {
        case .constant: self
        case .and(let parts): .and(parts.map { $0.renamed(name) })
        case .or(let parts): .or(parts.map { $0.renamed(name) })
        case .not(let inner): .not(inner.renamed(name))
        case .comparison(let one, let sign, let other): .comparison(one.renamed(name), sign, other.renamed(name))
        case .isOne(let one, let others): .isOne(one.renamed(name), of: others.map { $0.renamed(name) })
        case .between(let one, let low, let high):
            .between(one.renamed(name), low.renamed(name), high.renamed(name))
        case .text(let one, let part, let other): .text(one.renamed(name), part, other.renamed(name))
        }
    }
}
