import ApusMigration
import ApusSchema
import ApusStore
import ApusTestSupport
import Testing

/// Origins of one entity whose conditions may hold for the same object.
@Suite("Origins that overlap")
struct OverlappingOriginTests {
    /// How two origins take the objects of `C` and its sub-entity `V`.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sources: [String]
        let isReleased: Bool
        let names: [String?]
        /// Whether objects for which both conditions hold may become two.
        let isMeant: Bool
    }

    static let cases: [Case] = [
        Case(
            testDescription: "one entity",
            sources: ["C", "C"],
            isReleased: false,
            names: [nil, nil],
            isMeant: false
        ),
        Case(
            testDescription: "a sub-entity",
            sources: ["C", "V"],
            isReleased: false,
            names: [nil, nil],
            isMeant: false
        ),
        Case(testDescription: "names", sources: ["C", "C"], isReleased: false, names: ["one", "two"], isMeant: true),
        Case(testDescription: "released", sources: ["C", "C"], isReleased: true, names: [nil, nil], isMeant: true),
    ]

    private static func schemas() -> [Schema] {
        let numbers = ["a", "b"].map { Attribute($0, .int32) }
        let older = [Entity("C", attributes: numbers), Entity("V", parent: "C")]
        return [older, older + [Entity("Client", attributes: numbers)]].map { Schema(model: "M", entities: $0) }
    }

    @Test("An object becomes two only if that is meant: a migration stops before it writes otherwise", arguments: cases)
    func law(_ one: Case) throws {
        var random = SplitMix64(seed: 27)
        let (older, newer) = (Self.schemas()[0], Self.schemas()[1])
        let origins = zip(["a > 3", "b > 3"], zip(one.sources, one.names)).map { condition, source in
            Mapping.Origin([source.0], where: condition, as: source.1)
        }
        let version = Schema.Version(2)
        let mapping = Mapping(
            from: Schema.Version(1),
            to: one.isReleased ? version : nil,
            [.entity("Client", origins)]
        )
        var entries = [History.Entry(Schema.Version(1), older)]
        if one.isReleased { entries.append(History.Entry(version, newer)) }
        let planner = Planner(
            history: History(model: "M", entries: entries, head: one.isReleased ? nil : newer),
            mappings: [mapping]
        )
        var stops = 0
        for _ in 0..<20 {
            let rows = (1...2).map { _ in
                (
                    isV: random.chance(50), a: Int.random(in: 1...5, using: &random),
                    b: Int.random(in: 1...5, using: &random)
                )
            }
            let taken = rows.map { row in
                (row.a > 3 ? 1 : 0) + (row.b > 3 && (row.isV || one.sources[1] == "C") ? 1 : 0)
            }
            let trial = try Trial([older])
            for row in rows {
                try trial.run("INSERT INTO C (_entity, a, b) VALUES ('\(row.isV ? "V" : "C")', \(row.a), \(row.b))")
            }
            let before = try trial.rows("SELECT * FROM C ORDER BY _id")
            let migrator = Migrator(planner: planner, target: one.isReleased ? .newestVersion : .head)
            do {
                try migrator.migrate(trial.url)
                #expect(one.isMeant || taken.allSatisfy { $0 < 2 }, "\(rows)")
                #expect(try trial.rows("SELECT _id FROM Client").count == taken.reduce(0, +), "\(rows)")
                #expect(try trial.rows("SELECT _id FROM C").count == rows.count)
            } catch {
                stops += 1
                #expect(!one.isMeant && taken.contains(2), "\(rows): \(error)")
                #expect("\(error)".contains("would be two objects of 'Client'"), "\(error)")
                #expect(try trial.rows("SELECT * FROM C ORDER BY _id") == before)
            }
        }
        #expect((stops > 0) == !one.isMeant)
    }
}
