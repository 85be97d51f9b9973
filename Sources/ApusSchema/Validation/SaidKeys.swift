extension Attribute {
    /// Those of some keys that the attribute says something under, in the order of the keys' own list.
    func said(of names: Set<String>) -> [String] {
        Self.keys.filter { names.contains($0.name) && $0.text(of: self) != nil }.map(\.name)
    }

    /// The keys that no part of a composite has.
    static let wholeKeys: Set<String> = Set(keys.map(\.name)).subtracting(partKeys.map(\.name))
}

extension Relationship {
    /// Those of some keys that the relationship says something under, in the order of the keys' own list.
    func said(of names: Set<String>) -> [String] {
        Self.keys.filter { names.contains($0.name) && $0.text(of: self) != nil }.map(\.name)
    }
}
