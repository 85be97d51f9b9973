package import ApusDiagnostics
import ApusSchema

extension HistoryMerge {
    /// Warns of the stores that the second side's versions have made already.
    package var warningOfStores: Diagnostic? {
        if rewritesNothing { return nil }
        let versions = rewritten.map { $0.now == $0.before ? "\($0.before)" : "\($0.before) (now \($0.now))" }.listed()
        let isOne = rewritten.count == 1
        let reason =
            kept.last.map { ": \(isOne ? "it now follows" : "they now follow") version \($0) of \(firstName)" } ?? ""
        let instead = kept.isEmpty ? "" : ", which refuses those of \(Self.named(kept)) of \(firstName) instead"
        return .warning(
            "stores that version\(isOne ? "" : "s") \(versions) of \(name) \(isOne ? "has" : "have") made will be refused"
                + reason,
            help: [
                "if users have stores of \(Self.named(rewritten.map(\.before), " or ")), undo this merge, and repeat it with "
                    + "'apus merge --keep \(name)'\(instead)"
            ]
        )
    }

    /// Whether all versions of the second side keep their numbers and schemas, so that no store is refused.
    package var rewritesNothing: Bool { rewritten.isEmpty }

    /// The name of the first side.
    private var firstName: String { name == "ours" ? "theirs" : "ours" }

    /// Versions in a sentence: `version 3`, `versions 3.1 and 4`.
    private static func named(_ versions: [Schema.Version], _ word: String = " and ") -> String {
        let names = versions.map(\.description)
        guard let last = names.last, names.count > 1 else { return "version \(names.first ?? "none")" }
        return "versions \(names.dropLast().joined(separator: ", "))\(word)\(last)"
    }

    /// Adds to the reason why the second side's versions cannot follow what the other order does: which of the two versions is in
    /// users' hands, only the author knows.
    ///
    /// - Parameter reversed: The merge with the other order; `nil` if that has a conflict as well.
    package mutating func adviseOrder(reversed: HistoryMerge?) {
        guard let refused, let index = findings.lastIndex(where: { $0.severity == .error }), !kept.isEmpty else {
            return
        }
        let mine = Self.named(kept)
        guard let reversed else {
            findings[index].help.append(
                "if users have stores of version \(refused), do that with \(mine) of \(firstName) instead: stores of what is turned "
                    + "back are refused"
            )
            return
        }
        let losses = reversed.rewritten.map(\.before)
        findings[index].help.append(
            "or keep version \(refused) as it is with 'apus merge --keep \(name)'"
                + (losses.isEmpty ? "" : "; stores of \(Self.named(losses)) of \(firstName) are refused then")
        )
    }
}
