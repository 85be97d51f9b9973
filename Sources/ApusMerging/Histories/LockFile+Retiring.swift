import ApusFiles
import ApusSchema

extension LockFile {
    /// The lock with what two sides retired, and without what one of them brought back.
    ///
    /// - Parameters:
    ///   - base: The lock of the common ancestor.
    ///   - ours: Our lock.
    ///   - theirs: Their lock.
    ///   - renumbered: The new numbers of their versions.
    /// - Returns: The lock, with the same versions.
    func retiring(
        base: LockFile,
        ours: LockFile,
        theirs: LockFile,
        renumbered: [Schema.Version: Schema.Version] = [:]
    ) -> LockFile {
        let (old, mine) = (base.retirements, ours.retirements)
        let yours = theirs.retirements.mapValues { retirement in
            History.Retirement(newest: renumbered[retirement.newest] ?? retirement.newest, release: retirement.release)
        }
        if old.isEmpty, mine.isEmpty, yours.isEmpty { return self }
        var merged = lines
        for index in merged.indices {
            let key = merged[index].key
            merged[index].retirement = Self.merge(base: old[key], mine[key], yours[key])
        }
        // Only the oldest versions are retired: what one side brought back is retired if the other side retired a later one.
        var later: History.Retirement?
        for index in merged.indices.reversed() {
            let key = merged[index].key
            if later != nil, merged[index].retirement == nil {
                merged[index].retirement = mine[key] ?? yours[key] ?? later
            }
            later = merged[index].retirement ?? later
        }
        return LockFile(lines: merged)
    }

    private static func merge(
        base: History.Retirement?,
        _ ours: History.Retirement?,
        _ theirs: History.Retirement?
    ) -> History.Retirement? {
        if ours == base { return theirs }
        if theirs == base { return ours }
        guard let ours, let theirs else { return ours ?? theirs }
        // Both releases can open the stores: the later one is the last.
        return ours.newest < theirs.newest ? theirs : ours
    }

    /// The retirements of the lines.
    private var retirements: [LockFile.Line.Key: History.Retirement] {
        let known = lines.compactMap { line in line.retirement.map { (line.key, $0) } }
        return Dictionary(known) { first, _ in first }
    }
}

extension LockFile.Line {
    /// What identifies a version on all sides.
    struct Key: Hashable {
        let version: Schema.Version
        let schema: String
    }

    var key: Key { Key(version: version, schema: schema) }
}
