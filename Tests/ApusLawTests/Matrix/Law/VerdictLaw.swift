import ApusMigration
import ApusSchema

/// The law of verdicts: an oracle refuses a stage exactly where the naive interpreter does, with every line of its
/// mapping left out in turn, and with none at all.
struct VerdictLaw {
    let history: MatrixHistory
    let oracle: WorldOracle

    /// Where the two disagree, first of all.
    var breach: String? {
        for (stage, migration) in history.migrations.enumerated() {
            let (older, newer) = (history.readings[stage], history.readings[stage + 1])
            for (what, mapping) in Self.variants(of: migration.mapping) {
                let expected: [Reason] = NaiveMigration(older, newer, mapping).refusals
                let found: String? = oracle.refusal(older, newer, mapping)
                guard expected.isEmpty != (found == nil) else { continue }
                let difference: String =
                    found.map { "refuses what is legal: \($0)" }
                    ?? "takes what is to be refused: \(expected.map(\.description).joined(separator: ", "))"
                return "stage \(stage + 1), \(what): \(difference)\n\(history.story)"
            }
        }
        return nil
    }

    /// The mapping without each of its lines, and without all.
    private static func variants(of mapping: Mapping) -> [(what: String, mapping: Mapping)] {
        var variants: [(String, Mapping)] = [("with no lines", Mapping(from: mapping.from, to: mapping.to))]
        // A function is declared exactly if it is called.
        for line in mapping.lines where line.key != .functions {
            let what: String =
                switch line.key {
                case .accept: "accepting"
                case .fill: "filling"
                case .values: "computing"
                case .functions: "declaring"
                case .swift: "running"
                case .entities: "taking"
                case .convert: "converting"
                case .require: "requiring"
                case .duplicates: "choosing for"
                case .assert: "asserting"
                case .differs: "listing"
                case .undecided: "leaving open"
                }
            variants.append(
                ("without \(what) '\(line.path)'", mapping.changed { $0.remove([line]) }.declaringWhatIsCalled)
            )
        }
        return variants
    }
}

extension Mapping {
    /// The mapping without functions that no expression calls.
    fileprivate var declaringWhatIsCalled: Mapping {
        let called = neededFunctions
        return changed { $0.remove(self[.functions].filter { !called.contains($0) }) }
    }

    fileprivate func changed(_ body: (inout Mapping) -> Void) -> Mapping {
        var copy: Mapping = self
        body(&copy)
        return copy
    }
}
