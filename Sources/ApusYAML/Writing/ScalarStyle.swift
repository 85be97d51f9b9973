import ApusDiagnostics

/// The choice between plain and quoted scalars, and the quoting.
package enum ScalarStyle {
    /// The maximum length of a key on the same line as its value (YAML's limit is 1024).
    static let longestSimpleKey: Int = 1000

    /// Returns whether a string without quotes is read back unchanged.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - inFlow: Whether it is inside brackets.
    /// - Returns: Whether no reader of YAML 1.1 or 1.2 cuts, joins or misreads it.
    package static func canBePlain(_ text: String, inFlow: Bool = false) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last, first != " ", last != " ", last != ":" else {
            return false
        }
        let second: Unicode.Scalar? = scalars.count > 1 ? scalars[1] : nil
        switch first {
        case ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`": return false
        case "?" where inFlow, ":" where inFlow: return false
        case "-", "?", ":":
            guard let second, isInner(second), second != " " else { return false }
            // '---' and '...' at the beginning of a line separate documents.
            if text.hasPrefix("---") { return false }
        case "." where text.hasPrefix("..."): return false
        // A combining mark would combine with the space before it.
        case _ where isMark(first): return false
        default: break
        }
        for (index, scalar) in scalars.enumerated() {
            let next: Unicode.Scalar? = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case ":" where next == " ": return false
            case ":" where inFlow && !(next.map(isInner) ?? false): return false
            case "#" where index > 0 && scalars[index - 1] == " ": return false
            case ",", "[", "]", "{", "}", "?": if inFlow, scalar != "?" || next != nil { return false }
            default: if !isShown(scalar) { return false }
            }
        }
        return true
    }

    /// Whether a reader of YAML 1.1 or 1.2 would read a string without quotes as another type.
    package static func hasSpecialMeaning(_ text: String) -> Bool {
        words.contains(text.lowercased()) || looksLikeNumber(text) || looksLikeDate(text)
    }

    /// Returns a string in double quotes, on one line.
    ///
    /// - Parameter text: The string.
    /// - Returns: The quoted string, with escapes for invisible characters.
    package static func quoted(_ text: String) -> String {
        text.doubleQuoted { $0 == "\0" ? "\\0" : isShown($0) ? nil : escape($0) }
    }

    /// The words of YAML 1.1 and 1.2 for null, true, false, infinity, not a number, merge and default.
    private static let words: Set<String> = [
        "", "~", "null", "true", "false", "yes", "no", "y", "n", "on", "off",
        ".inf", "+.inf", "-.inf", ".nan", "<<", "=",
    ]

    private static func looksLikeNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
        let lowered = rest.map { isUpper($0) ? $0 + 32 : $0 }
        for (prefix, digits) in [("0x", "0123456789abcdef_"), ("0o", "01234567_"), ("0b", "01_")]
        where lowered.starts(with: prefix.utf8) {
            return lowered.count > 2 && lowered.dropFirst(2).allSatisfy { digits.utf8.contains($0) }
        }
        let mantissa = lowered.prefix { $0 != UInt8(ascii: "e") }
        var exponent = lowered.dropFirst(mantissa.count + 1)
        if let sign = exponent.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { exponent.removeFirst() }
        return mantissa.contains(where: isDigit) && mantissa.allSatisfy { isDigit($0) || "_.:".utf8.contains($0) }
            && exponent.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// Whether a string is four digits, a hyphen, and then only characters of dates.
    private static func looksLikeDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count >= 8 && bytes.prefix(4).allSatisfy(isDigit) && bytes[4] == UInt8(ascii: "-")
            && bytes.allSatisfy { isDigit($0) || "tTzZ :.+-".utf8.contains($0) }
    }

    /// Whether a character continues the plain scalar before it.
    private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "/-_.+=~".unicodeScalars.contains(scalar)
    }

    /// Whether a character is visible and allowed in YAML.
    static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator: scalar == " "
        default: !scalar.steers
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, count): (String, Int) =
            switch scalar.value {
            case ..<0x100: ("x", 2)
            case ..<0x10000: ("u", 4)
            default: ("U", 8)
            }
        return "\\" + letter + String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isUpper(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
