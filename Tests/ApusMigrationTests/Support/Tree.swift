import ApusMigration
import ApusSchema
import ApusTestSupport

/// An expression as it was written, without any simplification.
indirect enum Tree {
    case field(String, ScalarType, isNullable: Bool)
    case literal(StoredValue, ScalarType)
    case converted(Tree, Conversion)
    case recoded(Tree, Recoding)
    case coalesced(Tree, Tree)
    case present(Tree, ifAny: [String])
    case required(Tree)
    case reference(Tree, among: [String])
    case rowNumber(among: [String])

    var type: ScalarType {
        switch self {
        case .field(_, let type, _), .literal(_, let type): type
        case .converted(_, let conversion): conversion.to
        case .recoded(_, let recoding): recoding.type
        case .coalesced(let first, _): first.type
        case .present(let tree, _), .required(let tree): tree.type
        case .reference, .rowNumber: .int64
        }
    }

    func value(_ row: Row, _ rows: Rows) throws -> StoredValue {
        switch self {
        case .field(let name, _, _): return row[.attribute([name])] ?? .null
        case .literal(let value, _): return value
        case .converted(let tree, let conversion): return try conversion(try tree.value(row, rows))
        case .recoded(let tree, let recoding): return try Evaluator.recoded(try tree.value(row, rows), recoding)
        case .coalesced(let first, let second):
            let value: StoredValue = try first.value(row, rows)
            return value == .null ? try second.value(row, rows) : value
        case .present(let tree, let names):
            return names.contains { row[.attribute([$0])] ?? .null != .null } ? try tree.value(row, rows) : .null
        case .required(let tree):
            let value: StoredValue = try tree.value(row, rows)
            if value == .null { throw EvaluationFailure.noValue(ElementPath("A", "x")) }
            return value
        case .reference(let tree, let kinds):
            let value: StoredValue = try tree.value(row, rows)
            let isOne: Bool = kinds.contains { kind in
                (rows[.objects(kind)] ?? []).contains { $0[.identity] == value }
            }
            return isOne ? value : .null
        case .rowNumber(let kinds):
            guard case .integer(let own)? = row[.identity] else { return .null }
            let identities: [StoredValue] = kinds.flatMap { rows[.objects($0)] ?? [] }.compactMap { $0[.identity] }
            return .integer(Int64(identities.count { if case .integer(let one) = $0 { one <= own } else { false } }))
        }
    }

    func add(to graph: inout ExpressionGraph) -> ExpressionGraph.ID {
        switch self {
        case .field(let name, let type, let isNullable):
            return graph.field(.attribute([name]), type, isNullable: isNullable)
        case .literal(let value, let type): return graph.literal(value, type)
        case .converted(let tree, let conversion): return graph.converted(tree.add(to: &graph), conversion)
        case .recoded(let tree, let recoding): return graph.recoded(tree.add(to: &graph), recoding)
        case .coalesced(let first, let second):
            let (one, two) = (first.add(to: &graph), second.add(to: &graph))
            return graph.coalesced(one, two)
        case .present(let tree, let names):
            let id: ExpressionGraph.ID = tree.add(to: &graph)
            let others: [ExpressionGraph.ID] = names.map { name in
                graph.field(.attribute([name]), Tree.type(of: name), isNullable: name.hasSuffix("?"))
            }
            return graph.present(id, ifAny: others)
        case .required(let tree): return graph.required(tree.add(to: &graph), ElementPath("A", "x"))
        case .reference(let tree, let kinds): return graph.reference(tree.add(to: &graph), among: kinds)
        case .rowNumber(let kinds): return graph.rowNumber(among: kinds, .int64)
        }
    }

    /// How many nodes it has.
    var size: Int {
        switch self {
        case .field, .literal, .rowNumber: 1
        case .converted(let tree, _), .recoded(let tree, _), .required(let tree), .reference(let tree, _): 1 + tree.size
        case .present(let tree, let names): 2 + names.count + tree.size
        case .coalesced(let first, let second): 1 + first.size + second.size
        }
    }
}

extension Tree {
    /// The type of a field of the random rows, by its name.
    static func type(of name: String) -> ScalarType {
        ScalarType(rawValue: name.replacing("?", with: "")) ?? .int64
    }

    static func random(of type: ScalarType, depth: Int, _ random: inout SplitMix64) -> Tree {
        func inner(_ type: ScalarType) -> Tree { Tree.random(of: type, depth: depth - 1, &random) }
        switch depth == 0 ? random.below(2) : random.below(9) {
        case 0:
            let isNullable: Bool = random.chance(50)
            return .field("\(type.rawValue)\(isNullable ? "?" : "")", type, isNullable: isNullable)
        case 1:
            let isNull: Bool = random.chance(20)
            return .literal(isNull ? .null : ValueGenerator.value(of: type, &random).stored, type)
        case 2, 3:
            let choices: [Conversion] = ScalarType.allCases.flatMap { Conversion.conversions(from: $0, to: type) }
            guard let conversion = random.pickAny(choices) else { return inner(type) }
            return .converted(inner(conversion.from), random.chance(70) ? conversion.lenient ?? conversion : conversion)
        case 4: return .required(.coalesced(inner(type), inner(type)))
        case 5: return .present(inner(type), ifAny: ["int16?", random.chance(20) ? "bool" : "string?"])
        case 6 where [.int16, .int32, .int64].contains(type):
            let numbers: [Int64] = [0, -1, 1, 7]
            let rows: [Recoding.Row] = numbers.filter { _ in random.chance(80) }.map { number in
                Recoding.Row(from: .integer(number), to: random.chance(20) ? .null : .integer(random.pick(numbers)))
            }
            return .recoded(inner(type), Recoding(rows, type: type, isLenient: random.chance(60)))
        case 7 where type == .int64:
            let kinds: [String] = ["A", "B", "C"].filter { _ in random.chance(60) }
            return random.chance(30) ? .rowNumber(among: kinds) : .reference(inner(type), among: kinds)
        default: return .coalesced(inner(type), inner(type))
        }
    }

    /// Rows of three kinds; the first one of `A` has a field of every type, and one that may be null.
    static func rows(_ random: inout SplitMix64) -> Rows {
        var row: Row = [.identity: .integer(1)]
        for type in ScalarType.allCases {
            row[.attribute([type.rawValue])] = ValueGenerator.value(of: type, &random).stored
            row[.attribute([type.rawValue + "?"])] =
                random.chance(50) ? .null : ValueGenerator.value(of: type, &random).stored
        }
        return [
            .objects("A"): [row, [.identity: .integer(-1)]], .objects("B"): [[.identity: .integer(0)]],
            .objects("C"): [[.identity: .integer(7)], [.identity: .integer(32767)]],
        ]
    }
}
