import Apus
import ApusTestSupport
import Foundation
import Testing

/// `Documentation/LiveResults.md` shows the code of this file, which these tests run.
@MainActor
struct LiveResultsPageTests {
    private var container: ModelContainer {
        get throws {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
    }

    @Test func results() async throws {
        let context = try container.mainContext
        context.insert(Trip(name: "Alps", nights: 9))
        var shown: [String] = []
        for try await change in context.results(of: FetchDescriptor(where: Trip.columns.nights > 7)) {
            shown = change.results.map(\.name)
            if shown.count == 2 { break }
            context.insert(Trip(name: "Andes", nights: 20))
        }
        #expect(shown == ["Alps", "Andes"])
    }

    @Test func sections() async throws {
        let context = try container.mainContext
        context.insert(Trip(name: "a", destination: "Alps"))
        let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.destination), SortDescriptor(\.name)])
        var keys: [String?] = []
        for try await change in context.results(of: descriptor, sectionBy: \.destination) {
            keys = change.sections.map(\.key)
            if keys.count == 2 {
                #expect(change.insertedSections == [1] && change.insertedItems.isEmpty)
                break
            }
            context.insert(Trip(name: "b", destination: "Andes"))
        }
        #expect(keys == ["Alps", "Andes"])
    }

    @Test func values() async throws {
        let container = try container
        let long = FetchDescriptor(where: Trip.columns.nights > 7)
        let counting = Task.detached {
            for try await (count, nights) in container.aggregates(of: long, .count, Trip.columns.nights.sum)
            where count > 0 {
                return nights
            }
            return 0
        }
        try await container.perform { $0.insert(Trip(name: "Alps", nights: 9)) }
        #expect(try await counting.value == 9)
    }

    @Test func thePageShowsThisCode() throws {
        let (blocks, missing) = try PageCode.lines(of: "LiveResults.md", in: #filePath)
        #expect(blocks.count == 3)
        #expect(missing.isEmpty)
    }
}
