import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema

extension HistoryMerge {
    /// The files of the mappings between each side's newest version and its head. Other mappings to a head are direct ones.
    package var headMappingNames: Set<String> {
        Set([base, first, second].compactMap { $0?.headMapping?.file.name })
    }

    /// The head's mapping, starting at the newest version, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - heads: The merge of the heads.
    ///   - head: The merged head, or `nil` if it cannot be read yet.
    ///   - folder: The folder of the mappings, as messages show it.
    /// - Returns: The mapping's file.
    package mutating func headMapping(_ heads: SchemaMerge?, head: Schema?, in folder: String) -> MergedFile? {
        guard let newest = entries.last, [base, first, second].contains(where: { $0?.headMapping != nil }) else {
            return nil
        }
        let name = "\(folder)/" + MappingFile.fileName(from: newest.version, to: nil)
        func file(of side: Side?, older: Matching?, newer: Matching?) -> SourceFile {
            guard let written = side?.headMapping else { return SourceFile(path: name, text: "") }
            guard let older, let newer else { return SourceFile(path: name, text: written.file.text) }
            let (mapping, text) = MappingPaths(older: older, newer: newer)
                .translated(written.mapping, written.file, from: newest.version, to: nil)
            let moved = SourceFile(path: name, text: text)
            return SourceFile(path: name, text: MappingFile.edited(moved, to: mapping))
        }
        let fromBase: Matching? = pathOfFirst.flatMap { path in fromFirst.map(path.composed) }
        let merged: MergedFile? = MappingFile.merge(
            base: file(of: base, older: fromBase, newer: heads?.matching(from: .base)),
            ours: file(of: first, older: fromFirst, newer: heads?.matching(from: .ours)),
            theirs: file(of: second, older: fromSecond, newer: heads?.matching(from: .theirs))
        )
        guard let merged else {
            findings.append(
                .error("the two mappings for the head cannot be merged", help: ["write \(name) by hand"])
            )
            return nil
        }
        return merged.findings.isEmpty ? withoutNeedlessLines(merged, file: name, after: newest, head: head) : merged
    }

    private mutating func withoutNeedlessLines(
        _ merged: MergedFile,
        file name: String,
        after newest: History.Entry,
        head: Schema?
    ) -> MergedFile? {
        let file = SourceFile(path: name, text: merged.text)
        guard let head, var mapping = MappingFile.read(file, from: newest.version, to: nil).mapping else {
            return merged
        }
        let planner = Planner(history: History(model: model, entries: entries, head: head), mappings: [mapping])
        leaveOut(planner.headStage?.refusals.compactMap(\.outdatedLine) ?? [], of: &mapping, name)
        if mapping.isEmpty { return nil }
        return MergedFile(text: MappingFile.edited(file, to: mapping), findings: [])
    }
}
