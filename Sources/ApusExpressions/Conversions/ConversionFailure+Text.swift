public import ApusDiagnostics

extension ConversionFailure.Reason {
    /// The finding.
    public var diagnostics: [Diagnostic] { [.error("the value \(predicate)")] }

    /// What is said of such a value, after the value itself.
    public var predicate: String {
        switch self {
        case .notOfType(let type): "is no \(type.rawValue), although it is stored as one"
        case .outOfRange(let type): "is outside \(Self.bounds(of: type))"
        case .fraction: "has a fraction"
        case .tooLarge(let type): "is too large for \(type.rawValue)"
        case .tooSmall(let type): "is too small for \(type.rawValue)"
        case .inexact(let type): "cannot be held exactly as \(type.rawValue)"
        case .tooManyDigits(let type): "has more digits than \(type.rawValue) keeps"
        case .noTruth: "is neither 0 nor 1"
        case .infinite: "is infinite"
        case .notWrittenSo(let type): "is not how any \(type.rawValue) is written"
        case .unreadable(let type): "is no \(type.rawValue)"
        case .noTimeZone: "says no time zone"
        case .outsideYears: "is outside the years 1 to 9999"
        case .noUTF8: "is no text in UTF-8"
        case .not16Bytes: "does not have 16 bytes"
        case .noBase64: "is no Base64"
        case .noHex: "is not hexadecimal"
        }
    }

    /// Such values in words: `a number outside -32768...32767`.
    public var summary: String {
        switch self {
        case .notOfType(let type): "a value that is no \(type.rawValue), although it is stored as one"
        case .outOfRange(let type): "a number outside \(Self.bounds(of: type))"
        case .fraction: "a number with a fraction"
        case .tooLarge(let type): "a number too large for \(type.rawValue)"
        case .tooSmall(let type): "a number too small for \(type.rawValue)"
        case .inexact(.date): "a moment that date cannot hold exactly"
        case .inexact(let type): "a number that \(type.rawValue) cannot hold exactly"
        case .tooManyDigits(let type): "a number with more digits than \(type.rawValue) keeps"
        case .noTruth: "a number that is neither 0 nor 1"
        case .infinite: "infinity"
        case .notWrittenSo(let type): "text that is not how any \(type.rawValue) is written"
        case .unreadable(let type): "text that is no \(type.rawValue)"
        case .noTimeZone: "a time without a time zone"
        case .outsideYears: "a date outside the years 1 to 9999"
        case .noUTF8: "bytes that are no text in UTF-8"
        case .not16Bytes: "data of more or less than 16 bytes"
        case .noBase64: "text that is no Base64"
        case .noHex: "text that is not hexadecimal"
        }
    }

    private static func bounds(of type: ScalarType) -> String {
        type.integerRange.map { "\($0.lowerBound)...\($0.upperBound)" } ?? type.rawValue
    }
}
