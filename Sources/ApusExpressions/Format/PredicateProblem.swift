public import ApusDiagnostics

/// An error in the text of a predicate or an expression.
///
/// The name avoids a conflict with Foundation's `PredicateError`.
public struct PredicateProblem: ExplainedError, Hashable {
    /// The offset in the text, in Unicode scalars.
    public let offset: Int

    /// The message, without a period at the end.
    public let message: String

    /// Suggestions, one per line.
    public let help: [String]

    /// Creates a problem.
    public init(at offset: Int, _ message: String, help: [String] = []) {
        self.offset = offset
        self.message = message
        self.help = help
    }

    /// The problem as a diagnostic.
    public var diagnostics: [Diagnostic] {
        [.error("\(message) (character \(offset + 1))", help: help)]
    }
}
