import ApusSchema

/// What a line of a mapping asserts, checked against both schemas.
struct StageAssertion: Hashable, Sendable {
    /// The line.
    let line: Mapping.Line
    /// The condition.
    let condition: TypedCondition<AssertedValue>

    /// Checks a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - scope: The names of both schemas.
    /// - Throws: The reason why its condition cannot be checked, with its offset.
    private init(_ line: Mapping.Line, in scope: AssertionScope) throws(PredicateProblem) {
        self.line = line
        var compiler = ExpressionCompiler(scope)
        condition = try compiler.condition(try PredicateFormat.parse(line.assertion?.condition ?? ""))
        try AssertionScope.refuseFailing(condition.canFail, at: 0)
    }

    /// The refusal if the condition reads nothing of the store, so that it always holds or never does.
    private func needlessness(in mapping: Mapping?) -> Refusal? {
        guard condition.leaves.isEmpty else { return nil }
        return .needless(line, in: mapping?.file, settledBy: [.edit(.correctExpression), .removal(of: line)])
    }

    /// Checks the assertions of a mapping.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - older: The older schema.
    ///   - newer: The newer schema.
    /// - Returns: The assertions, and the refusals of those that cannot be checked.
    static func all(
        in mapping: Mapping?,
        _ older: IndexedSchema,
        _ newer: IndexedSchema
    ) -> (assertions: [StageAssertion], refusals: [Refusal]) {
        let scope = AssertionScope(older: older, newer: newer)
        var (assertions, refusals): ([StageAssertion], [Refusal]) = ([], [])
        for line in mapping?[.assert] ?? [] {
            do throws(PredicateProblem) {
                let assertion = try StageAssertion(line, in: scope)
                if let refusal = assertion.needlessness(in: mapping) {
                    refusals.append(refusal)
                } else {
                    assertions.append(assertion)
                }
            } catch {
                refusals.append(
                    Refusal(
                        .unusableAssertion(error),
                        at: line.path,
                        settledBy: [.edit(.correctExpression)],
                        location: line.location
                    )
                )
            }
        }
        return (assertions, refusals)
    }
}
