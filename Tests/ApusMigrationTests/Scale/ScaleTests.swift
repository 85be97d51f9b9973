import ApusMigration
import ApusReports
import ApusSchema
import ApusTestSupport
import Testing

/// Stages between large models. At the scale of the nightly tests, code that takes the square does not end.
@Suite struct ScaleTests {
    @Test(arguments: ScaleModel.Shape.allCases) func aLargeStage(_ shape: ScaleModel.Shape) throws {
        let count: Int = TestScale.factor > 1 ? shape.count * TestScale.factor : shape.count / 2
        let model = ScaleModel(shape, count)
        let stage: Stage = .between(model.old, model.new, model.mapping)
        let next = Stage(
            from: model.new,
            to: model.new,
            from: .version(Schema.Version(2)),
            to: .version(Schema.Version(3)),
            mapping: nil
        )
        #expect(!stage.changes.isEmpty || !stage.refusals.isEmpty)
        #expect(stage.refusals.isEmpty == shape.isCarriedOut)
        #expect(Stage.composed([stage, next], at: model.old, .unreleased).refusals.count == stage.refusals.count)
        #expect(stage.changes.isEmpty || stage.text.count > count && stage.markdown.count > count)
        guard shape.isCarriedOut else { return }
        let planner = Planner(history: .of([model.old, model.new]), mappings: [model.mapping])
        let plan: Plan = try planner.plan(from: StoreState(version: Schema.Version(1), schema: model.old))
        #expect(plan.passes.count == 1)
    }
}
