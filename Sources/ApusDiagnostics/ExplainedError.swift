public import Foundation

/// An error that says what is wrong, where, and what to do next, however it is printed.
///
/// A conforming type only has facts and their ``diagnostics``. `print(error)`, `String(reflecting: error)` and an error
/// that a program does not catch give the findings as a text that fits on a screen, the sentence first;
/// `error.localizedDescription` gives the sentence alone, and `recoverySuggestion` what helps.
public protocol ExplainedError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What is wrong, where, and what to do next: at least one finding.
    var diagnostics: [Diagnostic] { get }
}

extension ExplainedError {
    /// The findings, each with notes and help, on 24 lines of 80 columns at most.
    public var description: String { ErrorText(diagnostics).full }

    /// The same text as ``description``, rather than the nested values that Swift shows by default.
    public var debugDescription: String { description }

    /// What is wrong, and where.
    public var errorDescription: String? { ErrorText(diagnostics).sentence }

    /// Nothing: the sentence says why.
    public var failureReason: String? { nil }

    /// What to do next.
    public var recoverySuggestion: String? { ErrorText(diagnostics).help }

    /// Nothing: there is no help book.
    public var helpAnchor: String? { nil }
}
