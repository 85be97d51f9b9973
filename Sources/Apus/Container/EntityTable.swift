import ApusSchema
import ApusStore
import Foundation

/// The table and columns that store an entity's objects.
final class EntityTable: StoredEntity, @unchecked Sendable {
    /// The index of a table in its container.
    typealias ID = Int

    let id: ID

    /// The index of the root entity. All entities of a hierarchy share its identities, and its identity map in a
    /// context.
    let root: Int

    /// The store with the entity's objects.
    let store: StoreID

    /// The value of the entity column in this entity's rows; `nil` if the table stores only this entity.
    let discriminator: String?

    /// The table's name.
    let rawName: String

    /// The table's name as SQL writes it.
    let name: String

    /// The column of the identities, as SQL writes it.
    let identity: String

    /// The column with the name of a row's entity, as SQL writes it.
    static let entityColumn = SQLText.name(Column.entityName)

    /// The columns in the order in which values are read, as SQL writes them: for each entity from the root to this
    /// one, first the attributes, then the foreign keys.
    let columns: [String]

    /// The indices of the columns of attributes that need a value.
    let requiredColumns: Set<Int>

    /// The range of a property's columns, by the property's position; empty for a property without a column.
    let columnRanges: [Range<Int>]

    /// The positions of the attributes that an INSERT writes.
    let writtenAttributes: [Int]

    /// The positions of all properties that are written to the entity's own table.
    var writtenPositions: [Int] { writtenAttributes + entity.keyPositions }

    /// The join tables, by the positions of the relationships whose references they store.
    let joinTables: [Int: JoinTable]

    /// The assignments of temporary values to the columns of unique indexes, as SQL; see ``UniqueValueParking``.
    let parkedValues: [(position: Int, assignment: String)]

    /// The properties that the model says are unique together.
    let uniqueProperties: [UniqueProperties]

    /// The columns with the order keys in the lists of ordered inverses, as SQL writes them, by the positions of the
    /// to-one relationships.
    let orderKeyColumns: [Int: String]

    /// The positions of the ordered relationships.
    let orderedPositions: [Int]

    /// The positions of the derived attributes.
    let derivedPositions: [Int]

    /// The constraints on values that the properties' Swift types do not enforce.
    let valueConstraints: [ValueConstraints]

    /// The positions of the attributes whose values may be in external files.
    let externalPositions: [Int]

    /// The first columns of those among them that need a value, each with its type.
    let requiredExternalColumns: [(column: Int, type: String)]

    /// The constraints on the numbers of objects in to-many relationships, by position.
    let countConstraints: [Int: CountConstraint]

    /// The encryption of columns, by index.
    let seals: [Int: Seal]

    /// The encryption of a column's values.
    struct Seal: Hashable, Sendable {
        let seal: Column.Seal
        let type: ScalarType
        /// Whether the values may be in external files, encrypted.
        let isExternal: Bool

        /// Encrypts the bytes of an external value.
        func sealed(_ bytes: Data, of identity: Int64, _ keys: StoreKeys?) throws(SealingError) -> Data {
            let isText = type.storage == .text
            let value: StoredValue = isText ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(bytes)
            guard case .blob(let sealed) = try seal.sealed(value, of: identity, keys) else { throw .notSealed }
            return sealed
        }

        /// Decrypts the bytes of an external value.
        func opened(_ bytes: Data, of identity: Int64, _ keys: StoreKeys?) throws(SealingError) -> Data {
            switch try seal.opened(.blob(bytes), of: identity, as: type.storage, keys) {
            case .text(let text): return Data(text.utf8)
            case .blob(let bytes): return bytes
            case .null, .integer, .real: throw .notSealed
            }
        }
    }

    /// The columns with the lookups of encrypted columns, by the index of these.
    let lookups: [Int: Lookup]

    /// The column with the lookups of an encrypted column.
    struct Lookup: Hashable, Sendable {
        /// The name, as SQL writes it.
        let column: String
        let lookup: Column.Lookup
    }

    /// The columns of the table, also those of other entities.
    private let tableColumns: [Column]

    /// The columns of join tables that refer to this entity's objects.
    let referringColumns: [JoinTableColumn]

    /// A column of a join table, as SQL writes both names.
    struct JoinTableColumn: Hashable, Sendable {
        let table: String
        let column: String
    }

    /// Finds the entity's table.
    ///
    /// - Throws: ``ModelError/classMismatch(entity:reason:)`` if the class was generated from another schema.
    init(
        _ id: ID,
        _ entity: EntityDescription,
        root: Int,
        in store: StoreID,
        schema: Schema,
        layout: Layout
    ) throws {
        let lineage = try EntityClassCheck.lineage(of: entity, in: schema)
        guard let table = layout.table(ofEntity: entity.name), let identity = table.identity else {
            throw ModelError.classMismatch(entity: entity.name, reason: "the schema has no such entity")
        }
        var columns: [Column] = []
        var ranges: [Range<Int>] = []
        var joinTables: [Int: JoinTable] = [:]
        var orderKeys: [Int: String] = [:]
        var counts: [Int: CountConstraint] = [:]
        var derived: [Int] = []
        var required: Set<Int> = []
        func add(_ found: [Column]) {
            ranges.append(columns.count..<columns.count + found.count)
            columns += found
        }
        for owner in lineage {
            for attribute in owner.attributes {
                if attribute.isStored, attribute.derivation != nil { derived.append(ranges.count) }
                let leaves = schema.leaves(of: attribute).compactMap { leaf in
                    table.column(of: .attribute(leaf.path), in: owner.name).map { (leaf, $0) }
                }
                required.formUnion(leaves.indices.filter { !leaves[$0].0.isNullable }.map { columns.count + $0 })
                add(leaves.map(\.1))
            }
            for relationship in owner.relationships {
                let hasKey = !relationship.isTransient && schema.storage(of: relationship, in: owner) == .ownKey
                joinTables[ranges.count] = JoinTable(relationship, of: owner, schema: schema, layout: layout)
                let orderKey = hasKey ? table.column(of: .orderKey(relationship.name), in: owner.name) : nil
                counts[ranges.count] = CountConstraint(relationship)
                orderKeys[ranges.count] = orderKey.map { SQLText.name($0.name) }
                add(hasKey ? [table.column(of: .key(relationship.name), in: owner.name)].compactMap { $0 } : [])
            }
        }
        self.id = id
        self.root = root
        self.store = store
        discriminator = table.entity == nil ? nil : entity.name
        rawName = table.name
        name = SQLText.name(table.name)
        self.identity = SQLText.name(identity.name)
        self.columns = columns.map { SQLText.name($0.name) }
        tableColumns = table.columns
        columnRanges = ranges
        requiredColumns = required
        seals = Dictionary(
            columns.enumerated().compactMap { index, column in
                column.seal.map { (index, Seal(seal: $0, type: column.type, isExternal: column.isExternal)) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        var lookups: [Int: Lookup] = [:]
        for (index, column) in columns.enumerated() {
            guard case .attribute(let path) = column.field,
                let found = table.column(of: .lookup(path), in: column.owner), let lookup = found.lookup
            else { continue }
            lookups[index] = Lookup(column: SQLText.name(found.name), lookup: lookup)
        }
        self.lookups = lookups
        writtenAttributes = ranges.indices.filter {
            !ranges[$0].isEmpty && !derived.contains($0) && !entity.keyPositions.contains($0)
        }
        self.joinTables = joinTables
        orderKeyColumns = orderKeys
        derivedPositions = derived
        orderedPositions = entity.relationshipPositions.filter { entity.relationship(at: $0).isOrdered }
        countConstraints = counts
        let unique = Set(
            table.indexes.filter(\.isUnique).flatMap(\.elements).compactMap { element in
                if case .column(let name) = element.term { SQLText.name(name) } else { nil }
            }
        )
        parkedValues = (writtenAttributes + entity.keyPositions).flatMap { position in
            ranges[position].compactMap { index in
                let name = lookups[index]?.column ?? SQLText.name(columns[index].name)
                let storage = lookups[index] == nil ? columns[index].type.storage : .blob
                return unique.contains(name) ? (position, "\(name) = \(storage.randomValue)") : nil
            }
        }
        let written = writtenAttributes + entity.keyPositions
        uniqueProperties = lineage.flatMap { owner -> [UniqueProperties] in
            let single =
                owner.attributes.filter(\.isUnique).map(\.name) + owner.relationships.filter(\.isUnique).map(\.name)
            return (single.map { [$0] } + owner.uniquenessConstraints).compactMap { names in
                let positions = names.compactMap { name in entity.properties.firstIndex { $0.name == name } }
                // A relationship without a column is unique by the index over the other side's key, and only the store knows
                // the values of derived attributes.
                let isKnown = positions.count == names.count && positions.allSatisfy { written.contains($0) }
                return isKnown ? UniqueProperties(entity: owner.name, positions: positions) : nil
            }
        }
        externalPositions = ranges.indices.filter { ranges[$0].contains { columns[$0].isExternal } }
        requiredExternalColumns = externalPositions.compactMap { position in
            guard case .attribute(_, let type, _) = entity.properties[position], !type.hasSuffix("?") else {
                return nil
            }
            return (ranges[position].lowerBound, type)
        }
        valueConstraints = ValueConstraints.all(of: table, columns: columns, ranges: ranges, entity: entity.name)
        referringColumns = layout.tables.flatMap { other -> [JoinTableColumn] in
            guard other.isJoinTable else { return [] }
            return other.columns.filter { $0.references == table.name }
                .map { JoinTableColumn(table: SQLText.name(other.name), column: SQLText.name($0.name)) }
        }
        super.init(entity)
    }

    /// The INSERT of a new row: the identity, the entity if the table stores several, then the written properties.
    var insertion: String {
        let foreignColumns = foreignColumns
        let own = [identity] + (discriminator == nil ? [] : [Self.entityColumn])
        var parameter = own.count
        let written = writtenPositions.flatMap { writtenColumns(at: $0, identity: "?1", after: &parameter) }
        let all = own + written.map(\.column)
        let values = own.map { _ in "?" } + written.map(\.value) + foreignColumns.map { _ in "NULL" }
        return
            "INSERT INTO \(name) (\((all + foreignColumns).joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))"
    }

    /// The columns of the attributes of other entities in the table, as SQL writes them. A migration may have left them
    /// a default, which is not that of this entity's rows.
    private var foreignColumns: [String] {
        guard discriminator != nil else { return [] }
        let own = Set(columns)
        return tableColumns.filter { column in
            if case .attribute = column.field { !column.isDerived } else { false }
        }
        .map { SQLText.name($0.name) }.filter { !own.contains($0) }
    }

    /// The columns that a property is written to, and the values, as SQL: a parameter each, which the store encrypts if the column is
    /// encrypted. Its lookup is made of the same parameter. A foreign key is followed by its order key, if any.
    ///
    /// - Parameters:
    ///   - position: The property's position.
    ///   - identity: The identity of the row, as SQL.
    ///   - parameter: The number of the statement's parameters so far.
    /// - Returns: The columns, each with its value.
    func writtenColumns(at position: Int, identity: String, after parameter: inout Int) -> [(
        column: String, value: String
    )] {
        func next() -> String {
            parameter += 1
            return "?\(parameter)"
        }
        var written: [(column: String, value: String)] = []
        for column in columnRanges[position] {
            let plain = SQLStatement(next())
            // An external value is encrypted before it is written to its file, or bound.
            guard let own = seals[column], !own.isExternal else {
                written.append((columns[column], plain.sql))
                continue
            }
            let sealed = SealFunctions.sealed(own.seal, own.type, plain, of: SQLStatement(identity))
            written.append((columns[column], sealed.sql))
            guard let lookup = lookups[column] else { continue }
            written.append((lookup.column, SealFunctions.lookup(lookup.lookup, plain).sql))
        }
        if let orderKey = orderKeyColumns[position] { written.append((orderKey, next())) }
        return written
    }

    /// The condition that a column has a value, which is the next parameter, as SQL. An encrypted one is looked up.
    ///
    /// - Parameters:
    ///   - column: The index of the column.
    ///   - row: The alias of the row.
    /// - Returns: The condition.
    func hasValue(_ column: Int, of row: String) -> String {
        guard let lookup = lookups[column] else { return "\(row).\(columns[column]) = ?" }
        return "\(row).\(lookup.column) = \(SealFunctions.lookupOnce(lookup.lookup, SQLStatement("?")).sql)"
    }

    /// A column of a row, as SQL: the value, decrypted if the column is encrypted.
    ///
    /// - Parameters:
    ///   - column: The index of the column.
    ///   - row: The alias of the row.
    /// - Returns: The value.
    func readable(_ column: Int, of row: String) -> String {
        let value = "\(row).\(columns[column])"
        guard let own = seals[column] else { return value }
        let object = "\(row).\(identity)"
        return own.isExternal
            ? SealFunctions.openedUnlessInFile(own.seal, own.type, value, of: object)
            : SealFunctions.opened(own.seal, own.type, value, of: object)
    }

    /// The encryption of a property with external values; `nil` if they are not encrypted.
    func externalSeal(at position: Int) -> Seal? {
        seals[columnRanges[position].lowerBound].flatMap { $0.isExternal ? $0 : nil }
    }

    /// The name of the encrypted column whose lookups a column has; the column's own name if it has none.
    func attribute(lookedUpIn name: String) -> String {
        let own = tableColumns.first { $0.name == name && $0.lookup != nil }
        guard let own, case .lookup(let path) = own.field else { return name }
        return tableColumns.first { $0.field == .attribute(path) && $0.owner == own.owner }?.name ?? name
    }

    /// The first column of a property that has one, as SQL writes it.
    func column(at position: Int) -> String { columns[columnRanges[position].lowerBound] }
}

extension EntityTable {
    /// What a fetch selects instead of the columns of attributes that it does not need, as SQL, by column: a value that the class
    /// can be made of. Columns whose values have a type of the app are read, because only the app can make such a value.
    func placeholders(except positions: Set<Int>) -> [String: String] {
        var result: [String: String] = [:]
        for (position, property) in entity.properties.enumerated() where !positions.contains(position) {
            guard case .attribute(_, let type, _) = property else { continue }
            let isFile = externalPositions.contains(position)
            guard let literal = type.hasSuffix("?") ? "NULL" : isFile ? nil : Self.emptyValues[type] else { continue }
            for column in columns[columnRanges[position]] { result[column] = literal }
        }
        return result
    }

    private static let emptyValues = [
        "bool": "0", "int16": "0", "int32": "0", "int64": "0", "int": "0", "double": "0.0", "float": "0.0",
        "date": "0.0", "decimal": "'0'", "string": "''", "url": "'about:blank'", "uuid": "zeroblob(16)",
        "data": "x''",
    ]

    /// The properties that are known after a fetch that leaves out some columns: those of which it reads the columns, and
    /// relationships without one, whose objects are read when they are accessed.
    func fetchedPositions(without columns: Set<String>) -> PropertyMask {
        var mask = PropertyMask()
        for position in entity.properties.indices {
            let own = self.columns[columnRanges[position]]
            let isKnown = own.isEmpty ? entity.relationshipPositions.contains(position) : columns.isDisjoint(with: own)
            if isKnown { mask.insert(position) }
        }
        return mask
    }
}

extension ModelObject {
    /// The table of the object's entity, if the object is in a context.
    final var table: EntityTable? {
        // The entities of a context's objects come from its container, and those are all tables.
        storedEntity.map { unsafeDowncast($0, to: EntityTable.self) }
    }
}

extension StorageType {
    /// A random value, as SQL. With 48 bits or more, it is not in the store already.
    fileprivate var randomValue: String {
        switch self {
        // Sums of some thousands of them, which derived attributes keep, are in the range of an integer.
        case .integer: "random() / 65536"
        case .real: "1.0 * random()"
        // The text may have to be a decimal's.
        case .text, .any: "CAST(random() AS TEXT)"
        case .blob: "randomblob(16)"
        }
    }
}
