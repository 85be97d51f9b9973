import ApusSchema
import ApusStore

/// Where a store keeps the objects of an entity, and the SQL that reaches them.
final class EntityTable: StoredEntity, @unchecked Sendable {
    /// A table's place in its container.
    typealias ID = Int

    let id: ID

    /// The place of the root's identities, which all entities of a hierarchy share, in a context.
    let root: Int

    /// The entity's name, where the table holds several entities.
    let kind: String?

    /// The table's name.
    let rawName: String

    /// The table's name as SQL writes it.
    let name: String

    /// The column of the identities, as SQL writes it.
    let identity: String

    /// The columns in the order in which values are read, as SQL writes them: of each entity from the root to this one
    /// those of its attributes, then those of its keys.
    let columns: [String]

    /// Which of the columns hold a property's values, by the property's position; none of a property without column.
    let columnRanges: [Range<Int>]

    /// The positions of the attributes that a row is written with.
    let writtenAttributes: [Int]

    /// The tables of pairs by the positions of the relationships that keep their references there.
    let pairs: [Int: PairTable]

    /// The positions of the keys that no two rows may share.
    let uniqueKeys: [Int]

    /// The columns of the places in the lists of ordered inverses, as SQL writes them, by the positions of the to-one
    /// relationships whose keys they stand beside.
    let placeColumns: [Int: String]

    /// The positions of the ordered relationships.
    let listPositions: [Int]

    /// The positions of what the store computes.
    let derivedPositions: [Int]

    /// What the values of properties must be, by position, as far as their Swift types leave it open.
    let demands: [ValueDemand]

    /// The positions of values that may lie in files.
    let externalPositions: [Int]

    /// How many objects to-many relationships lead to, by position.
    let counts: [Int: CountDemand]

    /// The tables of pairs that refer to this entity's objects, and the columns that do.
    let pairColumns: [PairColumn]

    /// A column of a table of pairs, as SQL writes both.
    struct PairColumn: Hashable, Sendable {
        let table: String
        let column: String
    }

    /// Finds the entity's table.
    ///
    /// - Throws: ``ModelError/classesDoNotFit(entity:reason:)`` where the generated class is of another schema.
    init(_ id: ID, _ entity: EntityDescription, root: Int, schema: Schema, layout: Layout) throws {
        let line: [Entity] = try EntityFit.line(of: entity, schema)
        guard let table = layout.table(ofEntity: entity.name), let identity = table.identity else {
            throw ModelError.classesDoNotFit(entity: entity.name, reason: "the schema has no such entity")
        }
        var columns: [Column] = []
        var ranges: [Range<Int>] = []
        var pairs: [Int: PairTable] = [:]
        var places: [Int: String] = [:]
        var counts: [Int: CountDemand] = [:]
        var derived: [Int] = []
        func add(_ found: [Column]) {
            ranges.append(columns.count..<columns.count + found.count)
            columns += found
        }
        for owner in line {
            for attribute in owner.attributes {
                if attribute.isStored, attribute.derivation != nil { derived.append(ranges.count) }
                add(schema.leaves(of: attribute).compactMap { table.column(of: .attribute($0.path), in: owner.name) })
            }
            for relationship in owner.relationships {
                let hasKey: Bool = !relationship.isTransient && schema.storage(of: relationship, in: owner) == .ownKey
                pairs[ranges.count] = PairTable(relationship, of: owner, schema, layout)
                let place: Column? = hasKey ? table.column(of: .place(relationship.name), in: owner.name) : nil
                counts[ranges.count] = CountDemand(relationship)
                places[ranges.count] = place.map { SQLText.name($0.name) }
                add(hasKey ? [table.column(of: .key(relationship.name), in: owner.name)].compactMap { $0 } : [])
            }
        }
        self.id = id
        self.root = root
        kind = table.entity == nil ? nil : entity.name
        rawName = table.name
        name = SQLText.name(table.name)
        self.identity = SQLText.name(identity.name)
        self.columns = columns.map { SQLText.name($0.name) }
        columnRanges = ranges
        writtenAttributes = ranges.indices.filter {
            !ranges[$0].isEmpty && !derived.contains($0) && !entity.keyPositions.contains($0)
        }
        self.pairs = pairs
        placeColumns = places
        derivedPositions = derived
        listPositions = entity.relationshipPositions.filter { entity.relationship(at: $0).isOrdered }
        self.counts = counts
        let unique: Set<String> = Set(
            table.indexes.filter(\.isUnique).flatMap(\.elements).compactMap { element in
                if case .column(let name) = element.term { name } else { nil }
            }
        )
        uniqueKeys = entity.keyPositions.filter { position in
            ranges[position].contains { unique.contains(columns[$0].name) }
        }
        externalPositions = ranges.indices.filter { ranges[$0].contains { columns[$0].isExternal } }
        demands = ValueDemand.demands(of: table, columns: columns, ranges: ranges, kind: entity.name)
        pairColumns = layout.tables.flatMap { pairs -> [PairColumn] in
            guard pairs.isPairs else { return [] }
            return pairs.columns.filter { $0.references == table.name }
                .map { PairColumn(table: SQLText.name(pairs.name), column: SQLText.name($0.name)) }
        }
        super.init(entity)
    }

    /// Writes a new row: the identity, the kind where there are several, then what is written of the properties.
    var insertion: String {
        let written: [String] = (writtenAttributes + entity.keyPositions).flatMap { writtenColumns(at: $0) }
        let all: [String] = [identity] + (kind == nil ? [] : [Selection.kindColumn]) + written
        return
            "INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))"
    }

    /// The columns that a property is written to, as SQL writes them; behind a key stands its place in a list.
    func writtenColumns(at position: Int) -> [String] {
        columns[columnRanges[position]] + [placeColumns[position]].compactMap { $0 }
    }

    /// The first column of a property, as SQL writes it; of a property that has one.
    func column(at position: Int) -> String { columns[columnRanges[position].lowerBound] }
}

extension ModelObject {
    /// The table of the object's entity, where the object is in a context.
    final var table: EntityTable? {
        // A context's objects have their entities from its container, which has tables only.
        storedEntity.map { unsafeDowncast($0, to: EntityTable.self) }
    }
}
