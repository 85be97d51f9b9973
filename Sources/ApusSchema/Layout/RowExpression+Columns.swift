extension RowExpression {
    /// The columns that the value is computed from, in the order in which they stand.
    public var columns: [String] {
        switch self {
        case .column(let name): [name]
        case .constant: []
        case .call(_, let operands): operands.flatMap(\.columns)
        case .arithmetic(let one, _, let other): one.columns + other.columns
        case .negation(let operand): operand.columns
        case .conditional(let condition, let one, let other): condition.columns + one.columns + other.columns
        }
    }
}

extension RowCondition {
    /// The columns that are looked at, in the order in which they stand.
    public var columns: [String] {
        switch self {
        case .constant: []
        case .and(let operands), .or(let operands): operands.flatMap(\.columns)
        case .not(let operand): operand.columns
        case .comparison(let one, _, let other), .text(let one, _, let other): one.columns + other.columns
        case .isOne(let value, let others): value.columns + others.flatMap(\.columns)
        case .between(let value, let lowest, let greatest): value.columns + lowest.columns + greatest.columns
        }
    }
}
