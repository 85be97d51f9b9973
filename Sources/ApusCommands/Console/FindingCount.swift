import ApusDiagnostics
import ApusMigration
import ApusSchema

/// The closing line of a command with findings: `9 decisions in 1 model, 2 warnings in 1 file`.
struct FindingCount {
    private var parts: [String] = []

    /// Counts findings.
    ///
    /// - Parameters:
    ///   - findings: The findings about files.
    ///   - decisions: The number of decisions that stages need, or of those that are shown.
    ///   - all: The number of decisions that stages need, if not all are shown.
    ///   - models: The number of models whose stages they are.
    ///   - outdated: The number of generated files that are not up to date.
    init(of findings: [Diagnostic] = [], decisions: Int = 0, among all: Int? = nil, models: Int = 0, outdated: Int = 0)
    {
        if decisions > 0 {
            let shown = all.map { $0 > decisions ? "\(decisions.grouped) of " : "" } ?? ""
            parts.append("\(shown)\(Self.count(all ?? decisions, "decision")) in \(Self.count(models, "model"))")
        }
        let errors = findings.count { $0.severity == .error }
        let found = [(errors, "error"), (findings.count - errors, "warning")].filter { $0.0 > 0 }
            .map { Self.count($0.0, $0.1) }
        let files = Set(findings.compactMap { $0.location?.file }).count
        let place = files > 0 ? " in \(Self.count(files, "file"))" : ""
        if !found.isEmpty { parts.append(found.joined(separator: " and ") + place) }
        if outdated > 0 { parts.append("\(Self.count(outdated, "generated file")) to bring up to date") }
    }

    /// Counts the findings with which a command fails; `nil` for one that says all there is to say.
    init?(_ failure: CommandFailure) {
        let findings = failure.diagnostics
        let errors = findings.count { $0.severity == .error }
        if !failure.refused.isEmpty {
            self.init(decisions: errors, models: Set(failure.refused.map(\.new.model)).count)
        } else if errors > 1, findings.allSatisfy({ $0.location != nil }) {
            self.init(of: findings)
        } else {
            return nil
        }
    }

    /// The line with the number of findings that `apus check --fix` settles; `nil` if nothing was found.
    func text(fixable: Int) -> String? {
        let all = parts + (fixable > 0 ? ["\(fixable) can be fixed by 'apus check --fix'"] : [])
        return parts.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// The line; `nil` if nothing was found.
    var text: String? { text(fixable: 0) }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
    }
}
