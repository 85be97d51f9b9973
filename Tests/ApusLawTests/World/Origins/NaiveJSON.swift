import ApusSchema
import Foundation

/// A JSON text, read character by character.
indirect enum NaiveJSON: Sendable {
    case null
    case bool(Bool)
    /// The digits as they are written.
    case number(String)
    case text(String)
    case array([NaiveJSON], raw: String)
    case object([(name: String, value: NaiveJSON)], raw: String)

    init?(parsing text: String) {
        var reader = Reader(scalars: Array(text.unicodeScalars))
        guard let found = reader.value() else { return nil }
        reader.skip()
        guard reader.index == reader.scalars.count else { return nil }
        self = found
    }

    /// What is at a path such as `a.b[0]`.
    subscript(path: String) -> NaiveJSON? {
        var found: NaiveJSON = self
        for part in path.replacing("[", with: ".[").split(separator: ".") {
            if part.hasPrefix("[") {
                guard case .array(let all, _) = found, let index = Int(part.dropFirst().dropLast()),
                    all.indices.contains(index)
                else { return nil }
                found = all[index]
            } else {
                guard case .object(let all, _) = found, let member = all.last(where: { $0.name == part }) else {
                    return nil
                }
                found = member.value
            }
        }
        return found
    }

    /// The value that a path leads to; null for what is none.
    var scalar: StoredValue {
        switch self {
        case .null, .array, .object: .null
        case .bool(let isTrue): .text(isTrue ? "true" : "false")
        case .number(let text), .text(let text): .text(text)
        }
    }

    /// The value of an element.
    var element: StoredValue {
        switch self {
        case .array(_, let raw), .object(_, let raw): .text(raw)
        default: scalar
        }
    }
}

private struct Reader {
    let scalars: [Unicode.Scalar]
    var index = 0

    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func skip() {
        while let next, [" ", "\t", "\n", "\r"].contains(next) { index += 1 }
    }

    mutating func take(_ text: String) -> Bool {
        let all = Array(text.unicodeScalars)
        guard scalars[index...].starts(with: all) else { return false }
        index += all.count
        return true
    }

    mutating func value() -> NaiveJSON? {
        skip()
        if take("null") { return .null }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        switch next {
        case "\""?: return string().map { .text($0) }
        case "["?: return array()
        case "{"?: return object()
        default: return number()
        }
    }

    func raw(from start: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<index])
        return String(text)
    }

    mutating func array() -> NaiveJSON? {
        let start: Int = index
        index += 1
        var all: [NaiveJSON] = []
        skip()
        if take("]") { return .array([], raw: raw(from: start)) }
        while true {
            guard let one = value() else { return nil }
            all.append(one)
            skip()
            if take("]") { return .array(all, raw: raw(from: start)) }
            guard take(",") else { return nil }
        }
    }

    mutating func object() -> NaiveJSON? {
        let start: Int = index
        index += 1
        var all: [(name: String, value: NaiveJSON)] = []
        skip()
        if take("}") { return .object([], raw: raw(from: start)) }
        while true {
            skip()
            guard next == "\"", let name = string() else { return nil }
            skip()
            guard take(":"), let one = value() else { return nil }
            all.append((name, one))
            skip()
            if take("}") { return .object(all, raw: raw(from: start)) }
            guard take(",") else { return nil }
        }
    }

    mutating func number() -> NaiveJSON? {
        let start: Int = index
        func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
        _ = take("-")
        if !take("0") {
            guard isDigit(next) else { return nil }
            while isDigit(next) { index += 1 }
        }
        if take(".") {
            guard isDigit(next) else { return nil }
            while isDigit(next) { index += 1 }
        }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard isDigit(next) else { return nil }
            while isDigit(next) { index += 1 }
        }
        return .number(raw(from: start))
    }

    mutating func string() -> String? {
        index += 1
        var units: [UInt16] = []
        while let one = next {
            index += 1
            switch one {
            case "\"": return String(decoding: units, as: UTF16.self)
            case "\\":
                guard let escape = next else { return nil }
                index += 1
                switch escape {
                case "n": units.append(10)
                case "t": units.append(9)
                case "r": units.append(13)
                case "b": units.append(8)
                case "f": units.append(12)
                case "\"", "\\", "/": units.append(UInt16(escape.value))
                case "u":
                    guard index + 4 <= scalars.count else { return nil }
                    let digits = scalars[index..<(index + 4)].map { String($0) }.joined()
                    guard let unit = UInt16(digits, radix: 16) else { return nil }
                    units.append(unit)
                    index += 4
                default: return nil
                }
            case _ where one.value < 32: return nil
            default: units += Array(String(one).utf16)
            }
        }
        return nil
    }
}
