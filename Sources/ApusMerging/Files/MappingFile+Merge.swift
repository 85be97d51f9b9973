import ApusDiagnostics
package import ApusFiles
import ApusMigration
package import ApusSchema
import ApusYAML

extension MappingFile {
    /// Merges the changes of two sides to a mapping line by line, and keeps comments.
    ///
    /// - Parameters:
    ///   - base: The common ancestor. Its text is empty if both sides added the file.
    ///   - ours: Our file. The findings and the result are about it.
    ///   - theirs: Their file.
    ///   - labels: The names of the sides in conflicts.
    /// - Returns: The merged file, or `nil` if one of the files cannot be read or if merging their lines does not give
    ///   the mapping that both sides mean.
    package static func merge(
        base: SourceFile,
        ours: SourceFile,
        theirs: SourceFile,
        labels: MergedFile.Labels = MergedFile.Labels()
    ) -> MergedFile? {
        let files = Sides(base: base, ours: ours, theirs: theirs)
        if let merged = MergedFile(trivially: files, problem: problem(of:)) { return merged }
        guard let before = draft(of: base), let one = draft(of: ours), let other = draft(of: theirs) else { return nil }
        let (merged, conflicts) = merge(base: before, ours: one, theirs: other)
        let blocks: Sides<TextBlock?> = files.map { TextBlock($1.text) { $0.count == 1 } }
        // A file without lines has nothing to separate.
        let isApart = [(blocks.ours, ours), (blocks.theirs, theirs)].allSatisfy { block, file in
            block != nil || file.text.allSatisfy(\.isWhitespace)
        }
        guard isApart else { return nil }
        var text = TextMerge(
            labels: Sides(base: labels.base, ours: labels.ours, theirs: labels.theirs),
            name: { _, path in path.last ?? "" },
            isConflict: { path, isApart in conflicts.contains { isApart ? $0 == path : $0.starts(with: path) } }
        )
        let values = Sides(base: before.yaml, ours: one.yaml, theirs: other.yaml)
        let result: MergedFile = text.file(saying: merged.yaml, blocks, values, like: ours)
        if !result.findings.isEmpty { return result }
        guard conflicts.isEmpty,
            let written = draft(of: SourceFile(path: ours.path, text: result.text)), written.says(what: merged)
        else { return nil }
        return result
    }

    /// The text of a mapping's file with the lines of another mapping. Everything else in the file stays the same.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - mapping: The mapping with the new lines.
    /// - Returns: The text. If the file's lines cannot be separated, it is the text of ``write(_:comment:)``.
    package static func edited(_ file: SourceFile, to mapping: Mapping) -> String {
        guard let draft = draft(of: file), let block = TextBlock(file.text, isApart: { $0.count == 1 }) else {
            return write(mapping)
        }
        var text = TextMerge(
            labels: Sides(base: "", ours: "", theirs: ""),
            name: { _, path in path.last ?? "" },
            isConflict: { _, _ in false }
        )
        let sides = Sides<TextBlock?>(base: block, ours: block, theirs: block)
        let values = Sides(base: draft.yaml, ours: draft.yaml, theirs: draft.yaml)
        let result: String = text.file(saying: mapping.yaml, sides, values, like: file).text
        let read: Mapping? = self.draft(of: SourceFile(path: file.path, text: result))
        return read?.says(what: mapping) == true ? result : write(mapping)
    }

    /// The versions do not matter here.
    private static func draft(of file: SourceFile) -> Mapping? {
        let (from, to) = (Schema.Version(1), Schema.Version(2))
        return file.text.allSatisfy(\.isWhitespace)
            ? Mapping(from: from, to: to) : read(file, from: from, to: to).mapping
    }

    /// Why a file cannot be read; `nil` if it can.
    private static func problem(of file: SourceFile) -> Diagnostic? {
        guard draft(of: file) == nil else { return nil }
        return read(file, from: Schema.Version(1), to: Schema.Version(2)).diagnostics.first { $0.severity == .error }
    }

    private static func merge(base: Mapping, ours: Mapping, theirs: Mapping) -> (Mapping, [[String]]) {
        var merged = Mapping(from: ours.from, to: ours.to)
        var conflicts: [[String]] = []
        for key in Mapping.Key.allCases {
            let sides: [[String: Mapping.Line]] = [base, ours, theirs].map { mapping in
                Dictionary(mapping[key].map { ($0.subject, $0) }) { first, _ in first }
            }
            let order: [String] = JSONMerge.order(
                base: base[key].map(\.subject),
                ours: ours[key].map(\.subject),
                theirs: theirs[key].map(\.subject)
            )
            for subject in order {
                let (before, one, other) = (sides[0][subject], sides[1][subject], sides[2][subject])
                let isConflict = one != other && one != before && other != before
                // A conflict keeps our line, or theirs if ours is gone.
                if isConflict { conflicts.append([key.rawValue, subject]) }
                let line: Mapping.Line? = isConflict ? one ?? other : one == before ? other : one
                if let line { merged.add(line) }
            }
        }
        return (merged, conflicts)
    }
}

extension Mapping {
    /// Whether another mapping has the same lines, in any order.
    fileprivate func says(what other: Mapping) -> Bool { Set(lines) == Set(other.lines) }
}
