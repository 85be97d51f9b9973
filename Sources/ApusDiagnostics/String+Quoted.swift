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

    /// The text in double quotes, with the escapes that JSON, YAML, Swift and the format of predicates have in common: those of quotes,
    /// backslashes, line breaks and tabs.
    ///
    /// - Parameter escape: How any other character is written; `nil` for as it is.
    /// - Returns: The text in quotes.
    package func doubleQuoted(escape: (Unicode.Scalar) -> String?) -> String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default:
                if let escaped = escape(scalar) { quoted += escaped } else { quoted.unicodeScalars.append(scalar) }
            }
        }
        return quoted + "\""
    }

    /// The text as a string of JSON, without control characters of ASCII.
    package var jsonQuoted: String {
        let isPlain = utf8.allSatisfy { byte in
            byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain { return "\"" + self + "\"" }
        return doubleQuoted { $0.value < 0x20 || $0.value == 0x7F ? $0.jsonEscape : nil }
    }

    /// The text as one word of a POSIX shell, to be pasted.
    package var shellQuoted: String { quoted(by: "'", escapedAs: #"'\''"#) }
}

extension Unicode.Scalar {
    /// The character of the first plane as JSON escapes it: `\u001f`.
    package var jsonEscape: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
