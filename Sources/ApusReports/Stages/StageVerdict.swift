import ApusDiagnostics
package import ApusMigration
package import ApusSchema

/// How a stage is carried out, and what its mapping specifies.
package struct StageVerdict: Hashable, Sendable {
    /// How a stage is carried out.
    package enum Kind: String, Hashable, Sendable {
        /// All changes are inferred; losses may be accepted.
        case lightweight
        /// A mapping specifies some changes.
        case mapped
        /// It needs a decision.
        case refused
    }

    /// How the stage is carried out.
    package let kind: Kind

    private let details: [String]

    init(
        _ changes: [Change],
        refusals: [Refusal],
        mayRaiseMore: Bool,
        losses: [ElementPath],
        running swift: [SwiftStage] = [],
        insteadOf detour: String? = nil
    ) {
        let route = detour.map { ["direct instead of \($0)"] } ?? []
        func count(_ isCounted: (Change) -> Bool) -> Int { changes.count(where: isCounted) }
        func count(_ key: Mapping.Key) -> Int { count { $0.verdict.mappingLine?.key == key } }
        if !refusals.isEmpty {
            kind = .refused
            let more = mayRaiseMore ? " (more may follow)" : ""
            details = ["\(refusals.count.of("decision")) needed\(more)"] + route
            return
        }
        kind = !swift.isEmpty || changes.contains { $0.verdict.mappingLine != nil } ? .mapped : .lightweight
        let fills = count(.fill)
        let computed = count(.values)
        let conversions = count(.convert)
        let requirements = count(.require)
        details =
            [
                fills > 0 ? "\(fills.of("value")) filled" : nil,
                computed > 0 ? "\(computed.of("value")) computed" : nil,
                conversions > 0 ? conversions.of("conversion") : nil,
                requirements > 0 ? requirements.of("requirement") : nil,
                swift.isEmpty ? nil : "runs \(swift.map(\.name).joined(separator: " and "))",
                losses.isEmpty ? nil : "\(losses.count.of("loss", "losses")) accepted",
            ].compactMap { $0 } + route
    }
}

extension StageVerdict: CustomStringConvertible {
    /// The verdict in a few words: `mapped, 2 values filled, 1 loss accepted`.
    package var description: String { ([kind.rawValue] + details).joined(separator: ", ") }
}

extension Change.Verdict {
    /// The mapping's line that specifies the change.
    package var mappingLine: Mapping.Line? {
        if case .mapped(let line) = self { line } else { nil }
    }
}
