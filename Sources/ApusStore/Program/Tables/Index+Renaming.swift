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
                case .expression(let expression): .expression(expression.map { .leaf(known($0)) })
                }
            return Element(term, isDescending: element.isDescending)
        }
        let predicate: RowCondition? = self.predicate?.map { .leaf(known($0)) }
        return isWhole
            ? Table.Index(elements, isUnique: isUnique, kinds: kinds, predicate: predicate) : nil
    }
}
