/// The expression with which a store computes a derived attribute.
///
/// The forms are those of Core Data's `NSDerivedAttributeDescription`: a key path, a string function of one, `@count`
/// and `@sum` over a to-many relationship, and the time of the last save.
public enum Derivation: Hashable, Sendable {
    /// A function of a string.
    public enum Function: String, CaseIterable, Hashable, Sendable {
        /// Ignores case and diacritics.
        case canonical
        /// Converts to upper case.
        case uppercase
        /// Converts to lower case.
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

    /// Another attribute, possibly through to-one relationships: `author.name`.
    case keyPath([String])
    /// A function of such an attribute: `canonical:(author.name)`.
    case function(Function, of: [String])
    /// The number of objects in a to-many relationship: `items.@count`.
    case count([String])
    /// The sum of an attribute over the objects in a to-many relationship: `items.@sum.price`.
    case sum([String], of: String)
    /// The time when the object was last saved: `now()`.
    case now

    /// Parses a derivation as Core Data writes it, and also `items.price.@sum`.
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
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.firstIndex(of: "@count"), parts.firstIndex(of: "@sum")) {
        case (nil, nil):
            guard let path = Self.path(text[...]) else { return nil }
            self = .keyPath(path)
        case (let index?, nil):
            guard index == parts.count - 1, let path = Self.path(parts[..<index]) else { return nil }
            self = .count(path)
        case (nil, let index?):
            let rest = Array(parts[(index + 1)...])
            let names: ArraySlice<String> = rest.isEmpty ? parts[..<index].dropLast() : parts[..<index]
            guard let path = Self.path(names), rest.count < 2, let summand = rest.first ?? parts[..<index].last,
                Self.isName(summand)
            else { return nil }
            self = .sum(path, of: summand)
        default: return nil
        }
    }

    /// The derivation as a model contains it.
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
