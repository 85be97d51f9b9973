/// One finding about an input: what is wrong, where, and what to do next.
///
/// Every module reports through this type, so the command line, CI and editors show all findings alike.
public struct Diagnostic: Hashable, Sendable {
    /// How serious a finding is.
    public enum Severity: String, Hashable, Sendable {
        /// The input cannot be used.
        case error
        /// The input can be used, but should be checked.
        case warning
    }

    /// How serious the finding is.
    public let severity: Severity

    /// A stable code (`AP203`) that the documentation explains; `nil` for simple mistakes in a file.
    public let code: String?

    /// The location that the finding is about, if there is one.
    public let location: SourceLocation?

    /// What is wrong and what was expected, without a period at the end.
    public let message: String

    /// Further facts, one per line.
    public let notes: [String]

    /// What to do next, one suggestion per line.
    public let help: [String]

    /// The edits of the file that together settle the finding; empty if the user must decide.
    package let fixes: [Fix]

    /// Creates a diagnostic.
    package init(
        _ severity: Severity,
        code: String? = nil,
        at location: SourceLocation? = nil,
        _ message: String,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) {
        self.severity = severity
        self.code = code
        self.location = location
        self.message = message
        self.notes = notes
        self.help = help
        self.fixes = fixes
    }

    /// Creates an error.
    package static func error(
        _ message: String,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) -> Diagnostic {
        Diagnostic(.error, code: code, at: location, message, notes: notes, help: help, fixes: fixes)
    }

    /// Creates a warning.
    package static func warning(
        _ message: String,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) -> Diagnostic {
        Diagnostic(.warning, code: code, at: location, message, notes: notes, help: help, fixes: fixes)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The finding as compilers print it, with notes and help on separate lines.
    public var description: String {
        var head = ""
        if let location { head += "\(location): " }
        head += "\(severity.rawValue): \(message)"
        if let code { head += " [\(code)]" }
        let lines: [String] = [head] + notes.map { "  note: \($0)" } + help.map { "  help: \($0)" }
        return lines.map(\.shown).joined(separator: "\n")
    }
}
