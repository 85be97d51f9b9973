import Foundation

/// Resolves key paths through objects and composites, such as those of `SortDescriptor`: `\.leader?.home.city`.
///
/// Key paths can only be appended, and the results compared, if none of the links between them is optional. So their
/// texts are compared instead. In these, a property is its name or the address of its getter:
/// `\Trip.<computed 0x…>?.…`. A key path whose text has another form is refused.
extension FoundationTranslator {
    /// A property or a composite's part, in the text of a key path.
    private struct Link {
        let text: Substring
        let name: String
        /// The type of its value, without `Optional`.
        let type: Any.Type
    }

    /// The names of the properties along a key path; `nil` if one is not a property, or is ambiguous.
    func names(of keyPath: AnyKeyPath, from type: Any.Type) -> [String]? {
        let found: [[String]] = Self.text(of: keyPath).map { ways($0, from: type) } ?? []
        return found.count == 1 ? found[0] : nil
    }

    private func ways(_ text: Substring, from type: Any.Type) -> [[String]] {
        links(from: type).filter { text.hasPrefix($0.text) }.flatMap { link -> [[String]] in
            let rest: Substring = text.dropFirst(link.text.count)
            // After an optional link, the last value is optional too, which the text shows as '?'.
            if rest.isEmpty || rest == "?" { return [[link.name]] }
            guard let separator = ["?.", "!.", "."].first(where: { rest.hasPrefix($0) }) else { return [] }
            return ways(rest.dropFirst(separator.count), from: link.type).map { [link.name] + $0 }
        }
    }

    private func links(from type: Any.Type) -> [Link] {
        if let model = type as? any PersistentModel.Type, let table = coordinator.table(of: model) {
            return zip(table.entity.keyPaths(), table.entity.properties).compactMap { link($0, $1.name) }
        }
        return (type as? any CompositeValue.Type)?.apusParts.compactMap { link($1, $0) } ?? []
    }

    private func link(_ keyPath: AnyKeyPath, _ name: String) -> Link? {
        Self.text(of: keyPath).map { Link(text: $0, name: name, type: Self.valueType(of: keyPath)) }
    }

    /// The text of a key path after its root type; `nil` if the text does not begin with that type.
    private static func text(of keyPath: AnyKeyPath) -> Substring? {
        let root = "\\\(Swift.type(of: keyPath).rootType)."
        let text = "\(keyPath)"
        return text.hasPrefix(root) && text.count > root.count ? text.dropFirst(root.count) : nil
    }

    /// The type of a key path's values, without `Optional`.
    private static func valueType(of keyPath: AnyKeyPath) -> Any.Type {
        wrappedType(of: Swift.type(of: keyPath).valueType)
    }

    /// The wrapped type of an optional type; any other type itself.
    static func wrappedType(of type: Any.Type) -> Any.Type { (type as? any OptionalType.Type)?.wrapped ?? type }
}

/// An optional type.
protocol OptionalType {
    static var wrapped: Any.Type { get }
    var isNone: Bool { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
    var isNone: Bool { if case .none = self { true } else { false } }
}
