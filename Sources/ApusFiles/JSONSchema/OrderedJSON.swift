import ApusSchema
import Foundation

/// A JSON value whose objects keep the order in which their members were given, for files that people read.
indirect enum OrderedJSON: Hashable, Sendable {
    /// A text, a number or a truth value.
    case scalar(JSONValue)
    /// Values in order.
    case list([OrderedJSON])
    /// Values by name, in order.
    case object([Member])

    /// A value under its name.
    struct Member: Hashable, Sendable {
        let name: String
        let value: OrderedJSON

        init(_ name: String, _ value: OrderedJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value as JSON of several lines: two spaces a level, short lists of scalars on one line.
    var text: String { text(indent: "") + "\n" }

    private func text(indent: String) -> String {
        let inner: String = indent + "  "
        switch self {
        case .scalar(let value): return value.jsonText
        case .list(let values):
            let elements: [String] = values.map { $0.text(indent: inner) }
            let line: String = "[" + elements.joined(separator: ", ") + "]"
            let isShort: Bool = values.allSatisfy(\.isScalar) && indent.utf8.count + line.utf8.count <= 100
            return isShort ? line : "[\n" + elements.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines: [String] = members.map { member in
                "\(inner)\(JSONValue.text(member.name).jsonText): \(member.value.text(indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private var isScalar: Bool {
        if case .scalar = self { true } else { false }
    }
}

extension JSONValue {
    fileprivate var jsonText: String { String(decoding: data, as: UTF8.self) }
}

// A schema in code looks as it does in its file.

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self = .scalar(.text(value)) }
}

extension OrderedJSON: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self = .scalar(.number(value)) }
}

extension OrderedJSON: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .scalar(.truth(value)) }
}

extension OrderedJSON: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: OrderedJSON...) { self = .list(elements) }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, OrderedJSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
