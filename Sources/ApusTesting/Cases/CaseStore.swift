import ApusFiles
import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import Foundation
import GRDB

// GRDB has types with these names, too.
private typealias Table = ApusSchema.Table
private typealias Column = ApusSchema.Column

/// The store of a case: its rows as those of tables.
struct CaseStore {
    /// The names of the objects by their identities.
    ///
    /// The identities of each hierarchy are in a block of their own. So an object that a migration makes of others, with
    /// their identities or with new ones, is never taken for one of the case.
    private(set) var names: [Int64: String] = [:]

    private let state: StoreState
    private let rows: [MigrationCase.Row]
    private var identities: [Int64] = []
    /// The values of each row.
    private var values: [[Field: StoredValue]] = []
    /// The rows of join tables, with sources and targets.
    private var joined: [ElementPath: [Pair]] = [:]
    /// The same, because both sides may say the same reference.
    private var known: [ElementPath: Set<Pair>] = [:]

    private struct Pair: Hashable {
        let source: Int64
        let target: Int64
    }

    /// The distance between the blocks of identities.
    private static let block: Int64 = 1_000_000

    /// Assigns identities to the rows of a case, and finds out where their references are stored.
    init(_ rows: [MigrationCase.Row], of state: StoreState) {
        (self.state, self.rows) = (state, rows)
        let schema = state.schema
        var next: [String: Int64] = [:]
        for (index, entity) in schema.entities.filter({ $0.parent == nil }).enumerated() {
            next[entity.name] = Int64(index + 1) * Self.block
        }
        var byName: [String: [(row: Int, identity: Int64)]] = [:]
        for (index, row) in rows.enumerated() {
            let root = schema.root(of: row.entity)
            next[root, default: 0] += 1
            let identity = next[root] ?? 0
            identities.append(identity)
            names[identity] = row.name
            byName[row.name, default: []].append((index, identity))
            values.append(Dictionary(uniqueKeysWithValues: row.values.map { (.attribute($0.key), $0.value) }))
        }
        // Lists that say an order come first, so that the other side, which says none, does not matter.
        for comesFirst in [true, false] {
            for (index, row) in rows.enumerated() {
                guard let entity = schema.entity(row.entity) else { continue }
                // In a fixed order, so that the rows of join tables always have the same one.
                for (name, targets) in row.references.sorted(by: { $0.key < $1.key }) {
                    guard let (owner, relationship) = schema.relationship(name, of: entity),
                        (relationship.isToMany && relationship.isOrdered) == comesFirst
                    else { continue }
                    for (rank, target) in targets.enumerated() {
                        let found = byName[target]?.first { other in
                            schema.isKind(rows[other.row].entity, of: relationship.destination)
                        }
                        guard let found else { continue }
                        refer(from: index, to: found, relationship, of: owner, rank)
                    }
                }
            }
        }
    }

    /// Stores a reference where the relationship, or its inverse, keeps it.
    private mutating func refer(
        from row: Int,
        to target: (row: Int, identity: Int64),
        _ relationship: Relationship,
        of owner: Entity,
        _ rank: Int
    ) {
        guard let references = state.schema.references(of: relationship, in: owner) else { return }
        let isHolder = references.holder == ElementPath(owner.name, relationship.name)
        let orderKey: StoredValue = .integer(Int64(rank) * Layout.placeGap)
        var pair = Pair(source: identities[row], target: target.identity)
        if !isHolder { pair = Pair(source: pair.target, target: pair.source) }
        guard references.usesJoinTable else {
            guard let key = references.holder.property else { return }
            values[isHolder ? row : target.row][.key(key)] = .integer(pair.target)
            // A list says the order of its elements; otherwise they are in the order of the file.
            let holder = isHolder ? row : target.row
            if references.isInverseOrdered, !isHolder || values[holder][.orderKey(key)] == nil {
                values[holder][.orderKey(key)] = isHolder ? .integer(Int64(holder) * Layout.placeGap) : orderKey
            }
            if references.inverse == references.holder { values[target.row][.key(key)] = .integer(identities[row]) }
            return
        }
        var all = [pair]
        if references.inverse == references.holder { all.append(Pair(source: pair.target, target: pair.source)) }
        for pair in all where known[references.holder, default: []].insert(pair).inserted {
            joined[references.holder, default: []].append(pair)
        }
    }

    /// Makes the store.
    ///
    /// - Parameter url: Its file, which must not exist.
    /// - Throws: `StoreError` if the rows break a constraint of the model.
    func create(_ url: URL) throws {
        try StoreCreation.create(url, holding: state, at: 0, keys: .forTests) { db, _ in
            for (index, row) in rows.enumerated() {
                guard let table = state.layout.table(ofEntity: row.entity) else { continue }
                var fields = values[index]
                fields[.identity] = .integer(identities[index])
                fields[.entity] = .text(row.entity)
                try Self.insert(fields, into: table, of: row.entity, db)
            }
            for (path, pairs) in joined.sorted(by: { $0.key < $1.key }) {
                guard let table = state.layout.table(of: .joinTable(path)) else { continue }
                for (rank, pair) in pairs.enumerated() {
                    let orderKey: StoredValue = .integer(Int64(rank) * Layout.placeGap)
                    let fields: [Field: StoredValue] = [
                        .source: .integer(pair.source), .target: .integer(pair.target), .targetOrderKey: orderKey,
                        .sourceOrderKey: orderKey,
                    ]
                    try Self.insert(fields, into: table, of: nil, db)
                }
            }
        }
    }

    private static func insert(
        _ fields: [Field: StoredValue],
        into table: Table,
        of entity: String?,
        _ db: Database
    ) throws {
        let filled: [(column: Column, value: StoredValue)] = fields.compactMap { field, value in
            let column = entity.map { table.column(of: field, in: $0) } ?? table.column(of: field)
            return column.map { ($0, value) }
        }
        let inserter = try RowInserter(db, into: table.name, columns: filled.map(\.column.name))
        for (index, one) in filled.enumerated() {
            // A column of large values keeps texts as bytes, because a text there is the name of a file.
            if let seal = one.column.seal, case .integer(let identity) = fields[.identity] {
                inserter.bind(try seal.sealed(one.value, of: identity, .forTests), at: index)
            } else if one.column.isExternal, case .text(let text) = one.value {
                inserter.bind(.blob(Data(text.utf8)), at: index)
            } else {
                inserter.bind(one.value, at: index)
            }
        }
        try inserter.insert()
    }
}
