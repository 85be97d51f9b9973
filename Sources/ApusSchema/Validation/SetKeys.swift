extension Attribute {
    /// Returns those of some keys that the attribute sets, in the order of all keys.
    func setKeys(among names: Set<String>) -> [String] {
        Self.keys.filter { names.contains($0.name) && $0.text(of: self) != nil }.map(\.name)
    }

    /// The keys that parts of composites do not have.
    static let wholeKeys: Set<String> = Set(keys.map(\.name)).subtracting(partKeys.map(\.name))
}

extension Relationship {
    /// Returns those of some keys that the relationship sets, in the order of all keys.
    func setKeys(among names: Set<String>) -> [String] {
        Self.keys.filter { names.contains($0.name) && $0.text(of: self) != nil }.map(\.name)
    }
}
