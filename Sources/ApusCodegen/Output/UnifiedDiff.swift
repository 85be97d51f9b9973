/// The difference between two texts in the format of `diff -u`, for readers, review tools and `patch`.
package enum UnifiedDiff {
    /// The number of equal lines around a difference.
    private static let context: Int = 3

    /// A line of the older text, the newer one or both.
    fileprivate enum Line {
        case both(Substring)
        case old(Substring)
        case new(Substring)

        var isChange: Bool {
            if case .both = self { false } else { true }
        }
    }

    /// Compares two texts line by line.
    ///
    /// - Parameters:
    ///   - old: The older text; `nil` if there is no file.
    ///   - new: The newer text; `nil` if there is no file.
    ///   - path: The file's path.
    /// - Returns: The difference, which ends with a newline; empty for equal texts.
    package static func text(from old: String?, to new: String?, path: String) -> String {
        if old == new { return "" }
        let lines: [Line] = compare(split(old ?? ""), split(new ?? ""))
        var text = "--- \(old == nil ? "/dev/null" : "a/\(path)")\n+++ \(new == nil ? "/dev/null" : "b/\(path)")\n"
        // The number of lines of each text before the index.
        var (oldLines, newLines): (Int, Int) = (0, 0)
        var index = 0
        for range in hunks(of: lines) {
            for line in lines[index..<range.lowerBound] where !line.isChange {
                (oldLines, newLines) = (oldLines + 1, newLines + 1)
            }
            let hunk = Hunk(lines[range])
            text += hunk.text(after: oldLines, newLines)
            (oldLines, newLines) = (oldLines + hunk.oldCount, newLines + hunk.newCount)
            index = range.upperBound
        }
        return text
    }

    /// The changed lines with those around them. Changes that are near each other share a hunk.
    private static func hunks(of lines: [Line]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in lines.indices where lines[index].isChange {
            let around = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = hunks.last, last.upperBound >= around.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
            } else {
                hunks.append(around)
            }
        }
        return hunks
    }

    private static func split(_ text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func compare(_ old: [Substring], _ new: [Substring]) -> [Line] {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [Line] = []
        var (from, to): (Int, Int) = (0, 0)
        while from < old.count || to < new.count {
            if from < old.count, removed.contains(from) {
                lines.append(.old(old[from]))
                from += 1
            } else if to < new.count, inserted.contains(to) {
                lines.append(.new(new[to]))
                to += 1
            } else {
                lines.append(.both(old[from]))
                (from, to) = (from + 1, to + 1)
            }
        }
        return lines
    }
}

extension UnifiedDiff.Line {
    fileprivate var isInOld: Bool {
        if case .new = self { false } else { true }
    }

    fileprivate var isInNew: Bool {
        if case .old = self { false } else { true }
    }

    fileprivate var text: String {
        switch self {
        case .both(let text): " \(text)\n"
        case .old(let text): "-\(text)\n"
        case .new(let text): "+\(text)\n"
        }
    }
}

/// Consecutive lines of a difference.
private struct Hunk {
    private let lines: ArraySlice<UnifiedDiff.Line>

    init(_ lines: ArraySlice<UnifiedDiff.Line>) { self.lines = lines }

    var oldCount: Int { lines.count(where: \.isInOld) }
    var newCount: Int { lines.count(where: \.isInNew) }

    /// The lines under their heading, after a number of lines of the older and the newer text.
    func text(after old: Int, _ new: Int) -> String {
        func range(_ before: Int, _ count: Int) -> String { "\(count == 0 ? before : before + 1),\(count)" }
        return "@@ -\(range(old, oldCount)) +\(range(new, newCount)) @@\n" + lines.map(\.text).joined()
    }
}
