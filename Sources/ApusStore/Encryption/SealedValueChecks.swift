import ApusMigration
package import ApusSchema
import GRDB

/// Finds encrypted values that cannot be decrypted.
enum SealedValueChecks {
    /// What is wrong with a column's encrypted value, as SQL with the alias of checks; null if it can be read.
    ///
    /// - Parameters:
    ///   - seal: The column's encryption.
    ///   - column: The column.
    ///   - identity: The column with the identities.
    /// - Returns: The reason.
    fileprivate static func failure(_ seal: Column.Seal, of column: Column, _ identity: String) -> String {
        SealFunctions.failure(seal, column.type, bytes(of: column), of: SQLText.column(identity, of: RowCheck.row))
    }

    /// The encrypted bytes of a column, as SQL with the alias of checks; null also if their file is missing, which is found with those
    /// of other attributes.
    fileprivate static func bytes(of column: Column) -> String {
        let value = SQLText.column(column.name, of: RowCheck.row)
        return column.isExternal ? SealFunctions.bytes(of: value, isLenient: true) : value
    }

    /// Tries to decrypt all values of some columns.
    ///
    /// - Parameters:
    ///   - columns: The columns, by the names of their tables; `nil` for all.
    ///   - layout: The tables.
    ///   - db: The store, on a connection with keys.
    /// - Returns: The values that cannot be read, with the reasons.
    /// - Throws: `DatabaseError`.
    static func unreadable(
        in columns: Set<FileColumn>?,
        of layout: Layout,
        _ db: Database
    ) throws -> [Verification.BadValues] {
        try layout.tables.flatMap { table -> [Verification.BadValues] in
            guard let identity = table.identity?.name else { return [] }
            return try table.columns.flatMap { column -> [Verification.BadValues] in
                guard let seal = column.seal,
                    columns?.contains(FileColumn(table: table.name, column: column.name)) ?? true
                else { return [] }
                let failure = failure(seal, of: column, identity)
                let reasons = try String.fetchAll(
                    db,
                    sql: "SELECT DISTINCT \(failure) AS apus_reason "
                        + "FROM \(SQLText.name(table.name)) AS \(RowCheck.row) WHERE apus_reason IS NOT NULL ORDER BY apus_reason LIMIT 10"
                )
                return try RowCheck.run(
                    reasons.map { RowCheck(table, column.name, $0, where: "\(failure) = \(SQLText.quoted($0))") },
                    db
                ).map { found in
                    var found = found
                    found.isUnreadable = true
                    return found
                }
            }
        }
    }
}

extension [SealingError] {
    /// The errors with others that are not among them.
    func adding(_ others: [SealingError]) -> [SealingError] { self + others.filter { !contains($0) } }
}

extension TablePass {
    /// The names of the keys with which the pass decrypts and encrypts values.
    var neededKeys: Set<String> {
        // Code reads and writes whole objects.
        if swift != nil { return source.keyNames.union(target.keyNames) }
        // A new secret is sealed, also if there is no value to look up.
        var names = Set(newLookupKeys.map { $0[1] })
        names.formUnion(FilesRead(self).sealed.compactMap { source.table($0.table)?.column($0.column)?.seal?.key })
        for strategy in strategies.tables where strategy.copiesRows || !strategy.computed.isEmpty {
            let written = strategy.copiesRows ? strategy.copiedSources : strategy.sources[...]
            for part in written.flatMap({ source in source.parts.map { (source.table, $0) } }) {
                let row = SourceRow(part.0, part.1.older)
                for (index, column) in strategy.table.columns.enumerated() {
                    guard let seal = column.seal ?? column.lookup?.seal, graph[part.1.values[index]].constant != .null,
                        part.1.takenOver(index, in: strategy.table, graph, over: row) == nil
                    else { continue }
                    names.insert(seal.key)
                }
            }
        }
        return names
    }

    /// The models and keys of the lookups for which the pass makes secrets.
    fileprivate var newLookupKeys: Set<[String]> { target.lookupKeys.subtracting(source.lookupKeys) }

    /// Whether a value that the pass reads, or one that it writes, is encrypted.
    var touchesSecrets: Bool { !source.keyNames.isEmpty || !target.keyNames.isEmpty }
}

extension StoreCheck {
    /// Checks that all keys are there that a migration needs, and that it keeps no encrypted value in readable form.
    func checkKeys(for passes: [TablePass]) throws {
        let needed = passes.reduce(into: Set<String>()) { $0.formUnion($1.neededKeys) }
        var problems = needed.sorted().compactMap { values.keys.problem(with: $0) }
        if problems.isEmpty, !needed.isEmpty, let first = passes.first {
            problems = values.keys.otherKeys(than: first.source, db)
            // A secret that the first pass drops is not used, and a later pass makes another one.
            let lookups = values.keys.problemsWithLookups(of: first.source, keptIn: first.target, db)
            problems = problems.adding(lookups.filter { $0.key.map(needed.contains) ?? true })
            if passes.contains(where: { !$0.newLookupKeys.isEmpty }) {
                // Without values, only another secret shows that a key is not the store's. A lost one shows nothing.
                let others = values.keys.problemsWithLookups(of: first.source, db).filter { problem in
                    if case .otherKey(let name) = problem { needed.contains(name) } else { false }
                }
                problems = problems.adding(others)
            }
        }
        guard problems.isEmpty else { throw StoreError(path, .keys(problems)) }
        guard let first = passes.first else { return }
        let kept = try SetAside.properties(db, of: first.projection.source.schema.model)
        if !kept.isEmpty {
            let sealed = NewlySealed(passes)
            for path in kept where sealed.covers(path) { throw StoreError(self.path, .wouldReveal(path)) }
        }
        if passes.allSatisfy(\.projection.asides.isEmpty) { return }
        // Code is left out: it may have moved anything, and all would be refused.
        let secrets = Secrets(passes, isExact: true)
        for pass in passes {
            for aside in pass.projection.asides {
                guard let row = pass.row(of: aside.extent) else { continue }
                let found = aside.values.first { secrets.areRead(by: $0.value, over: row, in: pass) }
                if let found { throw StoreError(path, .wouldReveal("\(aside.entity).\(found.name)")) }
            }
        }
    }
}

extension StoreKeys? {
    /// The reasons why the keys of a store's columns cannot be used; none if all can.
    package func problems(with layout: Layout) -> [SealingError] {
        layout.keyNames.sorted().compactMap { problem(with: $0) }
    }

    /// Finds the keys with which a store was not encrypted. A value of each column is tried, among the first and the last rows: a search for
    /// one in a column that is nearly always empty would read the whole table at each opening.
    ///
    /// - Parameters:
    ///   - layout: The tables.
    ///   - db: The store, on a connection with keys.
    /// - Returns: The errors, by the names of the keys.
    func otherKeys(than layout: Layout, _ db: Database) -> [SealingError] {
        var names: Set<String> = []
        for table in layout.tables {
            guard let identity = table.identity?.name else { continue }
            let key = SQLText.name(identity)
            for column in table.columns {
                guard let seal = column.seal, !names.contains(seal.key) else { continue }
                // A value whose file is missing says nothing about the key.
                let value = SealedValueChecks.bytes(of: column)
                let failure = SealedValueChecks.failure(seal, of: column, identity)
                let reasons = ["ASC", "DESC"].map { order in
                    let rows = "SELECT * FROM \(SQLText.name(table.name)) ORDER BY \(key) \(order) LIMIT 1000"
                    // A damaged table is reported by what reads it.
                    return try? String.fetchOne(
                        db,
                        sql: "SELECT \(failure) FROM (\(rows)) AS \(RowCheck.row) WHERE \(value) IS NOT NULL LIMIT 1"
                    )
                }
                if reasons.contains(SealingError.otherKey(seal.key).reason) { names.insert(seal.key) }
            }
        }
        return names.sorted().map { .otherKey($0) }
    }

    /// The reason why a key cannot be used; `nil` if it can.
    func problem(with name: String) -> SealingError? {
        guard let keys = self else { return .noKey(name) }
        do throws(SealingError) {
            try keys.sealer.checkKey(name)
            return nil
        } catch { return error }
    }
}
