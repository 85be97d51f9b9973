import ApusStore
import Foundation

/// Tells a migration's progress: one line that changes on a terminal, a line a step in a log.
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
        if Console.isTerminal {
            let now = ContinuousClock.now
            // Several times a second is as much as anybody can read.
            if let lastShown, now - lastShown < .milliseconds(100) { return }
            lastShown = now
            Console.write("\r\u{1B}[K\(name): \(text(progress))", to: .standardError)
        } else if progress.title != lastTitle {
            Console.note("\(name): \(progress.stepsDone + 1)/\(progress.steps) \(progress.title)")
        }
        lastTitle = progress.title
    }

    /// Clears the line.
    func end() {
        if Console.isTerminal { Console.write("\r\u{1B}[K", to: .standardError) }
    }

    private func text(_ progress: MigrationProgress) -> String {
        let steps: String = "\(progress.stepsDone + 1)/\(progress.steps) \(progress.title)"
        guard progress.rows > 0, progress.rowsDone > 0 else { return steps }
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        let rate: Double = Double(progress.rowsDone) / max(seconds, 0.001)
        let left: Double = Double(progress.rows - progress.rowsDone) / max(rate, 1)
        return steps + ", \(progress.rowsDone)/\(progress.rows) rows, \(Int(rate)) a second, "
            + "about \(Int(left.rounded(.up))) s left"
    }
}
