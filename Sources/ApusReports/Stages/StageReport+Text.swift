import ApusMigration
import ApusSchema

extension StageReport {
    /// The differences as readable text.
    package var text: StyledText { text(of: ChangeGroup.groups(of: changes)) }

    /// The first line, and groups of changes below it.
    func text(of groups: [ChangeGroup]) -> StyledText {
        var text = StyledText()
        text.add(.init("\(model): \(from) → \(to): ", .heading), .init(summary))
        let width = Self.width(of: groups)
        var isBelowWhole = false
        for group in groups {
            // Entities without other changes form a block without blank lines.
            let members = group.whole?.members ?? []
            let isWholeOnly = group.parts.isEmpty && members.isEmpty
            if !(isBelowWhole && isWholeOnly) { text.add() }
            isBelowWhole = isWholeOnly
            if let whole = group.whole {
                text.add(whole, indented: 0, width: width)
            } else {
                text.add(.init("  "), .init(group.name, .heading))
            }
            if let sign = group.whole?.words.sign {
                for member in members { text.add(member, sign, width: width) }
            }
            for part in group.parts { text.add(part, indented: 4, width: width) }
        }
        return text
    }

    /// Returns the column of the details, after the longest name, with an upper limit.
    private static func width(of groups: [ChangeGroup]) -> Int {
        let widths = groups.flatMap { group in
            (group.whole.map { [$0.words.subject.displayWidth] } ?? [])
                + (group.whole?.members ?? []).map { 4 + $0.name.displayWidth }
                + group.parts.map { 4 + $0.words.subject.displayWidth }
        }
        return min(widths.max() ?? 0, 44)
    }
}

extension StyledText {
    fileprivate mutating func add(_ change: Change, indented indent: Int, width: Int) {
        let words = change.words
        let margin = String(repeating: " ", count: indent)
        let (line, mark): (String, Run) = (change.line(width: width - indent), change.mark)
        add(.init(margin), .init(words.sign.symbol, words.sign.style), .init(line), mark)
    }

    fileprivate mutating func add(_ member: Change.Member, _ sign: ChangeWords.Sign, width: Int) {
        add(.init("    "), .init(sign.symbol, sign.style), .init(member.line(width: width - 4)))
    }
}

extension Change {
    /// Returns the name and the detail, which follow the sign.
    func line(width: Int) -> String {
        let words = blockWords
        return words.detail.isEmpty
            ? " \(words.subject)" : " \(words.subject.shownPadded(to: width))   \(words.detail)"
    }

    /// A mark for a change that is not inferred.
    var mark: StyledText.Run {
        switch verdict {
        case .lightweight: .init("")
        case .accepted: .init("   (loss accepted)", .alarm)
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
