import ApusSchema

/// What the rules say of one leaf of a newer attribute, for the objects of a kind.
struct FoundLeaf {
    let kind: String
    let leaf: Schema.Leaf
    let value: LeafValue

    /// What fills rows, as a diff shows it.
    var fillText: String? { value.filler?.shown(as: leaf.attribute.type) }
}

extension StageContext {
    /// Asks the rules for all leaves of an attribute, for the objects of all those kinds that go on.
    func leaves(of property: OwnedProperty, from match: PropertyMatch?, in kinds: [String]) -> [FoundLeaf] {
        guard case .attribute(let attribute) = property.property, attribute.isKept else { return [] }
        let rules: ValueRules = values
        return kinds.filter { hasOldObjects($0) }.flatMap { kind in
            new.leaves(of: attribute).map { leaf in
                FoundLeaf(kind: kind, leaf: leaf, value: rules.value(of: leaf, of: property, from: match, in: kind))
            }
        }
    }
}

extension [FoundLeaf] {
    /// The leaves that are the attribute itself, not parts of a composite.
    var own: [FoundLeaf] { filter { $0.leaf.composite == nil } }

    /// What fills rows of the attribute itself: as a line of the mapping says, or else a default.
    func fillText(at path: ElementPath) -> String? {
        let line: Mapping.Line? = own.line(.fill, at: path)
        return own.lazy.filter { line.map($0.value.lines.contains) ?? true }.compactMap(\.fillText).first
    }

    /// The judgement of what is filled as the mapping says, or has a value in every row by its word.
    func written(at path: ElementPath) -> Finding.Judgement {
        .written(own.line(.fill, at: path) ?? line(.require, at: path))
    }

    /// The line of a key that made a leaf's value: the one about that very path, or else the first.
    func line(_ key: Mapping.Key, at path: ElementPath) -> Mapping.Line? {
        Set(flatMap(\.value.lines)).line(at: path) { $0 == key }
    }
}

extension Set<Mapping.Line> {
    /// The line of some keys: the one about that very path, or else the first.
    func line(at path: ElementPath, _ isMeant: (Mapping.Key) -> Bool) -> Mapping.Line? {
        let meant: [Mapping.Line] = filter { isMeant($0.key) }.sorted { $0.path < $1.path }
        return meant.first { $0.path == path } ?? meant.first
    }
}

extension LeafValue.Filler {
    /// What fills, as a mapping or a model says it.
    var text: String {
        switch self {
        case .literal(_, let text): text
        case .generated(let generator, _): generator.rawValue
        }
    }

    /// What fills, as a diff shows it: a text in quotes, and what would not be seen.
    func shown(as type: AttributeType) -> String {
        if case .literal = self, type == .string || text.isEmpty { "'\(text)'" } else { text }
    }
}

extension Value {
    /// The value as a diff shows it: texts in quotes, and what would not be seen.
    var shownInDiff: String {
        if case .string(let text) = self { "'\(text)'" } else { text.isEmpty ? "''" : text }
    }
}
