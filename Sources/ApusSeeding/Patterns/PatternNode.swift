/// A regular expression, reduced to what generating text needs.
indirect enum PatternNode: Sendable {
    /// One of some characters.
    case oneOf([Unicode.Scalar])
    /// Parts one after the other.
    case sequence([PatternNode])
    /// One of several alternatives.
    case choice([PatternNode])
    /// A repetition with its least and greatest count; `nil` means no upper limit.
    case repeated(PatternNode, least: Int, most: Int?)
    /// A capturing group with its number.
    case group(Int, PatternNode)
    /// A back-reference to a group.
    case reference(Int)

    /// No text: an anchor or a look-around.
    static let empty: PatternNode = .sequence([])

    /// Writes a text that probably matches. Anchors and look-arounds are ignored, so the caller must check the text.
    ///
    /// - Parameters:
    ///   - text: The text to append to.
    ///   - groups: The text of each group.
    ///   - extra: The greatest number of repetitions above the least.
    ///   - random: The generator.
    func write(
        to text: inout String,
        groups: inout [Int: String],
        extra: Int,
        using random: inout SplitMix64
    ) {
        // Texts of attributes are never longer than that.
        guard text.utf8.count < 20_000 else { return }
        switch self {
        case .oneOf(let scalars): if !scalars.isEmpty { text.unicodeScalars.append(random.pick(scalars)) }
        case .sequence(let parts):
            for part in parts { part.write(to: &text, groups: &groups, extra: extra, using: &random) }
        case .choice(let parts): random.pick(parts).write(to: &text, groups: &groups, extra: extra, using: &random)
        case .repeated(let part, let least, let most):
            let optional = min(extra, most.map { $0 - least } ?? extra)
            for _ in 0..<min(least, 20_000) + random.below(optional + 1) where text.utf8.count < 20_000 {
                part.write(to: &text, groups: &groups, extra: extra, using: &random)
            }
        case .group(let number, let part):
            var own = ""
            part.write(to: &own, groups: &groups, extra: extra, using: &random)
            groups[number] = own
            text += own
        case .reference(let number): text += groups[number] ?? ""
        }
    }
}
