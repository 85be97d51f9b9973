import ApusMigration
import ApusSchema

extension StageReport {
    /// The differences as a person reads them.
    package var text: StyledText {
        var text = StyledText()
        text.add(.init("\(model): \(from) → \(to): ", .heading), .init(summary))
        let groups: [ChangeGroup] = ChangeGroup.groups(of: changes)
        let width: Int = Self.width(of: groups)
        var isBelowWhole: Bool = false
        for group in groups {
            // Entities of which nothing else is said stand together.
            let isWholeOnly: Bool = group.parts.isEmpty
            if !(isBelowWhole && isWholeOnly) { text.add() }
            isBelowWhole = isWholeOnly
            if let whole = group.whole {
                text.add(whole, indented: 0, width: width)
            } else {
                text.add(.init("  "), .init(group.name, .heading))
            }
            for part in group.parts { text.add(part, indented: 4, width: width) }
        }
        return text
    }

    /// The column of the details: after the longest name, within reason.
    private static func width(of groups: [ChangeGroup]) -> Int {
        let widths: [Int] = groups.flatMap { group in
            (group.whole.map { [$0.words.subject.displayWidth] } ?? [])
                + group.parts.map { 4 + $0.words.subject.displayWidth }
        }
        return min(widths.max() ?? 0, 44)
    }
}

extension StyledText {
    fileprivate mutating func add(_ change: Change, indented indent: Int, width: Int) {
        let words: ChangeWords = change.words
        let margin: String = String(repeating: " ", count: indent)
        let (line, mark): (String, Run) = (change.line(width: width - indent), change.mark)
        add(.init(margin), .init(words.sign.symbol, words.sign.style), .init(line), mark)
    }
}

extension Change {
    /// The name and what differs, behind the sign.
    func line(width: Int) -> String {
        words.detail.isEmpty ? " \(words.subject)" : " \(words.subject.shownPadded(to: width))   \(words.detail)"
    }

    /// What a reader must not miss.
    var mark: StyledText.Run {
        switch verdict {
        case .lightweight: .init("")
        case .accepted: .init("   (lost, as accepted)", .alarm)
        case .mapped: .init("   (by \(verdict.mappingLine?.key.rawValue ?? "mapping"))", .mapped)
        case .refused(let refusal): .init("   (refused: \(refusal.code))", .alarm)
        }
    }
}

extension ChangeWords.Sign {
    fileprivate var style: StyledText.Style {
        switch self {
        case .added: .added
        case .removed: .removed
        case .renamed, .changed: .changed
        }
    }
}
