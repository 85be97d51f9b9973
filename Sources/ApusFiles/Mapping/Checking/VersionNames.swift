import ApusSchema

/// What the paths of a mapping can name in one version.
struct VersionNames {
    /// What a name stands for.
    enum Element {
        case entity(isAbstract: Bool, constraints: [[String]])
        case attribute(Attribute)
        case relationship(Relationship)
        case fetchedProperty
        case enumeration
        case enumCase
        case composite
        case part(Attribute)
    }

    /// What has other names below its own: an entity with its properties, an enum with its cases, a composite with its
    /// parts.
    private struct Owner {
        let element: Element
        let originalName: String?
        var parent: String?
        var names: [String] = []
        var members: [String: (element: Element, originalName: String?)] = [:]

        mutating func add(_ name: String, _ element: Element, _ originalName: String? = nil) {
            guard members[name] == nil else { return }
            names.append(name)
            members[name] = (element, originalName)
        }
    }

    /// The version in words: `version 2`, `the head`.
    let title: String

    /// The enums of the version.
    let enumerations: [Enumeration]

    /// The names of the entities, then those of the enums and composites.
    private(set) var owners: [String] = []

    private var ownersByName: [String: Owner] = [:]

    init(_ schema: Schema, title: String) {
        self.title = title
        enumerations = schema.enumerations
        for entity in schema.entities {
            var owner = Owner(
                element: .entity(isAbstract: entity.isAbstract, constraints: entity.uniqueConstraints),
                originalName: entity.originalName,
                parent: entity.parent
            )
            for attribute in entity.attributes {
                owner.add(attribute.name, .attribute(attribute), attribute.originalName)
            }
            for relationship in entity.relationships {
                owner.add(relationship.name, .relationship(relationship), relationship.originalName)
            }
            for property in entity.fetchedProperties { owner.add(property.name, .fetchedProperty) }
            add(entity.name, owner)
        }
        for enumeration in schema.enumerations {
            var owner = Owner(element: .enumeration, originalName: enumeration.originalName)
            for element in enumeration.cases { owner.add(element.name, .enumCase) }
            add(enumeration.name, owner)
        }
        for composite in schema.composites {
            var owner = Owner(element: .composite, originalName: composite.originalName)
            for part in composite.attributes { owner.add(part.name, .part(part), part.originalName) }
            add(composite.name, owner)
        }
    }

    private mutating func add(_ name: String, _ owner: Owner) {
        guard ownersByName[name] == nil else { return }
        owners.append(name)
        ownersByName[name] = owner
    }

    /// What a path names, inherited properties included; `nil` where it names nothing.
    subscript(path: ElementPath) -> Element? {
        guard let property = path.property else { return ownersByName[path.entity]?.element }
        if path.isPart { return part(path) }
        return line(of: path.entity).lazy.compactMap { $0.members[property]?.element }.first
    }

    /// The part of an attribute that a path names, innermost.
    private func part(_ path: ElementPath) -> Element? {
        var element = self[path.whole]
        for name in path.names.dropFirst() {
            guard let type = element?.type, case .composite? = self[ElementPath(type)] else { return nil }
            element = self[ElementPath(type, name)]
        }
        return element
    }

    /// The attributes of a type, with the entities that declare them.
    func attributes(of type: String) -> [ElementPath] {
        owners.flatMap { owner -> [ElementPath] in
            guard let found = ownersByName[owner], case .entity = found.element else { return [] }
            return found.names.filter { found.members[$0]?.element.type == type }.map { ElementPath(owner, $0) }
        }
    }

    /// The names below an owner's, its own ones first, then the inherited ones.
    func names(of owner: String, limit: Int = .max) -> [String] {
        Array(line(of: owner).lazy.flatMap(\.names).prefix(limit))
    }

    /// The sub-entities, whatever their depth, that have a property of that name of their own.
    func owners(of property: String, below ancestor: String) -> [String] {
        owners.filter { name in
            name != ancestor && ownersByName[name]?.members[property] != nil
                && isKind(name, of: ancestor)
        }
    }

    /// The sub-entities, whatever their depth, that have objects of their own.
    func concreteEntities(below ancestor: String) -> [String] {
        owners.filter { name in
            guard case .entity(isAbstract: false, _)? = ownersByName[name]?.element else { return false }
            return name != ancestor && isKind(name, of: ancestor)
        }
    }

    /// What something of this version is called in the neighbouring one; `nil` where nothing says so.
    func counterpart(of path: ElementPath, in other: VersionNames) -> ElementPath? {
        if path.isPart { return counterpart(ofPart: path, in: other) }
        var owners: [String] = [path.entity]
        if let name = ownersByName[path.entity]?.originalName { owners.insert(name, at: 0) }
        owners += other.owners.filter { other.ownersByName[$0]?.originalName == path.entity }
        for owner in owners {
            guard let property = path.property else {
                if other[ElementPath(owner)] != nil { return ElementPath(owner) }
                continue
            }
            let before: String? = line(of: path.entity).lazy.compactMap { $0.members[property] }.first?.originalName
            let later: [String] = other.line(of: owner).flatMap { line in
                line.names.filter { line.members[$0]?.originalName == property }
            }
            for name in (before.map { [$0] } ?? []) + later + [property] where other[ElementPath(owner, name)] != nil {
                return ElementPath(owner, name)
            }
        }
        return nil
    }

    private func counterpart(ofPart path: ElementPath, in other: VersionNames) -> ElementPath? {
        guard let whole = counterpart(of: path.whole, in: other), let property = whole.property else { return nil }
        var names = [property]
        var element = self[path.whole]
        for name in path.names.dropFirst() {
            guard let type = element?.type,
                let part = counterpart(of: ElementPath(type, name), in: other)?.property
            else { return nil }
            names.append(part)
            element = self[ElementPath(type, name)]
        }
        let found = ElementPath(whole.entity, names.joined(separator: "."))
        return other[found] == nil ? nil : found
    }

    private func isKind(_ name: String, of ancestor: String) -> Bool {
        lineage(of: name).contains(ancestor)
    }

    /// An owner, and where it is an entity those that it inherits from.
    private func line(of name: String) -> [Owner] { lineage(of: name).compactMap { ownersByName[$0] } }

    private func lineage(of name: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        var next: String? = name
        while let name = next, seen.insert(name).inserted {
            names.append(name)
            next = ownersByName[name]?.parent
        }
        return names
    }
}

extension VersionNames.Element {
    /// The enum or composite that is the type of an attribute or a part.
    var type: String? {
        switch self {
        case .attribute(let attribute), .part(let attribute):
            if case .named(let name) = attribute.type { name } else { nil }
        case .entity, .relationship, .fetchedProperty, .enumeration, .enumCase, .composite: nil
        }
    }
}
