import ApusMigration
import ApusSchema

extension WorldOracle {
    /// The planner: all stages fused, and stage by stage, carried out in memory.
    static let product = WorldOracle(
        prepare: { history in
            let whole = ProductPlan(history, 0, history.readings.count - 1)
            return { from, to, world in
                let isWhole = from == 0 && to == history.readings.count - 1
                let plan: ProductPlan = isWhole ? whole : ProductPlan(history, from, to)
                let fused: (String, Outcome) = ("fused", plan.fused(world))
                return to - from == 1 ? [fused] : [("stepwise", plan.stepwise(world)), fused]
            }
        },
        refusal: { older, newer, mapping in
            let refusals: [Refusal] = Stage(
                from: older.schema,
                to: newer.schema,
                from: .version(mapping.from),
                to: mapping.to.map { .version($0) } ?? .unreleased,
                mapping: mapping
            ).refusals
            return refusals.isEmpty ? nil : ProductPlan.text(refusals)
        }
    )
}
