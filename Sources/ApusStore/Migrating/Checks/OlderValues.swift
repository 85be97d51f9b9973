import ApusMigration
import ApusSchema
import GRDB

/// Finds values that the older schema does not allow before a pass's first write, in all columns of the tables whose rows
/// the pass reads: those that it copies or updates, and those with whose values it computes.
///
/// A store enforces its schema by triggers, so such values were written without them, or the file is damaged. Converted,
/// they could become valid values that were never meant. Tables of which only the definition changes are not read. External
/// files are looked at where a pass reads what is in them, whichever it is: earlier ones take their names over.
struct OlderValues {
    /// The first pass: the rows of later ones are Apus' own.
    private let pass: TablePass
    private let files: FileStates
    private let filesRead: [String: Set<String>]

    /// - Parameters:
    ///   - passes: The passes, at least one.
    ///   - files: The store's external files.
    init(_ passes: [TablePass], _ files: ExternalFiles) {
        pass = passes[0]
        self.files = FileStates(files, limit: ExternalFiles.maximum)
        var read: Set<FileColumn> = []
        for pass in passes.reversed() {
            read = Set(read.flatMap(pass.olderColumns)).union(FilesRead(pass).columns)
        }
        filesRead = Dictionary(grouping: read, by: \.table).mapValues { Set($0.map(\.column)) }
    }

    /// Checks the values.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The invalid values, with the current names of tables and columns.
    /// - Throws: `DatabaseError`, or `ExternalFileError` if the system does not open a file.
    func invalid(in db: Database) throws -> [Verification.BadValues] {
        // Each looks at all tables.
        let (read, retyped) = (readTables, retyped)
        let invalid = try pass.source.tables.flatMap { table -> [Verification.BadValues] in
            let fileColumns = filesRead[table.name] ?? []
            let columns = read.contains(table.name) ? nil : fileColumns.union(retyped[table.name] ?? [])
            if columns?.isEmpty == true { return [] }
            return try StoredValueScan.invalid(in: table, only: columns, reading: fileColumns, of: files, db)
        }
        try files.check()
        let sealed = FilesRead(pass).sealed
        return try invalid + (sealed.isEmpty ? [] : SealedValueChecks.unreadable(in: sealed, of: pass.source, db))
    }

    /// The names of the older tables whose rows the pass reads.
    private var readTables: Set<String> {
        var names: Set<String> = []
        for strategy in pass.strategies.tables {
            for (index, source) in strategy.sources.enumerated()
            where strategy.copiedSources.indices.contains(index) || [.update, .rewrite].contains(strategy.way)
                || strategy.edits.contains(where: { $0.older.storage != $0.newer.storage })
                || values(of: source, in: strategy.table).contains(where: { $0.isComputed })
            {
                names.insert(source.table.name)
            }
        }
        let extents =
            pass.projection.assertions.flatMap(\.rows).map(\.extent) + pass.graph.searchedExtents
            + pass.projection.elements.flatMap(\.sources).map(\.extent)
        return names.union(extents.compactMap { pass.row(of: $0)?.table.name })
    }

    /// The columns of kept tables whose values get another type of the same storage as they are, or from which derived attributes
    /// are computed, by table. Every text is a string.
    private var retyped: [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        let sources = derivationSources
        for strategy in pass.strategies.tables {
            for source in strategy.sources {
                for value in values(of: source, in: strategy.table)
                where value.older.type != .url
                    && (value.older.type != value.newer.type
                        || sources[strategy.table.name]?.contains(value.newer.name) == true)
                {
                    names[source.table.name, default: []].insert(value.older.name)
                }
            }
        }
        return names
    }

    /// The newer columns from which the pass computes derived attributes, by table.
    private var derivationSources: [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for (table, derivation) in pass.computedDerivations {
            for source in derivation.expression.leaves {
                switch source {
                case .value(_, let column), .sum(_, let column, _):
                    names[source.steps.last?.table ?? table.name, default: []].insert(column)
                case .count, .now: break
                }
            }
        }
        return names
    }

    /// A value of a newer column, and an older column that it is made from.
    private struct Value {
        let newer: Column
        let older: Column
        /// Whether it is more than the older value as it is.
        let isComputed: Bool
    }

    private func values(of source: TableProjection.Source, in table: Table) -> [Value] {
        source.parts.flatMap { part -> [Value] in
            let row = SourceRow(source.table, part.older)
            return zip(table.columns, part.values).flatMap { column, id -> [Value] in
                if column.isDerived { return [] }
                return pass.graph.fields(of: id).compactMap { field in
                    row.column(of: field).map { older in
                        Value(newer: column, older: older, isComputed: pass.graph[id].value != .field(field))
                    }
                }
            }
        }
    }
}

extension TablePass {
    /// The older columns of external values that a newer one takes over with the names of their files.
    fileprivate func olderColumns(of newer: FileColumn) -> [FileColumn] {
        guard let strategy = strategies.tables.first(where: { $0.table.name == newer.table }),
            let index = strategy.table.columns.firstIndex(where: { $0.name == newer.column })
        else { return [] }
        return strategy.sources.flatMap { source in
            source.parts.compactMap { part in
                graph.externalColumn(part.values[index], of: SourceRow(source.table, part.older)).map {
                    FileColumn(table: source.table.name, column: $0.name)
                }
            }
        }
    }
}

extension ElementRows.Source {
    /// The extent of the objects that have the lists, or of those that are the elements.
    fileprivate var extent: Extent.Name {
        switch self {
        case .texts(let rows, _), .objects(let rows, _, _): rows.extent
        }
    }
}

extension ExpressionGraph {
    /// The extents in which values are looked up.
    fileprivate var searchedExtents: [Extent.Name] {
        nodes.flatMap { node -> [Extent.Name] in
            guard case .lookup(let lookup) = node.value else { return [] }
            return lookup.rows.map(\.extent)
        }
    }

    /// The fields of the row from which a value is computed.
    func fields(of id: ID) -> Set<Field> {
        var (fields, seen, waiting): (Set<Field>, Set<ID>, [ID]) = ([], [], [id])
        while let next = waiting.popLast() {
            // Stages that are composed share values.
            guard seen.insert(next).inserted else { continue }
            switch self[next].value {
            case .field(let field): fields.insert(field)
            case .computed(let expression): waiting += expression.leaves
            case .required(let part, _), .stored(let part, _), .reference(let part, _): waiting.append(part)
            case .rowNumber, .largest, .uuid, .now, .lookup, .derived: break
            }
        }
        return fields
    }
}
