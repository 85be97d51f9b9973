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
    ///   - more: Whether an answer may raise other decisions.
    ///   - outdated: The number of generated files that are not up to date.
    init(
        of findings: [Diagnostic] = [],
        decisions: Int = 0,
        among all: Int? = nil,
        models: Int = 0,
        mayRaiseMore more: Bool = false,
        outdated: Int = 0
    ) {
        if decisions > 0 {
            let shown = all.map { $0 > decisions ? "\(decisions.grouped) of " : "" } ?? ""
            parts.append(
                "\(shown)\((all ?? decisions).of("decision")) in \(models.of("model"))\(more ? " (more may follow)" : "")"
            )
        }
        let errors = findings.count { $0.severity == .error }
        let found = [(errors, "error"), (findings.count - errors, "warning")].filter { $0.0 > 0 }
            .map { $0.0.of($0.1) }
        let files = Set(findings.compactMap { $0.location?.file }).count
        let place = files > 0 ? " in \(files.of("file"))" : ""
        if !found.isEmpty { parts.append(found.joined(separator: " and ") + place) }
        if outdated > 0 { parts.append("\(outdated.of("generated file")) to bring up to date") }
    }

    /// Counts the findings with which a command fails; `nil` for one that says all there is to say.
    init?(_ failure: CommandFailure) {
        let findings = failure.diagnostics
        let errors = findings.count { $0.severity == .error }
        if !failure.refused.isEmpty {
            self.init(
                decisions: errors,
                models: Set(failure.refused.map(\.new.model)).count,
                mayRaiseMore: failure.refused.contains(where: \.mayRaiseMore)
            )
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
}
