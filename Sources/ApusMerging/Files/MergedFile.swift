package import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusYAML

/// Two files put together that come from one.
package struct MergedFile: Hashable, Sendable {
    /// What the sides are called where they conflict.
    package struct Labels: Hashable, Sendable {
        let base: String
        let ours: String
        let theirs: String

        /// Names the sides.
        package init(base: String = "base", ours: String = "ours", theirs: String = "theirs") {
            (self.base, self.ours, self.theirs) = (base, ours, theirs)
        }
    }

    /// The text; where both sides changed one thing, with the lines of both between marks.
    package let text: String

    /// What both sides changed, and what the two together say that neither says alone.
    package let findings: [Diagnostic]

    /// The merged file where nobody or one side alone changed something; such a file need not even be readable.
    init?(trivially files: Sides<SourceFile>) {
        let (base, ours, theirs) = (files.base.text, files.ours.text, files.theirs.text)
        guard theirs == base || theirs == ours || ours == base else { return nil }
        self.init(text: ours == base ? theirs : ours, findings: [])
    }

    /// A merged file.
    package init(text: String, findings: [Diagnostic]) {
        (self.text, self.findings) = (text, findings)
    }
}

extension TextMerge {
    /// A whole file.
    ///
    /// - Parameters:
    ///   - merged: What it is to say.
    ///   - blocks: The sides' files, taken apart; `nil` where one has no lines.
    ///   - values: What they say.
    ///   - file: The file that it becomes.
    /// - Returns: The merged file; its findings are the pieces that both sides changed.
    mutating func file(
        saying merged: YAMLValue,
        _ blocks: Sides<TextBlock?>,
        _ values: Sides<YAMLValue>,
        like file: SourceFile
    ) -> MergedFile {
        let pieces: Sides<Piece?> = blocks.map { side, block in block.map { Piece(block: $0, value: values[side]) } }
        let lines: [String] = inside(merged, pieces, [], Sides(base: [], ours: [], theirs: []), 0)
        let isCarriageReturned: Bool = file.text.unicodeScalars.contains("\r")
        let text: String = lines.map { $0 + (isCarriageReturned ? "\r\n" : "\n") }.joined()
        return MergedFile(text: text, findings: findings(in: SourceFile(path: file.path, text: text)))
    }

    /// The pieces that both sides changed, as findings of the merged file.
    private func findings(in file: SourceFile) -> [Diagnostic] {
        let lines: [String] = TextBlock.lines(of: file.text)
        var place: Int = 0
        return conflicts.map { path, texts in
            let mark: String = "<<<<<<< \(labels.ours)"
            place = lines[place...].firstIndex(of: mark) ?? place
            defer { place += 1 }
            let name: String = path.count == 4 ? "\(path[1]).\(path[3])" : path.suffix(1).joined()
            let shown: [(String, [String])] = [
                (labels.base, texts.base), (labels.ours, texts.ours), (labels.theirs, texts.theirs),
            ]
            return .error(
                "both sides changed '\(name)'",
                at: SourceLocation(file: file.path, line: place + 1),
                notes: shown.map { label, text in
                    let line: String = text.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
                    return "\(label): \(line.isEmpty ? "not there" : line)"
                },
                help: ["keep one of the two between the marks, or what both mean"]
            )
        }
    }
}
