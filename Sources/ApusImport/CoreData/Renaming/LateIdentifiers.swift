import ApusDiagnostics
import ApusSchema

/// Finds what a step drops, and Core Data keeps when it goes straight to a later version.
///
/// Apus goes from each version to the next, Core Data from the version of a store straight to the newest one. So an
/// identifier that is written one version late still keeps the values there, and so does an element that comes back.
struct LateIdentifiers {
    /// The older names of elements that a later version's identifiers say, by their paths, per version.
    private(set) var renames: [[ModelPath: String]]

    /// The warnings about the renames.
    private(set) var findings: [Diagnostic] = []

    /// The warnings about identifiers for versions that cannot change any more.
    private(set) var tooLate: [Diagnostic] = []

    /// What is to be said about the losses of the step to each version.
    private(set) var notes: [[ElementPath: LossNote]]

    private let chain: RenamingChain
    private let frozen: [Schema]
    private let newerPaths: [[ModelPath: ModelPath]]
    /// The names of the elements with an identifier, per version.
    private let names: [[Key: [String]]]

    /// The entities that each one inherits from and that inherit from it, per version.
    private let relatives: [[String: [String]]]

    /// An identifier in a section of an owner.
    private struct Key: Hashable {
        let owner: ModelPath
        let section: String
        let identifier: String
    }

    /// An element that a step drops.
    private struct Dropped {
        let path: ModelPath
        let section: String
        let element: IdentifierMatch.Element
        /// The index of the version that does not have it any more.
        let index: Int
    }

    /// A later element with the identifier of one that was dropped.
    private struct Heir {
        /// The path in the version that has the identifier.
        let path: ModelPath
        let identifier: String
        /// The index of that version.
        let index: Int
        /// The path in the first version that has the element, or in the one before the step.
        let firstPath: ModelPath
        /// The index of that version.
        let firstIndex: Int
    }

    /// Looks for them in all steps.
    ///
    /// - Parameters:
    ///   - chain: The versions.
    ///   - frozen: The schemas of the first versions that were imported before, and cannot change.
    init(in chain: RenamingChain, frozen: [Schema] = []) {
        self.chain = chain
        self.frozen = frozen
        newerPaths = chain.olderPaths.map { paths in
            Dictionary(paths.map { ($0.value, $0.key) }) { first, _ in first }
        }
        names = chain.versions.map { version in
            var names: [Key: [String]] = [:]
            for group in version.groups {
                for element in version.elements(group.names, in: group.section, of: group.owner)
                where !element.isAmbiguous {
                    let key = Key(owner: group.owner, section: group.section, identifier: element.effectiveIdentifier)
                    names[key, default: []].append(element.name)
                }
            }
            return names
        }
        relatives = chain.versions.map(\.schema.allRelatives)
        renames = chain.versions.map { _ in [:] }
        notes = chain.versions.map { _ in [:] }
        for index in chain.versions.indices.dropFirst() { look(at: index) }
    }

    private mutating func look(at index: Int) {
        var found: [ModelPath: [(dropped: Dropped, heir: Heir)]] = [:]
        for dropped in dropped(at: index) {
            let heirs = heirs(of: dropped)
            let early = heirs.filter { $0.firstIndex <= index }
            if let schema = frozenSchema(at: index) {
                if let heir = early.first(where: { schema.originalName(of: $0.firstPath) == dropped.path.steps.last }) {
                    found[heir.firstPath, default: []].append((dropped, heir))
                } else if let heir = early.first {
                    reportTooLate(dropped, heir)
                }
            } else if let heir = early.first {
                let isOnly = Set(early.map(\.firstPath)).count == 1
                if isOnly, heir.firstIndex == index, isClear(dropped, heir) {
                    found[heir.firstPath, default: []].append((dropped, heir))
                } else {
                    leaveOpen(dropped, heir)
                }
            } else if let heir = heirs.first, let path = dropped.path.element {
                let name = heir.path.steps.last == dropped.path.steps.last ? "" : " as '\(heir.path.dottedName)'"
                notes[index][path] = LossNote(
                    "'\(dropped.path.dottedName)' comes back\(name) in '\(chain.versions[heir.index].name)': Core Data keeps "
                        + "its \(path.property == nil ? "objects" : "values") when it migrates directly, Apus does not"
                )
            }
        }
        for (path, pairs) in found.sorted(by: { $0.key.steps.lexicographicallyPrecedes($1.key.steps) }) {
            // Two elements cannot have become one.
            guard pairs.count == 1, let name = pairs[0].dropped.path.steps.last else {
                for pair in pairs { leaveOpen(pair.dropped, pair.heir) }
                continue
            }
            renames[index][path] = name
            report(pairs[0].dropped, pairs[0].heir)
            // If it cannot be carried out after all, the user decides.
            leaveOpen(pairs[0].dropped, pairs[0].heir)
        }
    }

    /// The schema of a version that was imported before; `nil` if it is new.
    private func frozenSchema(at index: Int) -> Schema? {
        let number = index - chain.repeated.count { $0 <= index }
        return frozen.indices.contains(number) ? frozen[number] : nil
    }

    /// The elements that the step to a version drops.
    private func dropped(at index: Int) -> [Dropped] {
        let (older, newer) = (chain.versions[index - 1], chain.versions[index])
        return older.groups.flatMap { group -> [Dropped] in
            // What goes with its owner is not lost by itself.
            guard group.owner.steps.isEmpty || newerPaths[index][group.owner] != nil else { return [] }
            let gone = group.names.filter { newerPaths[index][group.owner.element(group.section, $0)] == nil }
            return older.elements(gone, in: group.section, of: group.owner).compactMap { element in
                let path = group.owner.element(group.section, element.name)
                if element.isAmbiguous || isMoved(path, to: newer, owner: newerPaths[index][group.owner]) { return nil }
                return Dropped(path: path, section: group.section, element: element, index: index)
            }
        }
    }

    /// Whether another entity of the hierarchy has a property now.
    private func isMoved(_ path: ModelPath, to version: CoreDataVersion, owner: ModelPath?) -> Bool {
        guard let name = path.element?.property, let entity = owner?.element?.entity else { return false }
        return version.schema.relatives(of: entity).contains { other in
            other.properties.contains { $0.name == name || $0.originalName == name }
        }
    }

    /// The elements of later versions that Core Data takes for one that was dropped, those of the first versions first.
    private func heirs(of dropped: Dropped) -> [Heir] {
        let older = chain.versions[dropped.index - 1]
        let owner = ModelPath(dropped.path.steps.dropLast(2))
        let own = dropped.element.effectiveIdentifier
        let earlier = dropped.element.earlier.filter { identifier in
            let key = Key(owner: owner, section: dropped.section, identifier: identifier)
            return (names[dropped.index - 1][key] ?? []).allSatisfy { $0 == dropped.element.name }
                && !older.names(in: dropped.section, of: owner).contains {
                    $0 == identifier && $0 != dropped.element.name
                }
        }
        var heirs: [Heir] = []
        var current: ModelPath? = owner
        for index in dropped.index..<chain.versions.count {
            if let path = current, !path.steps.isEmpty { current = newerPaths[index][path] }
            guard let current else { break }
            // The step itself has been matched.
            if index == dropped.index { continue }
            // Core Data matches what an entity has, inherited properties too.
            let others = current.element.flatMap { relatives[index][$0.entity] } ?? []
            for owner in [current] + others.map({ .entity($0) }) {
                for identifier in [own] + earlier.sorted() {
                    let key = Key(owner: owner, section: dropped.section, identifier: identifier)
                    for name in names[index][key] ?? [] {
                        let path = owner.element(dropped.section, name)
                        let first = first(of: path, at: index, downTo: dropped.index)
                        heirs.append(
                            Heir(
                                path: path,
                                identifier: identifier,
                                index: index,
                                firstPath: first.path,
                                firstIndex: first.index
                            )
                        )
                    }
                }
            }
        }
        return heirs
    }

    /// The first version of an element, or the one before a limit, with its path there.
    private func first(of path: ModelPath, at index: Int, downTo limit: Int) -> (path: ModelPath, index: Int) {
        var (path, first) = (path, index)
        while first >= limit, let olderPath = chain.olderPaths[first][path] {
            path = olderPath
            first -= 1
        }
        return (path, first)
    }

    /// Whether an original name can say that an element was renamed.
    private func isClear(_ dropped: Dropped, _ heir: Heir) -> Bool {
        guard let name = dropped.path.steps.last else { return false }
        let (older, newer) = (chain.versions[dropped.index - 1], chain.versions[dropped.index])
        let olderOwner = ModelPath(dropped.path.steps.dropLast(2))
        let newerOwner = ModelPath(heir.firstPath.steps.dropLast(2))
        // What moved to another entity at the same time is for the user to say.
        let owner = olderOwner.steps.isEmpty ? olderOwner : newerPaths[dropped.index][olderOwner]
        return owner == newerOwner && !older.originalNames(in: dropped.section, of: olderOwner).contains(name)
            && !newer.originalNames(in: dropped.section, of: newerOwner).contains(name)
            && !older.names(in: dropped.section, of: olderOwner).contains(heir.firstPath.steps.last ?? "")
            && !isMoved(heir.firstPath, to: older, owner: olderOwner)
    }

    private mutating func leaveOpen(_ dropped: Dropped, _ heir: Heir) {
        guard let path = dropped.path.element else { return }
        notes[dropped.index][path] = LossNote(
            "'\(dropped.path.dottedName)' may be '\(heir.firstPath.dottedName)' under a new name: "
                + "'\(heir.path.dottedName)' has its renaming identifier '\(heir.identifier)' in "
                + "'\(chain.versions[heir.index].name)'",
            isOpen: true
        )
    }

    private mutating func report(_ dropped: Dropped, _ heir: Heir) {
        let (older, newer) = (chain.versions[dropped.index - 1], chain.versions[dropped.index])
        let later = chain.versions[heir.index]
        findings.append(
            .warning(
                "'\(heir.path.dottedName)' has the renaming identifier '\(heir.identifier)' only in '\(later.name)', and is "
                    + "read as '\(dropped.path.dottedName)' under a new name in '\(newer.name)'",
                about: Topic("'\(heir.path.dottedName)'", [older.name, later.name]),
                at: later.location(of: heir.path),
                notes: ["Core Data keeps the values when it migrates '\(older.name)' directly to '\(later.name)'"]
            )
        )
    }
}

extension LateIdentifiers {
    /// Reports an identifier for a version that cannot change any more.
    private mutating func reportTooLate(_ dropped: Dropped, _ heir: Heir) {
        let (older, newer) = (chain.versions[dropped.index - 1], chain.versions[dropped.index])
        let later = chain.versions[heir.index]
        tooLate.append(
            .warning(
                "'\(heir.path.dottedName)' has the renaming identifier '\(heir.identifier)' only in '\(later.name)', but "
                    + "'\(newer.name)', which is frozen, does not say that it was '\(dropped.path.dottedName)'",
                about: Topic("'\(heir.path.dottedName)'", [older.name, later.name, newer.name]),
                at: later.location(of: heir.path),
                notes: [
                    "Core Data keeps the values when it migrates '\(older.name)' directly to '\(later.name)'; Apus does what the "
                        + "mapping to '\(newer.name)' says"
                ]
            )
        )
    }
}

extension Schema {
    /// The entities that each entity inherits from and that inherit from it, by its name.
    fileprivate var allRelatives: [String: [String]] {
        var relatives: [String: [String]] = [:]
        for entity in entities where entity.parent != nil {
            for ancestor in ancestors(of: entity) {
                relatives[entity.name, default: []].append(ancestor.name)
                relatives[ancestor.name, default: []].append(entity.name)
            }
        }
        return relatives
    }

    /// The original name of an element.
    fileprivate func originalName(of path: ModelPath) -> String? {
        guard path.steps.count >= 2 else { return nil }
        let (isEntity, owner, name) = (path.steps[0] == "entities", path.steps[1], path.steps.last)
        if path.steps.count == 2 { return isEntity ? entity(owner)?.originalName : composite(owner)?.originalName }
        return isEntity
            ? entity(owner)?.properties.first { $0.name == name }?.originalName
            : composite(owner)?.attributes.first { $0.name == name }?.originalName
    }
}

extension CoreDataVersion {
    /// The elements of a kind that one owner has.
    fileprivate struct Group {
        let owner: ModelPath
        let section: String
        let names: [String]
    }

    /// All elements that may have renaming identifiers.
    fileprivate var groups: [Group] {
        [
            Group(owner: ModelPath(), section: "entities", names: schema.entities.map(\.name)),
            Group(owner: ModelPath(), section: "composites", names: schema.composites.map(\.name)),
        ]
            + schema.entities.flatMap { entity in
                ["attributes", "relationships"].map { section in
                    Group(
                        owner: .entity(entity.name),
                        section: section,
                        names: section == "attributes"
                            ? entity.attributes.map(\.name) : entity.relationships.map(\.name)
                    )
                }
            }
            + schema.composites.map { composite in
                Group(
                    owner: .element("composites", composite.name),
                    section: "attributes",
                    names: composite.attributes.map(\.name)
                )
            }
    }

    /// Returns the names of an owner's elements, all properties of an entity.
    fileprivate func names(in section: String, of owner: ModelPath) -> [String] {
        namings(in: section, of: owner).map(\.name)
    }

    /// Returns the original names of an owner's elements, of all properties of an entity.
    fileprivate func originalNames(in section: String, of owner: ModelPath) -> [String] {
        namings(in: section, of: owner).compactMap(\.originalName)
    }

    private func namings(in section: String, of owner: ModelPath) -> [(name: String, originalName: String?)] {
        switch (owner.steps.first, section) {
        case (nil, "entities"): schema.entities.map { ($0.name, $0.originalName) }
        case (nil, _): schema.composites.map { ($0.name, $0.originalName) }
        case ("entities", _):
            (owner.steps.last.flatMap(schema.entity)?.properties ?? []).map { ($0.name, $0.originalName) }
        default:
            (owner.steps.last.flatMap(schema.composite)?.attributes ?? []).map { ($0.name, $0.originalName) }
        }
    }
}
