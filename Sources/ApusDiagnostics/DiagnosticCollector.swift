/// Collects the findings about an input, so that all of them are reported at once.
package struct DiagnosticCollector: Sendable {
    /// The findings, in the order in which they were made.
    package private(set) var diagnostics: [Diagnostic]

    /// Creates a collector, optionally with findings.
    package init(diagnostics: [Diagnostic] = []) {
        self.diagnostics = diagnostics
    }

    /// Whether any finding is an error.
    package var hasErrors: Bool { diagnostics.hasErrors }

    /// Adds a finding.
    package mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    /// Adds findings.
    package mutating func add(contentsOf more: [Diagnostic]) {
        diagnostics.append(contentsOf: more)
    }

    /// Adds an error.
    package mutating func error(
        _ message: String,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        add(.error(message, code: code, at: location, notes: notes, help: help, fixes: fixes, file: file, line: line))
    }

    /// Adds a warning.
    package mutating func warning(
        _ message: String,
        about topic: Topic? = nil,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) {
        add(.warning(message, about: topic, code: code, at: location, notes: notes, help: help, fixes: fixes))
    }

    /// Throws the findings if any of them is an error.
    ///
    /// - Throws: `DiagnosticsError` with all findings.
    package func throwIfErrors() throws {
        if hasErrors { throw DiagnosticsError(diagnostics) }
    }
}
