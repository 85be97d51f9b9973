import Apus
import ApusTestSupport
import Foundation
import Testing

/// A fetch has the same result before and after saving: the evaluation in memory agrees with the store's.
struct QueryLawTests {
    private struct World {
        var trips: [Trip] = []
        var people: [Person] = []
        var tags: [Tag] = []

        /// Makes a random change.
        mutating func change(_ context: ModelContext, _ random: inout SplitMix64) {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
            func text() -> String { RandomPredicates.names.randomElement(using: &random) ?? "" }
            func person() -> Person? { number(0...3) == 0 ? nil : people.randomElement(using: &random) }
            switch number(0...11) {
            case 10:
                guard let trip = trips.randomElement(using: &random) else { return }
                let photo: Photo? = trip.photos.randomElement(using: &random)
                if let photo, number(0...1) == 0 {
                    // A deleted new object must not be referenced when the context is saved.
                    if photo.hasChanges { trip.removeFromPhotos(photo) }
                    context.delete(photo)
                } else {
                    trip.addToPhotos(Photo(bytes: Data(), order: Int64(number(-3...9))))
                }
            case 11:
                guard let index = tags.indices.randomElement(using: &random) else { return }
                for trip in tags[index].trips { trip.removeFromTags(tags[index]) }
                context.delete(tags.remove(at: index))
            case 0, 1:
                let trip = Trip(
                    name: text(),
                    destination: number(0...2) == 0 ? nil : text(),
                    nights: Int32(number(-1...6))
                )
                context.insert(trip)
                trip.leader = person()
                trips.append(trip)
            case 2:
                let person = Person(name: text())
                context.insert(person)
                people.append(person)
            case 3:
                let tag = Tag(name: text())
                context.insert(tag)
                tags.append(tag)
            case 4:
                guard let trip = trips.randomElement(using: &random) else { return }
                trip.addToBucketList(BucketListItem(title: text(), isDone: number(0...1) == 0, trip: trip))
            case 5:
                guard let trip = trips.randomElement(using: &random) else { return }
                trip.name = text()
                trip.nights = Int32(number(-1...6))
                trip.destination = number(0...2) == 0 ? nil : text()
                trip.sponsor = person()
            case 6:
                guard let trip = trips.randomElement(using: &random), let tag = tags.randomElement(using: &random)
                else {
                    return
                }
                if number(0...2) == 0 { trip.removeFromTags(tag) } else { trip.addToTags(tag) }
            case 7:
                guard let one = people.randomElement(using: &random), let other = people.randomElement(using: &random)
                else { return }
                if one === other { return }
                switch number(0...3) {
                case 0: one.spouse = other
                case 1: one.parent = other
                case 2: one.manager = other
                default: one.addToFriends(other)
                }
            case 8:
                guard let index = trips.indices.randomElement(using: &random), number(0...1) == 0 else { return }
                context.delete(trips.remove(at: index))
            default:
                guard let trip = trips.randomElement(using: &random) else { return }
                trip.leader = person()
                trip.accommodation = number(0...1) == 0 ? nil : LivingAccommodation(name: text())
            }
        }
    }

    private func descriptor(_ predicates: inout RandomPredicates) -> FetchDescriptor<Trip> {
        let text: String = predicates.predicate()
        var descriptor = FetchDescriptor<Trip>(where: ModelPredicate(format: text), sortBy: predicates.order())
        if Int.random(in: 0...3, using: &predicates.random) == 0 {
            descriptor.fetchLimit = Int.random(in: 1...5, using: &predicates.random)
            descriptor.fetchOffset = Int.random(in: 0...3, using: &predicates.random)
        }
        return descriptor
    }

    @Test("Pending changes count as if they were saved", arguments: TestScale.seeds(5))
    func law(seed: UInt64) throws {
        let store = try TemporaryStore()
        let context = try store.open()
        var random = SplitMix64(seed: seed)
        var world = World()
        for _ in 0..<60 { world.change(context, &random) }
        for round in 0..<3 {
            var descriptors: [FetchDescriptor<Trip>] = []
            var predicates = RandomPredicates(random: SplitMix64(seed: seed &* 31 &+ UInt64(round)))
            for _ in 0..<25 { descriptors.append(descriptor(&predicates)) }
            let before: [[Trip]] = try descriptors.map { try context.fetch($0) }
            let counts: [Int] = try descriptors.map { try context.fetchCount($0) }
            try context.save()
            let other = try store.open()
            for (index, descriptor) in descriptors.enumerated() {
                let what: Comment = "seed \(seed), round \(round): \(descriptor.predicate?.description ?? "")"
                let after: [Trip] = try context.fetch(descriptor)
                #expect(before[index].map(\.persistentModelID) == after.map(\.persistentModelID), what)
                #expect(counts[index] == after.count, what)
                #expect(try context.fetchCount(descriptor) == after.count, what)
                #expect(try other.fetch(descriptor).map(\.persistentModelID) == after.map(\.persistentModelID), what)
                #expect(try other.fetchIdentifiers(descriptor) == after.map(\.persistentModelID), what)
            }
            for _ in 0..<15 { world.change(context, &random) }
        }
    }

    @Test("A condition and its negation together match all objects", arguments: TestScale.seeds(6, from: 100))
    func opposites(seed: UInt64) throws {
        let store = try TemporaryStore()
        let context = try store.open()
        var random = SplitMix64(seed: seed)
        var world = World()
        for _ in 0..<60 { world.change(context, &random) }
        try context.save()
        let all: Int = try context.fetchCount(FetchDescriptor<Trip>())
        var predicates = RandomPredicates(random: random)
        for _ in 0..<40 {
            let predicate = ModelPredicate<Trip>(format: predicates.predicate())
            let count: Int = try context.fetchCount(FetchDescriptor(where: predicate))
            let rest: Int = try context.fetchCount(FetchDescriptor(where: !predicate))
            #expect(count + rest == all, "seed \(seed): \(predicate)")
        }
    }
}
