import ApusDiagnostics
import ApusMigration
import ApusReports

/// Asks a person at a terminal once more before what a mapping accepts to lose is lost.
struct LossQuestion {
    private let isAsked: Bool
    /// What the answer was yes to; it holds for other stores that lose the same.
    private var accepted: Set<[String]> = []

    init(isAsked: Bool) {
        self.isAsked = isAsked && Console.canAsk
    }

    /// Whether somebody is there to be asked.
    var isNeeded: Bool { isAsked }

    /// Asks, where something is lost that was not asked about yet.
    ///
    /// - Throws: `CommandFailure` where the answer is no.
    mutating func ask(about store: String, losses: [Plan.Record.LossRecord]) throws {
        let lines: [String] = losses.map { loss in
            "  \(loss.path), \(loss.stage)\(loss.acceptedAt.map { ", accepted in \($0)" } ?? "")"
        }
        guard !lines.isEmpty, !accepted.contains(lines) else { return }
        Console.note("\(store.shown): this will be lost:")
        Console.note(lines.joined(separator: "\n"))
        guard Console.confirms("Migrate?") else {
            throw CommandFailure(
                [.error("not migrated, as you said", at: SourceLocation(file: store), help: [])],
                kind: "declined",
                code: CommandFailure.Codes.refused
            )
        }
        accepted.insert(lines)
    }
}
