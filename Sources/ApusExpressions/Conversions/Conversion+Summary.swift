extension Conversion {
    /// The result of the conversion in one line: `the nearest whole number, halves away from zero`.
    public var summary: String {
        let what = isLenient ? "or null if there is none" : ""
        return [strictSummary, what].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var strictSummary: String {
        switch method {
        case .exact: exactSummary
        case .digits: to == .decimal ? "the decimal with the same digits" : "the number that prints the same digits"
        case .nearest: "the nearest \(to.rawValue), ties to an even last bit"
        case .rounded: "the nearest whole number, halves away from zero"
        case .truncated: "the whole number without the fraction"
        case .floor: "the whole number at or below"
        case .ceiling: "the whole number at or above"
        case .clamped: "the number, limited to the bounds of \(to.rawValue)"
        case .nonZero: "false for 0, true for every other number"
        case .parsed: "the value of the text, in any common notation"
        case .text: from == .bool ? "'true' or 'false'" : "the date in ISO 8601, in UTC"
        case .secondsSince1970: epochSummary("seconds", since: 1970)
        case .millisecondsSince1970: epochSummary("milliseconds", since: 1970)
        case .secondsSince2001: epochSummary("seconds", since: 2001)
        case .base64: from == .data ? "the bytes in Base64" : "the bytes of the Base64 text"
        case .hex: from == .data ? "the bytes as hexadecimal digits" : "the bytes of the hexadecimal digits"
        case .archive: "the archive's values as JSON"
        }
    }

    private func epochSummary(_ unit: String, since year: Int) -> String {
        if from == .date { return "\(to.integerRange == nil ? "" : "whole ")\(unit) since \(year)" }
        return "the date that many \(unit) after the start of \(year)"
    }

    private var exactSummary: String {
        switch (from, to) {
        case _ where from == to: "the same value"
        case (.bool, _): "1 for true, 0 for false"
        case (_, .bool): "true for 1, false for 0"
        case (.double, .string), (.float, .string): "the number as Swift prints it, the shortest text that reads back"
        case (_, .string) where from.isNumber: "the number in plain digits"
        case (.string, _) where to.isNumber: "the number, if the text is canonical"
        case (.uuid, .string): "the UUID in uppercase with hyphens"
        case (.string, .uuid): "the UUID, if the text is in uppercase with hyphens"
        case (.url, _): "the URL's text"
        case (_, .url): "the URL, if the text is a valid URL"
        case (.string, _): "the text's bytes in UTF-8"
        case (_, .string): "the bytes decoded as UTF-8"
        case (.uuid, _), (_, .uuid): "the 16 bytes"
        default: "the same number"
        }
    }
}
