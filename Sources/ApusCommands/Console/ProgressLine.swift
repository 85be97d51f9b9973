import ApusDiagnostics
import ApusSeeding
import ApusStore
import Foundation

/// Tells the progress of a migration, or of seeding: one line that changes on a terminal; in a log a line now and then,
/// and none of what is done soon.
final class ProgressLine {
    private let name: String
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant

    init(_ name: String) {
        self.name = name.shown
        lastShown = start
    }

    /// Shows how far a migration is.
    func show(_ progress: MigrationProgress) {
        let work: String = "\(min(progress.stepsDone + 1, progress.steps))/\(progress.steps) \(progress.title)"
        show(work, progress.rowsDone, of: progress.rows)
    }

    /// Shows how far a store's seeding is.
    func show(_ progress: SeedProgress) {
        show(progress.title, progress.rowsDone, of: progress.rows)
    }

    private func show(_ work: @autoclosure () -> String, _ rowsDone: Int, of rows: Int) {
        let now = ContinuousClock.now
        // Several times a second is as much as anybody can read; a log is read by nobody until it is needed.
        guard now - lastShown >= (Console.isTerminal ? .milliseconds(100) : .seconds(5)) else { return }
        lastShown = now
        let line: String = "\(name): \(text(work(), rowsDone, of: rows))"
        if Console.isTerminal { Console.write("\r\u{1B}[K\(line)", to: .standardError) } else { Console.note(line) }
    }

    /// Clears the line.
    func end() {
        if Console.isTerminal { Console.write("\r\u{1B}[K", to: .standardError) }
    }

    private func text(_ work: String, _ rowsDone: Int, of rows: Int) -> String {
        guard rows > 0, rowsDone > 0 else { return work }
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let rate: Double = Double(rowsDone) / max(seconds, 0.001)
        let text: String = work + ", \(rowsDone)/\(rows) rows, \(Int(rate)) a second"
        guard rowsDone < rows else { return text }
        let left: Double = Double(rows - rowsDone) / max(rate, 1)
        return text + ", about \(Int(left.rounded(.up))) s left"
    }
}
