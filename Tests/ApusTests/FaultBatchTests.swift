import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// Faults that are read together.
struct FaultBatchTests {
    @Test func faultsThatAreDroppedUnreadAreForgotten() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let count = 6000
        try store.tell(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO Person (_id, name) SELECT i, 'P' || i FROM n
            """
        )
        func page(_ number: Int) throws -> [Person] {
            var descriptor = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)])
            descriptor.fetchBatchSize = 10
            (descriptor.fetchOffset, descriptor.fetchLimit) = (number * 100, 100)
            return try context.fetch(descriptor)
        }
        let held = try page(0)
        for number in 1..<count / 100 { #expect(try page(number).count == 100) }
        #expect(context.batches.count <= 2048)
        // Those that are in use are still read together.
        #expect(held[0].name == "P1" && !held[9].isFault && held[10].isFault)
    }
}
