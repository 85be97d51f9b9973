public import ApusDiagnostics

/// What is wrong in the text of a predicate or an expression.
///
/// Foundation has a `PredicateError` of its own.
public struct PredicateProblem: ExplainedError, Hashable {
    /// Where, in Unicode scalars from the text's beginning.
    public let offset: Int

    /// What is wrong and what was expected, without a full stop at the end.
    public let message: String

    /// What to do next, a line each.
    public let help: [String]

    /// Creates a problem.
    public init(at offset: Int, _ message: String, help: [String] = []) {
        self.offset = offset
        self.message = message
        self.help = help
    }

    /// The finding.
    public var diagnostics: [Diagnostic] {
        [.error("\(message) (character \(offset + 1))", help: help)]
    }
}
