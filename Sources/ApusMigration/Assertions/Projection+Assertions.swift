import ApusSchema

extension Projection {
    /// The aggregates that a stage asserts something of, over the extents as they are now.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - isOlder: Whether those before the stage are meant; otherwise those after it.
    /// - Returns: The aggregates, by the values that they are.
    mutating func aggregates(
        of stage: Stage,
        isOlder: Bool
    ) -> [AssertedValue: ProjectedAssertion.Aggregate] {
        let values = Set(stage.assertions.flatMap(\.condition.leaves).filter { $0.objects.isOlder == isOlder })
        if values.isEmpty { return [:] }
        var found: [AssertedValue: ProjectedAssertion.Aggregate] = [:]
        carryOut(stage, .identity(target)) { step in
            // In the order of the lines, so that the graph is the same each time.
            for value in stage.assertions.flatMap(\.condition.leaves)
            where values.contains(value) && found[value] == nil {
                found[value] = step.aggregate(value)
            }
        }
        return found
    }

    /// Adds the assertions of a stage.
    mutating func assert(_ stage: Stage, _ aggregates: [AssertedValue: ProjectedAssertion.Aggregate]) {
        assertions += stage.assertions.map { assertion in
            ProjectedAssertion(
                from: stage.from,
                to: stage.to,
                line: assertion.line,
                condition: assertion.condition.map { value in
                    aggregates[value].map { .leaf($0) } ?? .constant(.null)
                }
            )
        }
    }
}

extension Plan.Pass {
    /// The pass that changes nothing after this one, and asserts the same of the objects that there are then. The values of older
    /// objects in it are those of this pass.
    package var afterCode: Plan.Pass? {
        guard let stage = stages.last else { return nil }
        var after = Projection(identity: stage.matching.newer)
        let newer = after.aggregates(of: stage, isOlder: false)
        let older = Dictionary(
            projection.assertions.flatMap(\.condition.leaves).filter(\.isOlder).map { ($0.text, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        after.assertions = stage.assertions.map { assertion in
            ProjectedAssertion(
                from: stage.from,
                to: stage.to,
                line: assertion.line,
                condition: assertion.condition.map { value in
                    (value.objects.isOlder ? older[value.text] : newer[value]).map { .leaf($0) } ?? .constant(.null)
                }
            )
        }
        return Plan.Pass([stage], after, from: target, to: target, start: nil)
    }
}

extension ProjectionStep {
    /// Returns an aggregate over the extents before the step.
    fileprivate mutating func aggregate(_ value: AssertedValue) -> ProjectedAssertion.Aggregate {
        var found: [ProjectedAssertion.Aggregate.Rows] = []
        for entity in matching.older.concreteEntities(below: value.objects.entity) {
            guard let before = older[.objects(entity)] else { continue }
            for source in before.sources {
                var rows = SourceRows(entity, before, source)
                for condition in value.objects.conditions { rows = rows.satisfying(holds(condition, in: rows)) }
                found.append(
                    ProjectedAssertion.Aggregate.Rows(
                        extent: rows.extent,
                        conditions: rows.conditions,
                        value: value.value.map { older($0, of: rows) }
                    )
                )
            }
        }
        return ProjectedAssertion.Aggregate(
            rows: found,
            function: value.function,
            valueType: value.value?.type,
            type: value.type,
            text: value.text,
            isOlder: value.objects.isOlder
        )
    }
}
