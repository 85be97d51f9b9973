import ApusSchema
import ApusStore

/// What a fetch of an entity's objects reads of a row, and whose values the columns are: of one kind, or of several that
/// stand in one table.
final class Selection: @unchecked Sendable {
    /// One kind of object that the rows can be.
    final class Kind {
        let table: EntityTable
        let valuesType: ModelBacking.Type
        let objectType: ModelObject.Type
        /// The places of the columns of the kind's values among those that are read.
        let places: UnsafeMutablePointer<Int32>

        init(_ table: EntityTable, _ places: UnsafeMutablePointer<Int32>) {
            self.table = table
            self.places = places
            valuesType = table.entity.valuesType
            objectType = table.entity.objectType
        }

        deinit {
            places.deallocate()
        }
    }

    /// What is selected: the identity, the kind where there are several, and the columns of all of them.
    let columns: String

    /// The table.
    private let source: String

    /// The place of the root's identities in a context.
    let root: Int

    /// Fulfilled by the rows of the kinds, where the table has others as well.
    let condition: String?

    /// Whether the second column says of which kind a row is.
    let saysKind: Bool

    // Written once, before anybody else knows of it.
    private let kinds: [Kind]

    /// Behind the column of the kind: that it is one of them, where the table has others as well.
    private let isOneOfKinds: String?

    /// The kind of all rows, where there is only one.
    let onlyKind: Kind?

    /// What to read for the objects of an entity.
    ///
    /// - Parameters:
    ///   - entity: The table of the entity.
    ///   - tables: The tables of the entities below the entity that have objects, and its own where it has.
    ///   - all: How many kinds the table holds in all.
    init(_ entity: EntityTable, _ tables: [EntityTable], of all: Int) {
        saysKind = tables.count > 1
        root = entity.root
        var columns: [String] = [entity.identity] + (saysKind ? [Self.kindColumn] : [])
        var places: [String: Int32] = [:]
        kinds = tables.map { table in
            let buffer = UnsafeMutablePointer<Int32>.allocate(capacity: table.columns.count)
            for (index, column) in table.columns.enumerated() {
                let place: Int32 = places[column] ?? Int32(columns.count)
                if places.updateValue(place, forKey: column) == nil { columns.append(column) }
                (buffer + index).initialize(to: place)
            }
            return Kind(table, buffer)
        }
        onlyKind = kinds.count == 1 ? kinds.first : nil
        // With the table's name, as queries join other tables.
        self.columns = columns.map { "\(entity.name).\($0)" }.joined(separator: ", ")
        source = entity.name
        let names: String = tables.map { SQLText.quoted($0.entity.name) }.joined(separator: ", ")
        isOneOfKinds = tables.count == all ? nil : " IN (\(names))"
        condition = isOneOfKinds.map { "\(entity.name).\(Self.kindColumn)\($0)" }
    }

    /// The column that says of which kind a row is, as SQL writes it.
    static let kindColumn: String = SQLText.name(Column.entityName)

    /// Fulfilled by the rows of the kinds, where the table has others as well, which a statement calls by an alias.
    func condition(on alias: String) -> String? {
        isOneOfKinds.map { "\(alias).\(Self.kindColumn)\($0)" }
    }

    /// The kind of the row that a statement stands at; `nil` where the class of that kind is not known.
    func kind(of statement: OpaquePointer) -> Kind? {
        if let onlyKind { return onlyKind }
        let name: String = RowReader.text(statement, 1)
        return kinds.first { $0.table.entity.name == name }
    }

    /// The statement, with further conditions and an order.
    func select(where conditions: String?..., orderedBy order: String? = nil) -> String {
        let all: [String] = ([condition] + conditions).compactMap { $0 }
        return "SELECT \(columns) FROM \(source)" + (all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))
            + (order.map { " ORDER BY \($0)" } ?? "")
    }
}
