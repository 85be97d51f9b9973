import Apus
import Foundation
import Testing

/// Values of many objects, and of groups of them.
struct AggregateTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let columns = Trip.columns

    init() throws {
        store = try TemporaryStore()
        let filling = try store.open()
        let leader = Person(name: "Ada")
        for (name, destination, nights) in [
            ("a", "Alps", 3), ("b", "Alps", 5), ("c", nil, 8), ("d", "Sea", 1), ("e", "é", 2), ("f", "e\u{301}", 2),
        ] as [(String, String?, Int32)] {
            let trip = Trip(name: name, destination: destination, nights: nights)
            if nights > 2 { trip.leader = leader }
            filling.insert(trip)
        }
        try filling.save()
        context = try store.open()
    }

    @Test func aConditionOnGroupsNeedsAKey() throws {
        #expect(throws: ModelError.self) {
            try context.aggregate(FetchDescriptor<Trip>(), having: .count > 1000, of: .count)
        }
    }

    @Test func aSumThatCannotBeRepresentedIsAnError() throws {
        let columns = Everything.columns
        func everything() throws {
            let (none, sum) = try context.aggregate(
                FetchDescriptor(where: columns.doubleValue < 0),
                columns.doubleOrNil.sum,
                columns.doubleValue.sum
            )
            #expect(none == 0 && sum == -.infinity)
            #expect(throws: ModelError.self) {
                try context.aggregate(FetchDescriptor<Everything>(), columns.doubleValue.sum)
            }
        }
        for value in [Double.infinity, -.infinity] {
            let values: [String: Any?] = [
                "int16Value": 0, "int32Value": 0, "int64Value": 0, "decimalValue": Decimal(0), "doubleValue": value,
                "floatValue": 0, "stringValue": "", "boolValue": false, "dateValue": Date.now, "dataValue": Data(),
                "uuidValue": UUID(), "urlValue": URL(string: "https://example.org"),
            ]
            try context.insertObject(named: "Everything", values: values)
        }
        try everything()
        try context.save()
        try everything()
    }

    @Test func valuesOfAllObjects() throws {
        let (count, sum, average, least, greatest) = try context.aggregate(
            FetchDescriptor<Trip>(),
            .count,
            columns.nights.sum,
            columns.nights.average,
            columns.nights.min,
            columns.nights.max
        )
        #expect(count == 6 && sum == 21 && average == 3.5 && least == 1 && greatest == 8)
        let known = try context.aggregate(FetchDescriptor<Trip>(), columns.destination.count)
        #expect(known == 5)
        let (few, total, none) = try context.aggregate(
            FetchDescriptor(where: columns.nights > 100),
            .count,
            columns.nights.sum,
            columns.nights.max
        )
        #expect(few == 0 && total == 0 && none == nil)
        let five: Int32 = 5
        let long = try context.aggregate(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.nights >= five }),
            columns.name.max
        )
        #expect(long == "c")
        let led = try context.aggregate(FetchDescriptor(where: columns.leader.name == "Ada"), columns.nights.sum)
        #expect(led == 16)
    }

    @Test func groups() throws {
        let groups = try context.aggregate(
            FetchDescriptor<Trip>(),
            by: columns.destination,
            of: .count,
            columns.nights.sum
        )
        // Texts are compared by their bytes: nil first, and the two forms of an accented letter are two groups.
        #expect(
            groups.map { $0.key.map { Array($0.utf8) } }
                == [nil, "Alps", "Sea", "e\u{301}", "é"].map { $0.map { Array($0.utf8) } }
        )
        #expect(groups.map(\.values.0) == [1, 2, 1, 1, 1] && groups.map(\.values.1) == [8, 8, 1, 2, 2])

        let several = try context.aggregate(
            FetchDescriptor(sortBy: [columns.nights.sum.descending]),
            by: columns.leader.name,
            having: AggregateColumn<Trip, Int>.count > 2 && columns.nights.sum < 100,
            of: columns.nights.max
        )
        #expect(several.map(\.key) == ["Ada", nil] && several.map(\.values) == [8, 2])

        var descriptor = FetchDescriptor<Trip>(sortBy: [columns.nights.sum.descending, columns.destination.descending])
        (descriptor.fetchLimit, descriptor.fetchOffset) = (1, 1)
        let second = try context.aggregate(descriptor, by: columns.destination, columns.nights, of: .count)
        #expect(second.map(\.key.0) == ["Alps"] && second.map(\.key.1) == [5] && second.map(\.values) == [1])
    }

    @Test func unsavedChangesCount() throws {
        let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [columns.name.ascending]))
        trips[0].nights = 10
        context.delete(trips[3])
        context.insert(Trip(name: "g", destination: "Sea", nights: 20))
        func sums(_ context: ModelContext, pending: Bool = true) throws -> [String] {
            var descriptor = FetchDescriptor<Trip>(sortBy: [columns.nights.sum.descending])
            descriptor.includePendingChanges = pending
            return try context.aggregate(
                descriptor,
                by: columns.destination,
                having: columns.nights.sum > 2,
                of: .count,
                columns.nights.sum
            ).map { "\($0.key ?? "-") \($0.values.0) \($0.values.1)" }
        }
        let expected = ["Sea 1 20", "Alps 2 15", "- 1 8"]
        #expect(try sums(context) == expected)
        #expect(try sums(context, pending: false) == ["- 1 8", "Alps 2 8"])
        let ada = try #require(trips[1].leader)
        ada.name = "Eve"
        #expect(
            try context.aggregate(FetchDescriptor<Trip>(), by: columns.leader.name, of: .count).map(\.key) == [
                nil, "Eve",
            ]
        )
        // Only an object that the groups are made by has changed.
        let other = try store.open()
        let leader = try #require(try other.fetch(FetchDescriptor<Person>()).first)
        leader.name = "Eve"
        let names = try other.aggregate(FetchDescriptor<Trip>(), by: columns.leader.name, of: .count).map(\.key)
        #expect(names == [nil, "Eve"])

        try context.save()
        #expect(try sums(context) == expected)
        #expect(try sums(store.open()) == expected)
    }

    @Test func otherTypes() throws {
        let filling = try store.open()
        let team: [Contact] = try [("5.5", 0.25), ("1.10", -7), ("3", 2)].map { rating, second in
            let contact = Contact(
                home: Address(street: "x", city: "y"),
                colour: Colour(red: 0, name: ""),
                label: Label(text: "", colour: Colour(red: 0, name: "")),
                words: []
            )
            contact.rating = try #require(Decimal(string: rating))
            contact.since = Date(timeIntervalSinceReferenceDate: second)
            contact.status = second < 0 ? .over : .planned
            return contact
        }
        for contact in team {
            contact.team = team.filter { $0 !== contact }
            filling.insert(contact)
        }
        let contacts = Contact.columns
        let rated = FetchDescriptor(where: contacts.since != nil)
        // In memory first, then in the store.
        for _ in 1...2 {
            let (sum, least, average, first) = try filling.aggregate(
                rated,
                contacts.rating.sum,
                contacts.rating.min,
                contacts.rating.average,
                contacts.since.min
            )
            #expect(sum == Decimal(string: "9.6") && least == Decimal(string: "1.1"))
            #expect(try abs(#require(average) - 3.2) < 1e-12)
            #expect(first == Date(timeIntervalSinceReferenceDate: -7))
            let groups = try filling.aggregate(rated, by: contacts.status, having: contacts.rating.sum > 2, of: .count)
            #expect(groups.map(\.key) == [.planned] && groups.map(\.values) == [2])
            try filling.save()
        }
    }

    @Test func whatIsWrongIsAnError() throws {
        func refuses(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("it is answered")
            } catch ModelError.unsupportedPredicate {
            } catch {
                Issue.record(error)
            }
        }
        // A value of each object has no place in a condition on groups or in their order, and the other way round.
        refuses {
            _ = try context.aggregate(
                FetchDescriptor(),
                by: columns.destination,
                having: columns.nights > 3,
                of: .count
            )
        }
        refuses {
            let descriptor = FetchDescriptor(sortBy: [columns.nights.ascending])
            _ = try context.aggregate(descriptor, by: columns.destination, of: .count)
        }
        refuses { _ = try context.fetch(FetchDescriptor(where: columns.nights.sum > 3)) }
        refuses { _ = try context.fetch(FetchDescriptor(sortBy: [columns.nights.sum.ascending])) }
        var limited = FetchDescriptor<Trip>()
        limited.fetchLimit = 1
        refuses { _ = try context.aggregate(limited, .count) }

        let photos = try store.open()
        for _ in 1...2 { photos.insert(Photo(bytes: Data(), order: .max)) }
        for _ in 1...2 {
            #expect(throws: ModelError.unreadableResult(entity: "Photo", property: "sum(order)", expected: "Int")) {
                try photos.aggregate(FetchDescriptor<Photo>(), Photo.columns.order.sum)
            }
            try photos.save()
        }
    }
}
