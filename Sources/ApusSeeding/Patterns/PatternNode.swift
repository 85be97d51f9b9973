/// A regular expression as far as texts are made from it.
indirect enum PatternNode: Sendable {
    /// One of these characters.
    case oneOf([Unicode.Scalar])
    /// One after the other.
    case sequence([PatternNode])
    /// One of several.
    case choice([PatternNode])
    /// Several times; without an upper limit where there is none.
    case repeated(PatternNode, Int, Int?)
    /// A group that is referred to by its number.
    case group(Int, PatternNode)
    /// What a group matched.
    case reference(Int)

    /// Nothing: an anchor, a condition on what stands around.
    static let empty: PatternNode = .sequence([])

    /// Writes a text that may match; conditions on what stands around are left to who tries it.
    ///
    /// - Parameters:
    ///   - text: What the text is added to.
    ///   - groups: What each group matched.
    ///   - more: How many more than the fewest a repetition has at most.
    ///   - random: Chance.
    func write(
        to text: inout String,
        _ groups: inout [Int: String],
        more: Int,
        _ random: inout SplitMix64
    ) {
        // No text of an attribute is longer than that.
        guard text.utf8.count < 20_000 else { return }
        switch self {
        case .oneOf(let scalars): if !scalars.isEmpty { text.unicodeScalars.append(random.pick(scalars)) }
        case .sequence(let parts): for part in parts { part.write(to: &text, &groups, more: more, &random) }
        case .choice(let parts): random.pick(parts).write(to: &text, &groups, more: more, &random)
        case .repeated(let part, let least, let most):
            let room: Int = min(more, most.map { $0 - least } ?? more)
            for _ in 0..<min(least, 20_000) + random.below(room + 1) where text.utf8.count < 20_000 {
                part.write(to: &text, &groups, more: more, &random)
            }
        case .group(let number, let part):
            var own: String = ""
            part.write(to: &own, &groups, more: more, &random)
            groups[number] = own
            text += own
        case .reference(let number): text += groups[number] ?? ""
        }
    }
}
