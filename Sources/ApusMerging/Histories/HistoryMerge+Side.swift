package import ApusFiles
import ApusMigration
package import ApusSchema

extension HistoryMerge {
    /// A side: the files of the model there, and what they say.
    package struct Side {
        package let files: HistoryFiles
        package let contents: HistoryFiles.Contents

        /// Reads a side; most frozen files are those of another side, which was read already.
        package init(_ files: HistoryFiles, like others: [Side] = []) {
            (self.files, contents) = (files, files.read(like: others.map { ($0.files, $0.contents) }))
        }

        func mapping(from: Schema.Version?, to: Schema.Version?) -> (mapping: Mapping, file: SourceFile)? {
            guard let from, let mapping = contents.mappings.first(where: { $0.from == from && $0.to == to }),
                let file = files.mappings.first(where: { $0.name == MappingFile.fileName(from: from, to: to) })
            else { return nil }
            return (mapping, file)
        }

        /// What is accepted and filled between the newest version and the head.
        var headMapping: (mapping: Mapping, file: SourceFile)? { mapping(from: newest, to: nil) }

        var newest: Schema.Version? { contents.lock.lines.last?.version }

        /// Whether the side has the versions of what both come from, and perhaps more behind them. Their mappings may be
        /// others: a reviewed one is locked again.
        package func goesOn(from base: Side?) -> Bool {
            contents.lock.lines.starts(with: base?.contents.lock.lines ?? []) { $0.isSameVersion(as: $1) }
        }

        /// The version that the side took away again, and behind which the other side has more: the revert of a commit.
        package func takesBack(from base: Side?, besides other: Side) -> Schema.Version? {
            let (known, mine) = (base?.contents.lock.lines ?? [], contents.lock.lines)
            guard mine.count < known.count, known.starts(with: mine, by: { $0.isSameVersion(as: $1) }),
                other.goesOn(from: base), other.contents.lock.lines.count > known.count
            else { return nil }
            return known[mine.count].version
        }
    }
}

extension LockFile.Line {
    /// Whether another line is of the same version and the same schema.
    func isSameVersion(as other: Self) -> Bool { version == other.version && schema == other.schema }
}
