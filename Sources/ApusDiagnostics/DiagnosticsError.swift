/// An input that cannot be used, with all findings about it.
public struct DiagnosticsError: ExplainedError, Hashable {
    /// The findings; at least one is an error.
    public let diagnostics: [Diagnostic]

    /// Creates an error from findings.
    public init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Creates an error from one finding.
    public init(_ diagnostic: Diagnostic) {
        self.init([diagnostic])
    }
}
