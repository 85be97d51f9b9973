import ApusDiagnostics
import CYAML

/// A syntax error that libyaml found, in plain English.
struct SyntaxProblem {
    private let isOutOfMemory: Bool
    private let problem: String
    private let problemMark: yaml_mark_t
    private let context: String
    private let contextMark: yaml_mark_t

    /// The text from the reported mark on, because some errors are explained by the text itself.
    private let rest: Substring.UnicodeScalarView

    /// Copies the error of a parser.
    init(_ parser: yaml_parser_t, in bytes: UnsafeBufferPointer<UInt8>) {
        isOutOfMemory = parser.error == YAML_MEMORY_ERROR
        problem = parser.problem.map { String(cString: $0) } ?? "invalid YAML"
        let text = String(decoding: bytes, as: UTF8.self)
        problemMark = Self.inText(parser.problem_mark, text.unicodeScalars)
        context = parser.context.map { String(cString: $0) } ?? ""
        contextMark = parser.context_mark
        let isKey = problem == "could not find expected ':'"
        rest = text[...].unicodeScalars.dropFirst(Int(isKey ? contextMark.index : problemMark.index))
    }

    /// A mark, in the last line of the text if it is at the end: libyaml ends that line even if the text does not.
    private static func inText(_ mark: yaml_mark_t, _ text: String.UnicodeScalarView) -> yaml_mark_t {
        guard mark.column == 0, mark.line > 0, mark.index >= text.count,
            text.last.map({ !YAMLCharacters.isLineBreak($0) }) ?? false
        else { return mark }
        var end = mark
        end.line -= 1
        end.column = text.reversed().prefix { !YAMLCharacters.isLineBreak($0) }.count
        return end
    }

    /// The finding about the mistake.
    func diagnostic(file: String) -> Diagnostic {
        if isOutOfMemory { return .error("not enough memory to read the file", at: SourceLocation(file: file)) }
        let here = SourceLocation(problemMark, file: file)
        let start = SourceLocation(contextMark, file: file)
        switch (problem, context) {
        case ("could not find expected ':'", _) where rest.starts(with: "<<<<<<< ".unicodeScalars):
            return .error(
                "a merge conflict is not resolved here",
                at: start,
                help: ["keep what is right of both sides, and remove the lines with '<<<<<<<', '=======' and '>>>>>>>'"]
            )
        case ("found character that cannot start any token", _) where rest.first == "\t":
            return .error("a tab is not allowed here", at: here, help: ["indent with spaces"])
        case ("found unexpected end of stream", "while scanning a quoted scalar"),
            ("found unexpected document indicator", "while scanning a quoted scalar"):
            return .error("the quote that opens here is never closed", at: start, help: ["close it on the same line"])
        case ("could not find expected ':'", _):
            return .error(
                "expected ':' after this key",
                at: start,
                help: ["write 'key: value', with a space after the ':'; put a string of several lines in quotes"]
            )
        case ("mapping values are not allowed in this context", _):
            return .error(
                "unexpected ': '",
                at: here,
                help: ["put a value that contains ': ' in quotes, and check the indentation"]
            )
        case ("did not find expected key", _):
            return .error(
                "expected a key",
                at: here,
                notes: ["it should line up with the keys that begin at \(start)"],
                help: ["line it up with the other keys, and check for text after a closing quote or bracket"]
            )
        case ("did not find expected '-' indicator", _):
            return .error(
                "expected '- '",
                at: here,
                notes: ["the list begins at \(start)"],
                help: ["line it up with the other elements of the list"]
            )
        case ("did not find expected ',' or '}'", _), ("did not find expected ',' or ']'", _):
            let (open, close) = problem.hasSuffix("'}'") ? ("{", "}") : ("[", "]")
            return .error(
                "expected ',' or '\(close)'",
                at: here,
                notes: ["the '\(open)' is at \(start)"],
                help: ["close the '\(open)', and put a string that contains one of , [ ] { } in quotes"]
            )
        case ("found character that cannot start any token", _):
            return .error(
                "a value cannot begin with this character",
                at: here,
                help: ["put a string that begins with '@', '`' or '%' in quotes"]
            )
        case ("block sequence entries are not allowed in this context", _):
            return .error(
                "a list cannot begin here",
                at: here,
                help: ["put the first '- ' on a line of its own, or a string that begins with '- ' in quotes"]
            )
        case ("block mapping keys are not allowed in this context", _),
            ("mapping keys are not allowed in this context", _):
            return .error("a key cannot begin here", at: here, help: ["put the first key on a line of its own"])
        case ("found unknown escape character", _):
            return .error(
                "unknown escape in double quotes",
                at: here,
                help: ["write '\\\\' for a backslash, or use single quotes, which have no escapes"]
            )
        case ("did not find expected alphabetic or numeric character", _):
            return .error(
                "a string cannot begin with '*' or '&'",
                at: start,
                help: ["put the string in quotes"]
            )
        case ("did not find expected <document start>", _):
            return .error(
                "the document has ended, but more text follows",
                at: here,
                help: ["indent it to make it part of the document, or remove it"]
            )
        default:
            let about = context.isEmpty ? problem : "\(problem), \(context)"
            return .error(
                "invalid YAML: \(about)",
                at: here,
                help: ["check the indentation, the quotes and the brackets of this line and the one above"]
            )
        }
    }
}
