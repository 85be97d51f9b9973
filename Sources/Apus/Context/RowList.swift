/// The rows that a fetch found, in its order: 8 bytes each, and 2 more if they may be of several entities.
struct RowList {
    private var rows: [Int64] = []
    private var tables: [UInt16] = []
    private let hasSeveralTables: Bool
    private let onlyTable: EntityTable.ID

    /// Creates an empty list.
    init(_ selection: Selection) {
        hasSeveralTables = selection.onlyEntity == nil
        onlyTable = selection.onlyEntity?.table.id ?? 0
    }

    /// The number of rows.
    var count: Int { rows.count }

    /// Adds a row.
    mutating func append(_ table: EntityTable, _ row: Int64) {
        rows.append(row)
        if hasSeveralTables { tables.append(UInt16(truncatingIfNeeded: table.id)) }
    }

    /// The row at an index.
    subscript(_ index: Int) -> (table: EntityTable.ID, row: Int64) {
        (hasSeveralTables ? Int(tables[index]) : onlyTable, rows[index])
    }
}

/// The results of a fetch, of which each is read when it is accessed, with its batch.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// The number of results.
    public let endIndex: Int
    private let element: (Int) -> Element

    init(count: Int, _ element: @escaping (Int) -> Element) {
        (endIndex, self.element) = (count, element)
    }

    /// The index of the first result.
    public var startIndex: Int { 0 }

    /// The result at an index.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "index out of range: there are \(count) results")
        return element(position)
    }
}
