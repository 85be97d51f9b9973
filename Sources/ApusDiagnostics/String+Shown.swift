extension String {
    /// The string with escapes for invisible characters that have an effect: line breaks, terminal control characters,
    /// changes of the writing direction, characters without a width, and blank letters. So no input can forge a finding, control the
    /// terminal that shows one, or look like another name.
    package var shown: String {
        escaping {
            $0.steers
        } as: {
            $0.escaped
        }
    }

    /// The string with the same escapes, but with its line breaks and tabs: for text of several lines that Apus has put
    /// together.
    package var shownLines: String {
        escaping {
            $0.steers && $0 != "\n" && $0 != "\t"
        } as: {
            $0.escaped
        }
    }

    /// JSON with escapes for the same characters; it says the same. The line breaks between its values stay.
    package var shownJSON: String { escapingInJSON { $0.steers && $0 != "\n" } }

    /// JSON with escapes for some of the characters of its texts; it says the same.
    package func escapingInJSON(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        escaping(isEscaped) { scalar in
            scalar.utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }.joined()
        }
    }

    private func escaping(
        _ isEscaped: (Unicode.Scalar) -> Bool,
        as escape: (Unicode.Scalar) -> String
    ) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if isEscaped(scalar) { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var escaped: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

    /// Whether the character is invisible and changes how the text around it is shown, or looks like a space and is none.
    package var steers: Bool {
        // Looking up properties is slow, and nearly all text is ASCII.
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Joiners are parts of emoji and of words in many scripts.
        case .format: return properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
        // Fillers of Hangul are letters that look like nothing.
        case .otherLetter: return properties.isDefaultIgnorableCodePoint
        // A Braille pattern without dots.
        case .otherSymbol: return value == 0x2800
        default: return false
        }
    }
}
