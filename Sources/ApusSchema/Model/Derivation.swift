/// How a store computes a derived attribute, in the forms that Core Data knows.
///
/// The forms are those of `NSDerivedAttributeDescription`: a key path, a text function over one, `@count` and `@sum`
/// over a to-many relationship, and the time of the last save.
public enum Derivation: Hashable, Sendable {
    /// A function over a text.
    public enum Function: String, CaseIterable, Hashable, Sendable {
        /// Without regard to case and diacritics.
        case canonical
        /// In capital letters.
        case uppercase
        /// In small letters.
        case lowercase

        /// The function in the expression language.
        package var function: ExpressionFunction {
            switch self {
            case .canonical: .canonical
            case .uppercase: .uppercase
            case .lowercase: .lowercase
            }
        }
    }

    /// Another attribute, or one at the far end of to-one relationships: `author.name`.
    case keyPath([String])
    /// A function over such an attribute: `canonical:(author.name)`.
    case function(Function, of: [String])
    /// How many objects a to-many relationship leads to: `items.@count`.
    case count([String])
    /// The sum of an attribute over the objects that a to-many relationship leads to: `items.@sum.price`.
    case sum([String], of: String)
    /// When the object was saved last: `now()`.
    case now

    /// Reads a derivation as Core Data writes it; `items.price.@sum` is read as well.
    public init?(_ text: String) {
        if text == "now()" {
            self = .now
            return
        }
        if text.hasSuffix(")"), let colon = text.firstRange(of: ":(") {
            let function = Function(rawValue: String(text[..<colon.lowerBound]))
            guard let function, let path = Self.path(text[colon.upperBound...].dropLast()) else { return nil }
            self = .function(function, of: path)
            return
        }
        let parts: [String] = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.firstIndex(of: "@count"), parts.firstIndex(of: "@sum")) {
        case (nil, nil):
            guard let path = Self.path(text[...]) else { return nil }
            self = .keyPath(path)
        case (let index?, nil):
            guard index == parts.count - 1, let path = Self.path(parts[..<index]) else { return nil }
            self = .count(path)
        case (nil, let index?):
            let rest: [String] = Array(parts[(index + 1)...])
            let names: ArraySlice<String> = rest.isEmpty ? parts[..<index].dropLast() : parts[..<index]
            guard let path = Self.path(names), rest.count < 2, let summand = rest.first ?? parts[..<index].last,
                Self.isName(summand)
            else { return nil }
            self = .sum(path, of: summand)
        default: return nil
        }
    }

    /// The derivation as a model writes it.
    public var text: String {
        switch self {
        case .keyPath(let path): path.joined(separator: ".")
        case .function(let function, let path): "\(function.rawValue):(\(path.joined(separator: ".")))"
        case .count(let path): path.joined(separator: ".") + ".@count"
        case .sum(let path, let name): path.joined(separator: ".") + ".@sum.\(name)"
        case .now: "now()"
        }
    }

    private static func path(_ text: Substring) -> [String]? {
        path(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...])
    }

    private static func path(_ names: ArraySlice<String>) -> [String]? {
        !names.isEmpty && names.allSatisfy(isName) ? Array(names) : nil
    }

    private static func isName(_ text: String) -> Bool { text.isIdentifier }
}
