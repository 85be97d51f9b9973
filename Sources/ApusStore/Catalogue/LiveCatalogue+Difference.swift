import ApusSchema

extension LiveCatalogue {
    /// How the live tables differ from a layout. Names of indexes and the order of columns do not count.
    ///
    /// - Parameters:
    ///   - layout: What should be there.
    ///   - others: What else may be there, of other models in the file.
    ///   - hasPrograms: Whether the store is of a format that keeps a model's rules by programs.
    /// - Returns: The differences: of the layout's tables and programs, then what is there beyond them.
    func differences(from layout: Layout, besides others: [Layout] = [], hasPrograms: Bool = true) -> [StoreDifference]
    {
        var differences: [StoreDifference] = layout.tables.flatMap { tableDifferences(from: $0) }
        differences += programDifferences(
            from: hasPrograms ? layout.programs : [],
            besides: hasPrograms ? others.flatMap(\.programs) : []
        )
        let known: Set<String> = Set(([layout] + others).flatMap { $0.tables.map(\.name.folded) })
        for table in tables.values.sorted(by: { $0.name < $1.name }) {
            if !known.contains(table.name.folded), !StoreFormat.isOwnTable(table.name) {
                differences.append(StoreDifference(.extraTable(table.name), found: table.sql))
            }
        }
        return differences
    }

    /// How the live tables of a layout differ from it; what else there is, programs among it, is not looked at.
    func drift(from layout: Layout) -> [Drift] {
        layout.tables.flatMap { tableDifferences(from: $0) }.map(\.drift)
    }

    private func tableDifferences(from table: Table) -> [StoreDifference] {
        let live: LiveTable? = self.table(table.name)
        if let live, live.name == table.name { return live.differences(from: table) }
        return [StoreDifference(.missingTable(table.name), expected: table.createStatement().sql, found: live?.sql)]
    }
}
