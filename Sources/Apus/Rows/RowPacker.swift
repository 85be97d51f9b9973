import GRDBSQLite

/// Packs the rows of a fetch.
///
/// Reading a row's columns one by one takes SQLite a third of the time of a fetch. So where a fetch finds new objects only, the
/// statement calls a function with all of them, ``PackingFunction``, whose result says where the row is.
final class RowPacker {
    // Never accessed while it is being modified, and the dynamic exclusivity check would take long, for each row.

    /// What is being filled, by the entities' numbers in the selection.
    @exclusivity(unchecked)
    private var open: [PackedRows?]

    /// What a statement's function has filled: it may sort the rows before their objects retain them.
    @exclusivity(unchecked)
    private var filled: [PackedRows] = []

    /// The first row that the function could not pack.
    private(set) var failure: (error: any Error, table: EntityTable, row: Int64)?

    private let selection: Selection

    /// Whether the function packs the rows. The statement reads nothing else of them but their identity and their entity.
    let isCalledByStatement: Bool

    init(_ selection: Selection, calledByStatement isCalledByStatement: Bool = false) {
        (self.selection, self.isCalledByStatement) = (selection, isCalledByStatement)
        open = Array(repeating: nil, count: selection.count)
    }

    deinit { for rows in open { rows?.close() } }

    /// The row that the function has packed for a statement's current row.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The packed rows, and where the row begins among them.
    @inline(__always)
    func row(of statement: OpaquePointer) -> (rows: PackedRows, start: UInt32) {
        let found = sqlite3_column_int64(statement, selection.packedRowIndex)
        return (filled[Int(found >> 32)], UInt32(truncatingIfNeeded: found))
    }

    /// Packs a statement's current row.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - entity: The entity of the row.
    /// - Returns: The packed rows, and where the row begins among them; `nil` if the entity's rows cannot be packed.
    /// - Throws: ``RowReader/Failure`` if the row has a value that its class cannot have.
    func pack(
        _ statement: OpaquePointer,
        of entity: Selection.ConcreteEntity
    ) throws -> (rows: PackedRows, start: UInt32)? {
        // The values are used before the statement's next step, on the thread of its connection, as SQLite's documentation requires.
        try pack(entity) { sqlite3_column_value(statement, $0) }
    }

    /// Packs the row of a function's arguments, and gives the function its result.
    func pack(_ values: UnsafeMutablePointer<OpaquePointer?>, _ context: OpaquePointer?) {
        // A row without an entity has no result. The fetch asks for the entity first.
        guard failure == nil, let entity = selection.entity(readFrom: values) else { return }
        do {
            guard let (rows, start) = try pack(entity, { values[Int($0)] }) else { return }
            sqlite3_result_int64(context, Int64(rows.index) << 32 | Int64(start))
        } catch {
            failure = (error, entity.table, sqlite3_value_int64(values[0]))
            sqlite3_result_error_code(context, SQLITE_ERROR)
        }
    }

    @inline(__always)
    private func pack(
        _ entity: Selection.ConcreteEntity,
        _ value: (Int32) -> OpaquePointer?
    ) throws -> (rows: PackedRows, start: UInt32)? {
        if let rows = open[entity.number], !rows.isFull, let start = try rows.append(isAlone: false, value) {
            return (rows, start)
        }
        return try begin(entity, value)
    }

    /// Packs a row as the first one of others.
    private func begin(
        _ entity: Selection.ConcreteEntity,
        _ value: (Int32) -> OpaquePointer?
    ) throws -> (rows: PackedRows, start: UInt32)? {
        guard let packing = entity.packing else { return nil }
        func make(isFull: Bool) -> PackedRows {
            let rows = PackedRows(packing, of: entity.valuesType, index: filled.count, isFull: isFull)
            if isCalledByStatement { filled.append(rows) }
            return rows
        }
        let former = open[entity.number]
        if former?.isFull != false {
            former?.close()
            let rows = make(isFull: former != nil)
            open[entity.number] = rows
            if let start = try rows.append(isAlone: false, value) { return (rows, start) }
        }
        // A long row is alone, so that no other one keeps its memory.
        let rows = make(isFull: false)
        defer { rows.close() }
        return try rows.append(isAlone: true, value).map { (rows, $0) }
    }
}
