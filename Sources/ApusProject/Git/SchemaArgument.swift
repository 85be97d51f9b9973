package import ApusDiagnostics
package import ApusSchema

/// A command-line argument that selects a schema.
///
/// | argument | meaning |
/// | --- | --- |
/// | `head` | the schema being edited |
/// | `3`, `1.2` | a frozen version |
/// | `main:` | the head at a git revision; `:` is the staged head |
/// | `main:3` | a frozen version at that revision |
/// | `main:Schemas/Trips`, `main:./Trips.yaml` | a file or folder there, relative to the root or the current folder |
/// | anything else | the path of a model file, a folder with model files, or a store |
///
/// The forms are tried in this order. A file whose name has another meaning is written as a path: `./3`, `./head`,
/// `./main:3`; at a revision `main:./3` or, for a folder, `main:3/`.
package enum SchemaArgument: Hashable, Sendable {
    /// The schema being edited.
    case head
    /// A frozen version.
    case version(Schema.Version)
    /// A file, folder or store.
    case path(String)
    /// Something at a git revision or in the index.
    case git(GitSource, Selection)

    /// What is selected at a revision.
    package enum Selection: Hashable, Sendable {
        /// The model's head at that revision.
        case head
        /// A frozen version at that revision.
        case version(Schema.Version)
        /// A file or folder, relative to the current folder if it starts with `./` or `../`, otherwise to the root.
        case path(String)
    }

    /// Why a text is not a valid argument.
    package enum Problem: ExplainedError, Hashable {
        /// The text is empty.
        case empty
        /// Git reads the text as a search for a commit by its message, but it could also be a staged path.
        case commitSearch(text: String)

        /// The finding.
        package var diagnostics: [Diagnostic] {
            switch self {
            case .empty: [.error("expected a schema, found an empty argument", help: [SchemaArgument.forms])]
            case .commitSearch(let text):
                [
                    .error(
                        "git reads ':/\(text)' as a commit whose message contains '\(text)'",
                        help: [
                            "for the head at that commit, write 'HEAD^{/\(text)}:'",
                            "for a staged file, write its path without the slash: ':\(text)'",
                        ]
                    )
                ]
            }
        }
    }

    /// The valid forms, for messages.
    package static let forms: String =
        "expected a version (3), 'head', a model file or folder, a store, or a git revision with its colon ('main:')"
}

extension SchemaArgument {
    /// Parses an argument without looking anything up.
    ///
    /// - Parameter text: The argument.
    /// - Throws: ``Problem``.
    package init(parsing text: String) throws(Problem) {
        guard !text.isEmpty else { throw .empty }
        if text == "head" {
            self = .head
        } else if let version = Schema.Version(text) {
            self = .version(version)
        } else if text.hasPrefix("/") || GitPath.isRelative(text) {
            self = .path(text)
        } else if let colon = Self.colon(in: text) {
            let (name, rest): (Substring, Substring) = (text[..<colon], text[text.index(after: colon)...])
            self = try name.isEmpty ? Self.staged(rest) : .git(.revision(String(name)), Selection(rest))
        } else {
            self = .path(text)
        }
    }

    /// Parses what follows a colon at the start, as git does: a search, a stage with a path, or a path.
    private static func staged(_ rest: Substring) throws(Problem) -> SchemaArgument {
        if rest.hasPrefix("/") { throw .commitSearch(text: String(rest.dropFirst())) }
        let digit = rest.dropFirst().first == ":" ? rest.first.flatMap { Int(String($0)) } : nil
        guard let digit, (0...3).contains(digit) else { return .git(.index(stage: 0), Selection(rest)) }
        return .git(.index(stage: digit), Selection(rest.dropFirst(2)))
    }

    /// Git's colon between a revision and a path: the first one outside braces, which may contain a time of day or a
    /// commit's message (`main@{10:30}:`, `HEAD^{/fix: it}:`).
    private static func colon(in text: String) -> String.Index? {
        var depth = 0
        return text.indices.first { index in
            switch text[index] {
            case "{": depth += 1
            case "}": depth = max(0, depth - 1)
            case ":": return depth == 0
            default: break
            }
            return false
        }
    }
}

extension SchemaArgument.Selection {
    fileprivate init(_ text: Substring) {
        if text.isEmpty || text == "head" {
            self = .head
        } else if let version = Schema.Version(String(text)) {
            self = .version(version)
        } else {
            self = .path(String(text))
        }
    }
}
