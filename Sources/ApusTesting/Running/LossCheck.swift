import ApusMigration
import ApusReports
import ApusSchema
import ApusStore

/// Compares the rows of a migrated store with what the plan says of them.
struct LossCheck {
    private let before: [String: Int]
    private let after: [String: Int]
    private let effects: RowEffects

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - before: The number of objects of each concrete entity before the migration.
    ///   - after: The number after it.
    ///   - effects: What the migration did to the rows.
    init(before: [String: Int], after: [String: Int], effects: RowEffects) {
        (self.before, self.after, self.effects) = (before, after, effects)
    }

    /// What vanished, or appeared, without the plan saying so.
    func problems(of plan: Plan) -> [TestReport.Problem] {
        wrongCounts(of: plan) + lostValues(of: plan)
    }

    /// Objects stay what they are, unless the loss of their entity is accepted, or a mapping makes others of them. The
    /// number of these depends on the mapping's conditions.
    private func wrongCounts(of plan: Plan) -> [TestReport.Problem] {
        var problems: [TestReport.Problem] = []
        var counts = before
        // The entities whose objects, or some of them, a mapping made.
        var made: Set<String> = []
        for stage in plan.stages {
            let older = counts
            counts = [:]
            for (entity, count) in older.sorted(by: { $0.key < $1.key }) where count > 0 {
                if let newer = stage.newerEntity(of: entity) {
                    counts[newer, default: 0] += count
                } else if !made.contains(entity), !stage.takes(entity), !stage.losses.contains(ElementPath(entity)) {
                    problems.append(
                        .init(
                            "\(count) objects of '\(entity)' vanish from \(stage.from) to \(stage.to), which nothing accepts"
                        )
                    )
                }
            }
            made = stage.madeEntities.union(made.compactMap(stage.newerEntity))
        }
        for entity in Set(counts.keys).union(after.keys).subtracting(made).sorted() {
            let (expected, found) = (counts[entity] ?? 0, after[entity] ?? 0)
            if expected == found { continue }
            problems.append(.init("'\(entity)' has \(found) objects after the migration, expected \(expected)"))
        }
        return problems
    }

    /// Stages that are inferred lose no value.
    private func lostValues(of plan: Plan) -> [TestReport.Problem] {
        guard plan.stages.allSatisfy({ $0.losses.isEmpty && $0.mapping?.isEmpty ?? true }) else { return [] }
        return effects.values.filter { $0.lost > 0 }.map { values in
            .init(
                "\(values.lost) values of '\(values.path)' vanish, which nothing accepts",
                values.samples.map { "row \($0.row): \($0.before ?? "none") becomes \($0.after ?? "none")" }
            )
        }
    }
}

extension Stage {
    /// The newer entities whose objects the mapping makes, or of which only some stay. In a hierarchy with made ones, objects
    /// may become those of another entity.
    fileprivate var madeEntities: Set<String> {
        // Code makes and deletes objects of any.
        if swift != nil { return Set(new.entities.map(\.name)) }
        let roots = Set((mapping?[.entities] ?? []).map { new.root(of: $0.path.entity) })
        let reduced = (mapping?[.duplicates] ?? []).filter { $0.duplicateObjects != nil }.map(\.path.entity)
        return Set(
            new.entities.map(\.name).filter { name in
                roots.contains(new.root(of: name)) || reduced.contains { new.isKind(name, of: $0) }
            }
        )
    }

    /// The newer entity of the objects of an older one, as far as they stay what they are.
    fileprivate func newerEntity(of entity: String) -> String? {
        guard let newer = overall.match(older: entity)?.new, !newer.isAbstract,
            !losses.contains(ElementPath(entity))
        else { return nil }
        return newer.name
    }

    /// Whether the mapping makes objects of those of an older entity.
    fileprivate func takes(_ entity: String) -> Bool {
        let origins = (mapping?[.entities] ?? []).flatMap { $0.origins ?? [] }
        return origins.contains { origin in origin.sources.contains { old.isKind(entity, of: $0) } }
    }
}

extension StoreStatus {
    /// The number of objects of each concrete entity.
    var counts: [String: Int] {
        Dictionary(rows.map { ($0.entity, $0.count ?? 0) }, uniquingKeysWith: { first, _ in first })
    }
}
