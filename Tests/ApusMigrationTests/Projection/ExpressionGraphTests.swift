import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The identities by which a graph is simplified hold for every value and every failure.
@Suite struct ExpressionGraphTests {
    @Test("Simplified is the same to the bit, and what is known of a value holds") func simplified() {
        var simplified = 0
        var failures = 0
        for seed in UInt64(0)..<2000 {
            var random = SplitMix64(seed: seed)
            var graph = ExpressionGraph()
            // Several in one graph, so that they share nodes.
            for _ in 0..<4 {
                var written = WrittenExpressions()
                let type = random.pick(ScalarType.allCases)
                let whole = written.appendRandom(of: type, depth: 5, &random)
                let before = graph.count
                let id = written.add(whole, to: &graph)
                #expect(graph.count - before <= written.nodes.count, "seed \(seed)")
                if graph.count - before < written.nodes.count { simplified += 1 }
                #expect(graph[id].type.storage == type.storage, "seed \(seed)")
                for _ in 0..<4 {
                    let rows = WrittenExpressions.rows(&random)
                    failures += compare(written, whole, with: graph, id, rows, "seed \(seed)")
                }
            }
        }
        #expect(simplified > 1000 && failures > 50, "\(simplified) simplified, \(failures) failures")
    }

    /// Compares an expression with what it was written as, for one row: 1 if both fail, 0 otherwise.
    private func compare(
        _ written: WrittenExpressions,
        _ whole: ExpressionGraph.ID,
        with graph: ExpressionGraph,
        _ id: ExpressionGraph.ID,
        _ rows: Rows,
        _ seed: String
    ) -> Int {
        let row: Row = rows[.objects("A")]?.first ?? [:]
        let asWritten = Result { try ExpressionInterpreter(rows: rows) { written[$0] }.value(whole, of: row) }
        let simplified = Result { try ExpressionInterpreter(rows: rows) { graph[$0] }.value(id, of: row) }
        // Only of a failure: such texts take longer than the comparisons.
        var text: String { "\(seed): \(graph.text(id)), written as \(written.nodes.map(\.value)), of \(row)" }
        switch (asWritten, simplified) {
        case (.success(let one), .success(let other)):
            #expect(one.exact == other.exact, "\(text)")
            #expect(other != .null || graph[id].isNullable, "null, though it said never: \(text)")
            if !graph[id].readsOtherRows {
                let alone = try? ExpressionInterpreter(rows: [:]) { graph[$0] }.value(id, of: row)
                #expect(alone?.exact == other.exact, "\(text)")
            }
            return 0
        case (.failure, .failure):
            #expect(graph[id].canFail, "failed, though it said never: \(text)")
            return 1
        case (.success, .failure(let error)):
            Issue.record("fails only simplified, with \(error): \(text)")
        case (.failure(let error), .success):
            Issue.record("no longer fails with \(error): \(text)")
        }
        return 0
    }

    @Test("An expression that is built of others is as deep as the deepest and one more") func depth() {
        var graph = ExpressionGraph()
        var id: ExpressionGraph.ID = graph.field(.attribute(["a"]), .int32, isNullable: true)
        #expect(graph[id].depth == 1)
        for number in 1...200 {
            let other: ExpressionGraph.ID = graph.field(.attribute(["b\(number)"]), .int32, isNullable: true)
            id = graph.coalesced(id, other)
            #expect(graph[id].depth == number + 1)
        }
        #expect(graph.count == 401)
    }

    @Test func equalExpressionsAreOneNode() {
        var graph = ExpressionGraph()
        let (one, two) = (field("a", &graph), field("a", &graph))
        let (seven, again) = (graph.literal(.integer(7), .int16), graph.literal(.integer(7), .int16))
        #expect(one == two && seven == again && graph.coalesced(one, seven) == graph.coalesced(two, again))
        #expect(graph.count == 3)
        let identity = graph.field(.identity, .int64, isNullable: false)
        let rows = [ObjectRows(of: .objects("A"), identity: identity)]
        #expect(
            graph.rowNumber(of: identity, among: rows, .int64) == graph.rowNumber(of: identity, among: rows, .int64)
        )
        #expect(graph.identity(identity, after: []) == identity && graph.identity(identity, after: [rows]) != identity)
        #expect(graph.uuid(key: "a", of: identity, .uuid) != graph.uuid(key: "b", of: identity, .uuid))
        #expect(graph.uuid(key: "a", of: identity, .uuid) != graph.uuid(key: "a", of: identity, .string))
        #expect(graph.now() == graph.now())
    }

    @Test func differentBytesAreDifferentNodes() {
        var graph = ExpressionGraph()
        let pairs: [(StoredValue, StoredValue)] = [
            (.text("é"), .text("e\u{301}")), (.real(0.0), .real(-0.0)), (.integer(0), .real(0)), (.text(""), .null),
            (.integer(1), .text("1")), (.blob(.init()), .text("")),
        ]
        for (one, two) in pairs {
            let (first, second) = (graph.literal(one, .string), graph.literal(two, .string))
            #expect(first != second, "\(one) and \(two)")
            #expect(graph[first].constant == one && graph[second].constant == two)
        }
    }

    @Test("Each identity, and that nothing is taken for one that is none") func identities() throws {
        var graph = ExpressionGraph()
        let (required, optional) = (field("a", &graph, isNullable: false), field("b", &graph))
        let (seven, null) = (graph.literal(.integer(7), .int16), graph.literal(.null, .int16))
        let eight: ExpressionGraph.ID = graph.literal(.integer(8), .int16)
        // A fallback for what is never null is not needed; null falls back at once.
        #expect(graph.coalesced(required, seven) == required && graph.coalesced(null, seven) == seven)
        #expect(graph.coalesced(optional, null) == optional)
        let filled: ExpressionGraph.ID = graph.coalesced(optional, seven)
        #expect(filled != optional && graph.coalesced(filled, eight) == filled)
        // What is never null is required already.
        let path = ElementPath("A", "b")
        #expect(graph.required(required, path) == required && graph.required(filled, path) == filled)
        #expect(graph.required(optional, path) != optional)
        // A conversion that is stored as before is the value; of a literal it is a literal, unless it fails.
        func conversion(_ name: String, _ from: ScalarType, _ to: ScalarType) throws -> Conversion {
            try #require(Conversion(name, from: from, to: to))
        }
        #expect(graph.converted(optional, try conversion("exact", .int16, .int64)) == optional)
        let double: ExpressionGraph.ID = graph.converted(optional, try conversion("exact", .int16, .double))
        #expect(double != optional)
        #expect(
            graph.converted(seven, try conversion("exact", .int16, .decimal)) == graph.literal(.text("7"), .decimal)
        )
        let failing: ExpressionGraph.ID = graph.converted(
            graph.literal(.text("?"), .string),
            try conversion("parsed", .string, .int16)
        )
        #expect(graph[failing].canFail)
        // There and back is the value, but not back and there.
        #expect(graph.converted(double, try conversion("rounded", .double, .int16)) == optional)
        let real: ExpressionGraph.ID = graph.field(.attribute(["r"]), .double, isNullable: true)
        let whole: ExpressionGraph.ID = graph.converted(real, try conversion("rounded", .double, .int16))
        #expect(graph.converted(whole, try conversion("exact", .int16, .double)) != real)
        // A reference that was looked at twice is looked at once, for both sets.
        let (one, two) = (graph.reference(optional, among: ["A", "B"]), graph.reference(optional, among: ["B", "C"]))
        #expect(graph.reference(one, among: ["C", "B"]) == graph.reference(optional, among: ["B"]))
        #expect(one != two && graph.reference(null, among: ["A"]) == null)
        // What is there if anything is that always is.
        #expect(graph.present(seven, ifAny: [optional, required]) == seven)
        let absent: ExpressionGraph.ID = graph.present(seven, ifAny: [null])
        #expect(graph[absent].constant == .null)
        #expect(graph.present(seven, ifAny: [optional, null]) == graph.present(seven, ifAny: [optional]))
        // A row that no other rows can relate to an object has none.
        let none: ExpressionGraph.ID = graph.lookup(Lookup([], for: seven, .known))
        #expect(graph[none].constant == .null)
    }

    @Test("A recoding after a recoding is one, unless that hid a failure") func recodings() {
        var graph = ExpressionGraph()
        let value: ExpressionGraph.ID = field("a", &graph)
        func table(_ pairs: KeyValuePairs<Int64, Int64?>, isLenient: Bool = false) -> Recoding {
            Recoding(
                pairs.map { .init(from: .integer($0), to: $1.map { .integer($0) } ?? .null) },
                type: .int16,
                isLenient: isLenient
            )
        }
        let first: ExpressionGraph.ID = graph.recoded(value, table([1: 2, 2: 3]))
        let both: ExpressionGraph.ID = graph.recoded(first, table([2: 20, 3: 30]))
        #expect(graph[both].value == .computed(.recoded(.leaf(value), table([1: 20, 2: 30]))))
        // The second one fails for what the first one makes of 2.
        let failing: ExpressionGraph.ID = graph.recoded(first, table([2: 20]))
        #expect(graph[failing].depth == 3)
        let gone: ExpressionGraph.ID = graph.recoded(first, table([2: nil, 3: 3]))
        #expect(graph[gone].isNullable && graph[gone].depth == 2)
        let lenient: ExpressionGraph.ID = graph.recoded(value, table([1: 1], isLenient: true))
        #expect(!graph[lenient].canFail && graph[lenient].isNullable && graph[first].canFail)
        let after: ExpressionGraph.ID = graph.recoded(lenient, table([1: 9]))
        #expect(graph[after].value == .computed(.recoded(.leaf(value), table([1: 9], isLenient: true))))
    }

    private func field(_ name: String, _ graph: inout ExpressionGraph, isNullable: Bool = true) -> ExpressionGraph.ID {
        graph.field(.attribute([name]), .int16, isNullable: isNullable)
    }
}
