import ApusDiagnostics

/// The valid lengths of a string in characters: `1...80`, `1...`, `...80` or `6`.
public struct Length: Hashable, Sendable {
    /// The minimum; `nil` for none.
    public let minimum: Int?

    /// The maximum; `nil` for none.
    public let maximum: Int?

    /// Creates a range of lengths.
    public init(minimum: Int? = nil, maximum: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether another range contains this one.
    public func isWithin(_ other: Length) -> Bool {
        (minimum ?? 0) >= (other.minimum ?? 0) && (maximum ?? .max) <= (other.maximum ?? .max)
    }

    /// Parses `1...80`, `1...`, `...80` or `6`; `nil` for anything else, including signs, ranges without a number and
    /// numbers of more than 15 digits.
    public init?(_ text: String) {
        guard let dots = text.firstRange(of: "...") else {
            guard let number = Int(digits: text) else { return nil }
            self.init(minimum: number, maximum: number)
            return
        }
        let (lower, upper) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        let (minimum, maximum) = (Int(digits: lower), Int(digits: upper))
        guard minimum != nil || lower.isEmpty, maximum != nil || upper.isEmpty, minimum != nil || maximum != nil else {
            return nil
        }
        self.init(minimum: minimum, maximum: maximum)
    }

    /// The range as a model contains it.
    public var text: String {
        if let minimum, minimum == maximum { return String(minimum) }
        return (minimum.map(String.init) ?? "") + "..." + (maximum.map(String.init) ?? "")
    }
}
