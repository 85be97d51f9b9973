public import ApusDiagnostics

/// The failure to convert a stored value.
public struct ConversionFailure: Error, Hashable {
    /// The value, as its column stores it.
    public let value: StoredValue
    /// The reason of the failure.
    public let reason: Reason

    /// Creates a failure.
    package init(value: StoredValue, reason: Reason) {
        (self.value, self.reason) = (value, reason)
    }

    /// The reason why a value cannot be converted.
    public enum Reason: ExplainedError, Hashable {
        /// The value is not of its column's type in the model, because the store was edited by hand.
        case notOfType(ScalarType)
        /// A number outside the bounds of an integer type.
        case outOfRange(ScalarType)
        /// A number that is not whole.
        case fraction
        /// A number whose magnitude is too large for the type.
        case tooLarge(ScalarType)
        /// A number whose magnitude is too small for the type.
        case tooSmall(ScalarType)
        /// A number or a date that the type cannot hold exactly.
        case inexact(ScalarType)
        /// A number with more digits than the type can hold.
        case tooManyDigits(ScalarType)
        /// A number that is neither 0 nor 1.
        case noTruth
        /// An infinite number, which is not a date.
        case infinite
        /// A text that is not in the canonical form of the type.
        case notWrittenSo(ScalarType)
        /// A text that is not a value of the type in any notation.
        case unreadable(ScalarType)
        /// A text with a day and a time, but no time zone.
        case noTimeZone
        /// A date outside the years that ISO 8601 writes in four digits.
        case outsideYears
        /// Bytes that are not valid UTF-8.
        case noUTF8
        /// Bytes whose number is not that of a UUID.
        case not16Bytes
        /// A text that is not Base64.
        case noBase64
        /// A text that is not pairs of hexadecimal digits.
        case noHex
        /// Bytes that are not an archive, or one of objects that are not plain values.
        case noArchive
        /// A text that does not fit a date's pattern.
        case notOfPattern(String)
    }
}
