public import ApusDiagnostics
import ApusSchema

/// Rows of a file cannot be loaded. The store is unchanged.
public struct RowLoadError: ExplainedError, Hashable {
    /// The number of findings.
    public let count: Int

    /// The first findings, each with its line and column.
    public let findings: [Diagnostic]

    package init(count: Int, _ findings: [Diagnostic]) { (self.count, self.findings) = (count, findings) }

    /// The findings, and how many more there are.
    public var diagnostics: [Diagnostic] {
        count > findings.count ? findings + [.error("and \(count - findings.count) more findings")] : findings
    }
}

extension RowLoadError {
    /// The error of a file that cannot be opened.
    package static func unreadable(_ name: String) -> RowLoadError {
        let problem = Diagnostic.error(
            "the file cannot be read",
            at: SourceLocation(file: name),
            help: ["check the path and the permissions"]
        )
        return RowLoadError(count: 1, [problem])
    }

    /// The error of an entity that the model does not have.
    static func noEntity(_ name: String, of schema: Schema) -> RowLoadError {
        let names = schema.entities.map(\.name)
        let nearest = NearMiss.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        return RowLoadError(
            count: 1,
            [
                .error(
                    "the model '\(schema.model)' has no entity '\(name)'",
                    help: [nearest ?? "its entities are \(names.map { "'\($0)'" }.joined(separator: ", "))"]
                )
            ]
        )
    }
}
