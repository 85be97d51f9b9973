import Apus
import ApusTestSupport
import Foundation
import Testing

/// Objects that a context has inserted and saved, and that others change then.
struct SavedObjectTests {
    /// An accommodation without a trip, in the context that saved it and in one that gives it a trip then.
    private struct Pair {
        let store: TemporaryStore
        let context: ModelContext
        let hut: LivingAccommodation

        /// Makes the stores; whether both contexts belong to one container is up to the test.
        init(isOfOneContainer: Bool) throws {
            store = try TemporaryStore()
            context = try store.open()
            hut = LivingAccommodation(name: "a")
            context.insert(Trip(name: "one"))
            context.insert(Trip(name: "other"))
            context.insert(hut)
            try context.save()
            hut.name = "b"
            let second = isOfOneContainer ? ModelContext(context.container) : try store.open()
            let huts: [LivingAccommodation] = try second.all()
            let found = try #require(huts.first)
            let trips: [Trip] = try second.all()
            found.trip = trips.first { $0.name == "one" }
            try second.save()
        }

        var row: [String] { get throws { try store.lines("SELECT name, trip FROM LivingAccommodation") } }
    }

    @Test func anEmptyToOneRelationshipTakesOverWhatOthersSave() throws {
        let pair = try Pair(isOfOneContainer: true)
        pair.context.processPendingChanges()
        #expect(pair.hut.trip?.name == "one" && pair.hut.name == "b")
        try pair.context.save()
        #expect(try pair.row == ["b|1"])
    }

    @Test func anEmptyToOneRelationshipIsInConflict() throws {
        let pair = try Pair(isOfOneContainer: false)
        let trips: [Trip] = try pair.context.all()
        pair.hut.trip = trips.first { $0.name == "other" }
        let error = #expect(throws: ModelError.self) { try pair.context.save() }
        guard case .conflict(let conflicts) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(conflicts.map(\.properties) == [["trip"]])
        #expect(try pair.row == ["a|1"])
    }
}
