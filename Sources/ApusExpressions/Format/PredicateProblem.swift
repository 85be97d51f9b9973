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
    public var help: [String] {
        switch advice {
        case .lines(let lines): lines
        case .question(let meant): [NearMiss.question(meant)]
        }
    }

    /// The text that was probably meant, with its quotes, if the problem is a misspelled one.
    package var meant: String? { if case .question(let meant) = advice { meant } else { nil } }

    // One word: an error of more than four words is returned in memory, and the parser has a frame per level of a text.
    private indirect enum Advice: Hashable, Sendable {
        case lines([String])
        case question(String)
    }

    private let advice: Advice

    /// Creates a problem.
    public init(at offset: Int, _ message: String, help: [String] = []) {
        self.init(at: offset, message, meant: nil, help: help)
    }

    /// Creates a problem whose help asks for what was probably meant, or is something else if nothing was.
    package init(at offset: Int, _ message: String, meant: String?, help: [String] = []) {
        self.offset = offset
        self.message = message
        advice = meant.map(Advice.question) ?? .lines(help)
    }

    /// The problem as a diagnostic.
    public var diagnostics: [Diagnostic] {
        [.error("\(message) (character \(offset + 1))", help: help, meant: meant)]
    }
}
