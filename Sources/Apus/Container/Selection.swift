import ApusSchema
import ApusStore
import GRDBSQLite

/// The columns that a fetch of an entity's objects reads, and how a row's columns map to the values of each concrete
/// entity in the table.
final class Selection: @unchecked Sendable {
    /// A concrete entity that a row can belong to.
    final class ConcreteEntity {
        let table: EntityTable
        let valuesType: ModelBacking.Type
        let objectType: ModelObject.Type
        /// The indexes of the entity's columns among the columns that are read.
        let columnIndexes: UnsafeMutablePointer<Int32>
        /// The properties that are read, if not all are: those of which no column is left out.
        let fetched: PropertyMask?
        /// How a fetch packs the entity's rows; `nil` if it makes their values at once.
        let packing: RowPacking?
        /// The entity's number among those of the selection.
        let number: Int

        init(
            _ table: EntityTable,
            number: Int,
            columnIndexes: UnsafeMutablePointer<Int32>,
            leavingOut columns: some Collection<String>
        ) {
            (self.table, self.number) = (table, number)
            packing = columns.isEmpty ? RowPacking(table, indexes: columnIndexes) : nil
            fetched = columns.isEmpty ? nil : table.fetchedPositions(without: Set(columns))
            self.columnIndexes = columnIndexes
            valuesType = table.entity.valuesType
            objectType = table.entity.objectType
        }

        deinit {
            columnIndexes.deallocate()
        }
    }

    /// The selected columns: the identity, the entity if several are possible, and the columns of all concrete
    /// entities.
    let columns: String

    /// The same columns as arguments of the function that packs a row, after what is read beside it; `nil` if it cannot pack all rows.
    let packedColumns: String?

    /// The table's name.
    private let source: String

    /// The index of the root entity.
    let root: Int

    /// The condition that selects the rows of the concrete entities; `nil` if the table has no others.
    let condition: String?

    /// Whether the second column is the entity column.
    let readsEntity: Bool

    // Not mutated after the initializer, so the class is safe to share.
    private let concreteEntities: [ConcreteEntity]

    /// The number of concrete entities.
    var count: Int { concreteEntities.count }

    /// The text that follows the entity column in ``condition``.
    private let entityFilter: String?

    /// The entity of all rows, if there is only one.
    let onlyEntity: ConcreteEntity?

    /// Creates the selection for the objects of an entity.
    ///
    /// - Parameters:
    ///   - entity: The table of the entity.
    ///   - tables: The tables of the concrete entities to read: the entity itself and the entities below it.
    ///   - count: The number of concrete entities in the whole hierarchy.
    ///   - placeholders: What is selected instead of columns, as SQL, by the names of the columns.
    init(
        _ entity: EntityTable,
        concreteTables tables: [EntityTable],
        inHierarchyOf count: Int,
        leavingOut placeholders: [String: String]
    ) {
        readsEntity = tables.count > 1
        root = entity.root
        var columns = [entity.identity] + (readsEntity ? [EntityTable.entityColumn] : [])
        var indexes: [String: Int32] = [:]
        var encrypted: [String: String] = [:]
        concreteEntities = tables.enumerated().map { order, table in
            let buffer = UnsafeMutablePointer<Int32>.allocate(capacity: table.columns.count)
            for (number, column) in table.columns.enumerated() {
                let index = indexes[column] ?? Int32(columns.count)
                if indexes.updateValue(index, forKey: column) == nil { columns.append(column) }
                (buffer + number).initialize(to: index)
                if table.seals[number] != nil { encrypted[column] = table.readable(number, of: entity.name) }
            }
            return ConcreteEntity(
                table,
                number: order,
                columnIndexes: buffer,
                leavingOut: placeholders.keys
            )
        }
        onlyEntity = concreteEntities.count == 1 ? concreteEntities.first : nil
        // Qualified by the table's name, because queries join other tables.
        let values = columns.map { placeholders[$0] ?? encrypted[$0] ?? "\(entity.name).\($0)" }
        self.columns = values.joined(separator: ", ")
        let isPacked =
            values.count <= PackingFunction.maximumArgumentCount && concreteEntities.allSatisfy { $0.packing != nil }
        packedColumns =
            isPacked
            ? (values.prefix(readsEntity ? 2 : 1) + ["\(PackingFunction.name)(\(self.columns))"]).joined(
                separator: ", "
            )
            : nil
        source = entity.name
        let names = tables.map { SQLText.quoted($0.entity.name) }.joined(separator: ", ")
        entityFilter = tables.count == count ? nil : " IN (\(names))"
        condition = entityFilter.map { "\(entity.name).\(EntityTable.entityColumn)\($0)" }
    }

    /// ``condition`` for a table that the statement refers to by an alias.
    func condition(on alias: String) -> String? {
        entityFilter.map { "\(alias).\(EntityTable.entityColumn)\($0)" }
    }

    /// The entity of a statement's current row; `nil` if the model does not have it.
    func entity(of statement: OpaquePointer) -> ConcreteEntity? {
        onlyEntity ?? entity(named: RowReader.text(statement, 1))
    }

    /// The entity of a row whose columns are a function's arguments; `nil` if the model does not have it.
    func entity(readFrom values: UnsafeMutablePointer<OpaquePointer?>) -> ConcreteEntity? {
        onlyEntity ?? sqlite3_value_text(values[1]).flatMap { entity(named: String(cString: $0)) }
    }

    private func entity(named name: String) -> ConcreteEntity? {
        concreteEntities.first { $0.table.entity.name == name }
    }

    /// The index of the packed row in a statement whose function packs rows.
    var packedRowIndex: Int32 { readsEntity ? 2 : 1 }

    /// The SELECT statement, with further conditions and an order.
    func select(packed isPacked: Bool = false, where conditions: String?..., orderedBy order: String? = nil) -> String {
        let columns = isPacked ? packedColumns ?? columns : columns
        let all = ([condition] + conditions).compactMap { $0 }
        return "SELECT \(columns) FROM \(source)" + (all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))
            + (order.map { " ORDER BY \($0)" } ?? "")
    }
}
