extension TypedCondition {
    /// The condition without the parts that hold for all values, or for none.
    package var simplified: TypedCondition {
        switch self {
        case .constant: self
        case .and(let parts): Self.simplified(parts, neutral: true)
        case .or(let parts): Self.simplified(parts, neutral: false)
        case .not(let inner):
            switch inner.simplified {
            case .constant(let holds): .constant(!holds)
            case let inner: .not(inner)
            }
        default:
            if leaves.isEmpty, let holds = try? holds(of: { _ in .null }) { .constant(holds) } else { self }
        }
    }

    /// Returns parts as a conjunction, whose neutral part is true, or as an alternative.
    private static func simplified(_ parts: [TypedCondition], neutral: Bool) -> TypedCondition {
        let rest = parts.map(\.simplified).filter { $0 != .constant(neutral) }
        if rest.contains(.constant(!neutral)) { return .constant(!neutral) }
        if rest.count < 2 { return rest.first ?? .constant(neutral) }
        return neutral ? .and(rest) : .or(rest)
    }
}
