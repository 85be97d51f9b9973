import ApusSchema

/// The conversions that keep every value.
enum NaiveConversion {
    /// The types that a value of a type can become without loss, itself included.
    static func targets(of type: ScalarType) -> [ScalarType] {
        switch type {
        case .int16: [.int16, .int32, .int64, .decimal, .double, .float]
        case .int32: [.int32, .int64, .decimal, .double]
        case .int64: [.int64, .decimal]
        case .float: [.float, .double]
        default: [type]
        }
    }

    /// A stored value of a type as one of a type that it can become.
    static func convert(_ value: StoredValue, to type: ScalarType) -> StoredValue {
        guard case .integer(let number) = value else { return value }
        switch type {
        case .decimal: return .text(String(number))
        case .double, .float: return .real(Double(number))
        default: return value
        }
    }
}
