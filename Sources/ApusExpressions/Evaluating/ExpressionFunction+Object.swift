import Foundation

extension ExpressionFunction {
    /// What an object has in front of a member that is an object, instead of a type.
    static let innerObject = "object"

    /// Returns the JSON of an object; null if JSON does not have one of the values, or if all of them are null.
    ///
    /// It is as `JSONEncoder` writes it, with sorted names: dates are seconds since 2001, data is Base64, URLs and UUIDs are texts,
    /// decimals are numbers.
    ///
    /// - Parameter values: The type, the name and the value of each member.
    /// - Returns: The text.
    static func jsonObject(_ values: [StoredValue]) -> StoredValue {
        var members: [String] = []
        for member in Self.members(values) where member.value != .null {
            guard let json = json(member.value, member.type) else { return .null }
            members.append("\(member.name.inJSON):\(json)")
        }
        // What has no part that is written is missing, as an optional composite is.
        if members.isEmpty { return .null }
        return .text("{\(members.joined(separator: ","))}")
    }

    /// Returns why an object has no JSON; `nil` if it has.
    static func failureOfObject(_ values: [StoredValue]) -> ConversionFailure? {
        for member in members(values) where member.value != .null && json(member.value, member.type) == nil {
            let isInfinite = if case .real(let number) = member.value { !number.isFinite } else { false }
            let type = ScalarType(rawValue: member.type) ?? .string
            return ConversionFailure(value: member.value, reason: isInfinite ? .infinite : .notOfType(type))
        }
        return nil
    }

    private static func members(_ values: [StoredValue]) -> [(type: String, name: String, value: StoredValue)] {
        stride(from: 0, to: values.count - 2, by: 3).map { index in
            (values[index].asText ?? "", values[index + 1].asText ?? "", values[index + 2])
        }
    }

    /// Returns a value as JSON; `nil` if it is not of its type, or infinite.
    private static func json(_ value: StoredValue, _ type: String) -> String? {
        if type == innerObject { return value.asText }
        guard let type = ScalarType(rawValue: type), let value = value.fitting(type).flatMap({ Value($0, of: type) })
        else {
            return nil
        }
        switch value {
        case .int(let number): return String(number)
        case .bool(let truth): return truth ? "true" : "false"
        case .double(let number), .date(let number): return number.inJSON
        case .decimal(let number): return number.canonicalText
        case .string(let text), .url(let text): return text.inJSON
        case .uuid(let uuid): return uuid.uuidString.inJSON
        case .data(let data): return data.base64EncodedString().inJSON
        }
    }
}
