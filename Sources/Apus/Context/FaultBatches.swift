/// Batches of faults: firing one of them reads the values of its whole batch.
struct FaultBatches {
    /// The objects of one batch, all of one table.
    final class Batch {
        let table: EntityTable
        let objects: [ModelObject]

        init(_ table: EntityTable, _ objects: [ModelObject]) {
            self.table = table
            self.objects = objects
        }
    }

    // A batch retains its objects, so the identifier of one of these is not reused.
    private var batches: [ObjectIdentifier: Batch] = [:]

    /// Divides the faults among some objects into batches.
    mutating func add(_ objects: [ModelObject], of table: EntityTable, size: Int) {
        let faults: [ModelObject] = objects.filter(\.isFault)
        for start in stride(from: 0, to: faults.count, by: size) {
            let batch = Batch(table, Array(faults[start..<min(start + size, faults.count)]))
            for object in batch.objects { batches[ObjectIdentifier(object)] = batch }
        }
    }

    /// Removes and returns the batch of an object.
    mutating func take(_ object: ModelObject) -> Batch? {
        guard let batch = batches[ObjectIdentifier(object)] else { return nil }
        for object in batch.objects { batches[ObjectIdentifier(object)] = nil }
        return batch
    }
}
