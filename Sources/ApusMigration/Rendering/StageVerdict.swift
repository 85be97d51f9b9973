/// What becomes of a stage, and what somebody wrote to make it so.
package struct StageVerdict: Hashable, Sendable {
    /// What becomes of a stage.
    package enum Kind: String, Hashable, Sendable {
        /// All of it is inferred; losses may be accepted.
        case lightweight
        /// Some of it is carried out as a mapping says.
        case mapped
        /// It needs a decision.
        case refused
    }

    /// What becomes of the stage.
    package let kind: Kind

    private let words: [String]

    init(_ changes: [Change], refusals: [Refusal]) {
        func count(_ isCounted: (Change) -> Bool) -> Int { changes.count(where: isCounted) }
        func count(saying word: String) -> Int { count { $0.verdict.mappingLine?.key == word } }
        if !refusals.isEmpty {
            kind = .refused
            words = ["\(refusals.count.of("decision")) needed"]
            return
        }
        kind = changes.contains { $0.verdict.mappingLine != nil } ? .mapped : .lightweight
        let fills: Int = count(saying: "fill")
        let conversions: Int = count(saying: "convert")
        let requirements: Int = count(saying: "require")
        let losses: Int = count { $0.verdict == .accepted }
        words = [
            fills > 0 ? "\(fills.of("value")) filled" : nil,
            conversions > 0 ? conversions.of("conversion") : nil,
            requirements > 0 ? requirements.of("requirement") : nil,
            losses > 0 ? "\(losses.of("loss", "losses")) accepted" : nil,
        ].compactMap { $0 }
    }
}

extension StageVerdict: CustomStringConvertible {
    /// The verdict in a few words: `mapped, 2 values filled, 1 loss accepted`.
    package var description: String { ([kind.rawValue] + words).joined(separator: ", ") }
}

extension Change.Verdict {
    /// The key and the value of the mapping's line, where the change is carried out as a mapping says.
    var mappingLine: (key: String, value: String)? {
        guard case .mapped(let line) = self else { return nil }
        let parts: [Substring] = line.split(separator: ":", maxSplits: 1)
        let value: Substring = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
        return (parts.first.map(String.init) ?? "", String(value))
    }
}

extension Int {
    /// The number with a noun: `1 loss`, `2 losses`.
    func of(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}
