package import ApusDiagnostics
package import ApusSchema

/// What somebody writes where a command asks for a schema.
///
/// | written | meant |
/// | --- | --- |
/// | `head` | the schema being edited |
/// | `3`, `1.2` | a frozen version |
/// | `main:` | the head as of a git revision; `:` as it is staged |
/// | `main:3` | a frozen version there |
/// | `main:Schemas/Trips`, `main:./Trips.yaml` | a file or folder there, from the repository's root or from here |
/// | anything else | the path of a model file, of a folder with model files, of a store |
///
/// They are read in this order. A file whose name could be something else is written as a path: `./3`, `./head`,
/// `./main:3`; at a revision `main:./3` or, for a folder, `main:3/`.
package enum SchemaArgument: Hashable, Sendable {
    /// The schema being edited.
    case head
    /// A frozen version.
    case version(Schema.Version)
    /// A file, folder or store.
    case path(String)
    /// Something at a git revision or in the index.
    case git(GitSource, Place)

    /// What is meant of a revision.
    package enum Place: Hashable, Sendable {
        /// The model's head, as it was there.
        case head
        /// A frozen version, as it was there.
        case version(Schema.Version)
        /// A file or folder; relative to the current folder where it begins with `./` or `../`, to the root otherwise.
        case path(String)
    }

    /// Why a text is no argument.
    package enum Problem: ExplainedError, Hashable {
        /// There is nothing.
        case empty
        /// What git reads as a search for a commit by its message, and what could be a path of the index.
        case commitSearch(text: String)

        /// The finding.
        package var diagnostics: [Diagnostic] {
            switch self {
            case .empty: [.error("a schema was expected, but this is empty", help: [SchemaArgument.forms])]
            case .commitSearch(let words):
                [
                    .error(
                        "git takes ':/\(words)' for a commit whose message says '\(words)'",
                        help: [
                            "for its head write 'HEAD^{/\(words)}:'",
                            "for a staged file write its path without the slash: ':\(words)'",
                        ]
                    )
                ]
            }
        }
    }

    /// What can be written, for messages.
    package static let forms: String =
        "write a version (3), 'head', a model file or its folder, a store, or a git revision with its colon ('main:')"
}

extension SchemaArgument {
    /// Reads an argument. Nothing is looked up.
    ///
    /// - Parameter text: What is written.
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
            self = try name.isEmpty ? Self.staged(rest) : .git(.revision(String(name)), Place(rest))
        } else {
            self = .path(text)
        }
    }

    /// What follows a colon that nothing stands before, as git reads it: a search, a stage with a path, a path.
    private static func staged(_ rest: Substring) throws(Problem) -> SchemaArgument {
        if rest.hasPrefix("/") { throw .commitSearch(text: String(rest.dropFirst())) }
        let digit: Int? = rest.dropFirst().first == ":" ? rest.first.flatMap { Int(String($0)) } : nil
        guard let digit, (0...3).contains(digit) else { return .git(.index(stage: 0), Place(rest)) }
        return .git(.index(stage: digit), Place(rest.dropFirst(2)))
    }

    /// Git's colon between a revision and a path: the first one outside of braces, which may hold a time of day or the
    /// words of a commit (`main@{10:30}:`, `HEAD^{/fix: it}:`).
    private static func colon(in text: String) -> String.Index? {
        var depth: Int = 0
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

extension SchemaArgument.Place {
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
