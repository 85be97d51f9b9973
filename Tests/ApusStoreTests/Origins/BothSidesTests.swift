import ApusSchema
import ApusStore
import ApusTestSupport
import Testing

/// Mappings between two versions that compute both sides of a one-to-one relationship, which those to the head cannot.
@Suite("Both sides of a one-to-one relationship are computed")
struct BothSidesTests {
    /// How the mapping computes the two sides.
    enum Form: CaseIterable {
        case oneSideLast
        case otherSideLast
        case origins
    }

    private static let model: [Schema] = {
        let friends: [Relationship] = ["x", "y"].map { .toOne($0, "A", isOptional: true) }
        let sides: [Relationship] = [
            .toOne("r", "A", isOptional: true, inverse: "b", holdsKey: true),
            .toOne("b", "A", isOptional: true, inverse: "r"),
        ]
        return [friends, friends + sides].map { Schema(model: "M", entities: [Entity("A", relationships: $0)]) }
    }()

    private static func lines(_ form: Form) -> [Mapping.Line] {
        let (r, b) = (
            Mapping.Line.value(ElementPath("A", "r"), "$source.x"),
            Mapping.Line.value(ElementPath("A", "b"), "$source.y")
        )
        return switch form {
        case .oneSideLast: [b, r]
        case .otherSideLast: [r, b]
        case .origins: [.entity("A", [Mapping.Origin(["A"], values: ["r": "$source.x", "b": "$source.y"])])]
        }
    }

    /// A reference of `r`.
    private struct Reference: Hashable {
        let from: Int
        let to: Int
    }

    @Test(
        "A migration keeps all references, or stops before it writes: if and only if one would be lost",
        arguments: Form.allCases,
        [false, true]
    )
    func law(form: Form, isBackwards: Bool) throws {
        var random = SplitMix64(seed: 23)
        let (from, to) = isBackwards ? (2, 1) : (1, 2)
        for _ in 0..<25 {
            let rows = (1...3).map { row in
                (
                    row: row, x: random.chance(50) ? Int.random(in: 1...3, using: &random) : nil,
                    y: random.chance(50) ? Int.random(in: 1...3, using: &random) : nil
                )
            }
            let trial = try Trial(
                isBackwards ? Self.model.reversed() : Self.model,
                mappings: [Mapping(from: Schema.Version(from), to: Schema.Version(to), Self.lines(form))]
                    + (isBackwards
                        ? [Mapping(from: Schema.Version(1), to: Schema.Version(2), [.accept(ElementPath("A", "r"))])]
                        : []),
                isBackwards ? "" : Self.sql(rows)
            )
            if isBackwards {
                // The store is at the newer version, which has no sides yet.
                try trial.migrate()
                try trial.run(Self.sql(rows))
            }
            let before = try trial.rows("SELECT * FROM A ORDER BY _id")
            let ofR = Set(rows.compactMap { row in row.x.map { Reference(from: row.row, to: $0) } })
            let ofB = Set(rows.compactMap { row in row.y.map { Reference(from: $0, to: row.row) } })
            let kept = form == .otherSideLast ? ofB : ofR
            let isSole = Set(kept.map(\.from)).count == kept.count && Set(kept.map(\.to)).count == kept.count
            let isLost = !ofR.union(ofB).isSubset(of: kept)
            do {
                try trial.migrate(to: to)
                let found = try trial.rows("SELECT _id, r FROM A WHERE r IS NOT NULL")
                #expect(Set(found) == Set(ofR.union(ofB).map { "\($0.from)|\($0.to)" }), "\(rows)")
                #expect(isSole && !isLost, "\(rows)")
                #expect(try Verifier.verify(trial.url).isSound)
            } catch let error as StoreError {
                #expect(!isSole || isLost, "\(rows): \(error)")
                if isSole { #expect("\(error)".contains("would be lost: its inverse"), "\(error)") }
                #expect(try trial.rows("SELECT * FROM A ORDER BY _id") == before)
            }
        }
    }

    /// The other side has the references although the mapping chooses among several.
    @Test("A choice among several references of the other side loses none that only this side makes")
    func choice() throws {
        func schema(_ isNewer: Bool) -> Schema {
            let code = Attribute("code", .int32, isOptional: true)
            return Schema(
                model: "M",
                entities: [
                    Entity(
                        "A",
                        attributes: [code],
                        relationships: isNewer ? [.toOne("b", "B", isOptional: true, inverse: "a")] : []
                    ),
                    Entity(
                        "B",
                        attributes: [code, Attribute("other", .int32, isOptional: true)],
                        relationships: isNewer
                            ? [.toOne("a", "A", isOptional: true, inverse: "b", holdsKey: true)] : []
                    ),
                ]
            )
        }
        let lines: [Mapping.Line] = [
            .value(ElementPath("A", "b"), "find(B, code == $source.code)"),
            .value(ElementPath("B", "a"), "find(A, code == $source.other)"),
            .duplicates(ElementPath("A", "b"), .newest),
        ]
        for (other, isLost) in [("NULL", true), ("1", false)] {
            let trial = try Trial(
                [schema(false), schema(true)],
                mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
                "INSERT INTO A (_id, code) VALUES (1, 1); INSERT INTO B (_id, code, other) VALUES (1, 1, \(other))"
            )
            do {
                try trial.migrate(to: 2)
                #expect(!isLost)
                #expect(try trial.rows("SELECT _id, a FROM B") == ["1|1"])
            } catch let error as StoreError {
                #expect(isLost && "\(error)".contains("would be lost: its inverse"), "\(error)")
            }
        }
    }

    private static func sql(_ rows: [(row: Int, x: Int?, y: Int?)]) -> String {
        let values = rows.map { "(\($0.row), \($0.x.map(String.init) ?? "NULL"), \($0.y.map(String.init) ?? "NULL"))" }
        // A reference may lead to a row that is inserted later.
        return "PRAGMA foreign_keys = OFF; INSERT INTO A (_id, x, y) VALUES \(values.joined(separator: ", "))"
    }
}
