public import ApusDiagnostics

/// The reason why a key cannot be read.
public struct KeyError: ExplainedError, Hashable {
    private let message: String

    /// Creates an error.
    init(_ message: String) { self.message = message }

    /// The reason.
    public var diagnostics: [Diagnostic] { [.error(message)] }
}
