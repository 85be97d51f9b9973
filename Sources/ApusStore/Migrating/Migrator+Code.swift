import ApusMigration

extension Migrator {
    /// Throws if a plan needs code that the program does not have.
    func requireCode(of plan: Plan) throws(PlanningError) {
        try code.require(plan.functions, plan.stages, hadBy: executable)
    }
}
