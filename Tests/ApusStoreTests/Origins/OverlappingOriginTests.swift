import ApusMigration
import ApusSchema
import ApusStore
import ApusTestSupport
import Testing

/// Origins of one entity whose conditions may hold for the same object.
@Suite("Origins that overlap")
struct OverlappingOriginTests {
    /// Two origins of the objects of `C` and its sub-entity `V`.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var sources = ["C", "C"]
        var conditions: [String?]
        var names: [String?] = [nil, nil]
        /// The help of the refusal; `nil` if the stage is not refused.
        var help: String?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "two conditions",
            conditions: ["a > 3", "b > 3"],
            help: "leave out what another origin takes: 'where: (b > 3) AND NOT (a > 3)'"
        ),
        Case(
            testDescription: "a sub-entity",
            sources: ["C", "V"],
            conditions: ["a > 3", "b > 3"],
            help: "leave out what another origin takes: 'where: (b > 3) AND NOT (a > 3)'"
        ),
        Case(
            testDescription: "one condition",
            conditions: ["a > 3", nil],
            help: "leave out what another origin takes: 'where: NOT (a > 3)'"
        ),
        Case(
            testDescription: "the second condition alone",
            conditions: [nil, "a > 3"],
            help: "leave out what another origin takes: 'where: NOT (a > 3)'"
        ),
        Case(
            testDescription: "what two conditions leave",
            sources: ["C", "C", "C"],
            conditions: [nil, "a > 3", "a < 0"],
            names: [nil, nil, nil],
            help: "leave out what another origin takes: 'where: NOT (a > 3) AND NOT (a < 0)'"
        ),
        Case(
            testDescription: "a text",
            conditions: ["a > 3", "t == 'x'"],
            help: #"leave out what another origin takes: 'where: (t == 'x') AND NOT (a > 3)'"#
        ),
        Case(
            testDescription: "one within the other",
            conditions: ["a > 3", "a > 5"],
            help: "leave out what another origin takes: 'where: (a > 3) AND NOT (a > 5)'"
        ),
        Case(
            testDescription: "the last within the first",
            sources: ["C", "C", "C"],
            conditions: ["a > 3", "a > 5", "b > 3"],
            names: [nil, nil, nil],
            help: "leave out what another origin takes: 'where: (a > 3) AND NOT (a > 5) AND NOT (b > 3)'"
        ),
        Case(
            testDescription: "the same twice",
            conditions: ["a > 3", "a > 3"],
            help: "remove the origin 'where: a > 3', as others take all of its objects"
        ),
        Case(testDescription: "the help", conditions: ["a > 3", "(b > 3) AND NOT (a > 3)"]),
        Case(testDescription: "numbers without one between", conditions: ["a > 3", "a < 4"]),
        Case(testDescription: "the help for one condition", conditions: ["a > 3", "NOT (a > 3)"]),
        Case(testDescription: "numbers", conditions: ["a > 3", "a <= 3"]),
        Case(testDescription: "texts", conditions: ["t == 'x'", "t IN {'y', 'z'}"]),
        Case(testDescription: "a value and none", conditions: ["t != nil", "t == nil"]),
        Case(testDescription: "a value and a comparison", conditions: ["n > 1 AND b == 2", "n == nil"]),
        Case(testDescription: "a range", conditions: ["a BETWEEN {1, 2}", "a > 2 OR a < 1"]),
        Case(testDescription: "names", conditions: ["a > 3", "b > 3"], names: ["one", "two"]),
        Case(testDescription: "one name", conditions: ["a > 3", "b > 3"], names: [nil, "two"]),
        Case(testDescription: "all objects", conditions: [nil, nil]),
        Case(
            testDescription: "the help for many",
            conditions: [many[4], (["(a > 20)"] + many.map { "NOT \($0)" }).joined(separator: " AND ")]
        ),
    ]

    private static let many = (0..<9).map { "(a > \($0) AND b != \($0) AND n > \($0))" }

    private static func schemas() -> [Schema] {
        let numbers = ["a", "b"].map { Attribute($0, .int32) }
        let others = [Attribute("n", .int32, isOptional: true), Attribute("t", .string, isOptional: true)]
        let older = [Entity("C", attributes: numbers + others), Entity("V", parent: "C")]
        return [older, older + [Entity("Client", attributes: numbers)]].map { Schema(model: "M", entities: $0) }
    }

    private static func planner(_ one: Case, isReleased: Bool) -> Planner {
        let origins = one.sources.indices.map { index in
            Mapping.Origin([one.sources[index]], where: one.conditions[index], as: one.names[index])
        }
        let version = Schema.Version(2)
        let mapping = Mapping(from: Schema.Version(1), to: isReleased ? version : nil, [.entity("Client", origins)])
        var entries = [History.Entry(Schema.Version(1), schemas()[0])]
        if isReleased { entries.append(History.Entry(version, schemas()[1])) }
        return Planner(
            history: History(model: "M", entries: entries, head: isReleased ? nil : schemas()[1]),
            mappings: [mapping]
        )
    }

    @Test("They are refused without a store, unless one excludes the other or has a name", arguments: cases)
    func isRefused(_ one: Case) throws {
        let refusals = Self.planner(one, isReleased: false).headStage?.refusals ?? []
        #expect(refusals.isEmpty == (one.help == nil))
        guard let help = one.help, let refusal = refusals.first else { return }
        #expect(
            refusal.message == "the objects of 'Client' cannot be made: two origins may take the same object of "
                + "'\(one.sources[1])', which would be two"
        )
        #expect(
            refusal.help == [
                "\(help), or give each of these origins a name of its own, 'as: name', if two objects are meant"
            ]
        )
        #expect(try Self.planner(one, isReleased: true).stages().allSatisfy(\.refusals.isEmpty))
    }

    @Test("What is not refused makes each object once, whatever the conditions are", arguments: [UInt64(1), 2, 3])
    func law(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (accepted, overlapping) = (0, 0)
        let domain: [Int?] = [nil] + Array(0...5)
        let rows = domain.flatMap { n in (0...5).map { (a: $0, n: n) } }
        for _ in 0..<60 {
            let one = Case(
                testDescription: "random",
                conditions: (0..<2).map { _ in Self.condition(depth: 2, &random) }
            )
            let refusals = Self.planner(one, isReleased: false).headStage?.refusals ?? []
            let trial = try Trial([Self.schemas()[0]])
            for (index, row) in rows.enumerated() {
                let n = row.n.map(String.init) ?? "NULL"
                try trial.run("INSERT INTO C (_entity, a, b, n) VALUES ('C', \(row.a), \(index), \(n))")
            }
            // A released mapping goes on to make two.
            try Migrator(planner: Self.planner(one, isReleased: true), target: .newestVersion).migrate(trial.url)
            let doubled = try trial.rows("SELECT b FROM Client GROUP BY b HAVING count(*) > 1").count
            if refusals.isEmpty {
                accepted += 1
                #expect(doubled == 0, "seed \(seed): \(one.conditions)")
            } else if doubled > 0 {
                overlapping += 1
            }
        }
        #expect(accepted > 5 && overlapping > 5)
    }

    private static func condition(depth: Int, _ random: inout SplitMix64) -> String {
        func part() -> String { condition(depth: depth - 1, &random) }
        let number = Int.random(in: 1...4, using: &random)
        switch Int.random(in: 0..<(depth == 0 ? 4 : 7), using: &random) {
        case 0: return "a > \(number)"
        case 1: return "a == \(number)"
        case 2: return "n \(random.chance(50) ? "<=" : ">") \(number)"
        case 3: return "n \(random.chance(50) ? "==" : "!=") nil"
        case 4: return "(\(part()) AND \(part()))"
        case 5: return "(\(part()) OR \(part()))"
        default: return "NOT (\(part()))"
        }
    }
}
