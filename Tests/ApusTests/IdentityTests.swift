import Apus
import Foundation
import Testing

/// Identities that Apus does not give, of rows that were inserted by hand.
struct IdentityTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    @Test(arguments: [0, -5, Int64.min + 1]) func rowsWithAnyIdentityAreObjects(row: Int64) throws {
        var context = try store.open()
        context.insert(Trip(name: "first"))
        try context.save()
        try store.tell("INSERT INTO Trip (_id, name, nights) VALUES (\(row), 'by hand', 2)")
        try store.tell("INSERT INTO BucketListItem (title, isDone, trip) VALUES ('x', 0, \(row))")
        context = try store.open()
        let id = PersistentIdentifier(entityName: "Trip", row: row)
        let trip = try #require(try context.fetch(Trip.self, id: id))
        #expect(trip.name == "by hand" && trip.persistentModelID == id)
        #expect(trip.bucketList.map(\.title) == ["x"])
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Trip>(where: Trip.columns.name == "by hand"))
        #expect(identifiers == [id])
        #expect((context.registeredModel(for: id) as Trip?) === trip)
        trip.name = "changed"
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip WHERE _id = \(row)") == ["changed"])
        context.delete(trip)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["1"])
        #expect(try store.lines("SELECT count(*) FROM BucketListItem") == ["0"])
    }

    @Test func theOnlyNumberThatIsNoIdentityIsAnError() throws {
        let context = try store.open()
        try store.tell("INSERT INTO Trip (_id, name, nights) VALUES (\(Int64.min), 'by hand', 2)")
        let expected = "the stored value of '_id' of Trip \(Int64.min) is not a valid identity"
        for fetch in [
            { _ = try context.all(Trip.self) }, { _ = try context.fetchIdentifiers(FetchDescriptor<Trip>()) },
        ] {
            #expect(#expect(throws: ModelError.self, performing: fetch)?.description == expected)
        }
        #expect(context.model(for: PersistentIdentifier(entityName: "Trip", row: .min)) == nil)
    }
}
