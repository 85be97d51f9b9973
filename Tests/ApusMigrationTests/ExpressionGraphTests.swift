import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The identities by which a graph is simplified hold for every value.
@Suite struct ExpressionGraphTests {
    /// An expression as it was written, without any simplification.
    private indirect enum Tree {
        case column(String, ScalarType, isNullable: Bool)
        case literal(StoredValue, ScalarType)
        case widened(Tree, ScalarType)
        case coalesced(Tree, Tree)

        var type: ScalarType {
            switch self {
            case .column(_, let type, _), .literal(_, let type), .widened(_, let type): type
            case .coalesced(let first, _): first.type
            }
        }

        func value(_ row: [String: StoredValue]) -> StoredValue {
            switch self {
            case .column(let name, _, _): row[name] ?? .null
            case .literal(let value, _): value
            case .widened(let tree, let type): Evaluator.widened(tree.value(row), to: type)
            case .coalesced(let first, let second): first.value(row) == .null ? second.value(row) : first.value(row)
            }
        }

        func add(to graph: inout ExpressionGraph) -> ExpressionGraph.ID {
            switch self {
            case .column(let name, _, let isNullable): return graph.column(name, isNullable: isNullable)
            case .literal(let value, _): return graph.literal(value)
            case .widened(let tree, let type): return graph.widened(tree.add(to: &graph), from: tree.type, to: type)
            case .coalesced(let first, let second):
                let (one, two) = (first.add(to: &graph), second.add(to: &graph))
                return graph.coalesced(one, two)
            }
        }

        var size: Int {
            switch self {
            case .column, .literal: 1
            case .widened(let tree, _): 1 + tree.size
            case .coalesced(let first, let second): 1 + first.size + second.size
            }
        }
    }

    private func tree(of type: ScalarType, depth: Int, _ random: inout SplitMix64) -> Tree {
        let narrower: [ScalarType] = ScalarType.allCases.filter { $0.widens(to: type) }
        switch depth == 0 ? random.below(2) : random.below(4) {
        case 0:
            let isNullable: Bool = random.chance(50)
            return .column("\(type.rawValue)\(isNullable ? "?" : "")", type, isNullable: isNullable)
        case 1:
            let isNull: Bool = random.chance(20)
            return .literal(isNull ? .null : ValueGenerator.value(of: type, &random).stored, type)
        case 2 where !narrower.isEmpty:
            return .widened(tree(of: random.pick(narrower), depth: depth - 1, &random), type)
        default:
            return .coalesced(tree(of: type, depth: depth - 1, &random), tree(of: type, depth: depth - 1, &random))
        }
    }

    private func row(_ random: inout SplitMix64) -> [String: StoredValue] {
        var row: [String: StoredValue] = [:]
        for type in ScalarType.allCases {
            row[type.rawValue] = ValueGenerator.value(of: type, &random).stored
            row[type.rawValue + "?"] = random.chance(50) ? .null : ValueGenerator.value(of: type, &random).stored
        }
        return row
    }

    @Test func simplifiedIsTheSameToTheBit() {
        var simplified: Int = 0
        for seed in UInt64(0)..<2000 {
            var random = SplitMix64(seed: seed)
            var graph = ExpressionGraph()
            // Several in one graph, so that they share nodes.
            for _ in 0..<4 {
                let tree: Tree = tree(of: random.pick(ScalarType.allCases), depth: 5, &random)
                let before: Int = graph.count
                let id: ExpressionGraph.ID = tree.add(to: &graph)
                #expect(graph.count - before <= tree.size, "seed \(seed)")
                if graph.count - before < tree.size { simplified += 1 }
                for _ in 0..<4 {
                    let row: [String: StoredValue] = row(&random)
                    let value: StoredValue = Evaluator(graph: graph, row: row).value(id)
                    #expect(value.exact == tree.value(row).exact, "seed \(seed): \(tree) of \(row)")
                    #expect(value != .null || graph[id].isNullable, "seed \(seed): null, though it said never")
                }
            }
        }
        #expect(simplified > 1000)
    }

    @Test func equalExpressionsAreOneNode() {
        var graph = ExpressionGraph()
        let (one, two) = (graph.column("a", isNullable: true), graph.column("a", isNullable: true))
        let (seven, again) = (graph.literal(.integer(7)), graph.literal(.integer(7)))
        #expect(one == two && seven == again && graph.coalesced(one, seven) == graph.coalesced(two, again))
        #expect(graph.count == 3)
    }

    @Test func differentBytesAreDifferentNodes() {
        var graph = ExpressionGraph()
        let pairs: [(StoredValue, StoredValue)] = [
            (.text("é"), .text("e\u{301}")), (.real(0.0), .real(-0.0)), (.integer(0), .real(0)), (.text(""), .null),
            (.text("1"), .integer(1)),
        ]
        for (one, two) in pairs {
            let (first, second) = (graph.literal(one), graph.literal(two))
            #expect(first != second, "\(one)")
            #expect(graph[first].expression == .literal(one) && graph[second].expression == .literal(two))
        }
    }

    @Test func identities() {
        var graph = ExpressionGraph()
        let (required, optional) = (graph.column("a", isNullable: false), graph.column("b", isNullable: true))
        let (seven, null) = (graph.literal(.integer(7)), graph.literal(.null))
        // A fallback for what is never null is not needed; null falls back at once.
        #expect(graph.coalesced(required, seven) == required && graph.coalesced(null, seven) == seven)
        #expect(
            graph.coalesced(graph.coalesced(optional, seven), graph.literal(.integer(8)))
                == graph.coalesced(optional, seven)
        )
        // A widening that is stored as before is the value; of a literal it is a literal.
        #expect(graph.widened(optional, from: .int16, to: .int64) == optional)
        #expect(graph.widened(optional, from: .float, to: .double) == optional)
        #expect(graph.widened(optional, from: .int16, to: .double) != optional)
        #expect(graph.widened(seven, from: .int16, to: .decimal) == graph.literal(.text("7")))
        #expect(graph.widened(seven, from: .int32, to: .double) == graph.literal(.real(7)))
        #expect(graph.widened(null, from: .int32, to: .double) == null)
        // Whether the value may be null is known of each.
        let nullable: [ExpressionGraph.ID] = [
            optional, null, graph.widened(optional, from: .int16, to: .double), graph.coalesced(optional, null),
        ]
        let never: [ExpressionGraph.ID] = [
            required, seven, graph.widened(required, from: .int16, to: .double), graph.coalesced(optional, required),
        ]
        #expect(nullable.allSatisfy { graph[$0].isNullable } && never.allSatisfy { !graph[$0].isNullable })
    }
}
