extension String {
    /// The text between quotes, with something else for each quote in it.
    ///
    /// It is searched scalar by scalar: to Swift, and to Foundation, a quote and a combining accent behind it are one
    /// character, which is not a quote; SQLite and a shell see the quote.
    ///
    /// - Parameters:
    ///   - quote: The quote.
    ///   - escape: What a quote in the text is written as.
    /// - Returns: The text in quotes.
    package func quoted(by quote: Unicode.Scalar, escapedAs escape: String) -> String {
        var quoted = String.UnicodeScalarView([quote])
        for scalar in unicodeScalars {
            if scalar == quote { quoted.append(contentsOf: escape.unicodeScalars) } else { quoted.append(scalar) }
        }
        quoted.append(quote)
        return String(quoted)
    }

    /// The text as one word of a POSIX shell, to be pasted.
    package var shellQuoted: String { quoted(by: "'", escapedAs: #"'\''"#) }
}
