import ApusDiagnostics
import ApusMigration
import ApusSchema

/// Finds the pending stages of stores.
struct PendingStages {
    /// The planners by model, or `nil` if there is no project.
    private let planners: [String: Planner]?

    init(_ options: ProjectOptions) throws {
        planners = try options.planners()
    }

    /// The version that a store is ahead of, with the commands to continue, or `nil` if it is not ahead.
    func ahead(_ state: StoreState, of store: String) -> (version: Schema.Version, help: [String])? {
        guard let planner = planners?[state.schema.model], let version = planner.versionBehind(state) else {
            return nil
        }
        return (version, planner.nextSteps(from: state, version, of: store))
    }

    /// The stages to the newest version, or why they are unknown.
    func stages(before state: StoreState) -> (stages: [Stage]?, problem: String?) {
        guard let planners else { return (nil, "there is no project here; give its folder with --project") }
        guard let planner = planners[state.schema.model] else {
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
