import ApusDiagnostics
import ApusSchema

// The defaults and limits of attributes, which Core Data writes as strings, those of dates as seconds.

extension ContentsReader {
    /// Reads the default of an attribute.
    ///
    /// Xcode keeps the text when the type changes. What is not a value of the type is read as one, or left out.
    func readDefault(_ type: AttributeType, _ keys: inout KeyReader) -> Value? {
        let interval = keys.filled("defaultDateTimeInterval")
        let text = keys.text("defaultValueString")
        if type == .date, let interval {
            return readDate(interval, of: "defaultDateTimeInterval", &keys)
        } else if let interval {
            keys.leaveOut(interval, of: "defaultDateTimeInterval", expected: "it for a date only")
        }
        guard let text else { return nil }
        guard let scalar = type.scalar else {
            if !text.isEmpty {
                let expected = "no default: Core Data has none for \(type.coreDataName)"
                keys.leaveOut(text, of: "defaultValueString", expected: expected)
            }
            return nil
        }
        return readValue(text, of: "defaultValueString", scalar, &keys)
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
            attribute.minimum = keys.filled("minDateTimeInterval")
                .flatMap { readDate($0, of: "minDateTimeInterval", &keys) }
            attribute.maximum = keys.filled("maxDateTimeInterval")
                .flatMap { readDate($0, of: "maxDateTimeInterval", &keys) }
        default: break
        }
        for key in [
            "maxDateTimeInterval", "maxValueString", "minDateTimeInterval", "minValueString", "regularExpressionString",
        ] { keys.leaveOut(key, of: type.coreDataName) }
    }

    private func readLength(_ key: String, _ keys: inout KeyReader) -> Int? {
        guard let text = keys.filled(key) else { return nil }
        let length = DefaultText.count(text)
        if length == nil { keys.leaveOut(text, of: key, expected: "a number of characters, of \(Int.digitsLimit)") }
        return length
    }

    private func readNumber(_ key: String, _ type: AttributeType, _ keys: inout KeyReader) -> Value? {
        guard let text = keys.filled(key), let scalar = type.scalar else { return nil }
        return readValue(text, of: key, scalar, &keys)
    }

    private func readValue(_ text: String, of key: String, _ type: ScalarType, _ keys: inout KeyReader) -> Value? {
        if let value = DefaultText.value(text, type) { return value }
        guard let value = DefaultText.loosely(text, type) else {
            keys.leaveOut(text, of: key, expected: Self.expectation(of: type))
            return nil
        }
        keys.reread(text, of: key, as: value.coreDataText)
        return value
    }

    private func readDate(_ text: String, of key: String, _ keys: inout KeyReader) -> Value? {
        let value = DefaultText.date(text)
        if value == nil { keys.leaveOut(text, of: key, expected: "seconds since 2001") }
        return value
    }

    private static func expectation(of type: ScalarType) -> String {
        if let range = type.integerRange { return "a whole number from \(range.lowerBound) to \(range.upperBound)" }
        switch type {
        case .bool: return "'YES', 'NO', '1' or '0'"
        case .decimal: return "a decimal number of at most 38 digits, or of 39 if 128 bits hold them"
        case .double, .float: return "a number that the type can hold"
        case .uuid: return "a UUID"
        case .url: return "a URL"
        case .date: return "a date's default under 'defaultDateTimeInterval'"
        case .data: return "no default: Core Data has none for binary data"
        case .int16, .int32, .int64, .string: return "a value of the attribute's type"
        }
    }
}
