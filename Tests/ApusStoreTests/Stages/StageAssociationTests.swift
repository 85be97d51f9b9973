import ApusMigration
import ApusSchema
import ApusTestSupport
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// Which identities code finds to have become which, and what a mapping asserts of what the code leaves.
@Suite struct StageAssociationTests {
    /// Code that looks up associations, or writes the newer version.
    private struct Code: StageCode {
        let declaration = SwiftStage("Stages.look", version: 1)
        let runsBefore = false
        let runsAfter = true
        let work: @Sendable (Store, StageWork) throws -> Void

        func foreignClasses(from old: Schema, to new: Schema) -> String? { nil }

        func runBefore(_ older: Store, _ work: StageWork) throws {}

        func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws { try self.work(newer, work) }
    }

    private static let trip = Entity("Trip", attributes: [Attribute("tags", .string)])
    private static let tag = Entity("Tag", attributes: [Attribute("name", .string)])
    private static let rows = "INSERT INTO Trip (_id, tags) VALUES (3, 'a;b'), (5, 'b'), (6, ''), (8, 'c;c')"

    private func trial(_ newer: [Entity], _ lines: [Mapping.Line]) throws -> Trial {
        let all = lines + [.swift(SwiftStage("Stages.look", version: 1))]
        let trial = try Trial(
            [Schema(model: "M", entities: [Self.trip]), Schema(model: "M", entities: newer)],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), all)]
        )
        try trial.runAsRuntime(Self.rows)
        return trial
    }

    private func migrate(_ trial: Trial, _ work: @escaping @Sendable (Store, StageWork) throws -> Void) throws {
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: [], stageCode: [Code(work: work)])
        try migrator.migrate(trial.url)
    }

    private static func tags(distinct: [String]) -> Mapping.Line {
        .entity(
            "Tag",
            [Mapping.Origin(["Trip"], each: "split($source.tags, ';')", distinct: distinct, values: ["name": "$each"])]
        )
    }

    @Test(
        "Elements come from the object that has the list; of equal ones that are one object, from all",
        arguments: [false, true]
    )
    func elements(isDistinct: Bool) throws {
        let trial = try trial([Self.trip, Self.tag], [Self.tags(distinct: isDistinct ? ["$each"] : [])])
        try migrate(trial) { newer, work in
            let associations = try #require(work.associations)
            let roots = (older: "Trip", newer: "Tag")
            let found = try associations.pairs(of: [3, 5, 6, 8], on: .source, roots: roots, policy: nil)
            let names = try newer.database.unsafeReentrantRead { db in
                try Dictionary(
                    uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT _id, name FROM Tag").map { row in
                        try (row.decode(Int64.self, atIndex: 0), row.decode(String.self, atIndex: 1))
                    }
                )
            }
            let text = found.map { "\($0.source)\(names[$0.destination] ?? "?")" }.sorted()
            #expect(text == (isDistinct ? ["3a", "3b", "5b", "8c"] : ["3a", "3b", "5b", "8c", "8c"]))
            let b = Set(names.filter { $0.value == "b" }.keys)
            let back = try associations.pairs(of: b, on: .destination, roots: roots, policy: nil)
            #expect(back.map(\.source) == [3, 5])
            // The trips have become trips with the same identities, which needs no association.
            let own = try associations.pairs(of: [3], on: .source, roots: ("Trip", "Trip"), policy: nil)
            #expect(own.isEmpty)
        }
    }

    @Test("A second stage with code finds nothing of the first one's")
    func twice() throws {
        let schemas = [[Self.trip], [Self.trip, Self.tag], [Self.trip, Self.tag]]
        let swift = Mapping.Line.swift(SwiftStage("Stages.look", version: 1))
        let trial = try Trial(
            schemas.map { Schema(model: "M", entities: $0) },
            mappings: [
                Mapping(from: Schema.Version(1), to: Schema.Version(2), [Self.tags(distinct: []), swift]),
                Mapping(
                    from: Schema.Version(2),
                    to: Schema.Version(3),
                    [.accept(ElementPath("Tag")), Self.tags(distinct: []), swift]
                ),
            ]
        )
        try trial.runAsRuntime(Self.rows)
        let counts = Mutex<[Int]>([])
        try migrate(trial) { _, work in
            let found = try work.associations?.pairs(
                of: [3, 5, 8, 100],
                on: .source,
                roots: ("Trip", "Tag"),
                policy: nil
            )
            counts.withLock { $0.append(found?.count ?? -1) }
            // Code may associate what it likes.
            try work.associations?.add([.init(from: ("Trip", 100), to: ("Tag", 100), policy: "P")])
        }
        #expect(counts.withLock { $0 } == [5, 5])
    }

    @Test("What is asserted of newer objects is checked after the code")
    func assertions() throws {
        let lines = [
            Self.tags(distinct: []), .assert("Tag.count == $old.Trip.count + 2", "two more tags than trips"),
            .assert("Trip.count == $old.Trip.count", "no trip is lost"),
        ]
        let trial = try trial([Self.trip, Self.tag], lines)
        let before = try trial.rows("SELECT * FROM Trip")
        func failure(_ sql: String) -> String {
            do {
                try migrate(trial) { newer, _ in
                    try newer.database.unsafeReentrantWrite { try $0.execute(sql: sql) }
                }
                return ""
            } catch {
                return "\(error)"
            }
        }
        // The mapping makes five tags of four trips.
        #expect(
            failure("").contains("two more tags than trips: this does not hold: Tag.count is 5, $old.Trip.count is 4")
        )
        let lost = failure("INSERT INTO Tag (name) VALUES ('d'); DELETE FROM Trip WHERE _id = 6")
        #expect(lost.contains("no trip is lost: this does not hold: Trip.count is 3, $old.Trip.count is 4"), "\(lost)")
        #expect(try trial.rows("SELECT * FROM Trip") == before)
        #expect(failure("INSERT INTO Tag (name) VALUES ('d')") == "")
        #expect(try trial.rows("SELECT count(*) FROM Tag") == ["6"])
    }

    @Test("What is asserted of older objects alone is checked before the code")
    func older() throws {
        let trial = try trial([Self.trip], [.assert("$old.Trip.count > 4", "five trips")])
        #expect(throws: StoreError.self) { try migrate(trial) { _, _ in Issue.record("the code has run") } }
    }
}
