import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import Apus

/// A batch gives the rows that fetching, changing and saving the objects gives, or is refused where the save is.
struct BatchLawTests {
    /// A store with random objects that are related in all ways. The same seed makes the same rows.
    private static func filled(_ seed: UInt64) throws -> TemporaryStore {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        let context = try store.open()
        func some<Element>(_ all: [Element], _ random: inout SplitMix64) -> [Element] {
            all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        }
        let people = (0..<8).map { Person(name: "\($0)") }
        for (index, person) in people.enumerated() {
            context.insert(person)
            if Bool.random(using: &random), index > 0 {
                person.parent = people[Int.random(in: 0..<index, using: &random)]
            }
            if Int.random(in: 0..<5, using: &random) == 0 { person.manager = people.randomElement(using: &random) }
            if Int.random(in: 0..<3, using: &random) == 0 { person.spouse = people.randomElement(using: &random) }
            if Bool.random(using: &random) { person.friends = some(people, &random) }
        }
        let tags = (0..<4).map { Tag(name: "\($0)") }
        tags.forEach(context.insert)
        let photos = (0..<3).map { Photo(bytes: Data([UInt8($0)])) }
        photos.forEach(context.insert)
        for index in 0..<8 {
            let trip = Trip(name: "\(index)", nights: Int32.random(in: 0..<8, using: &random))
            context.insert(trip)
            for title in 0..<Int.random(in: 0..<3, using: &random) {
                context.insert(BucketListItem(title: "\(title)", trip: trip))
            }
            trip.tags = some(tags, &random)
            trip.photos = some(photos, &random)
            if Int.random(in: 0..<3, using: &random) == 0 { trip.leader = people.randomElement(using: &random) }
            if Int.random(in: 0..<6, using: &random) == 0 { trip.sponsor = people.randomElement(using: &random) }
            if Bool.random(using: &random) { trip.accommodation = LivingAccommodation(name: "\(index)") }
        }
        let tracks = (0..<6).map { Track(title: "\($0)") }
        let guests = (0..<3).map { Guest(name: "\($0)") }
        let lists = (0..<4).map { Playlist(name: "\($0)") }
        tracks.forEach(context.insert)
        guests.forEach(context.insert)
        for list in lists {
            context.insert(list)
            list.tracks = some(tracks, &random)
            list.queue = some(tracks, &random)
            list.guests = some(guests, &random).shuffled(using: &random)
            list.similar = some(lists, &random)
        }
        let owners = (0..<3).map { Owner(name: "O\($0)") }
        owners.forEach(context.insert)
        var animals: [Animal] = []
        for index in 0..<4 {
            animals.append(Dog(name: "\(index)", breed: "b"))
            animals.append(Cat(name: "\(index)"))
            animals.append(GuideDog(name: "\(index)", breed: "g", number: Int64(index)))
        }
        for animal in animals {
            context.insert(animal)
            if Int.random(in: 0..<3, using: &random) == 0, let owner = owners.randomElement(using: &random),
                owner.animals.count < 3
            {
                animal.owner = owner
            }
            animal.friends = some(animals, &random)
            if let dog = animal as? Dog { dog.chases = some(animals.compactMap { $0 as? Cat }, &random) }
        }
        if Bool.random(using: &random) { owners[0].visitor = animals.randomElement(using: &random) }
        let contacts = (0..<4).map { index in
            Contact(
                home: Address(street: "", city: "x"),
                colour: Colour(red: 0.5, name: ""),
                label: Label(text: "", colour: Colour(red: 1, name: "")),
                words: [],
                rating: 2,
                since: Date(timeIntervalSinceReferenceDate: Double(index))
            )
        }
        for contact in contacts { context.insert(contact) }
        for contact in contacts {
            contact.team = Array(contacts.shuffled(using: &random).prefix(3))
            contact.near = some(contacts, &random)
        }
        try context.save()
        return store
    }

    /// All rows, but for the sequence of identities.
    static func content(_ store: TemporaryStore) throws -> [String] {
        let tables = try store.lines(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'apus%' ORDER BY 1"
        )
        return try tables.flatMap { table in
            try store.lines("SELECT * FROM \"\(table)\"").sorted().map { "\(table): \($0)" }
        }
    }

    private func outcome(_ work: () throws -> Void) -> String? {
        do {
            try work()
            return nil
        } catch ModelError.validation(let violations) {
            return violations.map { "\($0.property)" }.sorted().first
        } catch ModelError.danglingReferences {
            return "dangling"
        } catch {
            return "\(error)"
        }
    }

    private func compare<Model: PersistentModel>(
        _ seed: UInt64,
        _ type: Model.Type,
        _ predicate: ModelPredicate<Model>,
        includeSubclasses: Bool = true
    ) throws -> Bool {
        let template = try Self.filled(seed)
        let (one, other) = (try template.copy(), try template.copy())
        let before = try Self.content(one)
        let context = try one.open()
        let saved = outcome {
            var descriptor = FetchDescriptor(where: predicate)
            descriptor.includesSubentities = includeSubclasses
            for object in try context.fetch(descriptor) { context.delete(object as ModelObject) }
            try context.save()
        }
        let bulk = try other.open()
        // Objects that are in memory follow.
        let objects = try bulk.all(Model.self)
        let batch = outcome {
            try bulk.batchDelete(model: type, where: predicate, includeSubclasses: includeSubclasses)
        }
        #expect((saved == nil) == (batch == nil), "seed \(seed), \(type): \(saved ?? "saved"), \(batch ?? "done")")
        let (expected, found) = (try Self.content(one), try Self.content(other))
        #expect(found == expected, "seed \(seed), \(type)")
        if batch != nil { #expect(found == before) }
        #expect(
            Set(objects.filter { !$0.isDeleted }.map { $0.persistentModelID })
                == Set(try bulk.fetchIdentifiers(FetchDescriptor<Model>()))
        )
        return batch == nil
    }

    @Test func deletingIsWhatASaveDoes() throws {
        let first = TestSeed.chosen()
        var done = 0
        var refused = 0
        for seed in first..<first + UInt64(3 * TestScale.factor) {
            let name = "\(seed % 4)"
            let outcomes = [
                try compare(seed, Person.self, Person.columns.name == name),
                try compare(seed, Person.self, Person.columns.name <= name),
                try compare(seed, Trip.self, Trip.columns.nights > Int32(seed % 6)),
                try compare(seed, Trip.self, Trip.columns.leader.name >= name),
                try compare(seed, Tag.self, Tag.columns.name == name),
                try compare(seed, Photo.self, Photo.columns.order == 0),
                try compare(seed, Playlist.self, Playlist.columns.name == name),
                try compare(seed, Track.self, Track.columns.title <= name),
                try compare(seed, Guest.self, Guest.columns.name == name),
                try compare(seed, Owner.self, Owner.columns.name <= "O1"),
                try compare(seed, Animal.self, Animal.columns.name == name),
                try compare(seed, Dog.self, Dog.columns.name == name, includeSubclasses: false),
                try compare(seed, Contact.self, Contact.columns.since == Date(timeIntervalSinceReferenceDate: 1)),
            ]
            done += outcomes.count { $0 }
            refused += outcomes.count { !$0 }
        }
        // Both have to be tried.
        #expect(done > 10 && refused > 2, "\(done) done, \(refused) refused")
    }

    @Test func updatingIsWhatASaveDoes() throws {
        let seed = TestSeed.chosen()
        let template = try Self.filled(seed)
        func compare(_ name: String, _ save: (ModelContext) throws -> Void, _ batch: (ModelContext) throws -> Void)
            throws
        {
            let (one, other) = (try template.copy(), try template.copy())
            let (context, bulk) = (try one.open(), try other.open())
            let saved = outcome {
                try save(context)
                try context.save()
            }
            let done = outcome { try batch(bulk) }
            #expect((saved == nil) == (done == nil), "\(name): \(saved ?? "saved"), \(done ?? "done")")
            // A list's order keys may have other gaps; its order is the same.
            let orders = { (store: TemporaryStore) in
                try store.open().all(Playlist.self).map { $0.tracks.map(\.title) }
            }
            #expect(try orders(other) == orders(one), "\(name)")
            if name != "list" { #expect(try Self.content(other) == Self.content(one), "\(name)") }
        }
        let (trips, tracks, dogs) = (Trip.columns, Track.columns, Dog.columns)
        try compare("number") {
            for trip in try $0.all(Trip.self) where trip.nights > 3 { trip.nights = trip.nights * 2 - 1 }
        } _: {
            try $0.batchUpdate(model: Trip.self, where: trips.nights > 3, set: trips.nights.to(trips.nights * 2 - 1))
        }
        try compare("related") {
            for trip in try $0.all(Trip.self) where trip.leader != nil { trip.destination = trip.leader?.name }
        } _: {
            try $0.batchUpdate(
                model: Trip.self,
                where: trips.leader != nil,
                set: trips.destination.to(trips.leader.name)
            )
        }
        try compare("reference") {
            let leader = try $0.all(Person.self)[2]
            for trip in try $0.all(Trip.self) { trip.leader = leader }
        } _: {
            try $0.batchUpdate(model: Trip.self, set: trips.leader.to($0.all(Person.self)[2]))
        }
        try compare("list") {
            let list = try $0.all(Playlist.self)[1]
            for track in try $0.all(Track.self) where track.title < "4" && track.playlist !== list {
                track.playlist = list
            }
        } _: {
            try $0.batchUpdate(
                model: Track.self,
                where: tracks.title < "4",
                set: tracks.playlist.to($0.all(Playlist.self)[1])
            )
        }
        try compare("limit") {
            let owner = try $0.all(Owner.self)[0]
            for dog in try $0.all(Dog.self) { dog.owner = owner }
        } _: {
            try $0.batchUpdate(model: Dog.self, set: dogs.owner.to($0.all(Owner.self)[0]))
        }
        try compare("subclass") {
            for dog in try $0.all(Dog.self) where type(of: dog) == Dog.self {
                (dog.bites, dog.breed) = (true, dog.name)
            }
        } _: {
            try $0.batchUpdate(
                model: Dog.self,
                includeSubclasses: false,
                set: dogs.bites.to(true),
                dogs.breed.to(dogs.name)
            )
        }
    }
}

extension TemporaryStore {
    /// A copy of the store, which nothing has open.
    fileprivate func copy() throws -> TemporaryStore {
        let copy = try TemporaryStore()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.url.path + suffix)
        }
        return copy
    }
}
