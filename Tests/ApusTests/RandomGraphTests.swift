import Apus
import ApusTestSupport
import Foundation
import Testing

/// Random changes of relationships, compared with a naive model: sets of pairs.
struct RandomGraphTests {
    /// The naive model: the pairs of each relationship, by names.
    private struct Graph: Equatable {
        /// Item to trip.
        var itemTrip: [String: String] = [:]
        /// Accommodation to trip, one to one.
        var hutTrip: [String: String] = [:]
        /// Tag and trip.
        var tagTrips: Set<[String]> = []
        /// Friends, both directions.
        var friends: Set<[String]> = []
        /// Spouses, both directions, one to one.
        var spouses: [String: String] = [:]
        /// Child to parent.
        var parents: [String: String] = [:]

        mutating func marry(_ one: String, _ other: String?) {
            divorce(one)
            guard let other else { return }
            divorce(other)
            spouses[one] = other
            spouses[other] = one
        }

        /// What is left of the relationships of a person, and of all below, who were deleted and inserted again.
        mutating func isolate(_ person: String) {
            var family: Set<String> = [person]
            while true {
                let larger = family.union(parents.filter { family.contains($0.value) }.keys)
                if larger == family { break }
                family = larger
            }
            if parents[person] != person { parents[person] = nil }
            friends = friends.filter { pair in pair[0] == pair[1] || !pair.contains(where: family.contains) }
            for member in family where spouses[member] != member { divorce(member) }
        }

        private mutating func divorce(_ person: String) {
            guard let other = spouses.removeValue(forKey: person) else { return }
            spouses[other] = nil
        }
    }

    /// The objects of a context, by name.
    private struct Objects {
        let trips: [Trip]
        let items: [BucketListItem]
        let huts: [LivingAccommodation]
        let tags: [Tag]
        let people: [Person]

        init(_ context: ModelContext) throws {
            trips = try context.all()
            items = try context.all()
            huts = try context.all()
            tags = try context.all()
            people = try context.all()
        }

        /// Whether a relationship has an object twice.
        var hasRepetition: Bool {
            func isRepeated(_ objects: [ModelObject]) -> Bool {
                Set(objects.map { ObjectIdentifier($0) }).count < objects.count
            }
            return trips.contains { isRepeated($0.bucketList) || isRepeated($0.tags) }
                || tags.contains { isRepeated($0.trips) }
                || people.contains { isRepeated($0.friends) || isRepeated($0.children) }
        }

        /// The pairs according to the side with the foreign key.
        var graph: Graph {
            var graph = Graph()
            for item in items { graph.itemTrip[item.title] = item.trip?.name }
            for hut in huts { graph.hutTrip[hut.name] = hut.trip?.name }
            for tag in tags { for trip in tag.trips { graph.tagTrips.insert([tag.name, trip.name]) } }
            for person in people {
                for friend in person.friends { graph.friends.insert([person.name, friend.name]) }
                graph.spouses[person.name] = person.spouse?.name
                graph.parents[person.name] = person.parent?.name
            }
            return graph
        }

        /// The pairs according to the other side.
        var mirrored: Graph {
            var graph = Graph()
            for trip in trips {
                for item in trip.bucketList { graph.itemTrip[item.title] = trip.name }
                if let hut = trip.accommodation { graph.hutTrip[hut.name] = trip.name }
                for tag in trip.tags { graph.tagTrips.insert([tag.name, trip.name]) }
            }
            for person in people {
                for friend in person.friends { graph.friends.insert([friend.name, person.name]) }
                if let spouse = person.spouse { graph.spouses[spouse.name] = person.name }
                for child in person.children { graph.parents[child.name] = person.name }
            }
            return graph
        }
    }

    @Test(arguments: TestScale.seeds(2, from: 1)) func bothSidesAndTheStoreAgreeWithTheNaiveModel(_ seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        var context: ModelContext = try store.open()
        var graph = Graph()
        for number in 0..<24 {
            let trip = Trip(name: "t\(number)")
            context.insert(trip)
            context.insert(BucketListItem(title: "i\(number)", trip: trip))
            graph.itemTrip["i\(number)"] = "t\(number)"
            context.insert(LivingAccommodation(name: "h\(number)"))
            context.insert(Tag(name: "g\(number)"))
            context.insert(Person(name: "p\(number)"))
        }
        var saved: Graph?
        var objects = try Objects(context)
        for step in 0..<300 {
            try change(&graph, objects, context, isSaved: saved != nil, &random)
            switch Int.random(in: 0..<25, using: &random) {
            case 0:
                try context.save()
                saved = graph
            case 1:
                try context.save()
                saved = graph
                context = try store.open()
                objects = try Objects(context)
            case 2:
                if let before = saved {
                    context.rollback()
                    graph = before
                }
            case 3:
                #expect(objects.mirrored == graph, "seed \(seed), step \(step), the other side")
                #expect(!objects.hasRepetition, "seed \(seed), step \(step)")
            case 4:
                #expect(objects.graph == graph, "seed \(seed), step \(step)")
            default:
                break
            }
        }
        #expect(objects.graph == graph && objects.mirrored == graph, "seed \(seed), at the end")
        #expect(!objects.hasRepetition, "seed \(seed), at the end")
        try context.save()
        let fresh: ModelContext = try store.open()
        let read = try Objects(fresh)
        #expect(read.mirrored == graph && read.graph == graph, "seed \(seed), from the store")
    }

    private func change(
        _ graph: inout Graph,
        _ objects: Objects,
        _ context: ModelContext,
        isSaved: Bool,
        _ random: inout SplitMix64
    ) throws {
        let trip: Trip = try #require(objects.trips.randomElement(using: &random))
        let item: BucketListItem = try #require(objects.items.randomElement(using: &random))
        let hut: LivingAccommodation = try #require(objects.huts.randomElement(using: &random))
        let tag: Tag = try #require(objects.tags.randomElement(using: &random))
        let one: Person = try #require(objects.people.randomElement(using: &random))
        let other: Person = try #require(objects.people.randomElement(using: &random))
        let isEnd = Int.random(in: 0..<4, using: &random) == 0
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            item.trip = trip
            graph.itemTrip[item.title] = trip.name
        case 1:
            trip.addToBucketList(item)
            graph.itemTrip[item.title] = trip.name
        case 2:
            hut.trip = isEnd ? nil : trip
            if !isEnd { graph.hutTrip = graph.hutTrip.filter { $0.value != trip.name } }
            graph.hutTrip[hut.name] = isEnd ? nil : trip.name
        case 3:
            trip.accommodation = isEnd ? nil : hut
            graph.hutTrip = graph.hutTrip.filter { $0.value != trip.name }
            if !isEnd { graph.hutTrip[hut.name] = trip.name }
        case 4:
            tag.addToTrips(trip)
            graph.tagTrips.insert([tag.name, trip.name])
        case 5:
            trip.removeFromTags(tag)
            graph.tagTrips.remove([tag.name, trip.name])
        case 6:
            let some: [Tag] = objects.tags.filter { _ in Bool.random(using: &random) }
            trip.tags = some
            graph.tagTrips = graph.tagTrips.filter { $0[1] != trip.name }.union(some.map { [$0.name, trip.name] })
        case 7:
            one.addToFriends(other)
            graph.friends.formUnion([[one.name, other.name], [other.name, one.name]])
        case 8:
            one.removeFromFriends(other)
            graph.friends.subtract([[one.name, other.name], [other.name, one.name]])
        case 9:
            one.spouse = isEnd ? nil : other
            graph.marry(one.name, isEnd ? nil : other.name)
        case 10:
            one.parent = isEnd ? nil : other
            graph.parents[one.name] = isEnd ? nil : other.name
        case 11: repeatOne(objects, graph, &random)
        case 12:
            trip.addToTags(tag)
            graph.tagTrips.insert([tag.name, trip.name])
        case 13:
            trip.removeFromTags(tag)
            trip.addToTags(tag)
            graph.tagTrips.insert([tag.name, trip.name])
        case 14...18 where !isSaved:
            // A new object leaves its relationships when it is deleted.
            break
        case 14:
            deleteAndInsert(hut, in: context)
            graph.hutTrip[hut.name] = nil
        case 15:
            // `noAction` leaves its trips.
            deleteAndInsert(tag, in: context)
        case 16:
            deleteAndInsert(item, in: context)
            item.trip = trip
            graph.itemTrip[item.title] = trip.name
        case 17:
            // Its items and its accommodation are deleted with it, and kept with it.
            deleteAndInsert(trip, in: context)
            graph.tagTrips = graph.tagTrips.filter { $0[1] != trip.name }
        case 18:
            deleteAndInsert(one, in: context)
            graph.isolate(one.name)
        default:
            if isEnd { one.removeFromChildren(other) } else { one.addToChildren(other) }
            if !isEnd {
                graph.parents[other.name] = one.name
            } else if graph.parents[other.name] == one.name {
                graph.parents[other.name] = nil
            }
        }
    }

    private func deleteAndInsert(_ object: some PersistentModel, in context: ModelContext) {
        context.delete(object)
        context.insert(object)
    }

    /// Makes a change that changes nothing, from either side.
    private func repeatOne(_ objects: Objects, _ graph: Graph, _ random: inout SplitMix64) {
        guard let trip = objects.trips.randomElement(using: &random) else { return }
        for tag in objects.tags where graph.tagTrips.contains([tag.name, trip.name]) {
            if Bool.random(using: &random) { trip.addToTags(tag) } else { tag.addToTrips(trip) }
        }
        for item in objects.items where graph.itemTrip[item.title] == trip.name {
            if Bool.random(using: &random) { item.trip = trip } else { trip.addToBucketList(item) }
        }
        for hut in objects.huts where graph.hutTrip[hut.name] == trip.name {
            if Bool.random(using: &random) { hut.trip = trip } else { trip.accommodation = hut }
        }
        guard let one = objects.people.randomElement(using: &random) else { return }
        for other in objects.people {
            if graph.friends.contains([one.name, other.name]) { other.addToFriends(one) }
            if graph.spouses[one.name] == other.name { other.spouse = one }
            if graph.parents[one.name] == other.name { other.addToChildren(one) }
        }
    }
}
