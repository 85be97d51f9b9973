/// Objects whose values are read together, once somebody asks one of them.
struct FaultBatches {
    /// Some objects of an entity.
    final class Batch {
        let table: EntityTable
        let objects: [ModelObject]

        init(_ table: EntityTable, _ objects: [ModelObject]) {
            self.table = table
            self.objects = objects
        }
    }

    // A context keeps its objects, so no other object can have the identity of one of these.
    private var batches: [ObjectIdentifier: Batch] = [:]

    /// Forms batches of those objects whose values are still to be read.
    mutating func add(_ objects: [ModelObject], of table: EntityTable, size: Int) {
        let faults: [ModelObject] = objects.filter(\.isFault)
        for start in stride(from: 0, to: faults.count, by: size) {
            let batch = Batch(table, Array(faults[start..<min(start + size, faults.count)]))
            for object in batch.objects { batches[ObjectIdentifier(object)] = batch }
        }
    }

    /// The batch of an object, which is none from now on.
    mutating func take(_ object: ModelObject) -> Batch? {
        guard let batch = batches[ObjectIdentifier(object)] else { return nil }
        for object in batch.objects { batches[ObjectIdentifier(object)] = nil }
        return batch
    }
}
