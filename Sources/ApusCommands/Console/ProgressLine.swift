import ApusDiagnostics
import ApusSeeding
import ApusStore
import Foundation

/// Shows the progress of a migration or of seeding: on a terminal one line that is updated, in a log a line every few
/// seconds. Short work prints nothing.
final class ProgressLine {
    private let name: String
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant

    init(_ name: String) {
        self.name = name
        lastShown = start
    }

    /// Shows the progress of a migration.
    func show(_ progress: MigrationProgress) {
        let work = "\(min(progress.stepsDone + 1, progress.steps))/\(progress.steps) \(progress.title)"
        show(work, rowsDone: progress.rowsDone, of: progress.rows)
    }

    /// Shows the progress of seeding.
    func show(_ progress: SeedProgress) {
        show(progress.title, rowsDone: progress.rowsDone, of: progress.rows)
    }

    /// Shows how many rows are done of a number that is unknown.
    func show(_ work: String, rows: Int) {
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        show { "\(rows) \(work), \(Int(Double(rows) / max(seconds, 0.001))) a second" }
    }

    /// Shows how many parts of a work are done.
    func show(_ last: String, done: Int, of count: Int) {
        show { "\(done)/\(count), \(last)" }
    }

    private func show(_ work: @autoclosure () -> String, rowsDone: Int, of rows: Int) {
        show { text(work(), rowsDone: rowsDone, of: rows) }
    }

    private func show(_ text: () -> String) {
        let now = ContinuousClock.now
        // Ten updates a second are as many as a reader can follow; a log needs far fewer.
        guard now - lastShown >= (Console.isTerminal ? .milliseconds(100) : .seconds(5)) else { return }
        lastShown = now
        let line = "\(name): \(text())".shown
        if Console.isTerminal { Console.write("\r\u{1B}[K\(line)", to: .standardError) } else { Console.note(line) }
    }

    /// Clears the line.
    func end() {
        if Console.isTerminal { Console.write("\r\u{1B}[K", to: .standardError) }
    }

    private func text(_ work: String, rowsDone: Int, of rows: Int) -> String {
        guard rows > 0, rowsDone > 0 else { return work }
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let rate = Double(rowsDone) / max(seconds, 0.001)
        let text = work + ", \(rowsDone)/\(rows) rows, \(Int(rate)) a second"
        guard rowsDone < rows else { return text }
        let left = Double(rows - rowsDone) / max(rate, 1)
        return text + ", about \(Int(left.rounded(.up))) s left"
    }
}
