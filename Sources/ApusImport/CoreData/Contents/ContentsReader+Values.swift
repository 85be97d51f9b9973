import ApusDiagnostics
import ApusSchema

// The defaults and limits of attributes, which Core Data writes as strings, those of dates as seconds.

extension ContentsReader {
    /// Reads the default of an attribute.
    func readDefault(_ type: AttributeType, _ keys: inout KeyReader) -> Value? {
        var value: Value?
        if let text = keys.text("defaultValueString") {
            value = type.scalar.flatMap { DefaultText.value(text, $0) }
            if value == nil {
                let expected: String =
                    type.scalar.map(Self.expectation) ?? "no default: Core Data has none for \(type.coreDataName)"
                keys.notUnderstood(text, of: "defaultValueString", expected: expected)
            }
        }
        if let text = keys.text("defaultDateTimeInterval") {
            value = readDate(
                text,
                of: "defaultDateTimeInterval",
                type: type,
                otherwise: "no date for an attribute of another type",
                &keys
            )
        }
        return value
    }

    /// Reads the limits of an attribute's values: of strings' lengths, of numbers and of dates.
    func readLimits(_ attribute: inout Attribute, _ keys: inout KeyReader) {
        let type = attribute.type
        switch type.scalar {
        case .string?:
            let minimum = readLength("minValueString", &keys)
            let maximum = readLength("maxValueString", &keys)
            if minimum != nil || maximum != nil { attribute.length = Length(minimum: minimum, maximum: maximum) }
            attribute.pattern = keys.filled("regularExpressionString")
        case .int16?, .int32?, .int64?, .decimal?, .double?, .float?:
            attribute.minimum = readNumber("minValueString", type, &keys)
            attribute.maximum = readNumber("maxValueString", type, &keys)
        case .date?:
            let expected = "seconds since 2001"
            attribute.minimum = keys.filled("minDateTimeInterval")
                .flatMap { readDate($0, of: "minDateTimeInterval", type: type, otherwise: expected, &keys) }
            attribute.maximum = keys.filled("maxDateTimeInterval")
                .flatMap { readDate($0, of: "maxDateTimeInterval", type: type, otherwise: expected, &keys) }
        default: break
        }
        for key in [
            "maxDateTimeInterval", "maxValueString", "minDateTimeInterval", "minValueString", "regularExpressionString",
        ] { keys.leaveOut(key, of: type.coreDataName) }
    }

    private func readLength(_ key: String, _ keys: inout KeyReader) -> Int? {
        guard let text = keys.filled(key) else { return nil }
        guard case .int(let number)? = DefaultText.value(text, .int64), (0...Int64(Int.greatestRead)).contains(number)
        else {
            keys.notUnderstood(text, of: key, expected: "a number of characters, of \(Int.digitsLimit)")
            return nil
        }
        return Int(number)
    }

    private func readNumber(_ key: String, _ type: AttributeType, _ keys: inout KeyReader) -> Value? {
        guard let text = keys.filled(key), let scalar = type.scalar else { return nil }
        let value = DefaultText.value(text, scalar)
        if value == nil { keys.notUnderstood(text, of: key, expected: Self.expectation(of: scalar)) }
        return value
    }

    private func readDate(
        _ text: String,
        of key: String,
        type: AttributeType,
        otherwise: String,
        _ keys: inout KeyReader
    ) -> Value? {
        let value: Value? = type == .date ? DefaultText.date(text) : nil
        if value == nil {
            keys.notUnderstood(text, of: key, expected: type == .date ? "seconds since 2001" : otherwise)
        }
        return value
    }

    private static func expectation(of type: ScalarType) -> String {
        if let range = type.integerRange { return "a whole number from \(range.lowerBound) to \(range.upperBound)" }
        switch type {
        case .bool: return "'YES', 'NO', '1' or '0'"
        case .decimal: return "a decimal number of at most 38 digits"
        case .double, .float: return "a number that the type can hold"
        case .uuid: return "a UUID"
        case .url: return "a URL"
        case .date: return "a date's default under 'defaultDateTimeInterval'"
        case .data: return "no default: Core Data has none for binary data"
        case .int16, .int32, .int64, .string: return "a value of the attribute's type"
        }
    }
}
