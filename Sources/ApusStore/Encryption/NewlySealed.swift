import ApusMigration
import ApusSchema
import GRDB

/// The attributes whose values a migration encrypts that were not encrypted before, by all names that they have in its passes.
struct NewlySealed {
    private var found: [(table: Table, attribute: String)] = []
    private let tables: [Table]
    /// The tables of the store before the migration.
    private let source: Layout?
    /// Whether values become encrypted that may be plain before one of the passes, or are encrypted with a key of another name there.
    private(set) var includesOthers = false
    /// The columns of the store whose values are decrypted, and encrypted again with a key of the same name.
    private var resealed: Set<FileColumn> = []

    init(_ passes: [TablePass]) {
        tables = passes.flatMap { $0.source.tables + $0.target.tables }
        source = passes.first?.source
        guard let source, let target = passes.last?.target, !target.keyNames.isEmpty else { return }
        let flows = passes.map { (pass: $0, reads: ColumnFlow($0).reads) }
        let decrypted = passes.map { FilesRead($0).sealed }
        if Self.dropPlainValues(flows.map(\.reads), source, target) { includesOthers = true }
        for table in target.tables {
            for column in table.columns {
                guard let seal = column.seal else { continue }
                var current: Set<FileColumn> = [FileColumn(table: table.name, column: column.name)]
                var names = Self.names(of: current, in: target)
                // Whether a later pass than the first one encrypts again what the passes before have made of the values.
                var isResealed = false
                for (number, flow) in flows.enumerated().reversed() {
                    // Code reads and writes any value of any object.
                    if flow.pass.swift != nil, !current.isEmpty { includesOthers = true }
                    var (before, replaced): (Set<FileColumn>, Set<FileColumn>) = ([], [])
                    for name in current {
                        if let older = flow.reads[name] { before.formUnion(older) } else { replaced.insert(name) }
                    }
                    let layout = flow.pass.source
                    // A new attribute may replace another one of its name, whose values are not to be left either.
                    let isOther = Self.columns(before.union(replaced), in: layout)
                        .contains { $0.column.seal?.key != seal.key }
                    if isOther { includesOthers = true }
                    current = before
                    if number > 0, !current.isDisjoint(with: decrypted[number]) { isResealed = true }
                    names += Self.names(of: current, in: layout)
                }
                resealed.formUnion(isResealed ? current : current.intersection(decrypted.first ?? []))
                // What is set aside of an attribute that was encrypted before is from before that.
                let isSealed = current.allSatisfy { source.table($0.table)?.column($0.column)?.seal != nil }
                if current.isEmpty || !isSealed { found += names }
            }
        }
    }

    /// Whether plain values of the store are in no plain column after the migration, in a store with encrypted ones.
    ///
    /// An earlier migration may have copied them to an encrypted attribute, whose secrets they are. Values that were dropped in the clear
    /// before the store had anything encrypted are not known here.
    private static func dropPlainValues(
        _ reads: [[FileColumn: Set<FileColumn>]],
        _ source: Layout,
        _ target: Layout
    ) -> Bool {
        func plain(_ layout: Layout) -> Set<FileColumn> {
            var found: Set<FileColumn> = []
            for table in layout.tables {
                for column in table.columns where column.seal == nil {
                    guard case .attribute = column.field else { continue }
                    found.insert(FileColumn(table: table.name, column: column.name))
                }
            }
            return found
        }
        var kept = plain(target)
        for older in reads.reversed() { kept = Set(kept.flatMap { older[$0] ?? [] }) }
        return !plain(source).subtracting(kept).isEmpty
    }

    private static func columns(_ names: Set<FileColumn>, in layout: Layout) -> [(table: Table, column: Column)] {
        names.compactMap { name -> (table: Table, column: Column)? in
            guard let table = layout.table(name.table), let column = table.column(name.column) else { return nil }
            return (table, column)
        }
    }

    private static func names(of names: Set<FileColumn>, in layout: Layout) -> [(table: Table, attribute: String)] {
        columns(names, in: layout).compactMap { table, column in
            column.attribute.map { (table: table, attribute: $0.joined(separator: ".")) }
        }
    }

    /// Whether one of them is, or was, the attribute at a path such as `Person.home.city`.
    ///
    /// An entity that no pass knows has had another name in the meantime: any of them with the attribute's name may be it.
    func covers(_ path: String) -> Bool {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return false }
        let (entity, attribute) = (parts[0], parts[1])
        let isKnown = tables.contains { $0.holds(entity) }
        return found.contains { $0.attribute == attribute && (!isKnown || $0.table.holds(entity)) }
    }

    /// Whether the store has values that the migration encrypts and that were plain, or encrypted with another key, so that something may be
    /// left of them in free pages, the log and external files.
    ///
    /// A value that is only encrypted again, because its attribute or its object has another name or identity, leaves nothing that can be
    /// read, unless it is given a new key by that.
    ///
    /// - Parameters:
    ///   - values: The keys and files.
    ///   - db: The store before the migration.
    /// - Returns: Whether it has such values.
    /// - Throws: `DatabaseError`; `ExternalFileError` if the system does not let a file be read now.
    func needPurge(_ values: GeneratedValues, _ db: Database) throws -> Bool {
        if includesOthers { return true }
        guard let source, let keys = values.keys, !resealed.isEmpty else { return false }
        return try KeyUses.count(in: source, only: resealed, values.files, keys, db)
            .contains { $0.used?.rank != .first }
    }
}
