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
        // Where a mapping makes objects, their number depends on its conditions.
        let makesObjects = plan.stages.contains { !($0.mapping?[.entities] ?? []).isEmpty }
        return (makesObjects ? [] : wrongCounts(of: plan)) + lostValues(of: plan)
    }

    /// Objects stay what they are, unless the loss of their entity is accepted.
    private func wrongCounts(of plan: Plan) -> [TestReport.Problem] {
        var expected = after.mapValues { _ in 0 }
        var problems: [TestReport.Problem] = []
        for (entity, count) in before.sorted(by: { $0.key < $1.key }) where count > 0 {
            var name: String? = entity
            for stage in plan.stages {
                guard let older = name else { break }
                let newer = stage.matching.match(older: older)?.new
                name = newer.flatMap { $0.isAbstract ? nil : $0.name }
                if name == nil, !stage.losses.contains(ElementPath(older)) {
                    problems.append(
                        .init(
                            "\(count) objects of '\(entity)' vanish from \(stage.from) to \(stage.to), which nothing accepts"
                        )
                    )
                }
            }
            if let name { expected[name, default: 0] += count }
        }
        for (entity, count) in expected.sorted(by: { $0.key < $1.key }) where after[entity] != count {
            problems.append(
                .init("'\(entity)' has \(after[entity] ?? 0) objects after the migration, expected \(count)")
            )
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

extension StoreStatus {
    /// The number of objects of each concrete entity.
    var counts: [String: Int] {
        Dictionary(rows.map { ($0.entity, $0.count ?? 0) }, uniquingKeysWith: { first, _ in first })
    }
}
