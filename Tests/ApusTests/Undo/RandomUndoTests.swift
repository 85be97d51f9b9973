import Apus
import ApusTestSupport
import Foundation
import Testing

/// Random groups of changes: after any number of undos and redos, with saves in between, a context is what it was then.
struct RandomUndoTests {
    /// The objects that a context has, each as a line, and those that it had once.
    private final class World {
        let store: TemporaryStore
        let context: ModelContext
        let manager = UndoManager()
        var random: SplitMix64
        /// Counts the groups, so that each of them changes something.
        private(set) var seat = Seat(code: "x", number: 0)
        private var number = 0
        /// The objects by name, and the rows that they were saved with.
        private var objects: [String: (ObjectIdentifier, ModelObject)] = [:]
        private var rows: [String: PersistentIdentifier] = [:]

        init(seed: UInt64) throws {
            store = try TemporaryStore()
            context = try store.open()
            random = SplitMix64(seed: seed)
            try fill()
            try context.save()
            context.undoManager = manager
            seat = try #require(try context.all(Seat.self).first)
        }

        private func name(_ prefix: String) -> String {
            number += 1
            return "\(prefix)\(number)"
        }

        private func fill() throws {
            context.insert(seat)
            for _ in 0..<4 {
                let trip = Trip(name: name("t"))
                context.insert(trip)
                context.insert(BucketListItem(title: name("i"), trip: trip))
                context.insert(LivingAccommodation(name: name("h"), trip: Bool.random(using: &random) ? trip : nil))
                context.insert(Tag(name: name("g")))
                context.insert(Person(name: name("p")))
                let list = Playlist(name: name("l"))
                context.insert(list)
                for _ in 0..<3 {
                    list.addToTracks(Track(title: name("s")))
                    list.addToGuests(Guest(name: name("v")))
                }
            }
        }

        func some<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> Model? {
            try context.all(type).randomElement(using: &random)
        }

        func several<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
            try context.all(type).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        }

        func change() throws {
            guard let trip = try some(Trip.self), let list = try some(Playlist.self), let one = try some(Person.self),
                let other = try some(Person.self)
            else { return context.insert(Trip(name: name("t"))) }
            switch Int.random(in: 0..<26, using: &random) {
            case 0: trip.nights = Int32.random(in: 0..<99, using: &random)
            case 1: trip.destination = Bool.random(using: &random) ? nil : name("d")
            case 2: context.insert(Trip(name: name("t"), accommodation: LivingAccommodation(name: name("h"))))
            case 3: trip.addToBucketList(BucketListItem(title: name("i"), trip: trip))
            case 4: try some(BucketListItem.self)?.trip = trip
            case 5: trip.accommodation = try some()
            case 6: try some(LivingAccommodation.self)?.trip = Bool.random(using: &random) ? trip : nil
            case 7: trip.tags = try several()
            case 8: try some(Tag.self)?.trips = try several()
            case 9: try some(Tag.self).map { trip.addToTags($0) }
            case 10: one.spouse = Bool.random(using: &random) ? other : nil
            case 11: one.friends = try several()
            case 12: one.parent = Bool.random(using: &random) ? other : nil
            case 13: trip.sponsor = one
            case 14: list.tracks = list.tracks.shuffled(using: &random)
            case 15: list.tracks = try several()
            case 16: try some(Track.self)?.playlist = Bool.random(using: &random) ? list : nil
            case 17: list.guests = try several()
            case 18: try some(Guest.self)?.lists = try several()
            case 19: list.queue = try several()
            case 20: try some(Playlist.self)?.similar = try several()
            case 21: context.insert(Person(name: name("p"), spouse: one))
            case 22: list.addToTracks(Track(title: name("s")))
            default: try delete()
            }
        }

        private func delete() throws {
            func delete(_ type: (some PersistentModel).Type) throws { try some(type).map { context.delete($0) } }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try delete(Trip.self)
            case 1: try delete(BucketListItem.self)
            case 2: try delete(LivingAccommodation.self)
            case 3:
                // Its delete rule is `noAction`.
                try some(Tag.self).map {
                    $0.trips = []
                    context.delete($0)
                }
            case 4:
                // Trips need their sponsor, as there is no inverse that a rule could follow.
                let sponsors = try context.all(Trip.self).compactMap(\.sponsor)
                try some(Person.self).map { if !sponsors.contains($0), $0.children.isEmpty { context.delete($0) } }
            case 5: try delete(Playlist.self)
            case 6:
                guard let track = try some(Track.self) else { return }
                for list in try context.all(Playlist.self) { list.removeFromQueue(track) }
                context.delete(track)
            case 7: try delete(Guest.self)
            case 8: try context.delete(model: Trip.self, where: #Predicate { $0.nights > 80 })
            default:
                guard let track = try some(Track.self) else { return }
                for list in try context.all(Playlist.self) { list.removeFromQueue(track) }
                context.delete(track)
                context.insert(track)
            }
        }

        /// What can be seen of a context: each object, with its values and relationships.
        static func state(_ context: ModelContext) throws -> [String] {
            func names(_ objects: [ModelObject?]) -> String {
                objects.compactMap { $0 }.filter { !$0.isDeleted }.map { name($0) }.joined(separator: " ")
            }
            func sorted(_ objects: [ModelObject]) -> String {
                objects.filter { !$0.isDeleted }.map { name($0) }.sorted().joined(separator: " ")
            }
            var lines = try context.all(Seat.self).map { "seat \($0.number ?? 0)" }
            for trip in try context.all(Trip.self) {
                lines.append(
                    "\(trip.name) \(trip.nights) \(trip.destination ?? "-") hut \(names([trip.accommodation])) items"
                )
                lines[lines.count - 1] +=
                    " \(sorted(trip.bucketList)) tags \(sorted(trip.tags)) by \(names([trip.sponsor]))"
            }
            for item in try context.all(BucketListItem.self) { lines.append("\(item.title) \(names([item.trip]))") }
            for hut in try context.all(LivingAccommodation.self) { lines.append("\(hut.name) \(names([hut.trip]))") }
            for tag in try context.all(Tag.self) { lines.append("\(tag.name) \(sorted(tag.trips))") }
            for person in try context.all(Person.self) {
                lines.append(
                    "\(person.name) \(names([person.spouse])) / \(names([person.parent])) / \(sorted(person.friends))"
                )
                lines[lines.count - 1] += " / \(sorted(person.children))"
            }
            for list in try context.all(Playlist.self) {
                lines.append("\(list.name) \(names(list.tracks)) / \(names(list.queue)) / \(names(list.guests))")
                lines[lines.count - 1] += " / \(names(list.similar))"
            }
            for track in try context.all(Track.self) { lines.append("\(track.title) \(names([track.playlist]))") }
            for guest in try context.all(Guest.self) { lines.append("\(guest.name) \(names(guest.lists))") }
            return lines.sorted()
        }

        private static func name(_ object: ModelObject) -> String {
            ((try? object.value(forKey: "name")) ?? (try? object.value(forKey: "title"))) as? String ?? "?"
        }

        var state: [String] { get throws { try Self.state(context) } }

        /// Whether each object is the one that had its name before, with the row that it had.
        func checkIdentities(_ comment: Comment) throws {
            let all: [[any PersistentModel]] = [
                try context.all(Trip.self), try context.all(BucketListItem.self),
                try context.all(LivingAccommodation.self),
                try context.all(Tag.self), try context.all(Person.self), try context.all(Playlist.self),
                try context.all(Track.self), try context.all(Guest.self),
            ]
            for object in all.joined() {
                let name = Self.name(object)
                if let (known, _) = objects[name] { #expect(known == ObjectIdentifier(object), comment) }
                objects[name] = (ObjectIdentifier(object), object)
                let id = object.persistentModelID
                if let known = rows[name] { #expect(known == id, comment) }
                if case .row = id.key { rows[name] = id }
                #expect(!object.isDeleted && object.modelContext === context, comment)
            }
        }
    }

    @Test(arguments: TestScale.seeds(6, from: 1)) func undoGivesBackWhatWas(_ seed: UInt64) throws {
        let world = try World(seed: seed)
        var states = [try world.state]
        var index = 0
        for step in 0..<60 {
            let comment: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<10, using: &world.random) {
            case 0..<5:
                let isExplicit = Bool.random(using: &world.random)
                if isExplicit { world.manager.beginUndoGrouping() }
                world.seat.number = (world.seat.number ?? 0) + 1
                for _ in 0..<Int.random(in: 1..<5, using: &world.random) { try world.change() }
                if isExplicit { world.manager.endUndoGrouping() } else { world.context.processPendingChanges() }
                states.removeSubrange((index + 1)...)
                states.append(try world.state)
                index += 1
            case 5, 6: try world.context.save()
            case 7, 8:
                for _ in 0..<Int.random(in: 1..<5, using: &world.random) where index > 0 {
                    world.context.undo()
                    index -= 1
                }
            default:
                for _ in 0..<Int.random(in: 1..<5, using: &world.random) where index < states.count - 1 {
                    world.context.redo()
                    index += 1
                }
            }
            let found = try world.state
            #expect(found == states[index], comment)
            try world.checkIdentities(comment)
            if found != states[index] { return }
            if step % 9 == 0 {
                try world.context.save()
                let fresh = try world.store.open()
                #expect(try World.state(fresh) == states[index], comment)
            }
        }
        while index > 0 {
            world.context.undo()
            index -= 1
            #expect(try world.state == states[index], "seed \(seed), back to \(index)")
        }
        #expect(!world.manager.canUndo, "seed \(seed)")
        try world.context.save()
        let fresh = try world.store.open()
        #expect(try World.state(fresh) == states[0], "seed \(seed), from the store")
    }
}
