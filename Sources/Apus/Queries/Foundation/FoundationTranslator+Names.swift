import Foundation

/// What key paths lead to through objects and composites, as those of `SortDescriptor` do: `\.leader?.home.city`.
///
/// Key paths can be put together where nothing between them is optional, and then be compared. So instead their texts
/// are compared, in which a property is its name, or the address of the code that reads it: `\Trip.<computed 0x…>?.…`.
/// A text that is made otherwise is none of a property, and the key path is refused.
extension FoundationTranslator {
    /// A property, or a composite's part, as the text of a key path has it.
    private struct Link {
        let text: Substring
        let name: String
        /// What it leads to, if there is something.
        let type: Any.Type
    }

    /// The names of the properties that a key path leads through; `nil` where one is none, or could be two.
    func names(of keyPath: AnyKeyPath, from type: Any.Type) -> [String]? {
        let found: [[String]] = Self.text(of: keyPath).map { ways($0, from: type) } ?? []
        return found.count == 1 ? found[0] : nil
    }

    private func ways(_ text: Substring, from type: Any.Type) -> [[String]] {
        links(from: type).filter { text.hasPrefix($0.text) }.flatMap { link -> [[String]] in
            let rest: Substring = text.dropFirst(link.text.count)
            // An optional that was led through makes the last value one.
            if rest.isEmpty || rest == "?" { return [[link.name]] }
            guard let separator = ["?.", "!.", "."].first(where: { rest.hasPrefix($0) }) else { return [] }
            return ways(rest.dropFirst(separator.count), from: link.type).map { [link.name] + $0 }
        }
    }

    private func links(from type: Any.Type) -> [Link] {
        if let model = type as? any PersistentModel.Type, let table = container.table(of: model) {
            return zip(table.entity.keyPaths(), table.entity.properties).compactMap { link($0, $1.name) }
        }
        return (type as? any CompositeValue.Type)?.apusParts.compactMap { link($1, $0) } ?? []
    }

    private func link(_ keyPath: AnyKeyPath, _ name: String) -> Link? {
        Self.text(of: keyPath).map { Link(text: $0, name: name, type: Self.valueType(of: keyPath)) }
    }

    /// The text of a key path behind the type where it begins; `nil` of one that does not begin with that.
    private static func text(of keyPath: AnyKeyPath) -> Substring? {
        let root = "\\\(Swift.type(of: keyPath).rootType)."
        let text = "\(keyPath)"
        return text.hasPrefix(root) && text.count > root.count ? text.dropFirst(root.count) : nil
    }

    /// The type of what a key path leads to, where there is something.
    private static func valueType(of keyPath: AnyKeyPath) -> Any.Type {
        wrappedType(of: Swift.type(of: keyPath).valueType)
    }

    /// The type of the values of an optional type; of any other it is that one.
    static func wrappedType(of type: Any.Type) -> Any.Type { (type as? any OptionalType.Type)?.wrapped ?? type }
}

/// A type of optional values.
protocol OptionalType {
    static var wrapped: Any.Type { get }
    var isNone: Bool { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
    var isNone: Bool { if case .none = self { true } else { false } }
}
