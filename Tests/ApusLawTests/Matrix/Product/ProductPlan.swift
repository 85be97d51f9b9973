import ApusMigration
import ApusSchema
import ApusTestSupport

/// A plan of the planner's between two versions of a history, carried out on worlds.
struct ProductPlan {
    private let plan: Plan?
    private let refusal: String
    /// The versions from the one that the plan starts at to the one that it leads to.
    private let readings: [Reading]

    init(_ history: MatrixHistory, _ from: Int, _ to: Int) {
        readings = Array(history.readings[from...to])
        let source: Reading = history.readings[from]
        let entries: [History.Entry] = history.readings.enumerated().map { number, reading in
            History.Entry(Schema.Version(number + 1), reading.schema)
        }
        let planner = Planner(
            history: History(model: source.schema.model, entries: entries),
            mappings: history.mappings
        )
        do {
            plan = try planner.plan(
                from: StoreState(version: Schema.Version(from + 1), schema: source.schema),
                to: .version(Schema.Version(to + 1))
            )
            refusal = ""
        } catch PlanningError.refused(let stages) {
            (plan, refusal) = (nil, Self.text(stages.flatMap(\.refusals)))
        } catch {
            (plan, refusal) = (nil, "\(error)")
        }
    }

    static func text(_ refusals: [Refusal]) -> String {
        refusals.map { "\($0.code) \($0.path): \($0.message)" }.joined(separator: "; ")
    }

    /// The passes of the plan.
    func fused(_ world: World) -> WorldOracle.Outcome {
        guard let plan else { return .refused(refusal) }
        let between: [Reading] = plan.passes.dropLast().map { Reading($0.projection.target.schema) }
        return run(plan.passes.map(\.projection), [readings[0]] + between + readings.suffix(1), world)
    }

    /// Every stage as a plan of its own.
    func stepwise(_ world: World) -> WorldOracle.Outcome {
        guard let plan else { return .refused(refusal) }
        return run(plan.stages.map(\.projection), readings, world)
    }

    private func run(_ projections: [Projection], _ readings: [Reading], _ world: World) -> WorldOracle.Outcome {
        var world: World = world
        var last: [Extent.Name: Int64] = [:]
        do {
            for (number, projection) in projections.enumerated() {
                let rows = StoreRows(world, readings[number], .plain)
                world = StoreRows(extents: try projection.rows(from: rows.extents, last: &last)).world(
                    readings[number + 1]
                )
            }
        } catch {
            return .stopped("\(error)")
        }
        return .world(world)
    }
}
