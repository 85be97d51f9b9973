import ApusSchema
import Testing

/// *fused = stepwise = naive* over the whole model on real stores, for edits after each other.
@Suite struct StoreMatrixTests {
    @Test(.timeLimit(.minutes(60)))
    func matrix() async {
        let budget: MatrixBudget = .stores()
        let run = MatrixRun(edits: MatrixEdit.all, oracles: [.store], budget: budget)
        let report = MatrixReport(edits: MatrixEdit.all, cells: await run.cells())
        print("stores, seed \(budget.seed): \(report.text)")
        for breach in report.breaches { Issue.record("APUS_LAW_SEED=\(budget.seed) APUS_MATRIX_CELL: \(breach)") }
    }
}
