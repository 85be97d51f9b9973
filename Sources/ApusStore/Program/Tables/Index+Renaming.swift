import ApusMigration
import ApusSchema

extension TablePass {
    /// Newer indexes with the older names of their columns; `nil` if a column is new, so that no older index can be
    /// equal.
    ///
    /// - Parameters:
    ///   - indexes: The indexes.
    ///   - strategy: The strategy for their table.
    ///   - isSettled: Whether to consider only columns whose values do not change.
    /// - Returns: The indexes, in the same order.
    func older(_ indexes: [Table.Index], of strategy: TableStrategy, isSettled: Bool = false) -> [Table.Index?] {
        guard !indexes.isEmpty, let transition = strategy.transition else { return indexes.map { _ in nil } }
        let hasRenamed = !transition.renamed.isEmpty
        // A choice looks at all entities of the table.
        var choices: [Int: ColumnChoice] = [:]
        return indexes.map { index in
            // The condition of the index contains the entity's name as a string, which renaming does not update.
            if hasRenamed, index.entities != nil { return nil }
            return index.renamed { name in
                guard let number = strategy.table.columnIndex(name) else { return nil }
                let choice = choices[number] ?? choose(number, transition)
                choices[number] = choice
                if case .filled = choice, isSettled { return nil }
                return choice.older
            }
        }
    }

    /// The older index that each newer one of a kept table is, in order; `nil` where it has to be made.
    ///
    /// Two newer columns may come from one older column, but only one of them is that column, and has its indexes.
    func continuedIndexes(_ strategy: TableStrategy) -> [Table.Index?] {
        let kept = Dictionary(
            strategy.keptColumns(graph).map { ($0.column.name, $0.from) },
            uniquingKeysWith: { first, _ in first }
        )
        let present = Set(strategy.older?.indexes ?? [])
        let indexes = strategy.table.indexes
        // They are made again of all rows.
        if strategy.way == .append { return indexes.map { _ in nil } }
        return zip(indexes, older(indexes, of: strategy)).map { index, past in
            guard let past, !isComputed(index, of: strategy.table), present.contains(past),
                index.renamed({ kept[$0] }) == past
            else { return nil }
            return past
        }
    }

    /// Whether the indexes of a kept table change.
    func hasOtherIndexes(_ strategy: TableStrategy) -> Bool {
        Set((strategy.older?.indexes ?? []).map(Optional.some)) != Set(continuedIndexes(strategy))
    }
}

extension Table.Index {
    /// The index with other column names; `nil` if a column has none.
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
            ? Table.Index(elements, isUnique: isUnique, entities: entities, predicate: predicate) : nil
    }
}
