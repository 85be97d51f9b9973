import ApusDiagnostics
import ApusMigration
import ApusSchema

/// Tells which stages lie before a store.
struct PendingStages {
    /// The planners by model; `nil` where there is no project.
    private let planners: [String: Planner]?

    init(_ options: ProjectOptions) throws {
        planners = try options.planners()
    }

    /// The version that a store is ahead of, and what can be done with it; `nil` where it is not ahead.
    func ahead(_ state: StoreState, since last: String?, of store: String) -> (version: Schema.Version, help: [String])?
    {
        guard let planner = planners?[state.schema.model], let version = planner.versionBehind(state, since: last)
        else {
            return nil
        }
        return (version, planner.waysOn(from: state, version, of: store))
    }

    /// The stages to the newest version, or why they cannot be told.
    func stages(before state: StoreState) -> (stages: [Stage]?, problem: String?) {
        guard let planners else { return (nil, "there is no project here; name its folder with --project") }
        guard let planner = planners[state.schema.model] else {
            let names: String = planners.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return (nil, "the project has no model '\(state.schema.model)', but \(names)")
        }
        do throws(PlanningError) {
            return (try planner.stages(from: state, to: .newestVersion), nil)
        } catch {
            let finding: Diagnostic? = error.diagnostics().first
            return (nil, [finding?.message ?? "", finding?.help.first ?? ""].joined(separator: "; "))
        }
    }
}
