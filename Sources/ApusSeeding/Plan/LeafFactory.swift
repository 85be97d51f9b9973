import ApusDiagnostics
import ApusSchema

/// Creates the makers of a concrete entity's values, as far as they do not depend on other entities.
struct LeafFactory {
    private let schema: Schema
    private let rows: Int
    private let seed: UInt64
    private let profile: SeedProfile
    private var sources: SourceFactory
    /// The sources of small values.
    private var smallSources: SourceFactory
    /// The attributes that the store sums up. They get small values, because the sum of extremes would overflow.
    private let summed: Set<ElementPath>
    /// The attributes with unique values, by the entity that declares them unique.
    private let distinct: [String: Set<String>]

    init(_ schema: Schema, rows: Int, seed: UInt64, profile: SeedProfile, constraints: [Constraint]) {
        self.schema = schema
        self.rows = rows
        self.seed = seed
        self.profile = profile
        self.sources = SourceFactory(schema: schema, profile: profile, seed: seed)
        self.smallSources = SourceFactory(schema: schema, profile: .tiny, seed: seed)
        self.summed = Self.summed(schema)
        var distinct: [String: Set<String>] = [:]
        for constraint in constraints { distinct[constraint.entity.name, default: []].formUnion(constraint.attributes) }
        self.distinct = distinct
    }

    /// Creates the maker of a concrete entity's objects, still without identities, keys and unique values.
    mutating func object(of concrete: ConcreteEntity) throws(SeedProblem) -> ObjectMaker {
        let extent: Extent = schema.extent(of: concrete.entity, inheriting: concrete.line)
        let attributes: [Attribute] = concrete.line.reversed().flatMap(\.attributes)
        var makers: [[String]: LeafMaker] = [:]
        for attribute in attributes where attribute.isKept {
            for leaf in schema.leaves(of: attribute) {
                makers[leaf.path] = try maker(of: leaf, in: attribute, of: concrete)
            }
        }
        if profile != .adversarial { relateDates(of: attributes, in: &makers) }
        return ObjectMaker(
            entity: concrete.entity.name,
            identities: 1..<1,
            fields: extent.members.map(\.field),
            members: extent.members.map { member in
                guard case .attribute(let path) = member.field, let maker = makers[path] else {
                    return member.field == .identity ? .identity : .derived
                }
                return .leaf(maker)
            }
        )
    }

    private mutating func maker(
        of leaf: Schema.Leaf,
        in attribute: Attribute,
        of concrete: ConcreteEntity
    ) throws(SeedProblem) -> LeafMaker {
        let names: [String] = [concrete.entity.name] + leaf.path
        let isDistinct = concrete.line.contains { distinct[$0.name]?.contains(attribute.name) == true }
        let isSummed = concrete.line.contains { summed.contains(ElementPath($0.name, attribute.name)) }
        let (isExternal, count) = (attribute.usesExternalStorage, isDistinct ? min(rows, 100_000) : 1)
        let source: any ValueSource =
            isSummed
            ? try smallSources.source(of: leaf, path: names, isExternal: isExternal, count: count)
            : try sources.source(of: leaf, path: names, isExternal: isExternal, count: count)
        return LeafMaker(
            source: source,
            stream: RandomStream(seed: seed, names),
            presences: presences(of: leaf, in: attribute, of: concrete),
            isAdversarial: profile == .adversarial
        )
    }

    /// The attributes that derived attributes sum up.
    private static func summed(_ schema: Schema) -> Set<ElementPath> {
        var summed: Set<ElementPath> = []
        for entity in schema.entities {
            for attribute in entity.attributes {
                guard case .sum(let path, let name)? = attribute.derivation, let step = path.first,
                    let far = schema.relationship(step, of: entity)?.relationship.destination,
                    let owner = schema.entity(far)
                else { continue }
                for ancestor in [owner] + schema.ancestors(of: owner) {
                    summed.insert(ElementPath(ancestor.name, name))
                }
            }
        }
        return summed
    }

    /// Everything that must be present for a leaf to have a value: each optional composite around it, and the leaf.
    private func presences(
        of leaf: Schema.Leaf,
        in attribute: Attribute,
        of concrete: ConcreteEntity
    ) -> [LeafMaker.Presence] {
        var presences: [LeafMaker.Presence] = []
        var current: Attribute = attribute
        for depth in leaf.path.indices {
            if depth > 0 {
                guard case .named(let type) = current.type,
                    let part = schema.composite(type)?.attributes.first(where: { $0.name == leaf.path[depth] })
                else { return presences }
                current = part
            }
            guard current.isOptional else { continue }
            let names: [String] = [concrete.entity.name] + leaf.path[...depth] + ["?"]
            presences.append(
                LeafMaker.Presence(
                    stream: RandomStream(seed: seed, names),
                    absentOnceIn: profile == .tiny ? 8 : profile == .typical ? 5 : 4
                )
            )
        }
        return presences
    }

    /// Makes an end date follow its start, and a modification date the creation.
    private func relateDates(of attributes: [Attribute], in makers: inout [[String]: LeafMaker]) {
        let dates: [Attribute] = attributes.filter { $0.isKept && $0.type == .date }
        for attribute in dates {
            let topic = DateTopic(attribute.name)
            guard let earlier = topic.earlier,
                let first = dates.first(where: { DateTopic($0.name) == earlier }), let maker = makers[[first.name]],
                let limits = try? SourceFactory.limits(of: attribute, path: [])
            else { continue }
            makers[[attribute.name]]?.earlier = [maker]
            makers[[attribute.name]]?.earlierName = first.name
            makers[[attribute.name]]?.distance = topic.distance
            makers[[attribute.name]]?.limits = limits
        }
    }
}

extension ObjectMaker {
    /// The maker with identities, keys and unique values.
    func completed(
        for concrete: ConcreteEntity,
        identities: Range<Int>,
        references: ReferencePlan,
        distinctness: [String: LeafMaker.Distinctness]
    ) -> ObjectMaker {
        func keys(_ name: String) -> ReferencePlan.Keys? {
            concrete.line.lazy.compactMap { references.keys[ElementPath($0.name, name)] }.first
        }
        let members: [Member] = zip(fields, members).map { field, member in
            switch (field, member) {
            case (.key(let name), _): return keys(name).map { .key($0) } ?? .derived
            case (.orderKey(let name), _): return keys(name).map { .orderKey($0) } ?? .derived
            case (.attribute(let path), .leaf(var maker)):
                if path.count == 1 { maker.distinctness = distinctness[path[0]] }
                if let first = maker.earlier.first, path.count == 1 {
                    // The earlier date may be unique itself.
                    var earlier: LeafMaker = first
                    earlier.distinctness = maker.earlierName.flatMap { distinctness[$0] }
                    maker.earlier = [earlier]
                }
                return .leaf(maker)
            default: return member
            }
        }
        return ObjectMaker(entity: entity, identities: identities, fields: fields, members: members)
    }
}
