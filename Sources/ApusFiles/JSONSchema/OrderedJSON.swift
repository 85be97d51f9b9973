import ApusSchema
import Foundation

/// A JSON value whose objects keep the order of their members, for readable files.
indirect enum OrderedJSON: Hashable, Sendable {
    /// A string, a number or a Boolean.
    case scalar(JSONValue)
    /// A list of values.
    case list([OrderedJSON])
    /// Named values in order.
    case object([Member])

    /// A named value.
    struct Member: Hashable, Sendable {
        let name: String
        let value: OrderedJSON

        init(_ name: String, _ value: OrderedJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value as JSON text with two spaces per level, and short lists of scalars on one line.
    var text: String { text(indent: "") + "\n" }

    private func text(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .scalar(let value): return value.jsonText
        case .list(let values):
            let elements = values.map { $0.text(indent: inner) }
            let line = "[" + elements.joined(separator: ", ") + "]"
            let isShort = values.allSatisfy(\.isScalar) && indent.utf8.count + line.utf8.count <= 100
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

// Literals make a schema in code look like its file.

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
