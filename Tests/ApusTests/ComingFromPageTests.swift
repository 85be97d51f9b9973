import Apus
import ApusTestSupport
import Foundation
import Testing

/// `Documentation/ComingFrom/SwiftData.md` shows the code of this file.
@MainActor
struct ComingFromPageTests {
    @Test func codeOfSwiftDataCompiles() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = container.mainContext
        context.insert(Trip(name: "Over the Alps", nights: 3))
        try context.save()

        let long = FetchDescriptor<Trip>(
            predicate: #Predicate { $0.nights > 2 },
            sortBy: [SortDescriptor(\.name)]
        )
        let trips = try context.fetch(long)
        try context.delete(model: Trip.self, where: #Predicate { $0.nights < 2 })
        #expect(trips.map(\.name) == ["Over the Alps"])
        #expect(!context.hasChanges)
    }

    @Test func thePageShowsThisCode() throws {
        let blocks = try PageCode.blocks(of: "ComingFrom/SwiftData.md", in: #filePath)
        #expect(blocks.all.count == 1 && blocks.missing.isEmpty)
    }
}
