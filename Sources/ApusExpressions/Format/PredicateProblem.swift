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

    /// The text that was probably meant, with its quotes, if the problem is a misspelled one.
    package let meant: String?

    /// Creates a problem.
    public init(at offset: Int, _ message: String, help: [String] = []) {
        self.init(at: offset, message, meant: nil, help: help)
    }

    /// Creates a problem whose help asks for what was probably meant, or is something else if nothing was.
    package init(at offset: Int, _ message: String, meant: String?, help: [String] = []) {
        self.offset = offset
        self.message = message
        self.meant = meant
        self.help = meant.map { [NearMiss.question($0)] } ?? help
    }

    /// The problem as a diagnostic.
    public var diagnostics: [Diagnostic] {
        [.error("\(message) (character \(offset + 1))", help: help, meant: meant)]
    }
}
