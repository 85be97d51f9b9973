import ApusDiagnostics
import ApusReports
import ApusSeeding
import ApusStore
import Foundation

/// Shows the progress of a migration, of seeding and the like: on a terminal a line with a bar that is updated, in a log and on a
/// terminal without a cursor a line every half minute. Short work prints nothing.
final class ProgressLine {
    private let name: String
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant
    /// The part that is done, which never shrinks: an estimate may have been too low.
    private var part: Double = 0
    private var step: (title: Substring, start: ContinuousClock.Instant)?

    init(_ name: String) {
        self.name = name
        lastShown = start
    }

    /// Shows the progress of a migration.
    func show(_ progress: MigrationProgress) {
        note(progress.title)
        let work = "\(min(progress.stepsDone + 1, progress.steps))/\(progress.steps) \(progress.title)"
        show {
            var text = ProgressText(name: name, work: work, done: progress.rowsDone, of: progress.rows, "rows")
            text.isComplete = progress.stepsDone >= progress.steps
            return text
        }
    }

    /// Shows the progress of seeding.
    func show(_ progress: SeedProgress) {
        note(progress.title)
        show { ProgressText(name: name, work: progress.title, done: progress.rowsDone, of: progress.rows, "rows") }
    }

    /// Shows how many rows are done of a number that is unknown.
    func show(_ work: String, rows: Int) {
        show { ProgressText(name: name, work: "", done: rows, of: nil, work) }
    }

    /// Shows how many parts of a work are done.
    func show(_ last: String, done: Int, of count: Int) {
        show { ProgressText(name: name, work: last, done: done, of: count, "") }
    }

    /// Clears the line.
    func end() {
        endStep()
        Console.clearLine()
    }

    private func show(_ text: () -> ProgressText) {
        let now = ContinuousClock.now
        // Ten updates a second are as many as a reader can follow; a log needs far fewer.
        let pause: Duration = Console.isCursorMovable ? .milliseconds(100) : .seconds(30)
        guard !Console.settings.isQuiet, now - lastShown >= pause else { return }
        lastShown = now
        var shown = text()
        shown.seconds = (now - start) / .seconds(1)
        part = max(part, shown.part)
        shown.part = part
        if Console.isCursorMovable {
            // The last column stays empty, because some terminals wrap there.
            Console.showLine(shown.line(columns: Console.columns - 1))
        } else {
            Console.note(shown.logged)
        }
    }

    /// Notes the step that a step follows, with the time that it took.
    private func note(_ title: String) {
        guard Console.settings.isVerbose else { return }
        let title = title.prefix { $0 != "," }
        if title == step?.title { return }
        endStep()
        step = (title, .now)
    }

    private func endStep() {
        guard let done = step else { return }
        Console.detail("\(name): \(done.title) in \((ContinuousClock.now - done.start).shownAsSeconds)")
        step = nil
    }
}
