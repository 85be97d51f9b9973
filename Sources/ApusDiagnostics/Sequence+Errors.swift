extension Sequence<Diagnostic> {
    /// Whether any finding is an error.
    package var hasErrors: Bool { contains { $0.severity == .error } }
}
