import Foundation

extension Conversion {
    /// Converts a stored value.
    ///
    /// - Parameter value: A value of a column of type ``from``.
    /// - Returns: The value as a column of type ``to`` stores it; null for null.
    /// - Throws: ``ConversionFailure`` if the value cannot be converted or is not of type ``from``; a lenient
    ///   conversion returns null instead.
    public func callAsFunction(_ value: StoredValue) throws(ConversionFailure) -> StoredValue {
        if value == .null { return .null }
        do throws(ConversionFailure.Reason) {
            let operand = try Operand(value, from)
            return isIdentity ? value : try converted(operand).withoutNegativeZero
        } catch {
            if isLenient { return .null }
            throw ConversionFailure(value: value, reason: error)
        }
    }

    private func converted(_ operand: Operand) throws(ConversionFailure.Reason) -> StoredValue {
        switch (method, operand) {
        case (.exact, .number(let number)): try exact(number)
        case (.exact, .text(let text)): try exact(text)
        case (.exact, .bytes(let bytes)): try exact(bytes)
        case (.digits, .number(let number)):
            to == .decimal ? try number.printedDecimal(from) : try number.printed(as: to)
        case (.nearest, .number(let number)): .real(try number.nearest(to))
        case (.rounded, .number(let number)): try integer(number, .toNearestOrAwayFromZero)
        case (.truncated, .number(let number)): try integer(number, .towardZero)
        case (.floor, .number(let number)): try integer(number, .down)
        case (.ceiling, .number(let number)): try integer(number, .up)
        case (.clamped, .number(.integer(let number))):
            .integer(to.integerRange.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number)
        case (.nonZero, .number(let number)): .integer(number.isZero ? 0 : 1)
        case (.parsed, .text(let text)): try parsed(text)
        case (.text, .number(let number)): .text(number.isZero ? "false" : "true")
        case (.text, .date(let date)): .text(try MomentText.text(of: date))
        case (.base64, .bytes(let bytes)): .text(bytes.base64EncodedString())
        case (.hex, .bytes(let bytes)): .text(bytes.hexDigits)
        case (.archive, .bytes(let bytes)):
            if let text = KeyedArchive(bytes)?.json { .text(text) } else { throw .noArchive }
        case (.base64, .text(let text)): try .blob(bytes(of: text, .noBase64, Data.init(canonicalBase64:)))
        case (.hex, .text(let text)): try .blob(bytes(of: text, .noHex, Data.init(hexDigits:)))
        case (_, .date(let date)): try Epoch(method).count(of: date, as: to)
        case (_, .number(let number)): .real(try Epoch(method).date(number))
        // No method applies to other combinations.
        case (_, .text), (_, .bytes): throw .notOfType(from)
        }
    }

    private func integer(
        _ number: Number,
        _ rule: FloatingPointRoundingRule
    ) throws(ConversionFailure.Reason) -> StoredValue {
        guard let whole = number.integer(rule), to.integerRange?.contains(whole) == true else { throw .outOfRange(to) }
        return .integer(whole)
    }

    private func bytes(
        of text: String,
        _ reason: ConversionFailure.Reason,
        _ read: (String) -> Data?
    ) throws(ConversionFailure.Reason) -> Data {
        guard let bytes = read(text) else { throw reason }
        return bytes
    }
}

extension StoredValue {
    /// The value with zero for negative zero, which a column does not keep and a later conversion must not see.
    fileprivate var withoutNegativeZero: StoredValue {
        if case .real(let number) = self, number.isZero { .real(0) } else { self }
    }
}
