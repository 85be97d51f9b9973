/// Says an index's predicate or expression as something that SQL can compute from a row.
struct RowLowering {
    private let entity: Entity
    private let table: Table
    private let schema: Schema

    init(_ entity: Entity, in table: Table, of schema: Schema) {
        self.entity = entity
        self.table = table
        self.schema = schema
    }

    /// An expression.
    ///
    /// - Throws: Why SQL's own functions cannot say it, and where.
    func expression(_ format: ExpressionFormat) throws(PredicateProblem) -> RowExpression {
        throw PredicateProblem(at: format.offset, "SQL cannot say this")
    }

    /// A condition.
    ///
    /// - Throws: Why SQL's own functions cannot say it, and where.
    func condition(_ format: PredicateFormat) throws(PredicateProblem) -> RowCondition {
        throw PredicateProblem(at: format.offset, "SQL cannot say this")
    }
}

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
