public import Foundation

/// An error that says what is wrong, where, and what to do next, however it is printed.
///
/// A conforming type only provides facts and their ``diagnostics``. `print(error)`, `String(reflecting: error)` and an
/// uncaught error show the findings as text that fits on a screen, the sentence first. `error.localizedDescription` is
/// the sentence alone, and `recoverySuggestion` is what to do next.
public protocol ExplainedError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What is wrong, where, and what to do next: at least one finding.
    var diagnostics: [Diagnostic] { get }
}

extension ExplainedError {
    /// The findings, each with notes and help, on 24 lines of 80 columns at most.
    public var description: String { ErrorText(diagnostics).full }

    /// The same text as ``description`` instead of the nested values that Swift shows by default.
    public var debugDescription: String { description }

    /// The sentence: what is wrong, and where.
    public var errorDescription: String? { ErrorText(diagnostics).sentence }

    /// Always `nil`, because the sentence gives the reason.
    public var failureReason: String? { nil }

    /// What to do next.
    public var recoverySuggestion: String? { ErrorText(diagnostics).help }

    /// Always `nil`, because there is no help book.
    public var helpAnchor: String? { nil }
}
