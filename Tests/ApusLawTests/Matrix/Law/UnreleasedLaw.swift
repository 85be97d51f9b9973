import ApusMigration
import ApusSchema
import ApusTestSupport

/// The law of stores that an unreleased head made, of a history of three versions: the first is released, the second is the
/// head that made the store, and the third is the head as it is now.
struct UnreleasedLaw {
    let history: MatrixHistory
    /// The lines of the head's mapping.
    let lines: [Mapping.Line]

    /// What is wrong with the plan of a store of the second version; `nil` if nothing is.
    var breach: String? {
        let (made, head) = (history.readings[1], history.readings[2])
        var mapping = Mapping(from: Schema.Version(1), to: nil)
        for line in lines { mapping.add(line) }
        let entry = History.Entry(Schema.Version(1), history.readings[0].schema)
        let planner = Planner(
            history: History(model: head.schema.model, entries: [entry], head: head.schema),
            mappings: [mapping]
        )
        if head.schema.means(entry.schema) || head.schema.means(made.schema) { return nil }
        // What is asserted is about the objects of the released version.
        var decisions: Mapping = mapping
        decisions.remove(mapping[.assert])
        decisions.remove(foreignLines)
        let expected: NaiveMigration = Self.settled(NaiveMigration(made, head, decisions))
        do {
            let plan: Plan = try planner.plan(from: StoreState(version: nil, schema: made.schema), to: .head)
            guard expected.refusals.isEmpty else { return "planned, but to be refused: \(expected.refusals)" }
            return plan.passes.count > 1 ? nil : Self.difference(plan, expected, made, head, history.seed)
        } catch {
            return expected.refusals.isEmpty ? "refused, but legal: \(error)" : nil
        }
    }

    /// The lines that accept losses of the released version's elements, where the store has others with their names.
    var foreignLines: [Mapping.Line] {
        let (released, made) = (history.readings[0].schema, history.readings[1].schema)
        return lines.filter { line in
            line.key == .accept
                && (line.isWildcard
                    ? made.isOther(line.path.entity, than: released) : made.isOther(line.path, than: released))
        }
    }

    /// The rows that differ after a plan.
    private static func difference(
        _ plan: Plan,
        _ expected: NaiveMigration,
        _ made: Reading,
        _ head: Reading,
        _ seed: UInt64
    ) -> String? {
        for size in [WorldGenerator.Size.some, .tame] {
            let world: World = WorldGenerator.world(made, seed: seed, size: size)
            let found: Result<World, any Error> = Result {
                let rows = StoreRows(world, made, .plain)
                guard let pass = plan.passes.first else { return world }
                return StoreRows(extents: try pass.projection.rows(from: rows.extents)).world(head)
            }
            switch (Result { try expected.migrate(world) }, found) {
            case (.success(let one), .success(let two)):
                if let difference = one.firstDifference(to: two) { return difference }
            case (.failure, .failure): continue
            case (.success, .failure(let error)): return "stopped: \(error)"
            case (.failure(let error), .success): return "should have stopped: \(error)"
            }
        }
        return nil
    }

    /// The stage without the lines that are for the released version only: those that nothing needs, and conversions that
    /// the store's values do not need because theirs is exact.
    private static func settled(_ migration: NaiveMigration) -> NaiveMigration {
        var mapping: Mapping = migration.mapping
        var settled: NaiveMigration = migration
        while true {
            let lines: [Mapping.Line] = settled.refusals.flatMap { $0.needless(in: mapping) }
            if lines.isEmpty { break }
            mapping.remove(lines)
            settled = NaiveMigration(migration.older, migration.newer, mapping)
        }
        for line in mapping.lines where line.key == .convert && !settled.refusals.isEmpty {
            var fewer: Mapping = mapping
            fewer.remove([line])
            let other = NaiveMigration(migration.older, migration.newer, fewer)
            // Without the line nothing is wrong with the element any more: its values convert exactly.
            if !other.refusals.contains(where: { $0.path == line.path }),
                settled.refusals.contains(where: { $0.path == line.path })
            {
                (mapping, settled) = (fewer, other)
            }
        }
        return settled
    }
}

extension Reason {
    /// The lines that the stage does not need, not those that cannot work.
    fileprivate func needless(in mapping: Mapping) -> [Mapping.Line] {
        guard StageLines.Kind.allCases.contains(where: { $0.code == code }) else { return [] }
        return settlements.compactMap { settlement in
            guard case .drop(let kind, let number) = settlement else { return nil }
            return switch kind {
            case .accept: mapping[.accept][number]
            case .fill: mapping[.fill][number]
            case .entities: mapping[.entities][number]
            case .values: mapping[.values][number]
            case .convert: mapping[.convert][number]
            case .require: mapping[.require][number]
            case .duplicates: mapping[.duplicates][number]
            case .assert: mapping[.assert][number]
            case .differs: mapping[.differs][number]
            case .undecided: mapping[.undecided][number]
            }
        }
    }
}

extension Schema {
    /// Whether the schema has another element of this name than an older one, with other values or references.
    fileprivate func isOther(_ path: ElementPath, than older: Schema) -> Bool {
        guard let name = path.property, let one = form(of: name, in: path.entity),
            let other = older.form(of: name, in: path.entity)
        else { return false }
        return one != other
    }

    /// Whether the schema has a property of an entity that an older one does not have in the same form.
    fileprivate func isOther(_ entity: String, than older: Schema) -> Bool {
        var (names, next): ([String], Entity?) = ([], self.entity(entity))
        while let owner = next {
            names += owner.attributes.map(\.name) + owner.relationships.map(\.name)
            next = owner.parent.flatMap { self.entity($0) }
        }
        names += composite(entity)?.attributes.map(\.name) ?? []
        return names.contains { form(of: $0, in: entity) != older.form(of: $0, in: entity) }
    }

    /// What a property or a part keeps, in words.
    private func form(of name: String, in owner: String) -> String? {
        if let part = composite(owner)?.attributes.first(where: { $0.name == name }) { return form(of: part) }
        guard let entity = entity(owner) else { return nil }
        if let attribute = entity.attributes.first(where: { $0.name == name }) { return form(of: attribute) }
        if let one = entity.relationships.first(where: { $0.name == name }) {
            return "to \(one.destination), \(one.isToMany), \(one.isOrdered)"
        }
        return entity.parent.flatMap { form(of: name, in: $0) }
    }

    private func form(of attribute: Attribute) -> String {
        guard attribute.isStored else { return "nothing" }
        guard let composite = composite(of: attribute) else { return storedType(of: attribute).rawValue }
        return "{\(composite.attributes.map { "\($0.name): \(form(of: $0))" }.sorted().joined(separator: ", "))}"
    }
}
