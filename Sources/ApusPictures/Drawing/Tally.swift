/// How much changes in a card.
struct Tally: Hashable {
    /// The numbers of rows with each sign.
    var rows: [Picture.Sign: Int]
    /// The number of notes about losses.
    var lost: Int
    /// The number of notes about missing decisions.
    var refused: Int

    init(_ card: Picture.Card) {
        rows = card.rows.compactMap(\.sign).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let notes = card.notes + card.rows.flatMap(\.notes)
        lost = notes.count { $0.kind == .lost }
        refused = notes.count { $0.kind == .refused }
    }

    /// The signs with their numbers: `+3`, `−1`.
    var signs: [(sign: Picture.Sign, text: String)] {
        Picture.Sign.allCases.compactMap { sign in rows[sign].map { (sign, "\(sign.symbol)\($0)") } }
    }

    /// What is lost or refused, in words.
    var urgent: String {
        [(lost, "lost"), (refused, "refused")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// All numbers in words: `3 added, 1 lost`.
    var words: String {
        let rows = Picture.Sign.allCases.compactMap { sign in self.rows[sign].map { "\($0) \(sign.word)" } }
        return (rows + [urgent].filter { !$0.isEmpty }).joined(separator: ", ")
    }
}
