package import ApusDiagnostics
package import ApusFiles
import ApusMigration
package import ApusSchema

/// The history of a model, put together from two sides: where both froze versions, those of the second go on from those
/// of the first, which keep their numbers.
package struct HistoryMerge {
    /// A version of the second side that another number was given to.
    package struct Renumbering {
        package let before: Schema.Version
        package let now: Schema.Version
    }

    let model: String
    let base: Side?
    package let first: Side
    package let second: Side
    /// What the second side is called.
    let name: String

    /// The version that both go on from.
    private let start: Schema
    /// The schemas that lead from there to the newest version of each side, oldest first.
    package let released: (first: [Schema], second: [Schema])
    /// The lines of the second side's versions that the first one does not have.
    private let added: ArraySlice<LockFile.Line>
    /// The versions so far.
    private(set) var entries: [History.Entry]
    package private(set) var lines: [LockFile.Line]
    /// What each element of the newest version was in the newest version of either side.
    private(set) var fromFirst: Matching?
    private(set) var fromSecond: Matching?
    /// The files that the history has now and the first side did not have, by their names in their folders.
    package private(set) var versions: [SourceFile] = []
    package internal(set) var mappings: [SourceFile] = []
    package private(set) var renumbered: [Renumbering] = []
    /// What is left to decide.
    package internal(set) var findings: [Diagnostic] = []

    /// Both sides must be readable.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - base: What both come from.
    ///   - first: The side whose versions stay what they are.
    ///   - second: The other one. Unless both have what they come from, this one must.
    ///   - name: What the second side is called.
    package init(model: String, base: Side?, first: Side, second: Side, called name: String) {
        (self.model, self.base, self.first, self.second, self.name) = (model, base, first, second, name)
        let (one, other) = (first.contents.lock.lines, second.contents.lock.lines)
        let known: [LockFile.Line] = base?.contents.lock.lines ?? []
        let empty = Schema(model: model)
        entries = first.contents.history?.entries ?? []
        lines = one
        let (mine, yours) = (
            one.map { first.contents.schemas[$0.version] }, other.map { second.contents.schemas[$0.version] }
        )
        if first.goesOn(from: base) || !second.goesOn(from: base) {
            let shared: Int = zip(one, other).enumerated()
                .prefix { $1.0.chain == $1.1.chain || $0 < known.count && $1.0.isSameVersion(as: $1.1) }.count
            start = shared > 0 ? mine[shared - 1] ?? empty : empty
            released = (mine.dropFirst(shared).compactMap { $0 }, yours.dropFirst(shared).compactMap { $0 })
            added = other.dropFirst(shared)
        } else {
            // The first side does not have what both come from, by that name: its newest version takes its place.
            start = yours[known.count - 1] ?? empty
            released = (mine.suffix(1).compactMap { $0 }, yours.dropFirst(known.count).compactMap { $0 })
            added = other.dropFirst(known.count)
        }
    }

    /// What each element of the first side's newest version was in the version that both go on from.
    var pathOfFirst: Matching? { Matching.through([start] + released.first) }

    /// Puts the second side's versions behind the first's; `false` where somebody has to decide, which is in the findings.
    package mutating func mergeVersions() -> Bool {
        let (mine, yours) = (lines.map(\.chain), second.contents.lock.lines.map(\.chain))
        guard second.goesOn(from: base) || mine.starts(with: yours) || yours.starts(with: mine) else {
            return refuseUnknownBase()
        }
        guard lockMappings() else { return false }
        guard entries.count == lines.count, let path = pathOfFirst else { return refuse(nil) }
        (fromFirst, fromSecond) = (.identity(entries.last?.schema ?? start), path)
        var older: Schema = start
        for (line, schema) in zip(added, released.second) {
            guard add(schema, line, after: older) else { return false }
            older = schema
        }
        return true
    }

    /// Takes over mappings of versions that both have and that the second side has locked again, as only it did.
    private mutating func lockMappings() -> Bool {
        let (known, yours) = (base?.contents.lock.lines ?? [], second.contents.lock.lines)
        guard second.goesOn(from: base) else { return true }
        for (number, line) in known.enumerated() where yours[number].mapping != line.mapping {
            let mapping: String? = yours[number].mapping
            let from: Schema.Version? = number > 0 ? known[number - 1].version : nil
            guard let from, let place = lines.firstIndex(where: { $0.isSameVersion(as: line) }), place > 0,
                lines[place - 1].isSameVersion(as: known[number - 1])
            else {
                return refuseLocking(
                    line.version,
                    "was locked again on \(name), and has another number on the other side"
                )
            }
            if lines[place].mapping == mapping { continue }
            guard lines[place].mapping == line.mapping else {
                return refuseLocking(line.version, "was locked again on both branches, each time as something else")
            }
            lines[place] = LockFile.Line(line.version, schema: line.schema, mapping: mapping, chain: "")
            let file: String = MappingFile.fileName(from: from, to: line.version)
            let written: String? = second.mapping(from: from, to: line.version)?.file.text
            // A mapping that says nothing may be no file, too.
            let text: String = written ?? MappingFile.write(Mapping(from: from, to: line.version))
            mappings.append(SourceFile(path: file, text: text))
        }
        lines = Digest.chained(lines)
        entries = zip(entries, lines).map { History.Entry($0.version, $0.schema, digest: $1.chain) }
        return true
    }

    private mutating func refuseLocking(_ version: Schema.Version, _ reason: String) -> Bool {
        findings.append(
            .error(
                "the mapping of version \(version) \(reason)",
                help: [
                    "take our side's lock ('git checkout --ours'), look at the mapping under its name there, and run "
                        + "'apus freeze --mapping'"
                ]
            )
        )
        return false
    }

    private mutating func add(_ schema: Schema, _ line: LockFile.Line, after older: Schema) -> Bool {
        let previous: Schema.Version? = second.contents.lock.lines.prefix { $0.version != line.version }.last?.version
        guard let across = fromSecond, let step = Matching.through([older, schema]) else {
            return refuse(line.version)
        }
        // Nothing of the first side lies in between: the version stays what it is.
        if lines.last?.chain == chain(of: previous) {
            take(schema, line, after: previous)
            (fromFirst, fromSecond) = (fromFirst?.composed(with: step) ?? step, .identity(schema))
            return true
        }
        let merge = SchemaMerge(across, step, ourSchema: entries.last?.schema)
        guard let merged = merge.schema, merge.conflicts.isEmpty, let newer = merge.matching(from: .theirs) else {
            return refuse(line.version, merge.conflicts + merge.clashes)
        }
        // A version that says nothing new is none.
        if entries.last?.schema.means(merged) == true {
            return refuse(line.version, [], because: "it says nothing that the other side does not say")
        }
        let errors: [Diagnostic] = merged.validate().filter { $0.severity == .error }
        guard errors.isEmpty else {
            findings += errors
            return refuse(line.version, [])
        }
        let now: Schema.Version = number(of: line.version)
        let entry = History.Entry(now, merged)
        var mapping: Mapping?
        if let from = entries.last, let written = second.mapping(from: previous, to: line.version) {
            mapping = adopt(written, from: from, to: entry, MappingPaths(older: across, newer: newer))
            if let mapping { findReach(of: mapping, of: from, across) }
        } else if let from = entries.last {
            settle(Mapping(from: from.version, to: now), from, entry)
        }
        if now != line.version { renumbered.append(Renumbering(before: line.version, now: now)) }
        versions.append(SourceFile(path: "\(now).yaml", text: ModelFile.write(merged)))
        if let from = entries.last, let written = second.mapping(from: line.version, to: previous) {
            adoptWayBack(written, from: entry, to: from, MappingPaths(older: newer, newer: across))
        }
        let (digest, accepted) = (Digest.of(entry.schema), Digest.of(mapping))
        let chain: String = Digest.chain(after: lines.last?.chain, now, schema: digest, mapping: accepted)
        lines.append(LockFile.Line(now, schema: digest, mapping: accepted, chain: chain))
        entries.append(entry)
        fromFirst = fromFirst.flatMap { first in merge.matching(from: .ours).map(first.composed) }
        fromSecond = newer
        return true
    }

    private func chain(of version: Schema.Version?) -> String? {
        second.contents.lock.lines.first { $0.version == version }?.chain
    }

    private mutating func take(_ schema: Schema, _ line: LockFile.Line, after previous: Schema.Version?) {
        let name: String = "\(line.version).yaml"
        let text: String? = second.files.versions.first { $0.name == name }?.text
        versions.append(SourceFile(path: name, text: text ?? ModelFile.write(schema)))
        if let written = second.mapping(from: previous, to: line.version) {
            mappings.append(SourceFile(path: written.file.name, text: written.file.text))
        }
        lines.append(line)
        entries.append(History.Entry(line.version, schema, digest: line.chain))
    }

    /// The version's number, where it comes after all others; the next whole one otherwise.
    private func number(of version: Schema.Version) -> Schema.Version {
        guard let newest = lines.map(\.version).max(), version <= newest else { return version }
        return Schema.Version(newest.major + 1)
    }

    // MARK: Refusals

    private mutating func refuse(_ version: Schema.Version?) -> Bool {
        findings.append(
            .error(
                "the stages to \(version.map { "version \($0)" } ?? "the newest version") cannot be followed",
                help: ["run 'apus check' on both branches"]
            )
        )
        return false
    }

    private mutating func refuseUnknownBase() -> Bool {
        findings.append(
            .error(
                "one branch has other versions of '\(model)' than what both come from: they were given other numbers, or "
                    + "locked again",
                help: [
                    "where the other branch froze nothing new, take the frozen files and the lock of this one; otherwise merge "
                        + "the branches instead of rebasing or picking their commits"
                ]
            )
        )
        return false
    }

    private mutating func refuse(
        _ version: Schema.Version,
        _ places: [ModelPath],
        because reason: String? = nil
    ) -> Bool {
        findings += places.map { path in
            .error("both branches froze a change of '\(path.element?.description ?? path.description)'")
        }
        findings.append(
            .error(
                "version \(version) of \(name) cannot go on from version \(lines.last?.version.description ?? "none")",
                notes: reason.map { [$0] } ?? [],
                help: [
                    "on that branch take version \(version) back: remove its file and its line in the lock, and name its "
                        + "mapping after the head; merge again, settle the head, and freeze it"
                ]
            )
        )
        return false
    }
}
