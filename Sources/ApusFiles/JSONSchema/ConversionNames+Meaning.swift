import ApusSchema

extension ConversionNames {
    /// What a name means, for editors that show it beside the name.
    static func meaning(_ name: String) -> String? {
        switch name {
        case "cases": return "The case of that raw value; of another enum's case, the one of that name"
        case "casesOrNull": return "The case of that raw value or that name, null where there is none"
        case "bytes": return "The same bytes, whatever they were taken for"
        default: break
        }
        let isLenient: Bool = name.hasSuffix(leniency)
        let method = Conversion.Method(rawValue: isLenient ? String(name.dropLast(leniency.count)) : name)
        return method.map(meaning).map { $0 + (isLenient ? ", null where that cannot be held" : "") }
    }

    private static func meaning(_ method: Conversion.Method) -> String {
        switch method {
        case .exact: "The same value in the other type"
        case .digits: "The number that is printed with the same digits"
        case .nearest: "The nearest number that the type has"
        case .rounded: "The nearest whole number, halves away from zero"
        case .truncated: "The whole number without the fraction"
        case .floor: "The whole number at or below"
        case .ceiling: "The whole number at or above"
        case .clamped: "The nearest number within the type's bounds"
        case .nonZero: "False for zero, true for every other number"
        case .parsed: "What a text says, written in any usual way"
        case .text: "Words for what is no text: true and false, moments as 2026-05-01T12:30:00Z"
        case .secondsSince1970: "Seconds since 1970-01-01 00:00 UTC, as Unix counts"
        case .millisecondsSince1970: "Milliseconds since 1970-01-01 00:00 UTC, as JavaScript and Java count"
        case .secondsSince2001: "Seconds since 2001-01-01 00:00 UTC, as Foundation counts"
        case .base64: "Bytes as Base64"
        case .hex: "Bytes as hexadecimal digits"
        }
    }
}
