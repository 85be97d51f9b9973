public import ApusDiagnostics

/// A stored value that a conversion cannot hold.
public struct ConversionFailure: Error, Hashable {
    /// The value, as its column holds it.
    public let value: StoredValue
    /// What is wrong with it.
    public let reason: Reason

    /// Says that a value cannot be held.
    package init(value: StoredValue, reason: Reason) {
        (self.value, self.reason) = (value, reason)
    }

    /// Why a value cannot be held.
    public enum Reason: ExplainedError, Hashable {
        /// The store was edited by hand: the value is none of the type that its column has in the model.
        case notOfType(ScalarType)
        /// A number outside the bounds of an integer type.
        case outOfRange(ScalarType)
        /// A number that is not whole.
        case fraction
        /// A number whose size the type does not reach.
        case tooLarge(ScalarType)
        /// A number that is nearer to zero than any of the type.
        case tooSmall(ScalarType)
        /// A number, or a moment, that the type has not, though it has some close to it.
        case inexact(ScalarType)
        /// A number that the type has only without its last digits.
        case tooManyDigits(ScalarType)
        /// A number that is neither 0 nor 1.
        case noTruth
        /// A number that is no moment.
        case infinite
        /// A text that is not the one that a value of the type is written as.
        case notWrittenSo(ScalarType)
        /// A text that is no value of the type however one reads it.
        case unreadable(ScalarType)
        /// A text that says a day and a time, and not where.
        case noTimeZone
        /// A date in a year that ISO 8601 does not write in four digits.
        case outsideYears
        /// Bytes that are no text.
        case noUTF8
        /// Bytes that are no UUID's.
        case not16Bytes
        /// A text that is not Base64.
        case noBase64
        /// A text that is not pairs of hexadecimal digits.
        case noHex
    }
}
