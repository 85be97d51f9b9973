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
    public package(set) var message: String

    /// Further facts, one per line.
    public package(set) var notes: [String]

    /// What to do next, one suggestion per line.
    public package(set) var help: [String]

    /// The edits of the file that together settle the finding; empty if the user must decide.
    package internal(set) var fixes: [Fix]

    /// Its kind and what it is about; `nil` for a warning that is neither compared nor counted.
    package let topic: Topic?

    /// The text that was probably meant, with its quotes, if the finding is about a misspelled one.
    package let meant: String?

    /// Creates a diagnostic.
    package init(
        _ severity: Severity,
        code: String? = nil,
        at location: SourceLocation? = nil,
        _ message: String,
        about topic: Topic? = nil,
        notes: [String] = [],
        help: [String] = [],
        meant: String? = nil,
        fixes: [Fix] = []
    ) {
        self.severity = severity
        self.code = code
        self.location = location
        self.message = message
        self.notes = notes
        self.help = help
        self.fixes = fixes
        self.topic = topic
        self.meant = meant
    }

    /// Creates an error.
    package static func error(
        _ message: String,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        meant: String? = nil,
        fixes: [Fix] = [],
        file: String = #fileID,
        line: Int = #line
    ) -> Diagnostic {
        Diagnostic(
            .error,
            code: code,
            at: location,
            message,
            about: Topic(file: file, line: line),
            notes: notes,
            help: help,
            meant: meant,
            fixes: fixes
        )
    }

    /// Creates a warning.
    package static func warning(
        _ message: String,
        about topic: Topic? = nil,
        code: String? = nil,
        at location: SourceLocation? = nil,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) -> Diagnostic {
        Diagnostic(.warning, code: code, at: location, message, about: topic, notes: notes, help: help, fixes: fixes)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The finding as compilers print it, with notes and help on separate lines.
    public var description: String { text { $0 } }

    /// The finding with its severity in a style.
    ///
    /// - Parameters:
    ///   - excerpt: Lines of the file, to be printed below the message.
    ///   - styled: Returns `error:` or `warning:` in the style.
    /// - Returns: The finding as compilers print it.
    package func text(with excerpt: [String] = [], styled: (String) -> String) -> String {
        let head = (location.map { "\($0): ".shown } ?? "") + styled("\(severity.rawValue):")
        let lines: [String] = notes.map { "  note: \($0)" } + help.map { "  help: \($0)" }
        return ([head + " \(message)\(code.map { " [\($0)]" } ?? "")".shown] + excerpt + lines.map(\.shown))
            .joined(separator: "\n")
    }
}
