public import ApusDiagnostics

/// Why no rows can obey a model.
public struct SeedProblem: ExplainedError, Hashable {
    /// What is wrong with which property.
    public let message: String

    /// What to do next.
    public let help: [String]

    init(_ message: String, help: [String] = []) {
        self.message = message
        self.help = help
    }

    /// The finding.
    public var diagnostics: [Diagnostic] { [.error(message, help: help)] }
}
