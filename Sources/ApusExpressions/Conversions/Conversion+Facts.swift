extension Conversion {
    /// Whether every value can be converted and different values stay different.
    public var isExact: Bool { !isLenient && possibleReasons.isEmpty && keepsApart }

    /// Whether every stored value stays the same, to the bit, as from `int16` to `int32` and from `url` to `string`.
    public var isIdentity: Bool {
        // Between columns of the same type, every exact conversion preserves the stored value.
        isExact && from.storage == to.storage
    }

    /// Whether the conversion fails for some value of type ``from``.
    ///
    /// A strict conversion always fails for a stored value that is not of its type, as in a store that was edited by
    /// hand.
    public var canFail: Bool { !isLenient && !possibleReasons.isEmpty }

    /// The values that cannot be converted, such as `a number outside -32768...32767`. They become null if the
    /// conversion is lenient.
    public var failure: String? {
        let summaries: [String] = possibleReasons.map(\.summary)
        guard let last = summaries.last else { return nil }
        return summaries.count == 1 ? last : summaries.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Whether different values that can be converted stay different.
    package var keepsApart: Bool {
        switch method {
        case .exact, .digits, .text: true
        case .nearest, .rounded, .truncated, .floor, .ceiling, .clamped, .nonZero, .parsed, .archive: false
        case .base64: true
        // Uppercase and lowercase digits give the same bytes.
        case .hex: from == .data
        case .secondsSince2001: to.integerRange == nil
        // Integers drop the fraction of a second, and binary numbers round it.
        case .secondsSince1970, .millisecondsSince1970: to == .decimal || (to == .date && from != .double)
        }
    }

    /// The reasons for which values of type ``from`` can fail.
    package var possibleReasons: [ConversionFailure.Reason] {
        switch method {
        case .exact: exactReasons
        case .digits:
            switch (from, to) {
            case (.double, _): [.tooLarge(to), .tooSmall(to)]
            case (.float, _): [.tooLarge(to)]
            case (_, .float): [.tooManyDigits(to), .tooLarge(to), .tooSmall(to)]
            default: [.tooManyDigits(to)]
            }
        case .nearest: to == .float && from.integerRange == nil ? [.tooLarge(to)] : []
        case .rounded, .truncated, .floor, .ceiling: [.outOfRange(to)]
        case .clamped, .nonZero: []
        case .parsed:
            switch to {
            case .int16, .int32, .int64: [.unreadable(to), .fraction, .outOfRange(to)]
            case .decimal: [.unreadable(to), .inexact(to)]
            case .double, .float: [.unreadable(to), .tooLarge(to), .tooSmall(to)]
            case .date: [.unreadable(to), .noTimeZone]
            default: [.unreadable(to)]
            }
        case .text: from == .date ? [.outsideYears] : []
        case .secondsSince1970, .millisecondsSince1970, .secondsSince2001: epochReasons
        case .base64: from == .string ? [.noBase64] : []
        case .hex: from == .string ? [.noHex] : []
        case .archive: [.noArchive]
        }
    }

    private var exactReasons: [ConversionFailure.Reason] {
        switch (from, to) {
        case _ where from == to, (.bool, _), (.int16, .float): []
        case (_, .bool): [.noTruth]
        case (.data, .string): [.noUTF8]
        case (_, .string), (.string, .data), (.uuid, .data): []
        case (.data, _): [.not16Bytes]
        case (.string, .url): [.unreadable(.url)]
        case (.string, _): [.notWrittenSo(to)]
        case (_, .int16), (_, .int32), (_, .int64):
            if let before = from.integerRange, let after = to.integerRange {
                before.reaches(beyond: after) ? [.outOfRange(to)] : []
            } else {
                [.fraction, .outOfRange(to)]
            }
        case (.int16, _), (.int32, .double), (.int32, .decimal), (.int64, .decimal), (.float, .double): []
        default: [.inexact(to)]
        }
    }

    private var epochReasons: [ConversionFailure.Reason] {
        switch (from, to) {
        case (.date, .double): method == .millisecondsSince1970 ? [.tooLarge(to)] : []
        case (.date, .decimal): [.inexact(to)]
        case (.date, _): [.outOfRange(to)]
        case (.int32, _): []
        case (.double, _): [.infinite]
        default: [.inexact(to)]
        }
    }
}

extension ClosedRange<Int64> {
    /// Returns whether some numbers of the range are outside another range.
    fileprivate func reaches(beyond other: Self) -> Bool {
        lowerBound < other.lowerBound || upperBound > other.upperBound
    }
}
