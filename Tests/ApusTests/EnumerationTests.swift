import Apus
import Foundation
import Testing

/// Enumerating the objects of a fetch, and results that are read batch by batch.
struct EnumerationTests {
    private func store(trips count: Int) throws -> TemporaryStore {
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

    @Test func objectsThatNobodyUsesGoAfterTheirBatch() throws {
        let store = try store(trips: 100)
        let context = try store.open()
        let kept = try #require(
            try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "7" })).first
        )
        var names: [String] = []
        var seen: [Trip] = []
        weak var gone: Trip?
        var most = 0
        try context.enumerate(ascending, batchSize: 10) { trip in
            #expect(trip.bucketList.map(\.title) == ["item \(trip.nights)"] && trip.bucketList[0].trip === trip)
            names.append(trip.name)
            if trip.nights == 7 { #expect(trip === kept) }
            if trip.nights == 50 { seen.append(trip) }
            if trip.nights == 51 { gone = trip }
            most = max(most, (1...100).count { (context.registered(Trip.self, $0)) != nil })
        }
        #expect(names == (1...100).map { "\($0)" })
        #expect(most <= 12 && gone == nil)
        // What is in use stays the object of its row.
        #expect(try context.fetch(Trip.self, id: seen[0].persistentModelID) === seen[0])
        #expect(seen[0].bucketList.map(\.title) == ["item 50"] && seen[0].bucketList[0].trip === seen[0])
        #expect(try context.all(Trip.self).count == 100)
    }

    @Test func changesHaveToBeSavedOrAllowed() throws {
        let store = try store(trips: 25)
        let context = try store.open()
        #expect(throws: ModelError.escapingMutation(10)) {
            try context.enumerate(ascending, batchSize: 10) { $0.name = "x" }
        }
        #expect(context.changedModelsArray.count == 10)
        context.rollback()
        try context.enumerate(ascending, batchSize: 10) { trip in
            trip.name = "saved"
            try context.save()
        }
        #expect(try store.lines("SELECT DISTINCT name FROM Trip") == ["saved"])
        try context.enumerate(ascending, batchSize: 10, allowEscapingMutations: true) { $0.name = "later" }
        #expect(context.changedModelsArray.count == 25)
        // With unsaved changes that matter.
        var names: Set<String> = []
        try context.enumerate(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "later" })) {
            names.insert($0.name)
        }
        #expect(names == ["later"])
        try context.save()
        #expect(try store.lines("SELECT DISTINCT name FROM Trip") == ["later"])
    }

    @Test func objectsCanBeDeletedMeanwhile() throws {
        let store = try store(trips: 30)
        let context = try store.open()
        var count = 0
        try context.enumerate(ascending, batchSize: 7) { trip in
            count += 1
            context.delete(trip)
            if trip.nights == 3 { try store.deleteTrip(20) }
            try context.save()
        }
        #expect(count == 29)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
    }

    @Test func objectsThatAreDeletedMeanwhileAreLeftOut() throws {
        let store = try store(trips: 10)
        let context = try store.open()
        // With unsaved changes that matter as well.
        for hasChanges in [false, true] {
            if hasChanges { context.insert(Trip(name: "new", nights: 0)) }
            var names: [String] = []
            try context.enumerate(ascending, allowEscapingMutations: true) { trip in
                names.append(trip.name)
                if trip.nights == 1 { try context.all(Trip.self).filter { $0.nights == 2 }.forEach(context.delete) }
            }
            #expect(names == (hasChanges ? ["new"] : []) + (1...10).filter { $0 != 2 }.map { "\($0)" })
            context.rollback()
        }
    }

    @Test func objectsOfSeveralEntitiesAreEnumerated() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        for number in 1...30 {
            context.insert(number % 2 == 0 ? Cat(name: "\(number)") as Animal : Dog(name: "\(number)", breed: "x"))
        }
        try context.save()
        let other = try store.open()
        var names: [String] = []
        try other.enumerate(FetchDescriptor<Animal>(), batchSize: 4) { animal in
            #expect((animal is Cat) == (Int(animal.name).map { $0 % 2 == 0 } ?? false))
            names.append(animal.name)
        }
        #expect(names == (1...30).map { "\($0)" })
    }

    @Test func resultsAreReadBatchByBatch() throws {
        let store = try store(trips: 100)
        let context = try store.open()
        let trips = try context.fetch(ascending, batchSize: 10)
        #expect(trips.count == 100 && context.registered(Trip.self, 51) == nil)
        #expect(trips[50].name == "51")
        #expect(context.registered(Trip.self, 55)?.name == "55" && context.registered(Trip.self, 61) == nil)
        #expect(trips.reversed().map(\.nights) == (1...100).reversed())
        #expect(trips[50] === trips[50])
        let identifiers = try context.fetchIdentifiers(ascending, batchSize: 10)
        #expect(identifiers.map { $0 } == trips.map(\.persistentModelID))
        try store.deleteTrip(2)
        let later = try store.open()
        let all = try later.fetch(ascending, batchSize: 10)
        #expect(all.count == 99 && all.allSatisfy { !$0.isDeleted })
        all[0].name = "changed"
        #expect(try later.fetch(ascending, batchSize: 10).map(\.name).first == "changed")
    }
}

extension TemporaryStore {
    fileprivate func deleteTrip(_ row: Int) throws {
        try tell("DELETE FROM BucketListItem WHERE trip = \(row); DELETE FROM Trip WHERE _id = \(row)")
    }
}

extension ModelContext {
    fileprivate func registered<Model: PersistentModel>(_ type: Model.Type, _ row: Int) -> Model? {
        registeredModel(for: PersistentIdentifier(entityName: "\(Model.self)", row: Int64(row)))
    }
}
