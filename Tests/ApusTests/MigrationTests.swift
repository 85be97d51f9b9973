@_spi(Generated) import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// A container migrates an older store to the model of its classes, with the planner of the command line.
struct MigrationTests {
    @Test(arguments: [Schema.Version(1), Schema.Version(1, 1)])
    func anOlderStoreIsMigratedWhenItIsOpened(_ version: Schema.Version) throws {
        let store = try TemporaryStore()
        do {
            let older: Store = try Store.open(
                at: store.url,
                planner: FeaturesSchema.planner(),
                target: .version(version)
            )
            let isFirst = version == Schema.Version(1)
            let sql: String =
                isFirst
                ? "INSERT INTO Trip (title, legacyCode, weight, note) VALUES ('kept', 'x', 1.5, 'n')"
                : """
                INSERT INTO Trip (title, rank, code, token, made, number, weight, note)
                VALUES ('kept', 3, 'c', zeroblob(16), 0, 1, 2, 'n')
                """
            try older.database.write { try $0.execute(sql: sql) }
        }
        let context = try store.open()
        let trip = try #require(try context.firstAndOnly(Trip.self)).object
        // The value that the mapping fills in the first stage is present after the last one.
        #expect(trip.id != nil)
        #expect(trip.name == "kept" && trip.nights == 1 && trip.destination == nil && trip.bucketList.isEmpty)
        trip.name = "changed"
        trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        try context.save()
        let again = try #require(try store.open().firstAndOnly(Trip.self))
        #expect(again.object.name == "changed" && again.object.bucketList.map(\.title) == ["x"])
    }

    /// A row of an older version may lack an object that is required now; the next save of its object has to set it.
    @Test func anObjectWithoutARequiredOneIsReadAndSavedWithIt() throws {
        let store = try TemporaryStore()
        let first = try store.open()
        let trip = Trip(name: "kept")
        first.insert(trip)
        trip.addToBucketList(BucketListItem(title: "x", trip: trip))
        try first.save()
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.write { db in
            let name = "apus_rules_update_BucketListItem"
            let rule = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name])
            try db.execute(sql: "DROP TRIGGER \(name); UPDATE BucketListItem SET trip = NULL; \(rule ?? "")")
        }
        try queue.close()
        let context = try store.open()
        let item = try #require(try context.firstAndOnly(BucketListItem.self)).object
        #expect(item.trip == nil && item.title == "x")
        item.title = "y"
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect("\(error.map { "\($0)" } ?? "")".contains("trip"))
        item.trip = try #require(try context.firstAndOnly(Trip.self)).object
        try context.save()
    }

    @Test func theGeneratedHistoryIsTheModels() throws {
        let planner: Planner = try FeaturesSchema.planner()
        #expect(planner.history.versions == [Schema.Version(1), Schema.Version(1, 1)])
        #expect(planner.history.releases.map(\.digest) == ["d1", nil])
        let first: Schema? = try planner.history.entries().first?.schema
        #expect(first?.entity("Trip")?.attribute("title")?.defaultValue == .string("a \"quoted\" \\ \\#(text)\n#"))
    }

    /// An app must plan like the command line: the generated mappings have the complete content of the files.
    @Test func theGeneratedMappingsAreTheModels() throws {
        let planner: Planner = try FeaturesSchema.planner()
        let expected: [Mapping] = [
            Mapping(
                from: Schema.Version(1),
                to: Schema.Version(1, 1),
                [
                    .accept(ElementPath("Trip", "legacyCode")),
                    .accept(ElementPath("Old")),
                    .fill(ElementPath("Trip", "code"), .literal("none \"yet\"\n")),
                    .fill(ElementPath("Trip", "token"), .generated(.uuid)),
                    .fill(ElementPath("Trip", "made"), .generated(.now)),
                    .fill(ElementPath("Trip", "number"), .generated(.rowNumber)),
                    .convert(ElementPath("Trip", "weight"), "rounded"),
                    .require(ElementPath("Trip", "note")),
                ]
            ),
            Mapping(
                from: Schema.Version(1, 1),
                to: nil,
                [.accept(ElementPath("Trip"), isWildcard: true)]
            ),
        ]
        #expect(planner.mappings == expected)
        #expect(try planner.stages().flatMap(\.refusals).map(\.message) == [])
        #expect(planner == Planner(history: planner.history, mappings: expected))
    }

    /// An app catches the error of a store of a retired version, and tells its user what to do.
    @Test func aStoreOfARetiredVersionIsLeftAlone() throws {
        enum Retiring: SchemaMigrationPlan {
            static let modelName = FeaturesSchema.modelName
            static let entities = FeaturesSchema.entities
            static let retired = [
                RetiredVersion("1", digest: FeaturesSchema.versions[0].digest, newest: "1.1", release: "App 7.2")
            ]
            static let versions = Array(FeaturesSchema.versions.dropFirst())
            static let head = FeaturesSchema.head
            static let mappings = FeaturesSchema.mappings.filter { $0.from != "1" }
        }
        let store = try TemporaryStore()
        _ = try Store.open(at: store.url, planner: FeaturesSchema.planner(), target: .version(Schema.Version(1)))
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: ModelError.self) { try ModelContainer(for: Retiring.self, url: store.url) }
        guard case .retiredVersion(let version, isHead: false, store: let path, releases: let releases) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(version)" == "1" && path == store.url.path && releases.map(\.name) == ["App 7.2"])
        #expect(
            error.map { "\($0)" } == """
                \(path): the store is at version 1, which is retired [AP506]
                  help: open it first with App 7.2 (the last release that can open it)
                """
        )
        #expect(try Data(contentsOf: store.url) == before)
        let other = try TemporaryStore()
        _ = try Store.open(at: other.url, planner: FeaturesSchema.planner(), target: .version(Schema.Version(1, 1)))
        _ = try ModelContainer(for: Retiring.self, url: other.url)
    }

    /// An app whose generated text was damaged, or is of a newer release, says so before it opens a store.
    @Test("A direct mapping in generated code is used, also one that says nothing")
    func directMapping() throws {
        enum Direct: SchemaMigrationPlan {
            static let schemas: [Schema] = [["name", "note"], ["name"], ["name", "note"]].map { names in
                let attributes = names.map { Attribute($0, .string, isOptional: true) }
                return Schema(model: "M", entities: [Entity("A", attributes: attributes)])
            }
            static let modelName = "M"
            static let entities: [EntityDescription] = []
            static let versions = schemas.enumerated().map { index, schema in
                FrozenSchema("\(index + 1)", json: String(decoding: schema.json, as: UTF8.self))
            }
            static let head: FrozenSchema? = nil
            static let mappings = [StageMapping(from: "1", to: "3", json: "{}")]
        }
        let store = StoreState(version: Schema.Version(1), schema: Direct.schemas[0])
        let plan = try Direct.planner().plan(from: store)
        #expect(plan.stages.map { "\($0.from)-\($0.to)" } == ["1-3"] && plan.stages[0].skipped == [Schema.Version(2)])
    }

    /// Version 2 lacks an attribute that version 1 and the classes have.
    private enum Returning {
        static let schema = try? FeaturesSchema.planner().state(of: .head).schema

        static func frozen(_ version: String, hasDestination: Bool) -> FrozenSchema {
            var schema = schema ?? Schema(model: FeaturesSchema.modelName)
            if let index = schema.entities.firstIndex(where: { $0.name == "Trip" }), !hasDestination {
                schema.entities[index].attributes.removeAll { $0.name == "destination" }
            }
            return FrozenSchema(version, json: String(decoding: schema.json, as: UTF8.self))
        }

        static let versions = [frozen("1", hasDestination: true), frozen("2", hasDestination: false)]
        static let stepwise = [StageMapping(from: "1", to: "2", json: #"{"accept":["Trip.destination"]}"#)]
    }

    @Test("A store is opened by a direct mapping over several versions, which keeps what the steps lose")
    func opensDirectly() throws {
        enum Stepwise: SchemaMigrationPlan {
            static let modelName = FeaturesSchema.modelName
            static let entities = FeaturesSchema.entities
            static let versions = Returning.versions
            static let head: FrozenSchema? = Returning.frozen("head", hasDestination: true)
            static let mappings = Returning.stepwise
        }
        enum Direct: SchemaMigrationPlan {
            static let modelName = FeaturesSchema.modelName
            static let entities = FeaturesSchema.entities
            static let versions = Returning.versions
            static let head: FrozenSchema? = Stepwise.head
            static let mappings =
                Returning.stepwise + [
                    StageMapping(
                        from: "1",
                        to: "head",
                        json: #"{"differs":["Document","Meter","Page","Shelter","Trip.destination"]}"#
                    )
                ]
        }
        func destination(_ plan: any SchemaMigrationPlan.Type) throws -> String? {
            let store = try TemporaryStore()
            _ = try Store.open(at: store.url, planner: plan.planner(), target: .version(Schema.Version(1)))
            try store.tell("INSERT INTO Trip (_id, name, nights, destination) VALUES (1, 'kept', 2, 'Rome')")
            let context = ModelContext(try ModelContainer(for: plan, url: store.url))
            let trip = try #require(try context.firstAndOnly(Trip.self)).object
            #expect(trip.name == "kept" && trip.nights == 2)
            return trip.destination
        }
        #expect(try destination(Direct.self) == "Rome")
        #expect(try destination(Stepwise.self) == nil)
    }

    @Test func aMappingThatCannotBeReadIsRefused() {
        enum Damaged: SchemaMigrationPlan {
            static let modelName = "Features"
            static let entities: [EntityDescription] = []
            static let versions: [FrozenSchema] = []
            static let head: FrozenSchema? = nil
            static let mappings = [StageMapping(from: "1", to: "head", json: #"{"keep":["A.b"]}"#)]
        }
        let error = #expect(throws: ModelError.self) { try Damaged.planner() }
        #expect(
            error.map { "\($0)" } == """
                the generated mapping 1-head of 'Features' cannot be read: unknown key 'keep'; a newer release may have \
                written it
                  help: run: apus generate
                """
        )
    }

    @Test func aStoreThatWasMigratedMeanwhileIsLeftAlone() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let tag = Tag(name: "a")
        context.insert(tag)
        try context.save()
        try store.tell("UPDATE apus_model SET generation = generation + 1")
        tag.name = "b"
        #expect(throws: StoreError.self) { try context.save() }
        #expect(throws: StoreError.self) { try context.all(Tag.self) }
        #expect(try store.lines("SELECT name FROM Tag") == ["a"])
    }
}
