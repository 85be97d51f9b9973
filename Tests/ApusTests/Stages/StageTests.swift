import Apus
import ApusMigration
import ApusOwnStages
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// Code in Swift over the objects of a stage.
@Suite struct StageTests {
    private static let trips = [("North", "Bern > Thun"), ("Far South", "Chur > Lugano > Rome"), ("Home", "Bern")]

    private static func large(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }

    @Test("A stage in the middle of three has both versions")
    func middle() throws {
        let trial = try StageTrial(Self.trips)
        let report = try trial.migrate()
        #expect(report.plan.passes.map(\.stages.count) == [1, 1, 1])
        #expect(
            try trial.store.lines(
                "SELECT t.name, slug, rating, stopCount, s.name, number FROM Trip t LEFT JOIN Stop s ON s.trip = t._id ORDER BY s._id"
            ) == [
                "North|north|0|2|Bern|1", "North|north|0|2|Thun|2", "Far South|far-south|0|3|Chur|1",
                "Far South|far-south|0|3|Lugano|2", "Far South|far-south|0|3|Rome|3", "Home|home|0|1|Bern|1",
            ]
        )
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(report.rowsWritten >= 9)
        // The container has the code from the schema.
        let other = try StageTrial(Self.trips)
        let context = ModelContext(try ModelContainer(for: TripsSchema.self, url: other.url))
        let found = try context.fetch(FetchDescriptor<ApusOwnStages.Trip>())
        #expect(
            found.map(\.slug).sorted() == ["far-south", "home", "north"] && found.map(\.stops.count).reduce(0, +) == 6
        )
    }

    @Test("A policy of the page does what its closure does, and refuses what that refuses")
    func policy() throws {
        let (one, other) = (try StageTrial(Self.trips), try StageTrial(Self.trips, code: Self.policies))
        try one.migrate()
        try other.migrate()
        for table in ["Trip", "Stop"] {
            let sql = "SELECT * FROM \(table) ORDER BY _id"
            #expect(try one.store.lines(sql) == other.store.lines(sql))
        }
        let empty = try StageTrial(Self.trips + [("Nowhere", "")], code: Self.policies)
        let before = try empty.content()
        let failure = empty.failure()
        let text = "the stage TripsStages.split failed: RoutePolicy.performCustomValidation: the trip has no route"
        #expect(failure?.contains(text) == true, "\(failure ?? "")")
        #expect(try empty.content() == before)
    }

    private static let policies = MigrationCode(stages: [TripsSchema.splitByPolicy])

    @Test("At once and step by step are the same")
    func steps() throws {
        let (one, other) = (try StageTrial(Self.trips), try StageTrial(Self.trips))
        try one.migrate()
        for version in [2, 3] { try other.migrate(to: .version(Schema.Version(version))) }
        try other.migrate()
        let tables = ["Trip", "Stop"]
        for table in tables {
            let sql = "SELECT * FROM \(table) ORDER BY _id"
            #expect(try one.store.lines(sql) == other.store.lines(sql))
        }
    }

    @Test("An error leaves the store as it was, and has the row")
    func failing() throws {
        let trial = try StageTrial(Self.trips + [("Nowhere", "")])
        let before = try trial.content()
        let failure = trial.failure()
        #expect(failure?.contains("the stage TripsStages.split failed for 'Trip' _id 4: the trip has no route") == true)
        #expect(try trial.content() == before)
    }

    @Test("So does an error in the second batch, after the first was saved")
    func failingLate() throws {
        let trial = try StageTrial(Self.trips) { contexts in
            var count = 0
            try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self, batchSize: 2) { old, new in
                count += 1
                if count == 3 {
                    #expect(try contexts.new.fetchCount(FetchDescriptor<TripsV3.Stop>()) == 2)
                    throw CocoaError(.featureUnsupported)
                }
                contexts.new.insert(TripsV3.Stop(name: old.name, number: 1, trip: new))
            }
        }
        let before = try trial.content()
        #expect(trial.failure()?.contains("'Trip' _id 3") == true)
        #expect(try trial.content() == before)
        #expect(trial.failure(to: StageTrial.old) == nil)
    }

    @Test("The older version is not to be changed")
    func readOnly() throws {
        let saved = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.old.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.name = "x" }
            try contexts.old.save()
        }
        #expect(saved.failure()?.contains("does not allow saving") == true)
        // Neither in silence: what is changed there was meant.
        let unsaved = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.old.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.name = "x" }
        }
        #expect(unsaved.failure()?.contains("does not allow saving") == true)
        let hidden = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.old.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.name = "x" }
            try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self) { _, _ in }
            contexts.old.rollback()
        }
        #expect(hidden.failure()?.contains("does not allow saving") == true)
    }

    @Test("What code has not saved is saved, and what it cannot save fails, also if it does not say so")
    func unsaved() throws {
        let trial = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.new.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.slug = trip.name }
        }
        #expect(trial.failure() == nil)
        #expect(try trial.store.lines("SELECT slug FROM Trip ORDER BY _id") == ["North", "Far South", "Home"])
        let invalid = try StageTrial(Self.trips) { contexts in
            let trip = try contexts.new.fetch(FetchDescriptor<TripsV3.Trip>())[0]
            contexts.new.insert(TripsV3.Stop(name: String(repeating: "x", count: 30), number: 1, trip: trip))
            try? contexts.new.save()
        }
        let before = try invalid.content()
        #expect(invalid.failure()?.contains("TripsStages.split failed") == true)
        #expect(try invalid.content() == before)
    }

    @Test("Unique values and references that would break are refused before the commit")
    func constraints() throws {
        let equal = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.new.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.slug = "same" }
        }
        let before = try equal.content()
        let failure = equal.failure()
        #expect(failure?.contains("TripsStages.split failed") == true && failure?.contains("slug") == true)
        #expect(try equal.content() == before)
        // The runtime leaves it to the store's foreign keys, which a migration does not enforce.
        let dangling = try StageTrial(Self.trips) { contexts in
            let guide = TripsV3.Guide(name: "Ann")
            contexts.new.insert(guide)
            for trip in try contexts.new.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.guide = guide }
            try contexts.new.save()
            contexts.new.delete(guide)
        }
        let message = dangling.failure()
        #expect(message?.contains("3 values of 'Trip.guide' are") == true, "\(message ?? "")")
        #expect(try dangling.content() == before)
    }

    @Test("External files that code writes go with the rollback, and those that it replaces stay")
    func files() throws {
        let trial = try StageTrial(Self.trips) { contexts in
            for trip in try contexts.new.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.photo = Self.large(2) }
            try contexts.new.save()
            throw CocoaError(.featureUnsupported)
        }
        try trial.migrate(to: StageTrial.old)
        do {
            let context = ModelContext(try ModelContainer(for: TripsV2.self, url: trial.url))
            for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.photo = Self.large(1) }
            try context.save()
        }
        let before = try trial.content()
        #expect(before.split(separator: "\n").suffix(3).allSatisfy { UUID(uuidString: "\($0)") != nil })
        #expect(trial.failure()?.contains("TripsStages.split failed") == true)
        #expect(try trial.content() == before)
        var other = trial
        other.code = MigrationCode(stages: [
            StageTrial.stage(after: { contexts in
                try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self, batchSize: 1) { old, new in
                    new.photo = Self.large(2)
                    #expect(old.photo == Self.large(1))
                }
            })
        ])
        try other.migrate()
        let context = ModelContext(try ModelContainer(for: TripsSchema.self, url: trial.url))
        #expect(
            try context.fetch(FetchDescriptor<ApusOwnStages.Trip>()).map(\.photo) == [
                Self.large(2), Self.large(2), Self.large(2),
            ]
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: trial.url.path + "-files").count == 3)
    }

    @Test("Code before the stage changes what the stage reads")
    func before() throws {
        var trial = try StageTrial(Self.trips)
        trial.code = MigrationCode(stages: [
            StageTrial.stage(
                before: { context in
                    let trips = try context.fetch(FetchDescriptor<TripsV2.Trip>())
                    context.delete(trips[0])
                    trips[1].name += "!"
                    context.insert(TripsV2.Trip(name: "New", route: ""))
                },
                after: { contexts in
                    try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self) { $1.slug = $0.name }
                }
            )
        ])
        try trial.migrate()
        #expect(
            try trial.store.lines("SELECT name, slug FROM Trip ORDER BY _id") == [
                "Far South!|Far South!", "Home|Home", "New|New",
            ]
        )
        // Also if it is the first pass of the migration.
        let (first, code) = (try StageTrial(Self.trips), trial.code)
        try first.migrate(to: StageTrial.old)
        var second = first
        second.code = code
        _ = try second.migrator().forecast(first.url)
        try second.migrate()
        #expect(try first.store.lines("SELECT name FROM Trip ORDER BY _id") == ["Far South!", "Home", "New"])
    }

    @Test("A program without the code, in another version or for other classes is refused")
    func missing() throws {
        var trial = try StageTrial(Self.trips, code: MigrationCode())
        let before = try trial.content()
        #expect(trial.failure()?.contains("needs the stage TripsStages.split, version 1") == true)
        #expect(trial.failure()?.contains("AP509") == true)
        trial.code = MigrationCode(stages: [
            .custom("TripsStages.split", version: 2, fromVersion: TripsV2.self, toVersion: TripsV3.self)
        ])
        #expect(trial.failure()?.contains("it has TripsStages.split, version 2") == true)
        trial.code = MigrationCode(stages: [
            .custom("TripsStages.split", fromVersion: TripsV1.self, toVersion: TripsV3.self)
        ])
        #expect(trial.failure()?.contains("uses the classes of 'TripsV1'") == true)
        #expect(try trial.content() == before)
    }

    @Test("Contexts are closed when the code returns")
    func escaping() throws {
        final class Box: @unchecked Sendable { var context: ModelContext? }
        let box = Box()
        let trial = try StageTrial(Self.trips) { box.context = $0.new }
        try trial.migrate()
        let context = try #require(box.context)
        #expect(throws: ModelError.containerClosed) { try context.fetch(FetchDescriptor<TripsV3.Trip>()) }
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A migration is cancelled between batches")
    func cancelled() throws {
        final class Flag: @unchecked Sendable { var isSet = false }
        let flag = Flag()
        let trial = try StageTrial(Self.trips) { contexts in
            // Code that catches errors does not go on outside of the transaction.
            try? contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self, batchSize: 1) { old, new in
                new.slug = old.name
                flag.isSet = true
            }
        }
        let before = try trial.content()
        var migrator = try trial.migrator()
        migrator.isCancelled = { flag.isSet }
        let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(error?.reason == .cancelled)
        #expect(try trial.content() == before)
    }

    #if os(macOS) || os(Linux)
    @Test("A process that dies in the code leaves the store as it was")
    func killed() async throws {
        let trial = try StageTrial(Self.trips)
        let before = try trial.content()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = trial.url.path as String] in
            var migrator = Migrator(planner: try TripsSchema.planner(), target: .head)
            let stage = StageTrial.stage(after: { contexts in
                var count = 0
                try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self, batchSize: 1) { old, new in
                    new.slug = old.name
                    new.photo = Data(repeating: 1, count: 200_000)
                    count += 1
                    if count == 3 { kill(getpid(), SIGKILL) }
                }
            })
            migrator.code = MigrationCode(stages: [stage])
            try migrator.migrate(URL(fileURLWithPath: path))
        }
        let folder = trial.url.path + "-files"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        try FileManager.default.removeItem(atPath: folder)
        #expect(try trial.content() == before)
        #expect(trial.failure() == nil)
    }
    #endif
}
