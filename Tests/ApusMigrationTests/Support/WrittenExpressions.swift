import ApusSchema
import ApusTestSupport

@testable import ApusMigration

/// Expressions as they were written, node by node, without any simplification.
struct WrittenExpressions {
    private(set) var nodes: [ExpressionGraph.Node] = []

    subscript(id: ExpressionGraph.ID) -> ExpressionGraph.Node { nodes[id.index] }

    /// Appends an expression of which nothing is known but its type.
    mutating func append(_ value: ProjectedValue, _ type: ScalarType, isNullable: Bool = true) -> ExpressionGraph.ID {
        nodes.append(
            ExpressionGraph.Node(
                value: value,
                type: type,
                isNullable: isNullable,
                canFail: true,
                readsOtherRows: true,
                depth: 1
            )
        )
        return ExpressionGraph.ID(index: nodes.count - 1)
    }

    /// Adds an expression and its parts to a graph, which simplifies them.
    func add(_ id: ExpressionGraph.ID, to graph: inout ExpressionGraph) -> ExpressionGraph.ID {
        let node = self[id]
        switch node.value {
        case .field(let field): return graph.field(field, node.type, isNullable: node.isNullable)
        case .computed(.constant(let value)): return graph.literal(value, node.type)
        case .computed(.converted(.leaf(let inner), let conversion)):
            return graph.converted(add(inner, to: &graph), conversion)
        case .computed(.recoded(.leaf(let inner), let recoding)): return graph.recoded(add(inner, to: &graph), recoding)
        case .computed(.coalesced(let values)):
            let parts = values.flatMap(\.leaves).map { add($0, to: &graph) }
            return graph.coalesced(parts[0], parts[1])
        case .computed(.conditional(let condition, let inner, _)):
            let (one, rest) = (add(inner.leaves[0], to: &graph), condition.leaves.map { add($0, to: &graph) })
            return graph.present(one, ifAny: rest)
        case .computed: preconditionFailure("no such expression is written")
        case .required(let inner, let path): return graph.required(add(inner, to: &graph), path)
        case .stored(let inner, let type): return graph.stored(add(inner, to: &graph), type)
        case .reference(let inner, let kinds): return graph.reference(add(inner, to: &graph), among: kinds)
        case .rowNumber(let identity, let rows):
            return graph.rowNumber(of: add(identity, to: &graph), among: add(rows, to: &graph), node.type)
        case .uuid(let key, let identity): return graph.uuid(key: key, of: add(identity, to: &graph), node.type)
        case .largest(let rows):
            // Alone, as an identity behind others, which is increased by it.
            return graph.identity(graph.literal(.integer(0), .int64), after: [add(rows, to: &graph)])
        case .now: return graph.now()
        case .lookup(let lookup):
            let rows = lookup.rows.map { rows in
                Lookup.Rows(
                    of: rows.extent,
                    key: add(rows.key, to: &graph),
                    value: add(rows.value, to: &graph),
                    ranks: rows.ranks.map { add($0, to: &graph) }
                )
            }
            return graph.lookup(Lookup(rows, for: add(lookup.key, to: &graph), lookup.choice))
        case .derived: return graph.derived(node.type)
        }
    }

    private func add(_ rows: [ObjectRows], to graph: inout ExpressionGraph) -> [ObjectRows] {
        rows.map { one in
            ObjectRows(
                of: one.extent,
                conditions: one.conditions.map { add($0, to: &graph) },
                identity: add(one.identity, to: &graph)
            )
        }
    }
}

extension WrittenExpressions {
    /// Appends a random expression of a type over a row of ``rows(_:)``.
    mutating func appendRandom(of type: ScalarType, depth: Int, _ random: inout SplitMix64) -> ExpressionGraph.ID {
        func inner(_ type: ScalarType) -> ExpressionGraph.ID {
            appendRandom(of: type, depth: depth - 1, &random)
        }
        switch depth == 0 ? random.below(2) : random.below(11) {
        case 0: return field(type, isNullable: random.chance(50))
        case 1:
            let isNull = random.chance(20)
            return append(.computed(.constant(isNull ? .null : ValueGenerator.value(of: type, &random).stored)), type)
        case 2, 3:
            let choices = ScalarType.allCases.flatMap { Conversion.conversions(from: $0, to: type) }
            guard let conversion = random.pickAny(choices) else { return inner(type) }
            let chosen = random.chance(70) ? conversion.lenient ?? conversion : conversion
            return append(.computed(.converted(.leaf(inner(conversion.from)), chosen)), type)
        case 4:
            let (one, two) = (inner(type), inner(type))
            return append(.required(append(Self.coalesced(one, two), type), ElementPath("A", "x")), type)
        case 5:
            let other = random.chance(20) ? field(.bool, isNullable: false) : field(.string, isNullable: true)
            let isThere = [field(.int16, isNullable: true), other].map { TypedCondition.not(.isNull(.leaf($0))) }
            return append(.computed(.conditional(.or(isThere), .leaf(inner(type)), .constant(.null))), type)
        case 6 where [.int16, .int32, .int64].contains(type):
            let numbers: [Int64] = [0, -1, 1, 7]
            let rows = numbers.filter { _ in random.chance(80) }.map { number in
                Recoding.Row(from: .integer(number), to: random.chance(20) ? .null : .integer(random.pick(numbers)))
            }
            let recoding = Recoding(rows, type: type, isLenient: random.chance(60))
            return append(.computed(.recoded(.leaf(inner(type)), recoding)), type)
        case 7 where type == .int64:
            let identity = append(.field(.identity), .int64, isNullable: false)
            let rows = kinds(&random).map { kind in
                ObjectRows(
                    of: .objects(kind),
                    conditions: random.chance(30) ? [field(.string, isNullable: true)] : [],
                    identity: identity
                )
            }
            return random.chance(30)
                ? append(.rowNumber(of: identity, among: rows), type)
                : append(.reference(inner(type), among: kinds(&random)), type)
        case 8 where type == .int64:
            // One object of `A` at most has the number that refers to the row.
            let identity = append(.field(.identity), .int64, isNullable: false)
            let rows = Lookup.Rows(
                of: .objects("A"),
                key: field(.int64, isNullable: true),
                value: identity,
                ranks: [identity]
            )
            let choice: Lookup.Choice = random.pick([.known, .only, .onlyFound, .one(.first), .one(.newest)])
            return append(.lookup(Lookup([rows], for: identity, choice)), type)
        case 9 where type == .uuid || type == .string:
            let identity = append(.field(.identity), .int64, isNullable: false)
            return append(.uuid(key: random.pick(["a", "b"]), of: identity), type)
        case 9 where type == .date: return append(.now, type)
        default:
            let (one, two) = (inner(type), inner(type))
            return append(Self.coalesced(one, two), type)
        }
    }

    private static func coalesced(_ one: ExpressionGraph.ID, _ other: ExpressionGraph.ID) -> ProjectedValue {
        .computed(.coalesced([.leaf(one), .leaf(other)]))
    }

    private func kinds(_ random: inout SplitMix64) -> [String] {
        ["A", "B", "C"].filter { _ in random.chance(60) }
    }

    private mutating func field(_ type: ScalarType, isNullable: Bool) -> ExpressionGraph.ID {
        append(.field(Self.field(type, isNullable: isNullable)), type, isNullable: isNullable)
    }

    private static func field(_ type: ScalarType, isNullable: Bool) -> Field {
        .attribute([type.rawValue + (isNullable ? "?" : "")])
    }

    /// Rows of three kinds; the first one of `A` has a field of every type, and one that may be null.
    static func rows(_ random: inout SplitMix64) -> StoredRows {
        var row: StoredRow = [.identity: .integer(1)]
        for type in ScalarType.allCases {
            row[field(type, isNullable: false)] = ValueGenerator.value(of: type, &random).stored
            row[field(type, isNullable: true)] =
                random.chance(50) ? .null : ValueGenerator.value(of: type, &random).stored
        }
        if random.chance(20) { row[field(.int64, isNullable: true)] = .integer(1) }
        return [
            .objects("A"): [row, [.identity: .integer(-1)]], .objects("B"): [[.identity: .integer(0)]],
            .objects("C"): [[.identity: .integer(7)], [.identity: .integer(32767)]],
        ]
    }
}
