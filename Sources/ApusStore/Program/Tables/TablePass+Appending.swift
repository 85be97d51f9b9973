import ApusMigration
import ApusSchema

/// Tables to whose rows those of other tables are added.
extension TablePass {
    /// The strategy for a table that continues one of several older ones; `nil` if all rows have to be copied.
    ///
    /// The rows of the continued table stay as they are: its columns are only renamed, added with a constant, or made
    /// optional.
    func appending(to projection: TableProjection) -> TableStrategy? {
        let newer = projection.table
        // Derived attributes of rows that stay would differ from those of rows that are copied.
        guard let kept = projection.continued(graph, source), successors[kept.table.name] == newer.name,
            newer.derivations.isEmpty, kept.table.derivations.isEmpty
        else { return nil }
        let choice = choose(kept, newer)
        let others = projection.sources.filter { $0 != kept }
        guard choice.way == .nothing || choice.way == .catalogue, choice.left.isEmpty else { return nil }
        let names = Set(others.map { "'\($0.table.name)'" }).sorted().joined(separator: ", ")
        let facts = (choice.way == .nothing ? [] : [choice.reason]) + ["adds the rows of \(names)"]
        let strategy = TableStrategy(
            table: newer,
            older: kept.table,
            sources: [kept] + others,
            choice: TableChoice(way: .append, reason: facts.joined(separator: ", "), edits: choice.edits)
        )
        // The columns, and the tables that they refer to, get their newer names only after the rows are added.
        let past = Dictionary(strategy.keptColumns(graph).map { ($0.column.name, $0.from) }) { first, _ in first }
        let added = strategy.addedColumns(graph).map(\.column)
        let taken = Set(kept.table.columns.map(\.name.folded))
        let keepsNames = choice.edits.allSatisfy { past[$0.column] == $0.column }
        let areNew = added.allSatisfy { $0.references == nil && !taken.contains($0.name.folded) }
        return keepsNames && areNew ? strategy : nil
    }

    /// The tables among some that cannot continue an older table, whose rows must all be copied.
    func refusedAppends(_ wanted: Set<String>) -> Set<String> {
        if wanted.isEmpty { return [] }
        let continued = Set(successors.values)
        let made = strategies.tables.filter { $0.way == .append }
        let changed = Set(made.compactMap { $0.older?.name })
        let extents = Set(made.compactMap(\.older).flatMap(\.extents).map(\.text))
        // Rows are added table by table, and range by range: no statement may read what another has added.
        let unable = made.filter { strategy in
            strategy.copiedSources.contains { source in
                changed.contains(source.table.name)
                    || source.parts.contains { part in
                        (part.conditions + part.values).contains { id in
                            !graph.extentsReadWhileCopying(id).isDisjoint(with: extents)
                        }
                    }
            }
        }
        let able = Set(made.map(\.table.name)).subtracting(unable.map(\.table.name))
        return wanted.intersection(continued).subtracting(able)
    }
}

extension TableProjection {
    /// The source of the rows of the older table that the newer one could continue; `nil` if there is none.
    func continued(_ graph: ExpressionGraph, _ older: Layout) -> Source? {
        sources.first { source in
            source.table.isJoinTable == table.isJoinTable && older.table(source.table.name) != nil
                && (sources.count == 1 || isOnlyOne(source) && source.keepsIdentities(in: table, graph))
        }
    }

    private func isOnlyOne(_ source: Source) -> Bool {
        sources.count { $0.table.name == source.table.name } == 1
    }
}
