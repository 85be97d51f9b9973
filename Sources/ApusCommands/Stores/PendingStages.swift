import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore

/// Finds the pending stages of stores.
struct PendingStages {
    /// The planners by model, or `nil` if there is no project.
    private let planners: [String: (planner: Planner, seedData: SeedRows?)]?

    init(_ options: ProjectOptions) throws {
        planners = try options.planners()
    }

    /// The version that a store is ahead of, with the commands to continue, or `nil` if it is not ahead.
    func ahead(_ state: StoreState, of store: String) -> (version: Schema.Version, help: [String])? {
        guard let planner = planners?[state.schema.model]?.planner, let version = planner.versionBehind(state) else {
            return nil
        }
        return (version, planner.nextSteps(from: state, version, of: store))
    }

    /// What the app's seed data will do to a store; `nil` if there is none, or if the store cannot be migrated to the head.
    func seedData(of store: String, _ state: StoreState) -> SeedDataRecord? {
        guard let (planner, data) = planners?[state.schema.model], data != nil,
            let plan = try? planner.plan(from: state, to: .head)
        else { return nil }
        return SeedDataRecord(of: store, data, after: plan, planner)
    }

    /// The stages to the newest version, or why they are unknown.
    func stages(before state: StoreState) -> (stages: [Stage]?, problem: String?) {
        guard let planners else { return (nil, "there is no project here; give its folder with --project") }
        guard let planner = planners[state.schema.model]?.planner else {
            let names = planners.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return (nil, "the project has no model '\(state.schema.model)', its models are \(names)")
        }
        do throws(PlanningError) {
            return (try planner.stages(from: state, to: .newestVersion), nil)
        } catch {
            let finding = error.diagnostics().first
            return (nil, [finding?.message ?? "", finding?.help.first ?? ""].joined(separator: "; "))
        }
    }
}
