import Foundation

extension Value {
    /// Reads the text of a value, including its canonical ``text``.
    ///
    /// Numbers may be in any of Swift's decimal notations, dates in ISO 8601 or seconds since 2001-01-01 00:00 UTC,
    /// data in padded Base64. The result is `nil` if the text is not of the type or the value is outside its range.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - type: The type of the value.
    public init?(text: String, type: ScalarType) {
        switch type {
        case .int16, .int32, .int64:
            guard let number = Int64(text), type.integerRange?.contains(number) == true else { return nil }
            self = .int(number)
        case .double:
            guard let number = Double(text), !number.isNaN, number.isFaithful(to: text) else { return nil }
            self = .double(number)
        case .float:
            guard let number = Float(text), !number.isNaN, Double(number).isFaithful(to: text) else { return nil }
            self = .double(Double(number))
        case .decimal:
            guard let number = Decimal(canonicalText: text) else { return nil }
            self = .decimal(number)
        case .string:
            self = .string(text)
        case .bool:
            guard let truth = Bool(text) else { return nil }
            self = .bool(truth)
        case .date:
            guard let seconds = DateText.seconds(of: text) else { return nil }
            self = .date(seconds)
        case .data:
            guard let data = Data(canonicalBase64: text) else { return nil }
            self = .data(data)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        case .url:
            guard text.isURL else { return nil }
            self = .url(text)
        }
    }

    /// The value's canonical text. Reading it with the value's type gives the same value, to the bit.
    public var text: String {
        switch self {
        case .int(let number): String(number)
        case .decimal(let number): number.canonicalText
        case .double(let number): number.description
        case .string(let string): string
        case .bool(let truth): String(truth)
        case .date(let seconds): DateText.text(of: seconds)
        case .data(let data): data.base64EncodedString()
        case .uuid(let uuid): uuid.uuidString
        case .url(let string): string
        }
    }

    /// Returns whether an attribute of a type can have the value.
    public func fits(_ type: ScalarType) -> Bool {
        switch (self, type) {
        case (.int(let number), .int16), (.int(let number), .int32), (.int(let number), .int64):
            type.integerRange?.contains(number) == true
        case (.double(let number), .double): !number.isNaN
        case (.date(let seconds), .date): seconds.isFinite
        case (.double(let number), .float): !number.isNaN && Double(Float(number)) == number
        case (.decimal(let number), .decimal): !number.isNaN
        case (.url(let text), .url): text.isURL
        case (.string, .string), (.bool, .bool), (.data, .data), (.uuid, .uuid): true
        default: false
        }
    }
}

extension Double {
    /// Returns whether the number is the rounded value of a text, without overflow or underflow: Swift reads numbers
    /// that are too large as infinity, and numbers that are too small as zero.
    fileprivate func isFaithful(to text: String) -> Bool {
        let mantissa = text.lowercased().prefix { $0 != "e" && $0 != "p" }
        if isInfinite { return mantissa.contains("inf") }
        return !isZero || mantissa.allSatisfy { $0 == "0" || !$0.isHexDigit }
    }
}
