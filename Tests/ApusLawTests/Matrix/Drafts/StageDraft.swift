import ApusMigration
import ApusSchema
import ApusTestSupport

/// A newer schema in the making, and the lines of the mapping that its edits wish for.
struct StageDraft {
    var schema: Schema
    var random: SplitMix64

    /// Lines that an edit wants; those that turn out to be needless are left out.
    var accept: [ElementPath] = []
    var wildcards: [ElementPath] = []
    var fill: [ElementPath: Fill] = [:]
    var values: [ElementPath: String] = [:]
    /// By the newer entity.
    var origins: [String: [Mapping.Origin]] = [:]
    var convert: [ElementPath: String] = [:]
    /// By the newer entity.
    var duplicates: [String: [Mapping.DuplicateObjects]] = [:]
    var require: [ElementPath] = []
    var asserted: [String] = []

    /// What was done, in words.
    private(set) var story: [String] = []
    /// What the edits chose, by the names before they changed it.
    private(set) var picked: [ElementPath] = []
    /// The same by its newer names.
    private(set) var touched: Set<ElementPath> = []
    /// How near the last edit was to the focus.
    private(set) var closeness: Closeness?

    /// What an edit should be near to.
    /// The schema before all edits of the stage, whose names expressions use.
    private(set) var older: Schema
    private let focus: Set<ElementPath>
    private let focusLine: Set<String>
    private var lastNumber: Int

    init(_ schema: Schema, _ random: SplitMix64, near focus: Set<ElementPath>, lastNumber: Int) {
        (self.schema, self.random, self.focus, self.lastNumber) = (schema, random, focus, lastNumber)
        older = schema
        let names: Set<String> = Set(focus.map(\.entity))
        // Whoever is above, below or one of them.
        let lines: [[String]] =
            names.isEmpty ? [] : schema.entities.map { [$0.name] + schema.ancestors(of: $0).map(\.name) }
        focusLine = lines.reduce(into: names) { line, names in
            if let first = names.first, !line.isDisjoint(with: names) || names.contains(where: line.contains) {
                line.insert(first)
            }
        }.union(lines.filter { $0.first.map(names.contains) == true }.joined())
    }

    /// The number of the last new name.
    var number: Int { lastNumber }

    /// A name that nothing has.
    mutating func newName(_ beginning: String) -> String {
        lastNumber += 1
        return "\(beginning)\(lastNumber)"
    }

    mutating func tell(_ text: String) { story.append(text) }

    /// Notes what an edit changed, by its newer name.
    mutating func touch(_ paths: ElementPath...) { touched.formUnion(paths) }

    /// One of the elements that an edit could change: in the focus if there is one, near it otherwise.
    mutating func pick(_ candidates: [ElementPath]) -> ElementPath? {
        let same: [ElementPath] = candidates.filter(focus.contains)
        let near: [ElementPath] = candidates.filter { focusLine.contains($0.entity) }
        // Not always the nearest: some edits cannot follow each other on one element.
        let isNearEnough = same.isEmpty || random.chance(15)
        let isFarEnough = near.isEmpty || (isNearEnough && random.chance(15))
        let best: [ElementPath] = isFarEnough ? candidates : isNearEnough ? near : same
        guard let path = random.pickAny(best) else { return nil }
        if closeness == nil { closeness = same.contains(path) ? .element : near.contains(path) ? .entity : .elsewhere }
        picked.append(path)
        touched.insert(path)
        return path
    }

    /// Begins another edit, near what the first one touched.
    func continued() -> StageDraft {
        var next = StageDraft(schema, random, near: neighbourhood, lastNumber: lastNumber)
        (next.accept, next.fill, next.convert, next.require) = (accept, fill, convert, require)
        (next.wildcards, next.values, next.origins, next.older) = (wildcards, values, origins, older)
        (next.asserted, next.duplicates) = (asserted, duplicates)
        next.story = story
        return next
    }

    /// What the edits touched, with the types, attributes and inverses that belong to it.
    var neighbourhood: Set<ElementPath> {
        var paths: Set<ElementPath> = touched
        for entity in schema.entities {
            for attribute in entity.attributes {
                guard case .named(let type) = attribute.type else { continue }
                let path = ElementPath(entity.name, attribute.name)
                if touched.contains(path) { paths.formUnion([ElementPath(type)] + members(of: type)) }
                if touched.contains(where: { $0.entity == type }) { paths.insert(path) }
            }
            for relationship in entity.relationships {
                guard touched.contains(ElementPath(entity.name, relationship.name)),
                    let back = schema.inverse(of: relationship, in: entity)
                else { continue }
                paths.insert(ElementPath(back.entity.name, back.relationship.name))
            }
        }
        for path in touched where schema.entity(path.entity) == nil {
            paths.formUnion([ElementPath(path.entity)] + members(of: path.entity))
        }
        return paths
    }

    private func members(of type: String) -> [ElementPath] {
        let names: [String] =
            schema.composite(type)?.attributes.map(\.name) ?? schema.enumeration(type)?.cases.map(\.name) ?? []
        return names.map { ElementPath(type, $0) }
    }
}
