import ApusSeeding
import ApusStore
import Foundation

/// Tells the progress of a migration, or of seeding: one line that changes on a terminal, a line a step in a log.
final class ProgressLine {
    private let name: String
    private let start = ContinuousClock.now
    private var lastTitle: String = ""
    private var lastShown: ContinuousClock.Instant?

    init(_ name: String) {
        self.name = name
    }

    /// Shows how far the work is.
    func show(_ progress: MigrationProgress) {
        let steps: String = "\(progress.stepsDone + 1)/\(progress.steps) \(progress.title)"
        if Console.isTerminal {
            show(steps, progress.rowsDone, of: progress.rows)
        } else if progress.title != lastTitle {
            Console.note("\(name): \(steps)")
        }
        lastTitle = progress.title
    }

    /// Shows how far a store's seeding is; only on a terminal, since nothing of it is worth keeping.
    func show(_ progress: SeedProgress) {
        if Console.isTerminal { show(progress.title, progress.rowsDone, of: progress.rows) }
    }

    private func show(_ work: String, _ rowsDone: Int, of rows: Int) {
        let now = ContinuousClock.now
        // Several times a second is as much as anybody can read.
        if let lastShown, now - lastShown < .milliseconds(100) { return }
        lastShown = now
        Console.write("\r\u{1B}[K\(name): \(text(work, rowsDone, of: rows))", to: .standardError)
    }

    /// Clears the line.
    func end() {
        if Console.isTerminal { Console.write("\r\u{1B}[K", to: .standardError) }
    }

    private func text(_ work: String, _ rowsDone: Int, of rows: Int) -> String {
        guard rows > 0, rowsDone > 0 else { return work }
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let rate: Double = Double(rowsDone) / max(seconds, 0.001)
        let left: Double = Double(rows - rowsDone) / max(rate, 1)
        return work + ", \(rowsDone)/\(rows) rows, \(Int(rate)) a second, about \(Int(left.rounded(.up))) s left"
    }
}
