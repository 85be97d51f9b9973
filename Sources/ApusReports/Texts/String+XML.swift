import ApusDiagnostics

extension String {
    /// One line in XML 1.0, as content or in double quotes. What would break the line, or XML cannot contain, is written
    /// as `\u{A}`.
    package var xml: String {
        var text = ""
        for scalar in shown.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
