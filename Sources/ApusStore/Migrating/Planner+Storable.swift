import ApusMigration
import ApusSchema

extension Planner {
    /// Plans the migration of a store, which can carry what its schemas say.
    ///
    /// - Throws: `PlanningError`; `unstorable` where any schema on the way says what stores do not carry yet.
    func storablePlan(from source: StoreState, to target: Target) throws(PlanningError) -> Plan {
        try source.requireStorable()
        let plan: Plan = try plan(from: source, to: target)
        for stage in plan.stages {
            // What a stage leaves as it was is as storable as it was; so the target is looked at as well.
            let newer: Schema = stage.new
            guard newer.problemsOfStoring(where: { !stage.matching.isUnchanged(newer: $0.name) }).isEmpty else {
                throw .unstorable(StoreState(version: stage.to.version, schema: newer))
            }
        }
        return plan
    }
}
