import Apus
import ApusTestSupport
import Foundation
import GRDB
import Testing

/// How many objects a to-many relationship may have, also if they are deleted.
struct CountTests {
    /// A store with a team, each with all others.
    private func filled(_ count: Int = 3) throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let team: [Contact] = (1...count).map { rating in
            Contact(
                home: Address(street: "", city: "x"),
                colour: Colour(red: 0.5, name: ""),
                label: Label(text: "", colour: Colour(red: 1, name: "")),
                words: [],
                rating: Decimal(rating)
            )
        }
        for contact in team {
            contact.team = team.filter { $0 !== contact }
            context.insert(contact)
        }
        try context.save()
        return store
    }

    /// The contacts with fewer than two others.
    private static let unsound = """
        SELECT _id FROM Contact WHERE (SELECT count(*) FROM Contact_team WHERE source = Contact._id) < 2
        """

    @Test(arguments: [true, false]) func aDeletedObjectLeavesAOneWayRelationshipAtOnce(isLoaded: Bool) throws {
        let store = try filled()
        let context = try store.open()
        let last = try #require(
            try context.fetch(Contact.self, id: PersistentIdentifier(entityName: "Contact", row: 3))
        )
        let first = try #require(
            try context.fetch(Contact.self, id: PersistentIdentifier(entityName: "Contact", row: 1))
        )
        if isLoaded { #expect(first.team.count == 2) }
        context.delete(last)
        #expect(first.team.map(\.rating) == [2])
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == """
                Contact 1: 'team' is too short (expected at least 2 objects, found 1)
                Contact 2: 'team' is too short (expected at least 2 objects, found 1)
                """
        )
        for contact in try context.all(Contact.self) { contact.addToTeam(contact) }
        try context.save()
        #expect(first.team.count == 2)
        #expect(try store.lines(Self.unsound) == [] && store.lines("SELECT count(*) FROM Contact") == ["2"])
    }

    @Test func allOfThemCanBeDeleted() throws {
        let store = try filled()
        let context = try store.open()
        for contact in try context.all(Contact.self) { context.delete(contact) }
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Contact") == ["0"])
        #expect(try store.lines("SELECT count(*) FROM Contact_team") == ["0"])
    }

    @Test func aRelationshipToADeletedObjectIsNamed() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a")
        context.insert(trip)
        try context.save()
        let photo = Photo(bytes: Data())
        trip.addToPhotos(photo)
        context.delete(photo)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == "Trip 1: 'photos' refers to \(photo.persistentModelID), which is deleted: "
                + "remove the reference, or insert the object again"
        )
        context.insert(photo)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Trip_photos") == ["1"])
    }

    @Test(arguments: TestScale.seeds(2)) func aSaveSucceedsIfTheStoreIsSoundAfterwards(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try filled(5)
        var context = try store.open()
        var teams: [Int64: Set<Int64>] = [:]
        for number: Int64 in 1...5 { teams[number] = Set(1...5).subtracting([number]) }
        var saved = teams
        // A reference to a deleted object is an error if it was not saved before.
        func forget(_ number: Int64) throws {
            for member in teams.keys where teams[member]?.contains(number) == true {
                if saved[member]?.contains(number) == true { continue }
                try contact(member).removeFromTeam(contact(number))
                teams[member]?.remove(number)
            }
        }
        func contact(_ number: Int64) throws -> Contact {
            let id = PersistentIdentifier(entityName: "Contact", row: number)
            return try #require(try context.fetch(Contact.self, id: id))
        }
        for step in 0..<60 {
            guard let one = teams.keys.sorted().randomElement(using: &random),
                let other = teams.keys.sorted().randomElement(using: &random)
            else { break }
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3:
                try contact(one).addToTeam(contact(other))
                teams[one]?.insert(other)
            case 4, 5:
                try contact(one).removeFromTeam(contact(other))
                teams[one]?.remove(other)
            case 6:
                #expect(try contact(one).team.count == teams[one]?.count, "seed \(seed), step \(step)")
            case 7 where step > 20:
                try forget(one)
                try context.delete(contact(one))
                teams[one] = nil
                for member in teams.keys { teams[member]?.remove(one) }
            case 8:
                try forget(one)
                let deleted = try contact(one)
                context.delete(deleted)
                context.insert(deleted)
                // Its own references have no inverse that the delete rule could change, so they are kept.
                for member in teams.keys where member != one { teams[member]?.remove(one) }
            case _ where teams.values.allSatisfy { $0.count >= 2 }:
                try context.save()
                saved = teams
                #expect(try store.lines(Self.unsound) == [], "seed \(seed), step \(step)")
                let other = try store.open()
                let found = try other.all(Contact.self).map { $0.team.count }
                #expect(found == teams.sorted { $0.key < $1.key }.map(\.value.count), "seed \(seed), step \(step)")
            default:
                #expect(throws: ModelError.self, "seed \(seed), step \(step)") { try context.save() }
                if Bool.random(using: &random) {
                    context.rollback()
                } else {
                    context = try store.open()
                }
                teams = saved
            }
        }
    }
}
