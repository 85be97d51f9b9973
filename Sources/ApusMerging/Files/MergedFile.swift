package import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusYAML

/// A file merged from two sides.
package struct MergedFile: Hashable, Sendable {
    /// The names of the sides in conflicts.
    package struct Labels: Hashable, Sendable {
        let base: String
        let ours: String
        let theirs: String

        /// Names the sides.
        package init(base: String = "base", ours: String = "ours", theirs: String = "theirs") {
            (self.base, self.ours, self.theirs) = (base, ours, theirs)
        }
    }

    /// The merged text. Conflicts have the lines of both sides between conflict markers.
    package let text: String

    /// The conflicts, and errors that neither side has alone.
    package let findings: [Diagnostic]

    /// The merged file if at most one side changed it. Ours may even be unreadable, but theirs is not taken over then.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - problem: Why a file cannot be read; `nil` if it can.
    init?(trivially files: Sides<SourceFile>, problem: (SourceFile) -> Diagnostic?) {
        let (base, ours, theirs) = (files.base.text, files.ours.text, files.theirs.text)
        let isOursUnchanged = ours.isSame(as: base)
        guard isOursUnchanged || theirs.isSame(as: base) || theirs.isSame(as: ours) else { return nil }
        if isOursUnchanged, !theirs.isSame(as: ours), let problem = problem(files.theirs) {
            let line = problem.location?.line.map { " (line \($0))" } ?? ""
            let finding: Diagnostic = .error(
                "their file cannot be read, so ours is left as it is",
                at: SourceLocation(file: files.ours.path),
                notes: ["theirs: \(problem.message)\(line)"],
                help: ["correct it on their side, then merge again"]
            )
            self.init(text: ours, findings: [finding])
        } else {
            self.init(text: isOursUnchanged ? theirs : ours, findings: [])
        }
    }

    /// A merged file.
    package init(text: String, findings: [Diagnostic]) {
        (self.text, self.findings) = (text, findings)
    }
}

extension TextMerge {
    /// Merges a whole file.
    ///
    /// - Parameters:
    ///   - merged: The merged value.
    ///   - blocks: The sides' files in blocks, or `nil` for a file without lines.
    ///   - values: The sides' values.
    ///   - file: The file to write to.
    /// - Returns: The merged file, with the conflicts as findings.
    mutating func file(
        saying merged: YAMLValue,
        _ blocks: Sides<TextBlock?>,
        _ values: Sides<YAMLValue>,
        like file: SourceFile
    ) -> MergedFile {
        let pieces: Sides<Piece?> = blocks.map { side, block in block.map { Piece(block: $0, value: values[side]) } }
        let root = Block(pieces: pieces, path: [], paths: Sides(base: [], ours: [], theirs: []), indentation: 0)
        let lines = children(of: merged, in: root)
        let isCarriageReturned = file.text.unicodeScalars.contains("\r")
        let text = lines.map { $0 + (isCarriageReturned ? "\r\n" : "\n") }.joined()
        return MergedFile(text: text, findings: findings(in: SourceFile(path: file.path, text: text)))
    }

    /// The conflicts as findings in the merged file.
    private func findings(in file: SourceFile) -> [Diagnostic] {
        let lines: [String] = TextBlock.lines(of: file.text)
        var index = 0
        return conflicts.map { path, texts in
            let mark = "<<<<<<< \(labels.ours)"
            index = lines[index...].firstIndex(of: mark) ?? index
            defer { index += 1 }
            let name = path.count == 4 ? "\(path[1]).\(path[3])" : path.suffix(1).joined()
            let shown: [(String, [String])] = [
                (labels.base, texts.base), (labels.ours, texts.ours), (labels.theirs, texts.theirs),
            ]
            return .error(
                "both sides changed '\(name)'",
                at: SourceLocation(file: file.path, line: index + 1),
                notes: shown.map { label, text in
                    let line = text.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
                    return "\(label): \(line.isEmpty ? "not there" : line)"
                },
                help: ["keep one of the two sides between the conflict markers, or combine them"]
            )
        }
    }
}
