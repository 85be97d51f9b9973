import Foundation
import Testing

@testable import Apus

/// Values in queries: each type is compared and added with its own semantics, in SQL as in memory.
struct QueryValueTests {
    @Test func everyTypeIsComparedAsItsValuesAre() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        func contact(_ rating: Decimal, _ since: Date, _ status: Status, _ city: String) -> Contact {
            let contact = Contact(
                home: Address(street: "x", city: city, kind: .large),
                status: status,
                colour: Colour(red: 1, name: "r"),
                label: Label(text: "", colour: Colour(red: 0, name: "")),
                words: [],
                rating: rating,
                since: since
            )
            contact.team = [contact, Contact?.none].compactMap { $0 }
            return contact
        }
        let date = Date(timeIntervalSinceReferenceDate: 1000.5)
        let contacts: [Contact] = [
            contact(Decimal(string: "5.25") ?? 0, date, .planned, "Bern"), contact(3, date + 1, .over, "Rom"),
            contact(Decimal(string: "1.5") ?? 0, date - 1, .default, "Oslo"),
        ]
        for contact in contacts {
            contact.team = contacts
            context.insert(contact)
        }
        let columns = Contact.columns
        func expect(_ predicate: ModelPredicate<Contact>, _ cities: [String], _ line: Int = #line) throws {
            let found: [String] = try context.fetch(FetchDescriptor(where: predicate)).map(\.home.city)
            #expect(found == cities, "line \(line), \(predicate)")
        }
        for _ in 0..<2 {
            // Compared as text, 5.25 would be less than 50, and 3 greater than 12.
            try expect(columns.rating > 2, ["Bern", "Rom"])
            try expect(columns.rating == 3, ["Rom"])
            try expect(columns.rating.isBetween(1...3), ["Rom", "Oslo"])
            try expect(columns.rating * 2 == Decimal(string: "10.5") ?? 0, ["Bern"])
            try expect(ModelPredicate(format: "rating < 3.1 AND rating >= 3"), ["Rom"])
            try expect(columns.since >= date, ["Bern", "Rom"])
            try expect(ModelPredicate(format: "since < $D", ["D": date]), ["Oslo"])
            try expect(ModelPredicate(format: "since - 1000 == CAST(0.5, 'NSDate')"), ["Bern"])
            try expect(columns.status == .default, ["Oslo"])
            try expect(columns.status.isIn([.planned, .over]), ["Bern", "Rom"])
            try expect(columns.mood == Size.none, ["Bern", "Rom", "Oslo"])
            try expect(columns.home.city == "Rom", ["Rom"])
            try expect(columns.home == contacts[2].home, ["Oslo"])
            try expect(columns.home != contacts[2].home, ["Bern", "Rom"])
            try expect(columns.work == nil, ["Bern", "Rom", "Oslo"])
            try expect(columns.home.place == nil && columns.home.kind == .large, ["Bern", "Rom", "Oslo"])
            try expect(columns.tint.isNil, ["Bern", "Rom", "Oslo"])
            try expect(columns.team.contains(contacts[0]), ["Bern", "Rom", "Oslo"])
            try expect(columns.team.sum { $0.rating } == Decimal(string: "9.75") ?? 0, ["Bern", "Rom", "Oslo"])
            try expect(columns.team.max { $0.rating } == columns.rating, ["Bern"])
            try expect(columns.team.average { $0.rating } == 3.25, ["Bern", "Rom", "Oslo"])
            let sorted = FetchDescriptor<Contact>(sortBy: [columns.rating.descending])
            #expect(try context.fetch(sorted).map(\.home.city) == ["Bern", "Rom", "Oslo"])
            try context.save()
        }
        #expect(try store.lines("SELECT rating FROM Contact ORDER BY _id") == ["5.25", "3", "1.5"])
    }

    @Test func sumsOfNumbersThatAreNotExactAgree() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let contacts: [Contact] = [0.3, 0.2, 0.1].map { latitude in
            Contact(
                home: Address(street: "", city: "x", place: Point(latitude: latitude, longitude: 1e308)),
                colour: Colour(red: 0, name: ""),
                label: Label(text: "", colour: Colour(red: 0, name: "")),
                words: []
            )
        }
        for contact in contacts {
            contact.team = contacts
            context.insert(contact)
        }
        let columns = Contact.columns
        let sum: Double = [0.1, 0.2, 0.3].reduce(0, +)
        for _ in 0..<2 {
            #expect(
                try context.fetchCount(FetchDescriptor(where: columns.team.sum { $0.home.place.latitude } == sum)) == 3
            )
            #expect(
                try context.fetchCount(
                    FetchDescriptor(where: columns.team.average { $0.home.place.latitude } == sum / 3)
                ) == 3
            )
            #expect(
                try context.fetchCount(FetchDescriptor(where: columns.team.max { $0.home.place.longitude } > 1e307))
                    == 3
            )
            #expect(
                try context.fetchCount(FetchDescriptor(where: ModelPredicate<Contact>(format: "rating < 1e200"))) == 3
            )
            #expect(
                try context.fetchCount(FetchDescriptor(where: ModelPredicate<Contact>(format: "rating == 3.0e0"))) == 3
            )
            #expect(
                try context.fetchCount(
                    FetchDescriptor(where: ModelPredicate<Contact>(format: "home.city == max:({'a', home.city})"))
                ) == 3
            )
            try context.save()
        }
    }

    @Test func identifiersBytesAndURLsAreFound() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let id = UUID()
        let trip = Trip(name: "a", id: id)
        context.insert(trip)
        context.insert(Trip(name: "b", id: UUID()))
        try context.save()
        #expect(try context.fetch(FetchDescriptor(where: Trip.columns.id == id)) == [trip])
        let text = ModelPredicate<Trip>(format: "id == '\(id.uuidString)'")
        #expect(try context.fetch(FetchDescriptor(where: text)) == [trip])
        let several = ModelPredicate<Trip>(format: "id IN $IDS", ["IDS": [id, nil]])
        #expect(try context.fetch(FetchDescriptor(where: several)) == [trip])
    }

    @Test func whatTheStoreComputesIsAskedOfTheStore() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = Document(title: "Été", scan: Data([1]), colours: [])
        context.insert(document)
        for price in [1, 2] { context.insert(Page(price: Decimal(price), document: document)) }
        try context.save()
        let columns = Document.columns
        #expect(
            try context.fetchCount(FetchDescriptor(where: columns.searchTitle == "ete" && columns.pageCount == 2)) == 1
        )
        #expect(try context.fetchCount(FetchDescriptor(where: columns.total == 3)) == 1)
        document.title = "x"
        // Changed, but not saved: derived attributes have their old values.
        #expect(
            try context.fetchCount(FetchDescriptor(where: columns.searchTitle == "ete" && columns.title == "x")) == 1
        )
        // The location of an external value is the store's choice; a predicate can only test whether there is one.
        #expect(try context.fetchCount(FetchDescriptor(where: columns.photo == nil)) == 1)
        #expect(throws: ModelError.self) { try context.fetch(FetchDescriptor(where: columns.scan == Data([1]))) }
    }
}
