import ApusDiagnostics
import ApusMigration
import ApusReports

/// Asks the user on a terminal to confirm losses that a mapping accepts.
struct LossQuestion {
    private let isAsked: Bool
    /// The losses that the user confirmed. A confirmation also covers other stores with the same losses.
    private var accepted: Set<[String]> = []

    init(isAsked: Bool) {
        self.isAsked = isAsked && Console.canAsk
    }

    /// Whether the user must be asked.
    var isNeeded: Bool { isAsked }

    /// Asks the user if there are losses that were not confirmed yet.
    ///
    /// - Throws: `CommandFailure` if the answer is no.
    mutating func ask(about store: String, losses: [Plan.Record.LossRecord]) throws {
        let lines = losses.map { loss in
            "  \(loss.path), \(loss.stage)\(loss.acceptedAt.map { ", accepted in \($0)" } ?? "")"
        }
        guard !lines.isEmpty, !accepted.contains(lines) else { return }
        Console.message((["\(store): this data will be lost:"] + lines).map(\.shown).joined(separator: "\n"))
        guard Console.confirms("Migrate?") else {
            throw CommandFailure(
                [.error("not migrated, because you declined", at: SourceLocation(file: store), help: [])],
                kind: "declined",
                code: CommandFailure.Codes.refused
            )
        }
        accepted.insert(lines)
    }
}
