import ApusDiagnostics
import ApusSchema

// Objects of a to-many relationship by their index: `$source.trips[FIRST]`.

extension OlderScope {
    /// Returns an object of a to-many relationship, or the number of its objects.
    static func element(
        _ index: ExpressionFormat.Index,
        of path: ElementPath,
        _ destination: String,
        _ read: @escaping (OlderValue) -> OlderValue,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let choice: Mapping.Duplicates
        switch index {
        case .size: return .value(.leaf(read(.gathered(nil, path, nil))), .int64)
        case .first: choice = .first
        case .last: choice = .newest
        case .element(let number) where number.kind == .constant(.integer(0)): choice = .first
        case .element:
            throw PredicateProblem(
                at: format.offset,
                "a mapping has no '\(format.text)'",
                help: ["write '[FIRST]', '[LAST]' or '[SIZE]'"]
            )
        }
        if count(in: format) > longest {
            throw OlderCompiler.problem("more than \(longest) relationships follow each other", format)
        }
        return .reference(
            .object(entity: destination, identity: read(.one(choice, path, nil))) { read(.one(choice, path, $0)) }
        )
    }

    /// The number of searches in a path that has an index; the index is one.
    static func count(in format: ExpressionFormat) -> Int {
        switch format.kind {
        case .keyPath(let base, let steps): return (base.map(count) ?? 0) + steps.count
        case .index(let base, _): return count(in: base) + 1
        default: return 0
        }
    }
}
