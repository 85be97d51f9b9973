public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Fills new stores with plausible rows, the same for the same seed on every machine.
public struct Seeder: Sendable {
    /// The rows of each entity.
    public let rows: Int

    /// What the values follow from.
    public let seed: UInt64

    /// Creates a seeder.
    public init(rows: Int, seed: UInt64) {
        self.rows = rows
        self.seed = seed
    }

    /// Makes a store with rows.
    ///
    /// - Parameters:
    ///   - url: Where there is no file yet.
    ///   - state: What the store is to hold.
    /// - Throws: `StoreError`; no file is left then.
    public func seed(_ url: URL, holding state: StoreState) throws(StoreError) {
        try StoreCreation.create(url, holding: state) { db in
            for table in Layout(state.schema).tables { try fill(table, of: state.schema, db) }
        }
    }

    private func fill(_ table: Table, of schema: Schema, _ db: Database) throws {
        guard rows > 0 else { return }
        // Each table has numbers of its own, so that a table more does not change the others' rows.
        var mixed: UInt64 = seed
        for byte in table.name.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var maker = ValueMaker(random: SplitMix64(seed: mixed))
        // Text goes in as its bytes: bound as text, it would end at the first NUL.
        let marks: String = table.columns.map { $0.type.storage == .text ? "CAST(? AS TEXT)" : "?" }
            .joined(separator: ", ")
        let insert: Statement = try db.makeStatement(
            sql:
                "INSERT INTO \(SQLText.name(table.name)) (\(SQLText.names(table.columns.map(\.name)))) VALUES (\(marks))"
        )
        switch table.origin {
        case .hierarchy(let name):
            guard let entity = schema.entity(name) else { return }
            let keys: [String: [StoredValue]] = keyColumns(of: entity, in: schema, &maker)
            for row in 1...rows {
                let values: [StoredValue] = table.columns.map { column -> StoredValue in
                    switch column.field {
                    case .identity: .integer(Int64(row))
                    case .attribute(let path):
                        entity.attribute(path[0]).map { maker.value(of: $0, row: row) } ?? .null
                    case .key(let name): keys[name]?[row - 1] ?? .null
                    case .entity, .source, .target, .place, .sourcePlace, .targetPlace: .null
                    }
                }.map { if case .text(let text) = $0 { .blob(Data(text.utf8)) } else { $0 } }
                try insert.execute(arguments: StatementArguments(values))
            }
        case .pairs(let owner):
            for pair in pairs(of: owner, in: schema, &maker) {
                try insert.execute(arguments: [pair.source, pair.target])
            }
        }
    }

    /// The keys of each to-one relationship that an entity keeps, row by row.
    private func keyColumns(of entity: Entity, in schema: Schema, _ maker: inout ValueMaker) -> [String: [StoredValue]]
    {
        var keys: [String: [StoredValue]] = [:]
        for relationship in entity.relationships where schema.storage(of: relationship, in: entity) == .ownKey {
            let back: Relationship? = schema.inverse(of: relationship, in: entity)?.relationship
            let isOneToOne: Bool = back?.isToMany == false
            var column: [Int?] = (0..<rows).map { _ in 1 + maker.random.below(rows) }
            if isOneToOne {
                let isSelfInverse: Bool = relationship.destination == entity.name && back?.name == relationship.name
                column = isSelfInverse ? couples() : (1...rows).shuffled(using: &maker.random)
            }
            if relationship.isOptional, !(isOneToOne && relationship.destination == entity.name) {
                for row in column.indices where maker.random.oneIn(5) { column[row] = nil }
            }
            keys[relationship.name] = column.map { key in key.map { .integer(Int64($0)) } ?? .null }
        }
        return keys
    }

    /// Neighbours that lead to each other; an odd last row leads to itself.
    private func couples() -> [Int?] {
        (1...rows).map { row in
            let partner: Int = row % 2 == 1 ? row + 1 : row - 1
            return partner <= rows ? partner : row
        }
    }

    /// Up to three pairs a row, each once; those of a relationship that is its own inverse both ways.
    private func pairs(
        of owner: ElementPath,
        in schema: Schema,
        _ maker: inout ValueMaker
    ) -> [(source: Int64, target: Int64)] {
        let relationship: Relationship? = owner.property.flatMap { schema.entity(owner.entity)?.relationship($0) }
        let isSelfInverse: Bool =
            relationship?.inverse == owner.property && relationship?.destination == owner.entity
        var seen: Set<[Int]> = []
        var pairs: [(source: Int64, target: Int64)] = []
        for source in 1...rows {
            for _ in 0..<maker.random.below(4) {
                let target: Int = 1 + maker.random.below(rows)
                for pair in isSelfInverse ? [[source, target], [target, source]] : [[source, target]] {
                    if seen.insert(pair).inserted { pairs.append((Int64(pair[0]), Int64(pair[1]))) }
                }
            }
        }
        return pairs
    }
}
