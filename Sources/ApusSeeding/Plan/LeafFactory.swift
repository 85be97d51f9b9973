import ApusSchema

/// Makes the makers of a kind's values, as far as they need no other kind.
struct LeafFactory {
    private let schema: Schema
    private let rows: Int
    private let seed: UInt64
    private let profile: SeedProfile
    private var sources: SourceFactory
    /// The same for small values.
    private var smallSources: SourceFactory
    /// The attributes that the store sums up, so that sums of extremes would not fit.
    private let summed: Set<ElementPath>
    /// The attributes that have to differ, by the entity that says so.
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

    /// The maker of a kind's objects, without identities, keys and what has to differ.
    mutating func object(of kind: Kind) throws(SeedProblem) -> ObjectMaker {
        let extent: Extent = schema.extent(of: kind.entity, inheriting: kind.line)
        let attributes: [Attribute] = kind.line.reversed().flatMap(\.attributes)
        var makers: [[String]: LeafMaker] = [:]
        for attribute in attributes where attribute.isKept {
            for leaf in schema.leaves(of: attribute) {
                makers[leaf.path] = try maker(of: leaf, in: attribute, kind)
            }
        }
        if profile != .adversarial { relateDates(&makers, attributes) }
        return ObjectMaker(
            entity: kind.entity.name,
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
        _ kind: Kind
    ) throws(SeedProblem) -> LeafMaker {
        let names: [String] = [kind.entity.name] + leaf.path
        let isDistinct: Bool = kind.line.contains { distinct[$0.name]?.contains(attribute.name) == true }
        let isSummed: Bool = kind.line.contains { summed.contains(ElementPath($0.name, attribute.name)) }
        let (isExternal, count): (Bool, Int) = (attribute.usesExternalStorage, isDistinct ? min(rows, 100_000) : 1)
        let source: any ValueSource =
            isSummed
            ? try smallSources.source(of: leaf, names, isExternal: isExternal, count: count)
            : try sources.source(of: leaf, names, isExternal: isExternal, count: count)
        return LeafMaker(
            source,
            RandomStream(seed: seed, names),
            presences(of: leaf, in: attribute, kind),
            isAdversarial: profile == .adversarial
        )
    }

    /// The attributes that derived ones sum up.
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

    /// What has to be present for a leaf to have a value: each optional composite around it, and itself.
    private func presences(of leaf: Schema.Leaf, in attribute: Attribute, _ kind: Kind) -> [LeafMaker.Presence] {
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
            let names: [String] = [kind.entity.name] + leaf.path[...depth] + ["?"]
            presences.append(
                LeafMaker.Presence(
                    stream: RandomStream(seed: seed, names),
                    absentOnceIn: profile == .tiny ? 8 : profile == .typical ? 5 : 4
                )
            )
        }
        return presences
    }

    /// Lets an end follow its start, and a change the creation.
    private func relateDates(_ makers: inout [[String]: LeafMaker], _ attributes: [Attribute]) {
        let dates: [Attribute] = attributes.filter { $0.isKept && $0.type == .date }
        for attribute in dates {
            let topic = DateTopic(attribute.name)
            guard let earlier = topic.earlier,
                let first = dates.first(where: { DateTopic($0.name) == earlier }), let maker = makers[[first.name]],
                let limits = try? SourceFactory.limits(of: attribute, .greatestFiniteMagnitude, [])
            else { continue }
            makers[[attribute.name]]?.earlier = [maker]
            makers[[attribute.name]]?.earlierName = first.name
            makers[[attribute.name]]?.distance = topic.distance
            makers[[attribute.name]]?.limits = limits
        }
    }
}

extension ObjectMaker {
    /// The same with identities, keys, and what has to differ.
    func complete(
        _ identities: Range<Int>,
        _ references: ReferencePlan,
        _ distinctness: [String: LeafMaker.Distinctness],
        _ kind: Kind
    ) -> ObjectMaker {
        func keys(_ name: String) -> ReferencePlan.Keys? {
            kind.line.lazy.compactMap { references.keys[ElementPath($0.name, name)] }.first
        }
        let members: [Member] = zip(fields, members).map { field, member in
            switch (field, member) {
            case (.key(let name), _): return keys(name).map { .key($0) } ?? .derived
            case (.place(let name), _): return keys(name).map { .place($0) } ?? .derived
            case (.attribute(let path), .leaf(var maker)):
                if path.count == 1 { maker.distinctness = distinctness[path[0]] }
                if let first = maker.earlier.first, path.count == 1 {
                    // The earlier date may have to differ itself.
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
