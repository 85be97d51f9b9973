import Foundation
import Testing

@testable import Apus

/// What live results cost those who save, and what waits for contexts that are not used.
@MainActor
struct LiveCostTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private var short: FetchDescriptor<Trip> {
        FetchDescriptor(where: Trip.columns.nights < 10, sortBy: [Trip.columns.name.ascending])
    }

    /// Fetches of a live result that are due without waiting.
    private func fetch(_ context: ModelContext, _ descriptor: FetchDescriptor<Trip>) throws -> LiveFetch<Trip> {
        let fetch = LiveFetch(descriptor, in: context)
        _ = try fetch.change()
        return fetch
    }

    @Test func aSaveAsksOnlyLiveResultsOfItsEntities() throws {
        let container = try container()
        let other = ModelContext(container)
        let trips = try fetch(container.mainContext, short)
        let people = LiveFetch(FetchDescriptor<Person>(), in: container.mainContext)
        let leaders = LiveFetch(FetchDescriptor(where: Trip.columns.leader.name == "a"), in: container.mainContext)
        _ = try (people.change(), leaders.change())
        func stale() -> [Bool] { [trips.isStale, people.isStale, leaders.isStale] }
        other.insert(Person(name: "b"))
        try other.save()
        #expect(stale() == [false, true, true])
        _ = try (people.change(), leaders.change())
        other.insert(Tag(name: "t"))
        try other.save()
        #expect(stale() == [false, false, false])
        other.insert(Trip(name: "a", nights: 3))
        try other.save()
        #expect(stale() == [true, false, true])
    }

    /// The row of each object is asked at most as often as a save can afford; then the results are fetched.
    @Test func aLargeSaveIsNoted() throws {
        let container = try container()
        let other = ModelContext(container)
        let live = try fetch(container.mainContext, short)
        container.coordinator.live.budget = 1000
        for number in 0..<50 { other.insert(Trip(name: "\(number)", nights: 30)) }
        let queries = try (0..<30).map { _ in try fetch(container.mainContext, short) }
        try other.save()
        // Those that were asked know that no new row is shown.
        let stale = queries.count(where: \.isStale)
        #expect(stale > 0 && stale < queries.count)
        for query in queries + [live] { #expect(try query.change() == nil) }
    }

    @Test func whatWaitsForAnIdleContextIsBounded() throws {
        let mailbox = SaveMailbox()
        func id(_ row: Int) -> PersistentIdentifier { PersistentIdentifier(entityName: "Trip", row: Int64(row)) }
        var mask = PropertyMask()
        for number in 0..<10_000 {
            mask.insert(number % 3)
            var own = PropertyMask()
            own.insert(number % 3)
            mailbox.add(
                SavedChanges(
                    inserted: [],
                    updated: [id(number % 7)],
                    deleted: [id(100 + number % 5)],
                    properties: [own]
                )
            )
        }
        let saves = mailbox.takeAll()
        #expect(saves.count <= 64 && mailbox.isEmpty)
        let joined = SavedChanges.joining(saves)
        #expect(Set(joined.updated) == Set((0..<7).map(id)) && Set(joined.deleted) == Set((100..<105).map(id)))
        #expect(joined.properties.allSatisfy { $0 == mask })
        // Beyond many rows, all are read again; what was erased stays erased.
        mailbox.add(.erasure(of: 1))
        for number in 0..<2000 {
            let rows = (0..<100).map { id(number * 100 + $0) }
            mailbox.add(SavedChanges(inserted: rows, updated: [], deleted: [], properties: []))
        }
        let all = mailbox.takeAll()
        #expect(all.count <= 64 && all.first?.erased == 1 && all.contains(where: \.isByOtherProcess))
    }

    /// A context that was not used for a long time has what others saved.
    @Test func anIdleContextTakesOverJoinedSaves() throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let trips = (0..<3).map { Trip(name: "\($0)", nights: 0) }
        trips.forEach(other.insert)
        try other.save()
        let known = try context.fetch(FetchDescriptor(sortBy: [Trip.columns.name.ascending]))
        known[0].nights = 7
        for number in 1...200 {
            trips[number % 2].name = "\(number)"
            try other.save()
        }
        other.delete(trips[2])
        try other.save()
        // The saves wait as few, which still say what has changed.
        let waiting = context.mailbox.takeAll()
        #expect(waiting.count < 100 && waiting.allSatisfy(\.isSave))
        #expect(waiting.flatMap(\.deleted) == [known[2].persistentModelID])
        let joined = waiting[0]
        #expect(Set(joined.updated) == Set(known[..<2].map(\.persistentModelID)))
        // Nothing but the name was saved, so the unsaved number of nights stays.
        let name = try #require(try context.table(of: Trip.self).entity.keyPaths().firstIndex { $0 == \Trip.name })
        var mask = PropertyMask()
        mask.insert(name)
        #expect(joined.properties == [mask, mask])
        waiting.forEach(context.mailbox.add)
        context.processPendingChanges()
        #expect(known[0].name == "200" && known[0].nights == 7 && known[1].name == "199" && known[2].isDeleted)
        try context.save()
        #expect(try container.mainContext.fetch(FetchDescriptor<Trip>()).map(\.nights).sorted() == [0, 7])
    }

    /// That another process has changed the store does not say what was deleted, so what says it is kept.
    @Test(arguments: [3, 50])
    func aDeletionIsKnownAlthoughOthersSaveAsWell(_ foreign: Int) throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let trips = (0..<3).map { Trip(name: "\($0)", nights: 0) }
        trips.forEach(other.insert)
        try other.save()
        let known = try context.fetch(FetchDescriptor(sortBy: [Trip.columns.name.ascending]))
        other.delete(trips[2])
        try other.save()
        for number in 1...200 {
            if number == foreign { container.coordinator.observers.post(.byOtherProcess, from: nil) }
            trips[0].name = "0 \(number)"
            try other.save()
        }
        context.processPendingChanges()
        #expect(known[2].isDeleted && !known[1].isDeleted && known[0].name == "0 200")
    }

    @Test func joinedSavesKeepDeletions() {
        let mailbox = SaveMailbox()
        func id(_ row: Int) -> PersistentIdentifier { PersistentIdentifier(entityName: "Trip", row: Int64(row)) }
        mailbox.add(SavedChanges(inserted: [id(1), id(2)], updated: [], deleted: [], properties: []))
        mailbox.add(SavedChanges(inserted: [], updated: [], deleted: [id(1)], properties: []))
        mailbox.add(.byOtherProcess)
        for _ in 0..<100 { mailbox.add(SavedChanges(inserted: [], updated: [], deleted: [], properties: [])) }
        let saves = mailbox.takeAll()
        #expect(saves.flatMap(\.inserted) == [id(2)] && saves.flatMap(\.deleted) == [id(1)])
        let isForeign = saves.contains(where: \.isByOtherProcess)
        #expect(isForeign)
        // Of too many rows, at least the deleted ones.
        mailbox.add(SavedChanges(inserted: [], updated: [], deleted: [id(1)], properties: []))
        for number in 0..<2000 {
            let rows = (0..<100).map { id(10 + number * 100 + $0) }
            mailbox.add(SavedChanges(inserted: rows, updated: [], deleted: [], properties: []))
        }
        let many = mailbox.takeAll()
        #expect(many.flatMap(\.deleted) == [id(1)] && many.contains(where: \.isByOtherProcess))
        #expect(many.reduce(0) { $0 + $1.count } <= 110_000)
    }

    /// Saves are joined again and again, and objects are deleted and inserted again in between.
    @Test(arguments: [10, 100_000]) func joinedSavesKeepWhatWasInsertedAgain(_ most: Int) {
        let mailbox = SaveMailbox()
        mailbox.mostObjects = most
        func id(_ row: Int) -> PersistentIdentifier { PersistentIdentifier(entityName: "Trip", row: Int64(row)) }
        func add(_ inserted: [Int], _ deleted: [Int]) {
            let lists = (inserted.map(id), deleted.map(id))
            mailbox.add(SavedChanges(inserted: lists.0, updated: [], deleted: lists.1, properties: []))
        }
        add([], [1, 2, 3])
        add([1, 2], [])
        add([], [2])
        for number in 0..<500 { add([10 + number], []) }
        let saves = mailbox.takeAll()
        let joined = SavedChanges.joining(saves)
        #expect(Set(joined.deleted) == [id(1), id(2), id(3)])
        #expect(Set(joined.inserted).intersection((0..<10).map(id)) == [id(1)])
        #expect(saves.contains(where: \.isByOtherProcess) == (most == 10))
        #expect(saves.reduce(0) { $0 + $1.count } <= most + 70)
        // Of too many, even deletions are unknown.
        for number in 0..<200 { add([], [10 + number]) }
        let all = mailbox.takeAll()
        #expect(Set(all.flatMap(\.deleted)).contains(id(10)) == (most != 10))
        #expect(all.contains(where: \.isByOtherProcess) == (most == 10))
    }

    /// What is not listed is fetched, and what says which objects are gone is listed.
    @Test(arguments: [10, 100_000]) func anIdleContextShowsWhatManySavesHaveChanged(_ most: Int) throws {
        let container = try container()
        let (context, other) = (ModelContext(container), ModelContext(container))
        context.mailbox.mostObjects = most
        let trips = (0..<3).map { Trip(name: "\($0)", nights: 0) }
        trips.forEach(other.insert)
        try other.save()
        other.undoManager = UndoManager()
        let live = try fetch(context, short)
        let known = try context.fetch(short)
        known[0].destination = "mine"
        other.delete(trips[0])
        try other.save()
        other.undo()
        trips[0].nights = 7
        try other.save()
        other.delete(trips[2])
        try other.save()
        for number in 10..<300 {
            other.insert(Trip(name: "\(number)", nights: 1))
            try other.save()
        }
        let names = try #require(try live.change()).results.map(\.name)
        #expect(names == (["0", "1"] + (10..<300).map { "\($0)" }).sorted())
        #expect(known.map(\.isDeleted) == [false, false, true])
        #expect(known[0].nights == 7 && known[0].destination == "mine")
        try context.save()
        #expect(!known[0].isDeleted && known[0].modelContext === context)
        #expect(try context.fetch(short).first === known[0])
        #expect(try other.fetch(short).first?.destination == "mine")
    }

    /// Beyond the budget, the results share what may have changed.
    @Test func aLargeSaveIsNotCopiedPerResult() throws {
        let container = try container()
        let other = ModelContext(container)
        let trips = (0..<40).map { Trip(name: "\($0 + 10)", nights: 1) }
        trips.forEach(other.insert)
        try other.save()
        let fetches = try (0..<20).map { _ in try fetch(container.mainContext, short) }
        let changes = LiveChanges(
            trips.map { LiveChange(object: $0, kind: .updated(nil)) },
            in: container.coordinator
        )
        var budget = 10
        for query in container.coordinator.live.queries {
            let effect = query.effect(of: changes, in: other, &budget)
            #expect(effect?.isShared == true && effect?.updated?.count == 40)
        }
        #expect(changes.setCount == 1)
        withExtendedLifetime(fetches) {}
    }

    /// A save over the budget of two hierarchies, once and twice before the results are fetched.
    @Test(arguments: [1, 2]) func aLargeSaveOfTwoHierarchiesIsNoted(_ times: Int) throws {
        let container = try container()
        let other = ModelContext(container)
        let leader = Person(name: "a")
        let trips = (0..<4).map { Trip(name: "\($0)", nights: 1) }
        for trip in trips {
            other.insert(trip)
            trip.leader = leader
        }
        try other.save()
        container.coordinator.live.budget = 0
        let led = LiveFetch(
            FetchDescriptor(where: Trip.columns.leader.name == "a", sortBy: [Trip.columns.name.ascending]),
            in: container.mainContext
        )
        let people = LiveFetch(FetchDescriptor<Person>(), in: container.mainContext)
        #expect(try led.change()?.results.count == 4)
        #expect(try people.change()?.results.count == 1)
        for time in 1...times {
            trips[time].nights = Int32(5 + time)
            leader.name = time == 1 ? "a" : "b"
            other.insert(Person(name: "c \(time)"))
            try other.save()
        }
        let change = try #require(try led.change())
        if times == 1 { #expect(change.updatedIndexes == [1]) } else { #expect(change.results.isEmpty) }
        #expect(try people.change()?.results.count == 1 + times)
    }

    /// A set that many results share is kept by each, but added to none: it may be very large.
    @Test func sharedSetsAreNotAddedUp() throws {
        let container = try container()
        let other = ModelContext(container)
        let trips = (0..<4).map { Trip(name: "\($0)", nights: 1) }
        trips.forEach(other.insert)
        try other.save()
        let live = try fetch(container.mainContext, short)
        let budget = container.coordinator.live.budget
        for isFirstShared in [true, false] {
            container.coordinator.live.budget = isFirstShared ? 0 : budget
            trips[0].nights += 1
            try other.save()
            container.coordinator.live.budget = isFirstShared ? budget : 0
            trips[1].nights += 1
            try other.save()
            #expect(try live.change()?.updatedIndexes == [0, 1, 2, 3])
            // One alone says what has changed, and so do several that are not shared.
            container.coordinator.live.budget = 0
            trips[2].nights += 1
            try other.save()
            #expect(try live.change()?.updatedIndexes == [2])
            container.coordinator.live.budget = budget
            for trip in trips[2...] {
                trip.nights += 1
                try other.save()
            }
            #expect(try live.change()?.updatedIndexes == [2, 3])
        }
    }

    /// A result that any change may change is fetched without asking objects, which leaves the budget to others.
    @Test func whatDependsOnEverythingAsksNothing() throws {
        let container = try container()
        let context = ModelContext(container)
        let trips = (0..<40).map { Trip(name: "\($0)", nights: 30) }
        trips.forEach(context.insert)
        try context.save()
        let all = LiveQuery(
            try context.query(short, context.table(of: Trip.self)),
            {
                var dependencies = $0
                dependencies.readEverything()
                return dependencies
            }(QueryDependencies(of: try context.query(short, context.table(of: Trip.self)), context.coordinator)),
            .rows,
            in: container.coordinator.live
        )
        let changes = LiveChanges(trips.map { LiveChange(object: $0, kind: .updated(nil)) }, in: context.coordinator)
        var budget = 60
        for _ in 0..<20 { #expect(all.effect(of: changes, in: context, &budget) != nil) }
        #expect(budget == 40)
        let live = try fetch(container.mainContext, short)
        let query = try #require(container.coordinator.live.queries.first { $0 !== all })
        #expect(query.effect(of: changes, in: context, &budget)?.isShared != true && budget == 0)
        withExtendedLifetime(live) {}
    }

    /// Unsaved changes of another context are not those of a result.
    @Test func unsavedChangesOfAnotherContextAreNotAsked() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        let trip = Trip(name: "a", nights: 1)
        other.insert(trip)
        try other.save()
        let lives = try (fetch(context, short), fetch(other, short))
        trip.nights = 2
        other.processPendingChanges()
        #expect(!lives.0.isStale && lives.1.isStale)
    }

    /// An event asks only the live results of its context that depend on what has changed.
    @Test func anEventAsksOnlyLiveResultsOfItsContextAndEntities() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        let fetches = try (fetch(context, short), fetch(other, short))
        let live = container.coordinator.live
        let trips = try context.table(of: Trip.self).root
        let people = try context.table(of: Person.self).root
        #expect(live.queries(of: [trips]).count == 2)
        #expect(live.queries(of: [trips], in: context).count == 1)
        #expect(live.queries(of: [people], in: context).isEmpty)
        withExtendedLifetime(fetches) {}
    }

    /// What others save counts together with what is unsaved, also if that alone did not concern the result, and after each save.
    @Test func unsavedChangesAreNotedAlthoughTheyDoNotMatter() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        for _ in 0..<3 { other.insert(Trip(name: "0", nights: 0)) }
        try other.save()
        let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.nights > 1 && $0.name == "2" })
        let live = try fetch(context, descriptor)
        let (mine, theirs) = try (context.all(Trip.self), other.all(Trip.self))
        for round in 0..<3 {
            mine[round].nights = 2
            context.processPendingChanges()
            #expect(!live.isStale)
            // The other context's object does not fulfil the condition, but with the unsaved value, the row does.
            theirs[round].name = "2"
            try other.save()
            #expect(try live.change()?.results.count == round + 1)
            try context.save()
            _ = try live.change()
        }
    }

    /// A save of others is not asked of objects that do not say what is in the results of a context with unsaved changes, each time
    /// it has some.
    @Test func unsavedChangesAreNotedAfterEachSave() throws {
        let container = try container()
        let (context, other) = (container.mainContext, ModelContext(container))
        let trip = Trip(name: "a", nights: 1)
        other.insert(trip)
        try other.save()
        let live = try fetch(context, short)
        let own = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        for _ in 0..<3 {
            own.nights = 30
            context.processPendingChanges()
            #expect(try live.change()?.results.isEmpty == true)
            own.nights = 2
            context.processPendingChanges()
            #expect(try live.change()?.results.count == 1)
            try context.save()
            _ = try live.change()
        }
    }
}
