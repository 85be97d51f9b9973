package import ApusDiagnostics

/// A scalar in a YAML document: a key, a word, a number or a sentence.
///
/// YAML's rules for the meaning of a word (`yes`, `1e3`, `2026-05-01`) are not applied: the text is what was written.
package struct YAMLScalar: Hashable, Sendable {
    /// The ways to write a scalar.
    package enum Style: Hashable, Sendable {
        /// Without quotes.
        case plain
        /// In quotes, or as a block (`|`, `>`): always a string, never a word with a meaning such as `null`.
        case quoted
    }

    /// The text, without quotes and with escapes resolved.
    package let text: String

    /// How the text was written.
    package let style: Style

    /// The location of its first character: the opening quote if it is quoted.
    package let location: SourceLocation

    /// The offset of the text from the scalar's location; `nil` if the file has escapes or several lines, so that a
    /// part of the text has no location of its own.
    let verbatimStart: Int?

    /// Creates a scalar.
    init(_ text: String, style: Style, at location: SourceLocation, verbatimStart: Int? = nil) {
        self.text = text
        self.style = style
        self.location = location
        self.verbatimStart = verbatimStart
    }

    /// Whether the value is missing: `key:` at the end of a line.
    package var isMissing: Bool { style == .plain && text.isEmpty }

    /// Whether the scalar is one of YAML's words for null, without quotes.
    package var isNull: Bool {
        style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// Returns the location of a part of the text.
    ///
    /// - Parameter offset: The number of Unicode scalars of ``text`` before the part.
    /// - Returns: The part's location, or the scalar's if its text has escapes or several lines in the file.
    package func location(atOffset offset: Int) -> SourceLocation {
        guard let verbatimStart, let column = location.column else { return location }
        return SourceLocation(file: location.file, line: location.line, column: column + verbatimStart + offset)
    }
}
