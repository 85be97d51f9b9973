import ApusMigration
import ApusSchema

/// Finds the names of elements in a merged schema: those that a side gave them.
struct MergedNaming {
    private let oursByBase: Matching
    private let theirsByBase: Matching
    /// The renames from each side to the merged schema.
    private(set) var base = Renames()
    private(set) var ours = Renames()
    private(set) var theirs = Renames()
    /// The elements, by their merged names, that both sides renamed differently.
    private(set) var conflicts: [ModelPath] = []
    /// The merged names that two elements would have, and the elements that one side moved and the other one removed.
    private(set) var clashes: [ModelPath] = []
    /// The names of removed elements whose merged names other elements have now, by names that no element can have.
    private(set) var gone: [String: String] = [:]

    init(_ ours: Matching, _ theirs: Matching) {
        // From the elements of the sides to those of the base.
        (oursByBase, theirsByBase) = (ours.inverted, theirs.inverted)
    }

    /// An element of the base with its names on both sides.
    private struct Fate {
        let path: ModelPath
        let old: String
        let one: String?
        let other: String?
        var merged: String

        /// Whether a side removed it.
        var isGone: Bool { one == nil || other == nil }

        init(_ path: ModelPath, _ one: String?, _ other: String?) {
            (self.path, self.one, self.other) = (path, one, other)
            old = path.steps[path.steps.count - 1]
            let isOurs = other == nil || other == old || one != old
            merged = (isOurs ? one ?? other : other) ?? old
        }

        /// Whether both sides renamed it differently.
        var isConflict: Bool {
            guard let one, let other else { return false }
            return one != other && one != old && other != old
        }
    }

    mutating func find() {
        let schema: Schema = oursByBase.newer.schema
        findOwners(schema.entities.map { .entity($0.name) }, \.entities)
        findOwners(
            schema.composites.map { .element("composites", $0.name) }
                + schema.enumerations.map { .element("enums", $0.name) },
            \.types
        )
        for entity in schema.entities {
            let owner: ModelPath = .entity(entity.name)
            findProperties(
                of: owner,
                entity.attributes.map { owner.element("attributes", $0.name) }
                    + entity.relationships.map { owner.element("relationships", $0.name) }
            )
        }
        for composite in schema.composites {
            let owner: ModelPath = .element("composites", composite.name)
            findProperties(of: owner, composite.attributes.map { owner.element("attributes", $0.name) })
        }
        findClashes(oursByBase.older.schema, ours)
        findClashes(theirsByBase.older.schema, theirs)
    }

    /// The elements with names resolved: a removed element gives up its name if another one has it now.
    private mutating func settled(_ fates: [Fate]) -> [Fate] {
        let names: [String: [Fate]] = Dictionary(grouping: fates, by: \.merged)
        return fates.map { fate in
            guard fate.isGone, names[fate.merged, default: []].contains(where: { !$0.isGone }) else { return fate }
            var copy: Fate = fate
            copy.merged = "- \(fate.old)"
            gone[copy.merged] = fate.old
            return copy
        }
    }

    private mutating func findOwners(_ paths: [ModelPath], _ names: WritableKeyPath<Renames, [String: String]>) {
        let fates: [Fate] = paths.map { path in
            Fate(path, oursByBase.olderPath(of: path)?.steps[1], theirsByBase.olderPath(of: path)?.steps[1])
        }
        for fate in settled(fates) {
            if fate.merged != fate.old { base[keyPath: names][fate.old] = fate.merged }
            if let one = fate.one, fate.merged != one { ours[keyPath: names][one] = fate.merged }
            if let other = fate.other, fate.merged != other { theirs[keyPath: names][other] = fate.merged }
            if fate.isConflict { conflicts.append(.element(fate.path.steps[0], fate.merged)) }
        }
    }

    private mutating func findProperties(of owner: ModelPath, _ paths: [ModelPath]) {
        let (mine, yours) = (oursByBase.olderPath(of: owner)?.steps[1], theirsByBase.olderPath(of: owner)?.steps[1])
        // A property that moved up or down in its hierarchy counts as removed here and added there.
        let fates: [Fate] = paths.map { path in
            let (one, other) = (oursByBase.olderDeclaration(of: path), theirsByBase.olderDeclaration(of: path))
            let (isOurs, isTheirs) = (
                one.map { $0.steps[1] == mine } ?? false, other.map { $0.steps[1] == yours } ?? false
            )
            // One side moved it and the other one removed it, so neither can be applied.
            if one == nil, let other, !isTheirs { clashes.append(other) }
            if other == nil, let one, !isOurs { clashes.append(one) }
            return Fate(path, isOurs ? one?.steps[3] : nil, isTheirs ? other?.steps[3] : nil)
        }
        for fate in settled(fates) {
            if fate.merged != fate.old { base.properties[ElementPath(owner.steps[1], fate.old)] = fate.merged }
            if let mine, let one = fate.one, fate.merged != one {
                ours.properties[ElementPath(mine, one)] = fate.merged
            }
            if let yours, let other = fate.other, fate.merged != other {
                theirs.properties[ElementPath(yours, other)] = fate.merged
            }
            if fate.isConflict { conflicts.append(base.path(of: owner).element(fate.path.steps[2], fate.merged)) }
        }
    }

    /// Finds elements of one side that would have the same name.
    private mutating func findClashes(_ schema: Schema, _ renames: Renames) {
        var seen: Set<String> = []
        for name in schema.entities.map(\.name) {
            let merged: String = renames.entities[name] ?? name
            if !seen.insert(merged).inserted { clashes.append(.entity(merged)) }
        }
        var types: Set<String> = []
        for name in schema.composites.map(\.name) + schema.enumerations.map(\.name) {
            let merged: String = renames.types[name] ?? name
            if !types.insert(merged).inserted { clashes.append(.element("composites", merged)) }
        }
        for entity in schema.entities {
            let owner: ModelPath = .entity(renames.entities[entity.name] ?? entity.name)
            findClashes(
                entity.properties.map(\.name) + entity.fetchedProperties.map(\.name),
                of: entity.name,
                owner,
                renames
            )
        }
        for composite in schema.composites {
            let owner: ModelPath = .element("composites", renames.types[composite.name] ?? composite.name)
            findClashes(composite.attributes.map(\.name), of: composite.name, owner, renames)
        }
    }

    private mutating func findClashes(_ names: [String], of owner: String, _ path: ModelPath, _ renames: Renames) {
        var seen: Set<String> = []
        for name in names {
            let merged: String = renames.properties[ElementPath(owner, name)] ?? name
            if !seen.insert(merged).inserted { clashes.append(path.element("attributes", merged)) }
        }
    }
}
