extension ExpressionFunction {
    /// Returns the result of a function of texts for arguments that are not null.
    func text(_ values: [StoredValue]) -> StoredValue {
        if self == .concatenate {
            let texts: [String] = values.compactMap(\.asText)
            return texts.count == values.count ? .text(texts.joined()) : .null
        }
        guard let text = values[0].asText else { return .null }
        func result(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }
        switch self {
        case .trim: return .text(text.withoutSurroundingSpace)
        case .replace:
            guard values.count > 2, let old = values[1].asText, let new = values[2].asText else { return .null }
            return .text(text.parts(between: old).joined(separator: new))
        case .substring:
            guard values.count > 1, let start = values[1].asWhole else { return .null }
            guard values.count > 2 else { return .text(text.scalars(from: start)) }
            return result(values[2].asWhole.map { text.scalars(from: start, count: $0) })
        case .part:
            guard values.count > 2, let separator = values[1].asText, let index = values[2].asWhole, index >= 0 else {
                return .null
            }
            let parts: [String] = text.parts(between: separator)
            return index < parts.count ? .text(parts[Int(index)]) : .null
        case .frontOfNumber: return result(text.frontOfNumber)
        case .json:
            guard values.count > 1, let path = values[1].asText.flatMap(JSONPath.init) else { return .null }
            return result(JSONScanner.scalar(at: path, in: text))
        case .split:
            guard values.count > 1, let separator = values[1].asText else { return .null }
            return .text(ElementText.text(of: text.isEmpty ? [] : text.parts(between: separator)))
        case .elements:
            let path = values.count > 1 ? values[1].asText : ""
            guard let path = path.flatMap(JSONPath.init) else { return .null }
            return result(JSONScanner.elements(at: path, in: text).map(ElementText.text))
        default: return .null
        }
    }
}

extension String {
    /// Returns the Unicode scalars from an index, as far as there are any: an index before the start counts, too.
    ///
    /// - Parameters:
    ///   - start: The index of the first scalar.
    ///   - count: The number of scalars.
    /// - Returns: The scalars with an index from `start` to less than `start + count`.
    fileprivate func scalars(from start: Int64, count: Int64 = .max) -> String {
        let (sum, overflow) = start.addingReportingOverflow(count)
        let end: Int64 = overflow ? (count < 0 ? .min : .max) : sum
        guard end > 0, end > start else { return "" }
        let rest = unicodeScalars.dropFirst(Int(clamping: max(start, 0)))
        return String(rest.prefix(Int(clamping: end - max(start, 0))))
    }

    /// What is in front of a space and a whole number from 2 to 999999 at the end; `nil` if there is no such number.
    fileprivate var frontOfNumber: String? {
        let digits = utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let (number, front) = (utf8.suffix(digits), utf8.dropLast(digits))
        guard (1...6).contains(digits), number.first != UInt8(ascii: "0"), !number.elementsEqual("1".utf8),
            front.last == UInt8(ascii: " ")
        else { return nil }
        return String(decoding: front.dropLast(), as: UTF8.self)
    }

    /// Returns the texts between the occurrences of a separator; the text itself if there are none, or if the separator
    /// is empty. Compares bytes, because Swift's `==` ignores the Unicode form.
    fileprivate func parts(between separator: String) -> [String] {
        let (bytes, wanted) = (Array(utf8), Array(separator.utf8))
        guard let first = wanted.first else { return [self] }
        var parts: [String] = []
        var (start, position) = (0, 0)
        while position + wanted.count <= bytes.count {
            if bytes[position] == first, bytes[position..<position + wanted.count].elementsEqual(wanted) {
                parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
                position += wanted.count
                start = position
            } else {
                position += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}

extension StoredValue {
    /// The number, if it is a whole number of 64 bits.
    var asWhole: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        case .null, .text, .blob: nil
        }
    }
}
