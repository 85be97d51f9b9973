/// Reads JSON (RFC 8259) to find one value.
///
/// Numbers are returned with the digits of the text. Foundation would round them, and SQLite's functions end at a NUL and
/// accept more than JSON.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position: Int = 0
    private var depth: Int = 0

    /// The maximum number of objects and arrays inside each other.
    private static let deepest = 200

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the scalar at a path in a text.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - text: The text.
    /// - Returns: The text, the digits of a number, `true` or `false`. `nil` if there is no such value, if it is null, an
    ///   object or an array, or if the text is not valid JSON.
    static func scalar(at path: JSONPath, in text: String) -> String? {
        var scanner = JSONScanner(text)
        guard let found = scanner.value(at: path.steps[...]) else { return nil }
        scanner.skipSpace()
        guard scanner.position == scanner.bytes.count, case .scalar(let scalar) = found else { return nil }
        return scalar
    }

    /// Returns the elements of the array at a path in a text.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - text: The text.
    /// - Returns: The scalars, the JSON of objects and arrays, and `nil` for null. `nil` if there is no array, or if the text
    ///   is not valid JSON.
    static func elements(at path: JSONPath, in text: String) -> [String?]? {
        var scanner = JSONScanner(text)
        guard let found = scanner.value(at: path.steps[...]) else { return nil }
        scanner.skipSpace()
        guard scanner.position == scanner.bytes.count, case .array(let elements) = found else { return nil }
        return elements
    }

    /// A value that was read.
    private enum Found {
        case scalar(String)
        /// The scalars of an array, the JSON of objects and arrays in it, and `nil` for null.
        case array([String?])
        /// Null, an object, or no value at the path.
        case nothing
    }

    /// Reads a value, and returns the one at a path inside it; `nil` if it is not valid. If the path is `nil`, the value is
    /// only read.
    private mutating func value(at path: ArraySlice<JSONPath.Step>?) -> Found? {
        skipSpace()
        guard let first = peek() else { return nil }
        let isWanted = path?.isEmpty == true
        switch first {
        case UInt8(ascii: "{"): return members(at: path)
        case UInt8(ascii: "["): return elements(at: path)
        case UInt8(ascii: "\""):
            guard let text = string() else { return nil }
            return isWanted ? .scalar(String(decoding: text, as: UTF8.self)) : .nothing
        default:
            for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return isWanted && word != "null" ? .scalar(word) : .nothing
            }
            guard let digits = number() else { return nil }
            return isWanted ? .scalar(String(decoding: digits, as: UTF8.self)) : .nothing
        }
    }

    private mutating func members(at path: ArraySlice<JSONPath.Step>?) -> Found? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        var found: Found = .nothing
        if close(UInt8(ascii: "}")) { return found }
        while true {
            skipSpace()
            guard peek() == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return nil }
            var rest: ArraySlice<JSONPath.Step>?
            if let path, path.first == .member(name) { rest = path.dropFirst() }
            guard let value = value(at: rest) else { return nil }
            // Of several members with one name, the last counts, as in JavaScript.
            if rest != nil { found = value }
            if close(UInt8(ascii: "}")) { return found }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func elements(at path: ArraySlice<JSONPath.Step>?) -> Found? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        if path?.isEmpty == true { return wantedElements() }
        var found: Found = .nothing
        if close(UInt8(ascii: "]")) { return found }
        var index = 0
        while true {
            var rest: ArraySlice<JSONPath.Step>?
            if let path, path.first == .element(index) { rest = path.dropFirst() }
            guard let value = value(at: rest) else { return nil }
            if rest != nil { found = value }
            index += 1
            if close(UInt8(ascii: "]")) { return found }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Reads the elements of an array behind its bracket.
    private mutating func wantedElements() -> Found? {
        var elements: [String?] = []
        if close(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            skipSpace()
            let start: Int = position
            let isInner = peek() == UInt8(ascii: "{") || peek() == UInt8(ascii: "[")
            switch value(at: isInner ? nil : []) {
            case nil: return nil
            case .scalar(let scalar)?: elements.append(scalar)
            case .nothing?, .array?:
                elements.append(isInner ? String(decoding: bytes[start..<position], as: UTF8.self) : nil)
            }
            if close(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func enter() -> Bool {
        position += 1
        depth += 1
        return depth <= Self.deepest
    }

    private mutating func close(_ byte: UInt8) -> Bool {
        skipSpace()
        return take(byte)
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func digits() -> Int {
        let start: Int = position
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func number() -> ArraySlice<UInt8>? {
        let start: Int = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard digits() > 0 else { return nil }
        }
        if take(UInt8(ascii: ".")) {
            guard digits() > 0 else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            guard digits() > 0 else { return nil }
        }
        return bytes[start..<position]
    }

    /// Reads a text in quotation marks as UTF-8; `nil` if it is not valid.
    private mutating func string() -> [UInt8]? {
        var text: [UInt8] = []
        position += 1
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Array(String(scalar).utf8)
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = peek() else { return nil }
        position += 1
        if let scalar = Self.escapes[letter] { return scalar }
        guard letter == UInt8(ascii: "u"), let unit = unit() else { return nil }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // No text has half of a surrogate pair.
        guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = self.unit(),
            (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                return nil
            }
            position += 1
            unit = unit * 16 + UInt32(digit)
        }
        return unit
    }
}
