import ApusSchema
import Foundation
import GRDB
import Testing

@testable import Apus

/// Batches: what they write, refuse and report, and who follows.
struct BatchTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private func fill(_ context: ModelContext, trips: Int = 4) throws {
        let leader = Person(name: "Ada")
        context.insert(leader)
        for index in 0..<trips {
            let trip = Trip(name: "\(index)", nights: Int32(index))
            context.insert(trip)
            trip.leader = leader
        }
        try context.save()
    }

    // MARK: - Deleting

    @Test func withoutRulesReferencesBecomeNil() throws {
        let context = try store.open()
        try fill(context)
        let trip = try #require(try context.all(Trip.self).first)
        trip.sponsor = trip.leader
        let item = BucketListItem(title: "x", trip: trip)
        context.insert(item)
        try context.save()
        #expect(throws: ModelError.self) { try context.batchDelete(model: Person.self) }
        let result = try context.batchDelete(model: Person.self, rules: .ignored)
        #expect(result.count == 1 && result.deleted.count == 1 && Set(result.updated).count == 4)
        #expect(trip.leader == nil && trip.sponsor == nil && trip.isDeleted == false)
        #expect(try store.lines("SELECT count(*) FROM Trip WHERE leader IS NULL AND sponsor IS NULL") == ["4"])
        // An item needs its trip.
        let error = #expect(throws: ModelError.self) { try context.batchDelete(model: Trip.self, rules: .ignored) }
        #expect(error?.description == "BucketListItem 1: 'trip' is required, but has no object")
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["4"])
        try context.batchDelete(model: Trip.self)
        #expect(item.isDeleted && trip.isDeleted)
    }

    @Test func allContextsFollow() throws {
        let context = try store.open()
        try fill(context)
        let other = ModelContext(context.container)
        let (mine, theirs) = (try context.all(Trip.self), try other.all(Trip.self))
        let leader = try #require(mine[0].leader)
        #expect(leader.leads.count == 4 && theirs[0].leader?.leads.count == 4)
        let saved = Box<[PersistentIdentifier]>([])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            saved.value = notification.userInfo?["deleted"] as? [PersistentIdentifier] ?? []
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let result = try context.batchDelete(model: Trip.self, where: Trip.columns.nights > 1)
        #expect(saved.value == result.deleted && result.deleted.count == 2)
        #expect(Set(result.deleted) == Set(mine.filter(\.isDeleted).map(\.persistentModelID)))
        #expect(mine.map(\.isDeleted) == [false, false, true, true] && leader.leads.count == 2)
        other.processPendingChanges()
        #expect(theirs.map(\.isDeleted) == [false, false, true, true] && theirs[0].leader?.leads.count == 2)
        try context.batchUpdate(
            model: Trip.self,
            where: Trip.columns.nights == 1,
            set: Trip.columns.nights.to(Trip.columns.nights + 40),
            Trip.columns.leader.to(nil)
        )
        #expect(mine[1].nights == 41 && leader.leads.map(\.name) == ["0"])
        other.processPendingChanges()
        #expect(theirs[1].nights == 41 && theirs[1].leader == nil && theirs[0].leader?.leads.map(\.name) == ["0"])
    }

    @Test func unsavedChangesStayAndAreInConflict() throws {
        let context = try store.open()
        try fill(context)
        let trips = try context.all(Trip.self)
        (trips[0].name, trips[1].nights) = ("mine", 70)
        let new = Trip(name: "new", nights: 2)
        context.insert(new)
        let result = try context.batchUpdate(model: Trip.self, set: Trip.columns.nights.to(Trip.columns.nights + 10))
        // The new object is not in the store, and not saved by the batch.
        #expect(result.count == 4 && new.nights == 2 && context.hasChanges)
        #expect(trips[0].nights == 10 && trips[0].name == "mine" && trips[1].nights == 70)
        let error = #expect(throws: ModelError.self) { try context.save() }
        guard case .conflict(let conflicts)? = error else { throw try #require(error) }
        #expect(conflicts.map(\.object) == [trips[1].persistentModelID] && conflicts[0].properties == ["nights"])
        context.mergePolicy = .objectWins
        try context.save()
        #expect(
            try store.lines("SELECT name, nights FROM Trip ORDER BY _id") == [
                "mine|10", "1|70", "2|12", "3|13", "new|2",
            ]
        )
        trips[2].name = "late"
        try context.batchDelete(model: Trip.self, where: Trip.columns.nights == 12)
        #expect(throws: ModelError.objectGone(trips[2].persistentModelID)) { try context.save() }
    }

    @Test func filesGoWithRows() throws {
        let context = try store.open()
        let large = Data(repeating: 7, count: 150_000)
        for title in ["a", "b"] { context.insert(Document(title: title, scan: large, colours: [])) }
        try context.save()
        func files() -> Int {
            ((try? FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files")) ?? []).count
        }
        #expect(files() == 2)
        let columns = Document.columns
        // A value that cannot be nil takes the files of nothing.
        #expect(throws: ModelError.self) {
            try context.batchUpdate(model: Document.self, set: columns.photo.to(large), columns.scan.to(nil))
        }
        #expect(files() == 2)
        try context.batchUpdate(model: Document.self, set: columns.photo.to(large), columns.text.to("é"))
        #expect(files() == 4)
        let documents = try context.all(Document.self)
        #expect(documents.allSatisfy { $0.photo == large && $0.text == "é" && $0.scan == large })
        try context.batchUpdate(model: Document.self, where: columns.title == "a", set: columns.photo.to(nil))
        #expect(files() == 3 && documents[0].photo == nil)
        try context.batchDelete(model: Document.self, where: columns.title == "a")
        #expect(files() == 2)
    }

    // MARK: - Updating

    @Test func everyRuleHolds() throws {
        let context = try store.open()
        for name in ["a", "b"] { context.insert(Cat(name: name)) }
        context.insert(Owner(name: "Ada"))
        context.insert(Trip(name: "x", nights: Int32.max))
        try context.save()
        func refused(_ work: () throws -> Void) -> String {
            let error = #expect(throws: ModelError.self) { try work() }
            return error?.description ?? ""
        }
        let before = try BatchLawTests.content(store)
        let (cats, owners, trips) = (Cat.columns, Owner.columns, Trip.columns)
        #expect(
            refused { try context.batchUpdate(model: Cat.self, set: cats.lives.to(cats.lives + 1)) }
                == "Cat 1: 'lives' is greater than the maximum '9'\nCat 2: 'lives' is greater than the maximum '9'"
        )
        #expect(
            refused { try context.batchUpdate(model: Cat.self, set: cats.lives.to(0)) }
                == "Cat 1: 'lives' is less than the minimum '1'"
        )
        #expect(
            refused { try context.batchUpdate(model: Owner.self, set: owners.name.to("ada")) }.contains("'name' is")
        )
        #expect(
            refused {
                try context.batchUpdate(model: Owner.self, set: owners.name.to(String(repeating: "A", count: 21)))
            }
            .contains("'name' is")
        )
        #expect(
            refused { try context.batchUpdate(model: Trip.self, set: trips.nights.to(trips.nights + 1)) }
                .contains("Trip 1: 'nights' is not an int32")
        )
        #expect(
            refused { try context.batchUpdate(model: Trip.self, set: trips.name.to(nil)) }
                == "'Trip.name' is set to a value of type nil (expected string)"
        )
        #expect(
            refused { try context.batchUpdate(model: Trip.self, set: trips.name.to(trips.destination)) }
                == "Trip 1: 'name' is nil (expected string)"
        )
        #expect(
            refused { try context.batchUpdate(model: Trip.self, set: trips.accommodation.to(nil)) }.contains(
                "other side"
            )
        )
        #expect(try BatchLawTests.content(store) == before)
        // A reference to an object that does not exist.
        #expect(throws: ModelError.self) {
            try context.batchUpdate(
                model: Trip.self,
                set: trips.leader.to(PersistentIdentifier(entityName: "Person", row: 99))
            )
        }
        #expect(try BatchLawTests.content(store) == before)
    }

    @Test func uniqueValuesAreThoseOfTheEnd() throws {
        let context = try store.open()
        for number in 1...3 { context.insert(GuideDog(name: "\(number)", breed: "", number: Int64(number))) }
        try context.save()
        let columns = GuideDog.columns
        try context.batchUpdate(model: GuideDog.self, set: columns.number.to(columns.number + 1))
        let sql = "SELECT \"GuideDog.number\" FROM Animal ORDER BY _id"
        #expect(try store.lines(sql) == ["2", "3", "4"])
        #expect(
            throws: ModelError.notUnique(
                object: PersistentIdentifier(entityName: "GuideDog", row: 2),
                columns: ["GuideDog.number"]
            )
        ) {
            try context.batchUpdate(model: GuideDog.self, set: columns.number.to(7))
        }
        #expect(try store.lines(sql) == ["2", "3", "4"])
    }

    @Test func listsAndTheirLimitsFollow() throws {
        let context = try store.open()
        let lists = ["a", "b"].map { Playlist(name: $0) }
        lists.forEach(context.insert)
        for title in ["0", "1", "2"] {
            let track = Track(title: title)
            context.insert(track)
            lists[0].tracks.append(track)
        }
        let last = Track(title: "9")
        context.insert(last)
        lists[1].tracks = [last]
        try context.save()
        let columns = Track.columns
        try context.batchUpdate(model: Track.self, where: columns.title != "1", set: columns.playlist.to(lists[1]))
        #expect(lists[1].tracks.map(\.title) == ["9", "0", "2"] && lists[0].tracks.map(\.title) == ["1"])
        let owners = [Owner(name: "Ada"), Owner(name: "Bob")]
        owners.forEach(context.insert)
        for name in 0..<4 { context.insert(Cat(name: "\(name)")) }
        try context.save()
        #expect(throws: ModelError.self) {
            try context.batchUpdate(model: Cat.self, set: Cat.columns.owner.to(owners[0]))
        }
        try context.batchUpdate(model: Cat.self, where: Cat.columns.name < "3", set: Cat.columns.owner.to(owners[0]))
        #expect(owners[0].animals.count == 3)
    }

    @Test func valuesOfOtherObjectsAreRead() throws {
        let context = try store.open()
        try fill(context)
        let columns = Trip.columns
        try context.batchUpdate(
            model: Trip.self,
            where: columns.leader.name == "Ada" && columns.nights > 0,
            set: columns.destination.to(columns.leader.name),
            columns.name.to(columns.leader.name)
        )
        #expect(
            try store.lines("SELECT name, destination FROM Trip ORDER BY _id") == [
                "0|", "Ada|Ada", "Ada|Ada", "Ada|Ada",
            ]
        )
    }

    @Test func valuesOfOtherRowsAreThoseOfBefore() throws {
        let context = try store.open()
        let shelters = (0..<3).map { _ in Shelter(capacity: 1, stall: Stall(width: 1)) }
        for shelter in shelters {
            context.insert(shelter)
            try context.save()
        }
        (shelters[0].head, shelters[1].head) = (shelters[1], shelters[2])
        try context.save()
        let columns = Shelter.columns
        // Row by row, the third would have 3, as the second has 2 by then.
        try context.batchUpdate(
            model: Shelter.self,
            set: columns.capacity.to(columns.capacity + columns.branches.sum { $0.capacity })
        )
        #expect(try store.lines("SELECT capacity FROM Shelter ORDER BY _id") == ["1", "2", "2"])
        // A trigger changes the derived number of the next row as soon as one has no head any more.
        try context.batchUpdate(
            model: Shelter.self,
            set: columns.head.to(nil),
            columns.capacity.to(columns.branchCount + 10)
        )
        #expect(
            try store.lines("SELECT capacity, branchCount FROM Shelter ORDER BY _id") == ["10|0", "11|0", "11|0"]
        )
    }

    // MARK: - Nested calls

    @Test func nestedWritesAreRefused() throws {
        let context = try store.open()
        let container = context.container
        let (trips, tags) = (Trip.columns, Tag.columns)
        let unsaved = Tag(name: "unsaved")
        context.insert(unsaved)
        try context.batchInsert(into: Trip.self, from: 0..<3) { index in
            #expect(throws: ModelError.nestedSave) {
                try context.batchUpdate(model: Trip.self, set: trips.nights.to(9))
            }
            #expect(throws: ModelError.nestedSave) {
                try container.batchInsert(into: Tag.self, from: ["t"]) { [tags.name.to($0)] }
            }
            #expect(throws: ModelError.nestedSave) { try context.save() }
            return [trips.name.to("\(index)")]
        }
        let sql = "SELECT name, nights, (SELECT count(*) FROM Tag) FROM Trip ORDER BY _id"
        #expect(try store.lines(sql) == ["0|1|0", "1|1|0", "2|1|0"])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try container.batchInsert(into: Trip.self, from: 0..<3) { index in
                if index == 1 { _ = try? container.batchDelete(model: Trip.self) }
                if index == 2 { throw Stop() }
                return [trips.name.to("x")]
            }
        }
        #expect(throws: ModelError.nestedSave) {
            try container.batchInsert(into: Trip.self, from: 0..<3) { _ in
                try container.batchDelete(model: Trip.self)
                return [trips.name.to("x")]
            }
        }
        #expect(try store.lines(sql) == ["0|1|0", "1|1|0", "2|1|0"])
        try context.save()
        #expect(try store.lines("SELECT name FROM Tag") == ["unsaved"])
    }

    // MARK: - Inserting

    @Test func rowsBecomeObjects() throws {
        let context = try store.open()
        try fill(context, trips: 1)
        let leader = try #require(try context.all(Person.self).first)
        let columns = Trip.columns
        let result = try context.batchInsert(
            into: Trip.self,
            from: 0..<3
        ) { index in
            [columns.name.to("n\(index)"), columns.leader.to(leader)]
                + (index == 1 ? [] : [columns.destination.to("Oslo")])
        }
        #expect(result.count == 3 && result.inserted.count == 3 && leader.leads.count == 4)
        #expect(
            try store.lines("SELECT name, destination, nights, leader FROM Trip ORDER BY _id")
                == ["0||0|1", "n0|Oslo|1|1", "n1||1|1", "n2|Oslo|1|1"]
        )
        // The next object gets the next identity.
        let trip = Trip(name: "z")
        context.insert(trip)
        try context.save()
        #expect(trip.persistentModelID == PersistentIdentifier(entityName: "Trip", row: 5))
    }

    @Test func badRowsAreCountedAndNothingIsInserted() throws {
        let context = try store.open()
        let columns = Cat.columns
        let error = #expect(throws: ModelError.self) {
            try context.batchInsert(
                into: Cat.self,
                from: 0..<300
            ) { [columns.name.to($0 == 5 ? nil : "\($0)"), columns.lives.to($0 % 2 == 0 ? 9 : 10)] }
        }
        guard case .refusedRows(let count, let rows)? = error else { throw try #require(error) }
        #expect(count == 151 && rows.count == 100)
        #expect(rows[0] == .init(index: 1, property: "lives", problem: "is greater than the maximum '9'"))
        #expect(rows[2] == .init(index: 5, property: "name", problem: "is nil (expected string)"))
        #expect(try store.lines("SELECT count(*) FROM Animal") == ["0"])
        let missing = ["breed", "number"].map {
            ModelError.RefusedRow(index: 0, property: $0, problem: "is missing, and has no default")
        }
        #expect(throws: ModelError.refusedRows(count: 2, missing)) {
            try context.batchInsert(into: GuideDog.self, from: ["x"]) { [GuideDog.columns.name.to($0)] }
        }
    }

    @Test(arguments: [(MergePolicy.upsert, "B|1"), (.storeWins, "b|1"), (.error, "b|1")])
    func duplicatesAreAsThePolicySays(_ policy: MergePolicy, _ expected: String) throws {
        let context = try store.open()
        context.insert(GuideDog(name: "a", breed: "b", number: 1))
        try context.save()
        let dog = try #require(try context.all(GuideDog.self).first)
        context.mergePolicy = policy
        let columns = GuideDog.columns
        func insert() throws -> BatchResult {
            try context.batchInsert(
                into: GuideDog.self,
                from: [("a", "B", 1), ("c", "C", 2)]
            ) { [columns.name.to($0.0), columns.breed.to($0.1), columns.number.to($0.2)] }
        }
        if policy == .error {
            #expect(throws: ModelError.self) { try insert() }
        } else {
            let result = try insert()
            #expect(result.inserted.count == 1 && result.updated.count == (policy == .upsert ? 1 : 0))
            #expect(dog.breed == (policy == .upsert ? "B" : "b"))
        }
        let sql = "SELECT \"Dog.breed\", \"GuideDog.number\" FROM Animal ORDER BY _id"
        #expect(try store.lines(sql) == [expected] + (policy == .error ? [] : ["C|2"]))
    }

    // MARK: - Who knows

    @Test func historyAndLiveResultsKnow() async throws {
        let configuration = ModelConfiguration(url: store.url)
        let container = try ModelContainer(for: HistoryFeatures.self, configurations: configuration)
        let context = ModelContext(container)
        context.author = "me"
        let columns = Trip.columns
        try context.batchInsert(into: Trip.self, from: 1...2) { (nights: Int) in
            [columns.name.to("\(nights)"), columns.nights.to(Int32(nights))]
        }
        try context.batchUpdate(model: Trip.self, where: columns.nights == 1, set: columns.nights.to(5))
        try context.batchDelete(model: Trip.self, where: columns.nights == 2)
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.author) == ["me", "me", "me"] && history.map(\.changes.count) == [2, 1, 1])
        let live = LiveQueryProbe(try context.liveQuery(FetchDescriptor(where: columns.nights > 3)))
        _ = try context.fetch(FetchDescriptor(where: columns.nights > 3))
        try context.batchInsert(into: Tag.self, from: ["t"]) { [Tag.columns.name.to($0)] }
        #expect(!live.isRaised)
        try context.batchUpdate(model: Trip.self, set: columns.nights.to(9))
        #expect(live.isRaised)
    }

    private struct LiveQueryProbe {
        let query: LiveQuery
        init(_ query: LiveQuery) {
            self.query = query
            query.attempt()
        }
        var isRaised: Bool { query.isRaised }
    }

    @Test func derivedValuesFollow() throws {
        let context = try store.open()
        let meter = Meter(name: "m")
        context.insert(meter)
        try context.save()
        let columns = Reading.columns
        try context.batchInsert(
            into: Reading.self,
            from: 1...4
        ) { [columns.amount.to($0), columns.meter.to(meter)] }
        #expect(meter.total == 10)
        try context.batchUpdate(model: Reading.self, set: columns.amount.to(columns.amount * 2))
        #expect(meter.total == 20)
        try context.batchDelete(model: Reading.self, where: columns.amount > 6)
        #expect(meter.total == 12 && meter.readings.count == 3)
        #expect(throws: ModelError.self) {
            try context.batchUpdate(model: Reading.self, set: columns.amount.to(Int64.max - 1))
        }
        #expect(meter.total == 12)
    }

    @Test func aStoreThatIsOnlyReadRefuses() throws {
        try fill(try store.open())
        let configuration = ModelConfiguration(url: store.url, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: FeaturesSchema.self, configurations: configuration))
        #expect(throws: ModelError.readOnly) { try context.batchDelete(model: Trip.self) }
        #expect(throws: ModelError.readOnly) {
            try context.batchUpdate(model: Trip.self, set: Trip.columns.nights.to(1))
        }
    }

    @Test func nestedContextsFollow() throws {
        let context = try store.open()
        try fill(context)
        let child = ModelContext(parent: context)
        let trips = try child.all(Trip.self)
        try child.batchUpdate(model: Trip.self, set: Trip.columns.nights.to(3))
        #expect(try context.all(Trip.self).allSatisfy { $0.nights == 3 })
        child.processPendingChanges()
        #expect(trips.allSatisfy { $0.nights == 3 })
        try child.batchDelete(model: Trip.self)
        child.processPendingChanges()
        #expect(try child.all(Trip.self).isEmpty)
    }

    @Test func eachStoreHasItsOwnTransaction() throws {
        let playlists = store.url.deletingLastPathComponent().appending(path: "playlists.sqlite")
        let container = try ModelContainer(
            for: FeaturesSchema.self,
            configurations: ModelConfiguration("trips", url: store.url),
            ModelConfiguration("playlists", schema: Schema([Playlist.self]), url: playlists, allowsSave: true)
        )
        let context = ModelContext(container)
        try fill(context)
        try context.batchInsert(into: Playlist.self, from: ["a", "b"]) { [Playlist.columns.name.to($0)] }
        try context.batchUpdate(
            model: Playlist.self,
            where: Playlist.columns.name == "a",
            set: Playlist.columns.name.to("c")
        )
        #expect(try context.all(Playlist.self).map(\.name) == ["c", "b"])
        try context.batchDelete(model: Playlist.self)
        #expect(try context.all(Playlist.self).isEmpty && context.all(Trip.self).count == 4)
        #expect(try store.lines("SELECT count(*) FROM Playlist") == ["0"])
    }

    @Test func containersWriteWithoutAContext() throws {
        let context = try store.open()
        try fill(context)
        let trips = try context.all(Trip.self)
        let container = context.container
        #expect(try container.batchUpdate(model: Trip.self, set: Trip.columns.nights.to(8)).count == 4)
        #expect(try container.batchDelete(model: Trip.self, where: #Predicate { $0.name == "0" }).count == 1)
        #expect(try container.batchInsert(into: Trip.self, from: ["n"]) { [Trip.columns.name.to($0)] }.count == 1)
        context.processPendingChanges()
        #expect(trips[0].isDeleted && trips[1].nights == 8)
    }
}
