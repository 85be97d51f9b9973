import ApusSchema

/// The value of one leaf of a newer attribute, in the objects of one entity.
struct FoundLeaf {
    let entity: String
    let leaf: Schema.Leaf
    let value: LeafValue

    /// The fill, as a diff prints it.
    var fillText: String? { value.filler?.shown(as: leaf.attribute.type) }
}

extension StageContext {
    /// Returns the values of all leaves of an attribute, in each of the entities that keeps its objects.
    func leaves(of property: OwnedProperty, from match: PropertyMatch?, in entities: [String]) -> [FoundLeaf] {
        guard case .attribute(let attribute) = property.property, attribute.isKept else { return [] }
        let rules = values
        return entities.filter { hasExistingObjects($0) }.flatMap { entity in
            new.leaves(of: attribute).map { leaf in
                FoundLeaf(
                    entity: entity,
                    leaf: leaf,
                    value: rules.value(of: leaf, of: property, from: match, in: entity)
                )
            }
        }
    }
}

extension [FoundLeaf] {
    /// The leaves of the attribute itself, without parts of composites.
    var own: [FoundLeaf] { filter { $0.leaf.composite == nil } }

    /// Returns the fill of the attribute itself: from a line of the mapping, or else the default.
    func fillText(at path: ElementPath) -> String? {
        let line = own.line(.fill, at: path)
        return own.lazy.filter { line.map($0.value.lines.contains) ?? true }.compactMap(\.fillText).first
    }

    /// Returns the judgement of an attribute that a `fill` or `require` line of the mapping may cover.
    func written(at path: ElementPath) -> Finding.Judgement {
        .written(own.line(.fill, at: path) ?? line(.require, at: path))
    }

    /// Returns the line with a key that a leaf's value uses: the one with exactly this path, or else the first.
    func line(_ key: Mapping.Key, at path: ElementPath) -> Mapping.Line? {
        Set(flatMap(\.value.lines)).line(at: path) { $0 == key }
    }
}

extension Set<Mapping.Line> {
    /// Returns the line with one of some keys: the one with exactly this path, or else the first.
    func line(at path: ElementPath, _ isMeant: (Mapping.Key) -> Bool) -> Mapping.Line? {
        let meant = filter { isMeant($0.key) }.sorted { $0.path < $1.path }
        return meant.first { $0.path == path } ?? meant.first
    }
}

extension LeafValue.Filler {
    /// The fill, as a mapping or a model writes it.
    var text: String {
        switch self {
        case .literal(_, let text): text
        case .generated(let generator, _): generator.rawValue
        }
    }

    /// Returns the fill as a diff prints it, with strings and empty values in quotes.
    func shown(as type: AttributeType) -> String {
        if case .literal = self, type == .string || text.isEmpty { "'\(text)'" } else { text }
    }
}

extension Value {
    /// The value as a diff prints it, with strings and empty values in quotes.
    var shownInDiff: String {
        if case .string(let text) = self { "'\(text)'" } else { text.isEmpty ? "''" : text }
    }
}
