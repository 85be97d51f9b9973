import ApusSchema

extension LiveCatalogue {
    /// The differences between the database and a layout. Names of indexes and the order of columns do not count.
    ///
    /// - Parameters:
    ///   - layout: The expected layout.
    ///   - added: The additional objects of the file; by default, what the layout does not have.
    ///   - hasTriggers: Whether the store's format enforces a model's rules by triggers.
    /// - Returns: The differences in the layout's tables and triggers, then the additional objects.
    func differences(
        from layout: Layout,
        added: [StoreDifference]? = nil,
        hasTriggers: Bool = true
    ) -> [StoreDifference] {
        layout.tables.flatMap { tableDifferences(from: $0) }
            + objectDifferences(from: hasTriggers ? layout.programs : [])
            + (added ?? additions(to: [layout], hasTriggers: hasTriggers))
    }

    /// The objects that no model of the file has.
    ///
    /// - Parameters:
    ///   - layouts: The layouts of all models in the file.
    ///   - hasTriggers: Whether the store's format enforces a model's rules by triggers.
    /// - Returns: The additional objects.
    func additions(to layouts: [Layout], hasTriggers: Bool) -> [StoreDifference] {
        var differences = extraObjects(to: hasTriggers ? layouts.flatMap(\.programs) : [])
        let known = Set(layouts.flatMap { $0.tables.map(\.name.folded) })
        for table in tables.values.sorted(by: { $0.name < $1.name }) {
            if !known.contains(table.name.folded), !StoreFormat.isOwnTable(table.name) {
                differences.append(StoreDifference(.extraTable(table.name), found: table.sql))
            }
        }
        return differences
    }

    /// The differences in the layout's tables; triggers and additional objects are ignored.
    func drift(from layout: Layout) -> [Drift] {
        layout.tables.flatMap { tableDifferences(from: $0) }.map(\.drift)
    }

    /// Whether something that was added by hand could be affected by a change of the layout's tables.
    func hasAdditions(to layout: Layout) -> Bool {
        let known = Set(layout.tables.map(\.name.folded))
        return !addedObjects.isEmpty || tables.keys.contains { !known.contains($0) && !StoreFormat.isOwnTable($0) }
            || StoreFormat.tables.contains { name, sql in table(name)?.hasAdditions(to: sql) ?? true }
            || table(StoreFormat.asideTable)?.hasAdditions(to: StoreFormat.asideStatement) == true
            || drift(from: layout).contains(where: \.isExtra)
    }

    private func tableDifferences(from table: Table) -> [StoreDifference] {
        let live = self.table(table.name)
        if let live, live.name == table.name { return live.differences(from: table) }
        return [StoreDifference(.missingTable(table.name), expected: table.createStatement().sql, found: live?.sql)]
    }
}
