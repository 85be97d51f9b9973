import ApusSchema

extension ConversionNames {
    /// The meaning of a name, which editors show beside it.
    static func meaning(_ name: String) -> String? {
        switch name {
        case "cases": return "The case with that raw value; for a case of another enum, the one with that name"
        case "casesOrNull": return "The case with that raw value or that name, null if there is none"
        case "bytes": return "The same bytes, whatever their type was"
        default: break
        }
        if let strict = Conversion.strictName(ofAside: name) {
            return meaning(strict).map {
                $0 + ", null if that is not possible, with the older value kept in 'apus_set_aside'"
            }
        }
        let isLenient = name.hasSuffix(leniency)
        let method = Conversion.Method(rawValue: isLenient ? String(name.dropLast(leniency.count)) : name)
        return method.map(meaning).map { $0 + (isLenient ? ", null if that is not possible" : "") }
    }

    private static func meaning(_ method: Conversion.Method) -> String {
        switch method {
        case .exact: "The same value in the other type"
        case .digits: "The number with the same digits in print"
        case .nearest: "The nearest number of the type"
        case .rounded: "The nearest whole number, halves away from zero"
        case .truncated: "The whole number without the fraction"
        case .floor: "The whole number at or below"
        case .ceiling: "The whole number at or above"
        case .clamped: "The nearest number within the type's bounds"
        case .nonZero: "False for zero, true for any other number"
        case .parsed: "The value that a string contains, in any common notation"
        case .text: "The value as a string: true and false, dates such as 2026-05-01T12:30:00Z"
        case .secondsSince1970: "Seconds since 1970-01-01 00:00 UTC, as in Unix"
        case .millisecondsSince1970: "Milliseconds since 1970-01-01 00:00 UTC, as in JavaScript and Java"
        case .secondsSince2001: "Seconds since 2001-01-01 00:00 UTC, as in Foundation"
        case .base64: "Bytes as Base64"
        case .hex: "Bytes as hexadecimal digits"
        case .archive: "The values in an archive of NSKeyedArchiver, as JSON"
        }
    }
}
