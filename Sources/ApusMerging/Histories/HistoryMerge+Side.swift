package import ApusFiles
import ApusMigration
package import ApusSchema

extension HistoryMerge {
    /// A side: the model's files and their contents.
    package struct Side {
        package let files: HistoryFiles
        package let contents: HistoryFiles.Contents

        /// Reads a side. Frozen files that another side also has are not read again.
        package init(_ files: HistoryFiles, like others: [Side] = []) {
            (self.files, contents) = (files, files.read(like: others.map { ($0.files, $0.contents) }))
        }

        func mapping(from: Schema.Version?, to: Schema.Version?) -> (mapping: Mapping, file: SourceFile)? {
            guard let from, let mapping = contents.mappings.first(where: { $0.from == from && $0.to == to }),
                let file = files.mappings.first(where: { $0.name == MappingFile.fileName(from: from, to: to) })
            else { return nil }
            return (mapping, file)
        }

        /// The mapping between the newest version and the head.
        var headMapping: (mapping: Mapping, file: SourceFile)? { mapping(from: newest, to: nil) }

        /// The schemas of the versions that are not retired.
        var schemas: [LockFile.Line.Key: Schema] {
            let known = contents.lock.lines.compactMap { line in contents.schemas[line.version].map { (line.key, $0) } }
            return Dictionary(known) { first, _ in first }
        }

        /// Whether the side has a direct mapping between two versions, or to the head: they do not follow each other.
        package func isDirect(_ from: Schema.Version, _ to: Schema.Version?) -> Bool {
            let versions: [Schema.Version] = contents.lock.lines.map(\.version)
            guard let start = versions.firstIndex(of: from), let end = to.map(versions.firstIndex) ?? versions.count
            else {
                return false
            }
            return abs(end - start) > 1
        }

        var newest: Schema.Version? { contents.lock.lines.last?.version }

        /// Whether the side has all versions of the common ancestor, and perhaps later ones. Their mappings may differ,
        /// because a reviewed one can be locked again.
        package func goesOn(from base: Side?) -> Bool {
            contents.lock.lines.starts(with: base?.contents.lock.lines ?? []) { $0.isSameVersion(as: $1) }
        }

        /// Whether all versions that only this side has are hotfixes: numbers that begin with that of the newest version of both sides,
        /// and come before the first one that only the other side has (3.1 after 3, before 4).
        package func hasHotfix(besides other: Side) -> Bool {
            let (mine, yours) = (contents.lock.lines, other.contents.lock.lines)
            let shared = zip(mine, yours).prefix { $0.isSameVersion(as: $1) }.count
            guard shared > 0, shared < mine.count, shared < yours.count else { return false }
            let (parent, next) = (mine[shared - 1].version, yours[shared].version)
            return mine.dropFirst(shared).allSatisfy { $0.version.major == parent.major && $0.version < next }
        }

        /// The version that the side removed although the other side has later ones, as in the revert of a commit.
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
    /// Whether another line has the same version and schema.
    func isSameVersion(as other: Self) -> Bool { key == other.key }
}
