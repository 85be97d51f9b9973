/// Batches of faults: firing one of them reads the values of its whole batch.
struct FaultBatches {
    /// The rows of one batch, all of one table. Those of faults that are not in use any more are left out when it is read.
    struct Batch {
        let table: EntityTable
        let rows: [Int64]
    }

    private struct Row: Hashable {
        let root: Int
        let row: Int64

        init(_ row: Int64, in table: EntityTable) { (root, self.row) = (table.root, row) }
    }

    private var batches: [Row: Batch] = [:]

    /// The number of faults, with those that were dropped since they were last looked for.
    var count: Int { batches.count }
    private var limit = 1024

    /// Divides the faults among some objects into batches.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - table: The table of their rows.
    ///   - size: The number of faults per batch.
    ///   - maps: The context's objects. Faults that are not among them any more are forgotten now and then.
    mutating func add(_ objects: [ModelObject], of table: EntityTable, size: Int, in maps: [IdentityMap]) {
        // Each time twice as many, so that looking for them takes no longer than adding them.
        if batches.count > limit {
            batches = batches.filter { maps[$0.key.root][$0.key.row]?.isFault == true }
            limit = max(1024, 2 * batches.count)
        }
        let faults = objects.filter(\.isFault).compactMap(\.row)
        for start in stride(from: 0, to: faults.count, by: size) {
            let batch = Batch(table: table, rows: Array(faults[start..<min(start + size, faults.count)]))
            for row in batch.rows { batches[Row(row, in: table)] = batch }
        }
    }

    /// Removes and returns the batch of an object.
    mutating func take(_ object: ModelObject) -> Batch? {
        guard !batches.isEmpty, let table = object.table, let row = object.row,
            let batch = batches[Row(row, in: table)]
        else { return nil }
        for row in batch.rows { batches[Row(row, in: batch.table)] = nil }
        return batch
    }
}
