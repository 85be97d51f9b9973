package import ApusDiagnostics

/// One text of a YAML document: a key, a word, a number, a sentence.
///
/// YAML's own ideas of what a word means (`yes`, `1e3`, `2026-05-01`) are not applied: the text is what was written.
package struct YAMLScalar: Hashable, Sendable {
    /// How the text was written.
    package enum Style: Hashable, Sendable {
        /// Without quotes.
        case plain
        /// In quotes, or as a block (`|`, `>`): always a text, never a word with a meaning such as `null`.
        case quoted
    }

    /// The text, without quotes and with escapes resolved.
    package let text: String

    /// How the text was written.
    package let style: Style

    /// Where it begins, at its first quote where it is quoted.
    package let location: SourceLocation

    /// Where the text begins behind the scalar's place, where the file shows it as it is, on one line, so that places
    /// inside of it can be told.
    let verbatimStart: Int?

    /// Creates a scalar.
    init(_ text: String, style: Style, at location: SourceLocation, verbatimStart: Int? = nil) {
        self.text = text
        self.style = style
        self.location = location
        self.verbatimStart = verbatimStart
    }

    /// Whether nothing was written: the value of `key:` at the end of a line.
    package var isMissing: Bool { style == .plain && text.isEmpty }

    /// Whether the text is one of YAML's words for nothing, without quotes.
    package var isNull: Bool {
        style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The place of a part of the text.
    ///
    /// - Parameter offset: The number of Unicode scalars of ``text`` before the part.
    /// - Returns: The part's place where the file shows the text as it is, otherwise the scalar's.
    package func location(atOffset offset: Int) -> SourceLocation {
        guard let verbatimStart, let column = location.column else { return location }
        return SourceLocation(file: location.file, line: location.line, column: column + verbatimStart + offset)
    }
}
