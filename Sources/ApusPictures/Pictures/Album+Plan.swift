package import ApusMigration
package import ApusReports
import ApusSchema

extension Album {
    /// Creates the album of a plan: the whole difference with what happens to the rows, then the stages.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - subject: The store, or what stands for all stores of a version.
    ///   - report: What is said besides the picture.
    ///   - sql: The statements.
    ///   - sources: What is known of the files.
    ///   - adding: Adds what happens to the rows.
    package init(
        _ plan: Plan,
        of subject: String,
        report: Sheet,
        sql: [String] = [],
        _ sources: Sources = Sources(),
        adding: (Picture) -> Picture = { $0 }
    ) {
        switch plan.stages.count {
        case 0: self.init(plan.target.schema, at: plan.target.point, sources)
        case 1: self.init(plan.stages[0], through: [], sources)
        default:
            self.init(
                .composed(plan.stages, at: plan.target.schema, plan.target.point),
                through: plan.stages,
                sources
            )
        }
        title = "\(model): \(subject), \(plan.source.point) → \(plan.target.point)"
        frames[0].picture = adding(frames[0].picture)
        frames[0].report = report
        frames[0].sql = sql
    }
}
