@_spi(Generated) import Apus
import Foundation
import Testing

/// A context retains the objects that have something to save, and no others.
struct WeakIdentityTests {
    private func store(trips count: Int = 3) throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        for number in 1...count {
            let trip = Trip(name: "\(number)", nights: Int32(number))
            context.insert(trip)
            _ = BucketListItem(title: "item \(number)", trip: trip)
        }
        try context.save()
        return store
    }

    private var ascending: FetchDescriptor<Trip> { FetchDescriptor(sortBy: [SortDescriptor(\.nights)]) }

    private func identifier(_ row: Int64) -> PersistentIdentifier { PersistentIdentifier(entityName: "Trip", row: row) }

    @Test func unchangedObjectsGoWithTheirLastReference() throws {
        let store = try store()
        let context = try store.open()
        weak var trip: Trip?
        do {
            let trips = try context.fetch(ascending)
            trip = trips[1]
            #expect(trip?.name == "2" && context.registeredModel(for: identifier(2)) as Trip? === trip)
        }
        #expect(trip == nil && context.registeredModel(for: identifier(2)) as Trip? == nil)
        // Faults and single objects as well.
        trip = try context.fetch(Trip.self, id: identifier(2))
        #expect(trip == nil)
        trip = context.model(for: identifier(2)) as? Trip
        #expect(trip == nil)
        #expect(try context.fetch(ascending).map(\.name) == ["1", "2", "3"])
    }

    @Test func aRowIsOneObjectAsLongAsItIsInUse() throws {
        let store = try store()
        let context = try store.open()
        let trip = try #require(try context.fetch(Trip.self, id: identifier(2)))
        for _ in 0..<3 {
            #expect(try context.fetch(ascending)[1] === trip)
            #expect(context.model(for: identifier(2)) === trip)
            #expect(try context.all(BucketListItem.self)[1].trip === trip)
            #expect(try context.fetch(ascending, batchSize: 1)[1] === trip)
        }
    }

    @Test func whatIsNotSavedIsKeptUntilItIs() throws {
        let store = try store()
        let context = try store.open()
        weak var changed: Trip?
        weak var deleted: Trip?
        weak var inserted: Trip?
        do {
            let trips = try context.fetch(ascending)
            (changed, deleted) = (trips[0], trips[1])
            trips[0].name = "changed"
            context.delete(trips[1])
            let trip = Trip(name: "new", nights: 4)
            context.insert(trip)
            inserted = trip
        }
        #expect(changed?.name == "changed" && deleted?.isDeleted == true && inserted?.name == "new")
        #expect(try context.fetch(ascending).map(\.name) == ["changed", "3", "new"])
        #expect(try context.fetch(ascending).first === changed)
        try context.save()
        #expect(changed == nil && deleted == nil && inserted == nil)
        #expect(try context.fetch(ascending).map(\.name) == ["changed", "3", "new"])
        #expect(try store.lines("SELECT name FROM Trip ORDER BY nights") == ["changed", "3", "new"])
    }

    @Test func changesAtTheOtherEndOfARelationshipAreKept() throws {
        let store = try store()
        let context = try store.open()
        do {
            let trips = try context.fetch(ascending)
            trips[2].addToBucketList(try #require(trips[0].bucketList.first))
            trips[1].leader = Person(name: "Ann")
        }
        try context.save()
        #expect(try store.lines("SELECT trip FROM BucketListItem ORDER BY _id") == ["3", "2", "3"])
        #expect(try store.lines("SELECT count(leader) FROM Trip") == ["1"])
    }

    @Test func aRollbackLetsThemGo() throws {
        let store = try store()
        let context = try store.open()
        weak var trip: Trip?
        do {
            trip = try context.fetch(ascending)[0]
            trip?.name = "changed"
        }
        // It was not changed before it was gone.
        #expect(trip == nil)
        do {
            let held = try context.fetch(ascending)[0]
            held.name = "changed"
            trip = held
        }
        #expect(trip?.name == "changed")
        context.rollback()
        // If notifications are in use, what they will say is kept until then.
        context.processPendingChanges()
        #expect(trip == nil && !context.hasChanges)
        #expect(try context.fetch(ascending).map(\.name) == ["1", "2", "3"])
    }

    @Test func whatCanBeUndoneIsKept() throws {
        let store = try store()
        let context = try store.open()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        weak var trip: Trip?
        do {
            let held = try context.fetch(ascending)[0]
            held.name = "changed"
            trip = held
        }
        try context.save()
        #expect(trip != nil)
        context.undo()
        #expect(trip?.name == "1" && context.hasChanges)
        try context.save()
        manager.removeAllActions()
        #expect(trip == nil)
    }

    @Test func objectsRetainWhatTheyWereReadToBeRelatedTo() throws {
        let store = try store()
        let context = try store.open()
        weak var item: BucketListItem?
        weak var trip: Trip?
        do {
            let held = try context.fetch(ascending)[0]
            item = held.bucketList[0]
            #expect(item != nil)
            trip = held
        }
        // Only one end was read.
        #expect(item == nil && trip == nil)
        do {
            let held = try context.fetch(ascending)[0]
            #expect(held.bucketList[0].trip === held)
            trip = held
        }
        // They retain each other.
        #expect(trip != nil)
        trip.map(context.refresh)
        context.processPendingChanges()
        #expect(trip == nil)
        do {
            let held = try context.fetch(ascending)[0]
            #expect(held.bucketList[0].trip === held)
            trip = held
        }
        context.reset()
        #expect(trip == nil)
    }

    @Test func prefetchedObjectsStayWithTheirOwners() throws {
        let store = try store()
        let context = try store.open()
        var descriptor = FetchDescriptor<BucketListItem>(sortBy: [SortDescriptor(\.title)])
        descriptor.relationshipKeyPathsForPrefetching = [\.trip]
        let items = try context.fetch(descriptor)
        #expect((1...3).allSatisfy { (context.registeredModel(for: identifier($0)) as Trip?) != nil })
        #expect(items.map(\.trip?.name) == ["1", "2", "3"])
        withExtendedLifetime(items) {}
    }

    @Test func faultsOfABatchThatAreGoneAreNotRead() throws {
        let store = try store(trips: 10)
        let context = try store.open()
        var descriptor = ascending
        descriptor.fetchBatchSize = 5
        var trips = try context.fetch(descriptor)
        trips.removeSubrange(1...3)
        #expect(trips[0].name == "1")
        #expect(context.registeredModel(for: identifier(2)) as Trip? == nil)
        #expect(trips.map(\.name) == ["1", "5", "6", "7", "8", "9", "10"])
    }

    @Test func memoryDoesNotGrowWithWhatWasFetched() throws {
        let store = try store(trips: 200)
        let context = try store.open()
        for start in stride(from: Int32(1), through: 200, by: 10) {
            let end = start + 9
            var page = FetchDescriptor<Trip>(predicate: #Predicate { $0.nights >= start && $0.nights <= end })
            page.relationshipKeyPathsForPrefetching = [\.bucketList]
            #expect(try context.fetch(page).count == 10)
        }
        #expect((1...200).allSatisfy { context.registeredModel(for: identifier($0)) as Trip? == nil })
    }

    @Test func aLongChainOfObjectsIsReleased() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let count = 30_000
        try store.tell(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO Person (_id, name, manager) SELECT i, 'P' || i, iif(i < \(count), i + 1, NULL) FROM n
            """
        )
        weak var last: Person?
        do {
            let id = PersistentIdentifier(entityName: "Person", row: 1)
            let first = try #require(try context.fetch(Person.self, id: id))
            var person = first
            var length = 1
            while let manager = person.manager { (person, length) = (manager, length + 1) }
            last = person
            #expect(length == count && last?.name == "P\(count)")
            person = first
        }
        #expect(last == nil)
    }

    /// Wherever the last reference of an object is, even against the rules, the map stays whole.
    @Test func objectsMayGoOnAnotherThread() throws {
        let store = try store(trips: 50)
        let context = try store.open()
        let queue = DispatchQueue(label: "other")
        for round in 0..<200 {
            let trips = Box<[Trip]>(try context.fetch(ascending))
            queue.async { trips.value = [] }
            #expect(try context.fetch(ascending).map(\.nights) == (1...50).map { $0 }, "round \(round)")
        }
        queue.sync {}
        #expect((1...50).allSatisfy { context.registeredModel(for: identifier($0)) as Trip? == nil })
    }

    /// A class of the user's own whose `deinit` sets properties: nothing of it is a change, and nothing retains the object.
    @Test(arguments: [false, true]) func whatAClassChangesAtItsEndIsNoChange(_ isUndone: Bool) throws {
        let store = try TemporaryStore()
        let setup = try store.open()
        for name in ["held", "fault", "changed"] {
            let cat = Cat(name: name)
            setup.insert(cat)
        }
        try setup.save()
        let context = try store.open()
        if isUndone { context.undoManager = UndoManager() }
        var ended: [String] = []
        do {
            let cats = try context.all(Cat.self)
            let fault = try #require(context.model(for: cats[1].persistentModelID) as? Cat)
            context.rollback()
            #expect(cats[0].name == "held")
            for cat in [cats[0], fault, cats[2]] {
                cat.whenEnding = {
                    ended.append($0.name)
                    ($0.name, $0.lives) = ("ended", 0)
                }
            }
            cats[2].lives = 1
        }
        // The notification of the rollback, whose end they are released at. What has changed before is kept until it is saved.
        context.processPendingChanges()
        #expect(ended.count == 2 && context.changedModelsArray.count == 1)
        try context.save()
        context.undoManager = nil
        context.processPendingChanges()
        #expect(ended.count == 3 && !context.hasChanges)
        #expect(
            try store.open().all(Cat.self).map { "\($0.name) \($0.lives)" } == ["held 9", "fault 9", "changed 1"]
        )
        #expect(try context.all(Cat.self).map(\.name) == ["held", "fault", "changed"])
    }

    /// A transient property would be recorded with its object, and a relationship would be changed at both ends.
    @Test(arguments: [false, true]) func whatAClassSetsAtItsEndRetainsNothing(_ isRecorded: Bool) throws {
        let store = try TemporaryStore()
        let setup = try store.open()
        let (ann, friend) = (Owner(name: "Ann"), Dog(name: "friend", breed: ""))
        setup.insert(ann)
        setup.insert(friend)
        for number in 1...5 {
            let cat = Cat(name: "\(number)")
            setup.insert(cat)
            if number < 3 { cat.owner = ann }
            if number < 5 { cat.addToFriends(friend) }
        }
        try setup.save()
        let context = try store.open()
        if isRecorded {
            context.undoManager = UndoManager()
            _ = context.changes
        }
        let owner = try #require(try context.all(Owner.self).first)
        let dog = try #require(try context.all(Dog.self).first)
        var ended: [String] = []
        let ends: [(Cat) -> Void] = [
            { $0.apusChangeTransient(5, Cat.ApusBacking.self) { $0.lives = 0 } },
            { $0.owner = nil },
            { $0.friends = [] },
            { owner.visitor = $0 },
            { $0.addToFriends(dog) },
        ]
        do {
            let cats = try context.fetch(FetchDescriptor<Cat>(sortBy: [SortDescriptor(\.name)]))
            for (cat, end) in zip(cats, ends) {
                #expect(cat.owner === (cat.name < "3" ? owner : nil) && cat.friends.count == (cat.name == "5" ? 0 : 1))
                cat.whenEnding = {
                    ended.append($0.name)
                    end($0)
                }
            }
        }
        #expect(ended.sorted() == ["1", "2", "3", "4", "5"])
        #expect(!context.hasChanges && !owner.hasChanges && !dog.hasChanges && owner.visitor == nil)
        #expect(owner.animals.count == 2 && dog.friends.count == 4)
        try context.save()
        context.undoManager = nil
        #expect(try store.lines("SELECT count(owner), min([Cat.lives]) FROM Animal") == ["2|9"])
    }

    @Test func changesOfAnObjectThatWasReadAgainAreInNoConflict() throws {
        let store = try store()
        let context = try store.open()
        #expect(try context.fetch(ascending)[0].name == "1")
        try store.tell("UPDATE Trip SET name = 'other' WHERE _id = 1")
        do {
            let trip = try context.fetch(ascending)[0]
            #expect(trip.name == "other")
            trip.name = "mine"
        }
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip WHERE _id = 1") == ["mine"])
    }
}
