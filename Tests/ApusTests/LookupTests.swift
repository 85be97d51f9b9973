@_spi(Generated) import Apus
import ApusEncryption
import ApusSchema
import ApusStore
import ApusTestSupport
import Foundation
import GRDB
import Testing

/// The features' model with attributes that are encrypted and looked up.
private enum LookedUpFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static let entities = FeaturesSchema.entities
    static let versions = FeaturesSchema.versions
    static let mappings = FeaturesSchema.mappings

    static let head: FrozenSchema? = {
        guard let plain = FeaturesSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else { return nil }
        for index in schema.entities.indices {
            for number in schema.entities[index].attributes.indices {
                var attribute = schema.entities[index].attributes[number]
                switch (schema.entities[index].name, attribute.name) {
                case ("Animal", "size"), ("GuideDog", "number"), ("Trip", "destination"),
                    ("BucketListItem", "title"):
                    break
                case ("Everything", _) where attribute.type.scalar != nil && attribute.type != .scalar(.bool): break
                default: continue
                }
                guard attribute.isKept else { continue }
                (attribute.encryptionKey, attribute.allowsLookup) = ("own", true)
                attribute.usesExternalStorage = false
                schema.entities[index].attributes[number] = attribute
            }
        }
        precondition(schema.validate().filter { $0.severity == .error }.isEmpty, "\(schema.validate())")
        return FrozenSchema("head", json: String(decoding: schema.json, as: UTF8.self))
    }()
}

/// Objects whose encrypted attributes are looked up.
struct LookupTests {
    private let store: TemporaryStore
    private static let key = EncryptionKey.random()
    private static let keys = StoreKeys { (name: String) -> EncryptionKey? in name == "own" ? key : nil }

    init() throws { store = try TemporaryStore() }

    private func open(_ keys: StoreKeys? = Self.keys) throws -> ModelContext {
        let configuration = ModelConfiguration(url: store.url, keys: keys)
        return ModelContext(try ModelContainer(for: LookedUpFeatures.self, configurations: configuration))
    }

    private func isSound() throws -> Bool { try Verifier.verify(store.url, keys: Self.keys).isSound }

    private static let destinations: [String?] = ["Grüße", "Oslo", nil, "Oslo", "", "ends\0here", "e\u{301}", "é"]

    private func trips(_ context: ModelContext) throws {
        for (index, destination) in Self.destinations.enumerated() {
            context.insert(Trip(name: "t\(index)", destination: destination))
        }
        try context.save()
    }

    private func names(_ context: ModelContext, _ predicate: ModelPredicate<Trip>?) throws -> [String] {
        try context.fetch(FetchDescriptor<Trip>(where: predicate)).map(\.name).sorted()
    }

    @Test func whatABatchComputesIsLookedUp() throws {
        let context = try open()
        try trips(context)
        try context.save()
        let columns = Trip.columns
        try context.batchUpdate(model: Trip.self, where: columns.name < "t5", set: columns.destination.to(columns.name))
        #expect(try context.fetch(FetchDescriptor(where: columns.destination == "t3")).map(\.name) == ["t3"])
        #expect(try context.fetch(FetchDescriptor(where: columns.destination == "Oslo")).isEmpty)
        #expect(try context.fetch(FetchDescriptor(where: columns.destination == "ends\0here")).map(\.name) == ["t5"])
        #expect(try isSound())
    }

    @Test func equalValuesAreFound() throws {
        try trips(try open())
        let context = try open()
        let column = Trip.columns.destination
        for (predicate, expected) in [
            (column == "Oslo", ["t1", "t3"]), (column == "Grüße", ["t0"]), (column == "", ["t4"]),
            (column == "ends\0here", ["t5"]), (column == "ends", []), (column == "oslo", []),
            (column == "e\u{301}", ["t6"]), (column == nil, ["t2"]),
            (column != nil, ["t0", "t1", "t3", "t4", "t5", "t6", "t7"]),
            (column != "Oslo", ["t0", "t2", "t4", "t5", "t6", "t7"]),
            (column.isIn(["Oslo", "é", "x"]), ["t1", "t3", "t7"]),
            (column.isIn(["Oslo", nil]), ["t1", "t2", "t3"]),
            (!column.isIn(["Oslo", nil]), ["t0", "t4", "t5", "t6", "t7"]),
            (!(column == "Oslo"), ["t0", "t2", "t4", "t5", "t6", "t7"]),
            (column == "Oslo" || column == nil, ["t1", "t2", "t3"]),
            (column == "Oslo" && Trip.columns.name == "t3", ["t3"]),
        ] as [(ModelPredicate<Trip>, [String])] {
            #expect(try names(context, predicate) == expected, "\(predicate)")
        }
        for (format, expected) in [
            ("destination == 'Oslo'", ["t1", "t3"]), ("'Oslo' == destination", ["t1", "t3"]),
            ("destination IN {'Oslo', 'x', NIL}", ["t1", "t2", "t3"]),
            ("destination == destination", Self.destinations.indices.map { "t\($0)" }),
            ("NOT destination IN {'Oslo'}", ["t0", "t2", "t4", "t5", "t6", "t7"]),
            ("destination ==[n] 'Oslo'", ["t1", "t3"]), ("destination == 'Os' + 'lo'", ["t1", "t3"]),
        ] as [(String, [String])] {
            #expect(try names(context, ModelPredicate(format: format)) == expected, "\(format)")
        }
        #expect(try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.destination == "Oslo" })).count == 2)
        let wanted: [String?] = ["Oslo", "Grüße"]
        #expect(
            try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { wanted.contains($0.destination) })).count
                == 3
        )
        #expect(try context.fetchObjects(named: "Trip", where: "destination == $x", ["x": "Oslo"]).count == 2)
        #expect(try context.fetchCount(FetchDescriptor<Trip>(where: column == "Oslo")) == 2)
    }

    @Test func anIndexIsUsed() async throws {
        let context = try open()
        try trips(context)
        try await context.container.close()
        let schema = try Schema(json: Data(try #require(LookedUpFeatures.head).json.utf8))
        let column = Layout(schema).tables.flatMap(\.columns).first { $0.name == "destination.lookup" }
        let lookup = SealFunctions.lookup(try #require(column?.lookup), SQLStatement("?1")).sql
        let queue = try DatabaseQueue(path: store.url.path)
        let (plan, names) = try await queue.write { db in
            SealFunctions.add(to: db, Self.keys, nil)
            let sql = "SELECT name FROM Trip WHERE \"destination.lookup\" = \(lookup)"
            let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: ["Oslo"])
            return (plan.map { $0["detail"] as String }, try String.fetchAll(db, sql: sql, arguments: ["Oslo"]))
        }
        #expect(plan.first?.contains("SEARCH Trip USING INDEX") == true, "\(plan)")
        #expect(names.sorted() == ["t1", "t3"])
    }

    @Test func whatAStoreCannotCompareIsAnError() throws {
        let context = try open()
        try trips(context)
        for format in [
            "destination BEGINSWITH 'O'", "destination CONTAINS 'O'", "destination < 'x'", "destination ==[c] 'oslo'",
            "destination LIKE 'O*'", "destination BETWEEN {'a', 'b'}", "destination == name", "name == destination",
            "destination == name + 'x'", "lowercase(destination) == 'oslo'", "destination IN name", "destination == 5",
            "ANY bucketList.title BEGINSWITH 'x'", "ANY bucketList.title == destination",
        ] {
            let error = #expect(throws: ModelError.self, "\(format)") {
                try names(context, ModelPredicate(format: format))
            }
            let text = error?.description ?? ""
            #expect(text.contains("encrypted") || format.hasSuffix("5"), "\(format): \(text)")
        }
        #expect(throws: ModelError.self) { try context.fetchObjects(named: "Trip", sortBy: ["destination"]) }
    }

    @Test func pendingChangesCount() throws {
        let context = try open()
        try trips(context)
        let column = Trip.columns.destination
        let oslo = try context.fetch(FetchDescriptor<Trip>(where: column == "Oslo"))
        try #require(oslo.count == 2)
        oslo[0].destination = "Rome"
        context.insert(Trip(name: "new", destination: "Oslo"))
        #expect(try names(context, column == "Oslo").count == 2)
        #expect(try names(context, column == "Rome") == [oslo[0].name])
        #expect(try names(context, column != "Oslo").contains(oslo[0].name))
        let nested = ModelContext(parent: context)
        #expect(try names(nested, column == "Rome") == [oslo[0].name])
        nested.insert(Trip(name: "inner", destination: "Rome"))
        #expect(try names(nested, column == "Rome").count == 2)
        try nested.save()
        try context.save()
        #expect(try names(try open(), column == "Rome").count == 2)
        let saved = try #require(try context.fetch(FetchDescriptor<Trip>(where: column == "Rome")).first)
        saved.destination = nil
        try context.save()
        #expect(try names(try open(), column == "Rome").count == 1)
        #expect(try isSound())
        try context.delete(model: Trip.self, where: #Predicate { $0.destination == "Oslo" })
        try context.save()
        #expect(try names(try open(), column == "Oslo") == [])
        #expect(try isSound())
    }

    @Test func relationshipsLeadToValuesThatAreLookedUp() throws {
        let context = try open()
        let trip = Trip(name: "a", destination: "x")
        context.insert(trip)
        for title in ["x", "y"] { context.insert(BucketListItem(title: title, trip: trip)) }
        context.insert(Trip(name: "b", destination: "x"))
        try context.save()
        for isPending in [false, true] {
            let context = try open()
            if isPending { for trip in try context.all(Trip.self) { trip.nights += 1 } }
            func found(_ format: String) throws -> [String] { try names(context, ModelPredicate(format: format)) }
            #expect(try found("ANY bucketList.title == 'y'") == ["a"])
            #expect(try found("ALL bucketList.title IN {'x', 'y'}") == ["a", "b"])
            #expect(try found("NONE bucketList.title == 'y'") == ["b"])
            #expect(try found("'y' IN bucketList.title") == ["a"])
            #expect(try found("SUBQUERY(bucketList, $i, $i.title == 'x').@count == 1") == ["a"])
            let items = try context.fetch(
                FetchDescriptor<BucketListItem>(where: ModelPredicate(format: "trip.destination == 'x'"))
            )
            #expect(Set(items.map(\.title)) == ["x", "y"])
            // The values of a given object are known.
            let given = try context.fetch(FetchDescriptor<Trip>(where: ModelPredicate(format: "name == 'a'")))
            let same = try context.fetchObjects(named: "Trip", where: "destination == $t.destination", ["t": given[0]])
            #expect(same.count == 2)
        }
    }

    @Test func valuesOfEveryTypeAreLookedUp() throws {
        let context = try open()
        let object = ValueTests.everything()
        object.doubleOrNil = -0.0
        object.dataOrNil = Data()
        context.insert(object)
        context.insert(ValueTests.everything())
        try context.save()
        #expect(try isSound())
        let columns = Everything.columns
        func count(_ predicate: ModelPredicate<Everything>) throws -> [Int] {
            let other = try open()
            let fetched = try other.fetchCount(FetchDescriptor<Everything>(where: predicate))
            for object in try other.all(Everything.self) { object.boolValue.toggle() }
            return [fetched, try other.fetch(FetchDescriptor<Everything>(where: predicate)).count]
        }
        #expect(try count(columns.int16Value == object.int16Value) == [2, 2])
        #expect(try count(columns.int64Value == object.int64Value) == [2, 2])
        #expect(try count(columns.int64Value == 5) == [0, 0])
        #expect(try count(columns.uuidValue == object.uuidValue) == [1, 1])
        #expect(try count(columns.urlValue == object.urlValue) == [2, 2])
        #expect(try count(columns.decimalValue == object.decimalValue) == [2, 2])
        #expect(try count(columns.dateValue == object.dateValue) == [2, 2])
        #expect(try count(columns.doubleOrNil == 0.0) == [1, 1])
        #expect(try count(columns.doubleOrNil == .nan) == [0, 0])
        #expect(try count(columns.doubleOrNil != .nan) == [2, 2])
        #expect(try count(columns.dataOrNil == Data()) == [1, 1])
        #expect(try count(columns.floatValue == object.floatValue) == [2, 2])
        #expect(try count(ModelPredicate(format: "int16Value == \(object.int16Value).0")) == [2, 2])
        #expect(try count(ModelPredicate(format: "int16Value == 1.5")) == [0, 0])
        #expect(try count(ModelPredicate(format: "int16Value != 1.5")) == [2, 2])
    }

    @Test func listsMayBeLongAndHaveNothingThatCanBeEqual() throws {
        let context = try open()
        try trips(context)
        let column = Trip.columns.destination
        // At night more than SQLite has parameters, which takes a debug build minutes.
        let size = TestScale.factor > 1 ? 40_000 : 300
        let many: [String?] = (1...size).map { "none \($0)" } + ["Oslo", "ends\0here", "é"]
        #expect(try names(context, column.isIn(many)) == ["t1", "t3", "t5", "t7"])
        #expect(try names(context, column.isIn(many + [nil])) == ["t1", "t2", "t3", "t5", "t7"])
        #expect(try names(context, !column.isIn(many)) == ["t0", "t2", "t4", "t6"])
        #expect(try names(context, column.isIn(many.dropLast(3))) == [])
        let object = ValueTests.everything()
        object.doubleOrNil = -0.0
        context.insert(object)
        let other = ValueTests.everything()
        other.doubleOrNil = 0.1
        context.insert(other)
        try context.save()
        func count(_ list: [Double?]) throws -> Int {
            try context.fetchCount(FetchDescriptor<Everything>(where: Everything.columns.doubleOrNil.isIn(list)))
        }
        let numbers: [Double?] = (1...size).map { Double($0) + 0.5 }
        #expect(try count([.nan]) == 0)
        #expect(try count([.nan, 0.1]) == 1)
        #expect(try count([.nan] + numbers + [0.0, 0.1]) == 2)
        #expect(try count(numbers + [.nan, 0.1]) == 1)
        #expect(try count(numbers + [.nan]) == 0)
        let whole: [Int64] = (1...size).map { Int64($0) } + [object.int64Value]
        #expect(
            try context.fetchCount(FetchDescriptor<Everything>(where: Everything.columns.int64Value.isIn(whole))) == 2
        )
    }

    // MARK: Unique values

    @Test func encryptedValuesAreUnique() throws {
        let context = try open()
        context.insert(GuideDog(name: "a", breed: "x", number: 777_111))
        try context.save()
        let other = try open()
        other.mergePolicy = .error
        other.insert(GuideDog(name: "b", breed: "y", number: 777_111))
        let error = #expect(throws: ModelError.self) { try other.save() }
        let text = error?.description ?? ""
        #expect(text.contains("GuideDog.number") && !text.contains("lookup") && !text.contains("777"), "\(text)")
        #expect(try store.lines("SELECT count(*) FROM Animal") == ["1"])
    }

    @Test func aNewObjectIsUnitedWithTheOneOfTheSameValue() throws {
        let context = try open()
        context.insert(GuideDog(name: "a", breed: "x", number: 1))
        try context.save()
        let other = try open()
        other.insert(GuideDog(name: "b", breed: "y", number: 1))
        other.insert(GuideDog(name: "c", breed: "z", number: 2))
        try other.save()
        #expect(try open().all(GuideDog.self).map(\.name).sorted() == ["b", "c"])
        #expect(try isSound())
    }

    @Test func uniqueValuesAreExchanged() throws {
        let context = try open()
        let dogs = (1...3).map { GuideDog(name: "d\($0)", breed: "", number: Int64($0)) }
        for dog in dogs { context.insert(dog) }
        try context.save()
        (dogs[0].number, dogs[1].number, dogs[2].number) = (2, 3, 1)
        try context.save()
        #expect(try open().all(GuideDog.self).sorted { $0.name < $1.name }.map(\.number) == [2, 3, 1])
        #expect(try isSound())
    }

    @Test func oneOfManySavesAtOnceHasAValue() async throws {
        try await open().container.close()
        let url = store.url
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do {
                        let configuration = ModelConfiguration(url: url, keys: Self.keys)
                        let container = try ModelContainer(for: LookedUpFeatures.self, configurations: configuration)
                        let context = ModelContext(container)
                        context.mergePolicy = .error
                        context.insert(GuideDog(name: "d\(number)", breed: "", number: 5))
                        try context.save()
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try store.lines("SELECT count(*) FROM Animal") == ["1"])
    }

    // MARK: Keys and bytes

    @Test func aStoreIsMigratedWhenItIsOpened() async throws {
        let context = try store.open()
        context.insert(Trip(name: "Rome", destination: "Grüße aus Rom"))
        context.insert(GuideDog(name: "Rex", breed: "", number: 4))
        try context.save()
        try await context.container.close()
        let again = try open()
        #expect(try names(again, Trip.columns.destination == "Grüße aus Rom") == ["Rome"])
        #expect(try again.fetchCount(FetchDescriptor<GuideDog>(where: GuideDog.columns.number == 4)) == 1)
        #expect(try isSound())
        try await again.container.close()
        let bytes = try Data(contentsOf: store.url)
        #expect(bytes.range(of: Data("aus Rom".utf8)) == nil)
    }

    /// The store after its key was changed, all values included, as `apus rekey` does it.
    @Test func aChangedKeyHasOtherLookups() throws {
        let context = try open()
        try trips(context)
        let before = try store.lines("SELECT hex(\"destination.lookup\") FROM Trip ORDER BY 1")
        let new = EncryptionKey.random()
        let both = StoreKeys(KeyClosure { _ in [new, Self.key] })
        // Another process has both keys, and looks up before and after.
        let other = try open(both)
        #expect(try names(other, Trip.columns.destination == "Oslo") == ["t1", "t3"])
        let queue = try DatabaseQueue(path: store.url.path)
        let schema = try Schema(json: Data(try #require(LookedUpFeatures.head).json.utf8))
        try queue.writeWithoutTransaction { db in
            SQLiteFunctions.add(to: db)
            SealFunctions.add(to: db, both, nil)
            try db.inTransaction(.immediate) {
                try Lookups.recompute("own", of: Layout(schema), db, path: store.url.path)
                return .commit
            }
        }
        try queue.close()
        #expect(try names(other, Trip.columns.destination == "Oslo") == ["t1", "t3"])
        other.insert(Trip(name: "t9", destination: "Oslo"))
        try other.save()
        #expect(try names(try open(both), Trip.columns.destination == "Oslo") == ["t1", "t3", "t9"])
        #expect(try Verifier.verify(store.url, keys: both).isSound)
        let after = try store.lines("SELECT hex(\"destination.lookup\") FROM Trip ORDER BY 1")
        #expect(Set(before).intersection(after) == [""])
        // Who has only the old key can neither write lookups nor read them.
        #expect(throws: (any Error).self) {
            try context.fetch(FetchDescriptor<Trip>(where: Trip.columns.destination == "Oslo"))
        }
        #expect(throws: (any Error).self) { try open() }
    }

    @Test func equalValuesOfTwoAttributesHaveOtherLookups() throws {
        let context = try open()
        let trip = Trip(name: "a", destination: "same")
        context.insert(trip)
        context.insert(BucketListItem(title: "same", trip: trip))
        context.insert(Trip(name: "b", destination: "same"))
        try context.save()
        let lookups = try store.lines(
            "SELECT hex(\"destination.lookup\") FROM Trip UNION ALL SELECT hex(\"title.lookup\") FROM BucketListItem"
        )
        #expect(lookups.count == 3 && Set(lookups).count == 2 && lookups.allSatisfy { $0.count == 32 })
    }

    @Test func aStoreThatHasLostItsSecretIsNotOpened() throws {
        try trips(try open())
        try store.tell("DELETE FROM apus_lookup_key")
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.reason == .keys([.lostLookups("own")]))
        #expect(try !isSound())
    }

    @Test func aLookupOfAnotherValueIsFound() throws {
        try trips(try open())
        #expect(try isSound())
        try store.tell(
            "UPDATE Trip SET \"destination.lookup\" = (SELECT \"destination.lookup\" FROM Trip WHERE _id = 1) WHERE _id = 2"
        )
        let found = try Verifier.verify(store.url, keys: Self.keys).badValues
        #expect(found.map(\.column) == ["destination.lookup"] && found.map(\.rows) == [["2"]])
        #expect(try Verifier.verify(store.url).isSound)
        try store.tell("UPDATE Trip SET \"destination.lookup\" = NULL WHERE _id = 2")
        #expect(try Verifier.verify(store.url).badValues.map(\.problem) == ["missing, or of no value"])
    }
}
