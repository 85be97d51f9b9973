public import ApusDiagnostics

extension ConversionFailure.Reason {
    /// The reason as a diagnostic.
    public var diagnostics: [Diagnostic] { [.error("the value \(predicate)")] }

    /// The predicate of a sentence about the value: `is outside -32768...32767`.
    public var predicate: String {
        switch self {
        case .notOfType(let type): "is not a valid \(type.rawValue), although it is stored as one"
        case .outOfRange(let type): "is outside \(Self.bounds(of: type))"
        case .fraction: "has a fraction"
        case .tooLarge(let type): "is too large for \(type.rawValue)"
        case .tooSmall(let type): "is too small for \(type.rawValue)"
        case .inexact(let type): "cannot be held exactly as \(type.rawValue)"
        case .tooManyDigits(let type): "has more digits than \(type.rawValue) keeps"
        case .noTruth: "is neither 0 nor 1"
        case .infinite: "is infinite"
        case .notWrittenSo(let type): "is not in the canonical form of \(type.rawValue)"
        case .unreadable(let type): "is not a valid \(type.rawValue)"
        case .noTimeZone: "has no time zone"
        case .outsideYears: "is outside the years 1 to 9999"
        case .noUTF8: "is not valid UTF-8"
        case .not16Bytes: "is not 16 bytes long"
        case .noBase64: "is not valid Base64"
        case .noHex: "is not hexadecimal"
        case .noArchive: "is not an archive of plain values"
        case .notOfPattern(let pattern): "is not a date of the form '\(pattern)'"
        }
    }

    /// A description of such values: `a number outside -32768...32767`.
    public var summary: String {
        switch self {
        case .notOfType(let type): "a value that is not a valid \(type.rawValue), although it is stored as one"
        case .outOfRange(let type): "a number outside \(Self.bounds(of: type))"
        case .fraction: "a number with a fraction"
        case .tooLarge(let type): "a number too large for \(type.rawValue)"
        case .tooSmall(let type): "a number too small for \(type.rawValue)"
        case .inexact(.date): "a time that date cannot hold exactly"
        case .inexact(let type): "a number that \(type.rawValue) cannot hold exactly"
        case .tooManyDigits(let type): "a number with more digits than \(type.rawValue) keeps"
        case .noTruth: "a number that is neither 0 nor 1"
        case .infinite: "infinity"
        case .notWrittenSo(let type): "text that is not in the canonical form of \(type.rawValue)"
        case .unreadable(let type): "text that is not a valid \(type.rawValue)"
        case .noTimeZone: "a time without a time zone"
        case .outsideYears: "a date outside the years 1 to 9999"
        case .noUTF8: "bytes that are not valid UTF-8"
        case .not16Bytes: "data that is not 16 bytes long"
        case .noBase64: "text that is not valid Base64"
        case .noHex: "text that is not hexadecimal"
        case .noArchive: "bytes that are not an archive of plain values"
        case .notOfPattern(let pattern): "text that is not a date of the form '\(pattern)'"
        }
    }

    private static func bounds(of type: ScalarType) -> String {
        type.integerRange.map { "\($0.lowerBound)...\($0.upperBound)" } ?? type.rawValue
    }
}
