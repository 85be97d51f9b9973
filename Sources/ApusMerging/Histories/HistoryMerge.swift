package import ApusDiagnostics
package import ApusFiles
import ApusMigration
package import ApusSchema

/// The history of a model, merged from two sides. If both froze versions, those of the first side keep their numbers,
/// and those of the second side follow them.
package struct HistoryMerge {
    /// A version of the second side that was renumbered.
    package struct Renumbering {
        package let before: Schema.Version
        package let now: Schema.Version
    }

    let model: String
    let base: Side?
    package let first: Side
    package let second: Side
    /// The name of the second side.
    let name: String

    /// The newest version that both sides have.
    private let start: Schema
    /// The schemas from there to the newest version of each side, oldest first.
    package let released: (first: [Schema], second: [Schema])
    /// The lock's lines for the versions that only the second side has.
    private let added: ArraySlice<LockFile.Line>
    /// The versions that only the first side has.
    let kept: [Schema.Version]
    /// The schemas of all versions that are not retired on all sides.
    private let schemas: [LockFile.Line.Key: Schema]
    /// The lines for versions that one side froze and retired since the common ancestor.
    private let lost: [LockFile.Line]
    /// Whether both sides have versions that the other does not have.
    private let isForked: Bool
    /// The merged versions so far.
    package private(set) var entries: [History.Entry]
    package private(set) var lines: [LockFile.Line]
    /// The matchings from the newest version of either side to the newest merged version.
    private(set) var fromFirst: Matching?
    private(set) var fromSecond: Matching?
    /// The merged versions of the second side's own ones, with the matchings from these.
    private(set) var crossings: [Schema.Version: (now: History.Entry, across: Matching)] = [:]
    /// The files that the first side does not have, with their names in their folders.
    package private(set) var versions: [SourceFile] = []
    package internal(set) var mappings: [SourceFile] = []
    package private(set) var renumbered: [Renumbering] = []
    /// The second side's versions that have another number or another schema now.
    private(set) var rewritten: [Renumbering] = []
    /// The second side's version that cannot follow the first side's.
    private(set) var refused: Schema.Version?
    /// The conflicts and warnings.
    package internal(set) var findings: [Diagnostic] = []

    /// Creates a merge. Both sides must be readable.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - base: The common ancestor.
    ///   - first: The side whose versions do not change.
    ///   - second: The other side. If only one side has the versions of the ancestor, it must be this one.
    ///   - name: The name of the second side.
    package init(model: String, base: Side?, first: Side, second: Side, called name: String) {
        (self.model, self.base, self.first, self.second, self.name) = (model, base, first, second, name)
        let (one, other) = (first.contents.lock.lines, second.contents.lock.lines)
        let known: [LockFile.Line] = base?.contents.lock.lines ?? []
        let empty = Schema(model: model)
        // What one side retired, the others may still have.
        let schemas = [first, second, base].compactMap(\.?.schemas).reduce([:]) { $0.merging($1) { known, _ in known } }
        self.schemas = schemas
        entries = one.compactMap { line in
            schemas[line.key].map { History.Entry(line.version, $0, digest: line.chain) }
        }
        lines = one
        let (mine, yours) = (one.map { schemas[$0.key] }, other.map { schemas[$0.key] })
        if first.goesOn(from: base) || !second.goesOn(from: base) {
            let shared: Int = zip(one, other).enumerated()
                .prefix { $1.0.chain == $1.1.chain || $0 < known.count && $1.0.isSameVersion(as: $1.1) }.count
            start = shared > 0 ? mine[shared - 1] ?? empty : empty
            released = (mine.dropFirst(shared).compactMap { $0 }, yours.dropFirst(shared).compactMap { $0 })
            added = other.dropFirst(shared)
            kept = one.dropFirst(shared).map(\.version)
            lost = (one.dropFirst(shared) + other.dropFirst(shared)).filter { schemas[$0.key] == nil }
            isForked = one.count > shared && other.count > shared
        } else {
            // The first side does not have the ancestor's versions under these numbers, so its newest version is used
            // instead.
            start = yours[known.count - 1] ?? empty
            released = (mine.suffix(1).compactMap { $0 }, yours.dropFirst(known.count).compactMap { $0 })
            added = other.dropFirst(known.count)
            kept = one.dropFirst(zip(one, other).prefix { $0.isSameVersion(as: $1) }.count).map(\.version)
            lost = (one.suffix(1) + other.dropFirst(known.count)).filter { schemas[$0.key] == nil }
            isForked = true
        }
    }

    /// The matching from the newest version that both sides have to the first side's newest version.
    var pathOfFirst: Matching? { Matching.through([start] + released.first) }

    /// Appends the second side's versions to the first's. Returns `false` if there is a conflict, which is in the
    /// findings.
    package mutating func mergeVersions() -> Bool {
        let (mine, yours) = (lines.map(\.chain), second.contents.lock.lines.map(\.chain))
        guard second.goesOn(from: base) || mine.starts(with: yours) || yours.starts(with: mine) else {
            return refuseUnknownBase()
        }
        guard lockMappings() else { return false }
        guard findLost() else { return false }
        guard lines.allSatisfy({ $0.retirement != nil || schemas[$0.key] != nil }), let path = pathOfFirst else {
            return refuse(nil)
        }
        (fromFirst, fromSecond) = (.identity(entries.last?.schema ?? start), path)
        var older: Schema = start
        for line in added {
            guard let schema = schemas[line.key] else {
                lines.append(line)
                continue
            }
            guard add(schema, line, after: older) else { return false }
            older = schema
        }
        let numbers = Dictionary(renumbered.map { ($0.before, $0.now) }) { first, _ in first }
        lines =
            LockFile(lines: lines).retiring(
                base: base?.contents.lock ?? LockFile(),
                ours: first.contents.lock,
                theirs: second.contents.lock,
                renumbered: numbers
            ).lines
        return true
    }

    /// Looks for versions that one side froze and retired since the common ancestor, whose schemas are gone. Returns
    /// whether the versions can be merged without them.
    private mutating func findLost() -> Bool {
        guard let line = lost.first else { return true }
        let what =
            "version \(line.version) was frozen and retired since the branches parted, so its changes are unknown"
        findings.append(
            isForked
                ? .error(
                    what,
                    help: ["undo the retirement on that branch, merge again, and retire the versions afterwards"]
                )
                : .warning(
                    what,
                    help: ["run 'apus diff' and check that every difference from the newest version is intended"]
                )
        )
        return !isForked
    }

    /// Takes mappings of shared versions that only the second side has locked again.
    private mutating func lockMappings() -> Bool {
        let (known, yours) = (base?.contents.lock.lines ?? [], second.contents.lock.lines)
        guard second.goesOn(from: base) else { return true }
        for (number, line) in known.enumerated() where yours[number].direct != line.direct {
            let ours = lines.first { $0.isSameVersion(as: line) }
            if ours?.direct == yours[number].direct { continue }
            return refuseLocking(line.version, "was locked again on \(name), and it is a direct one")
        }
        for (number, line) in known.enumerated() where yours[number].mapping != line.mapping {
            let mapping: String? = yours[number].mapping
            let from: Schema.Version? = number > 0 ? known[number - 1].version : nil
            guard let from, let index = lines.firstIndex(where: { $0.isSameVersion(as: line) }), index > 0,
                lines[index - 1].isSameVersion(as: known[number - 1])
            else {
                return refuseLocking(
                    line.version,
                    "was locked again on \(name), but has another number on the other side"
                )
            }
            if lines[index].mapping == mapping { continue }
            guard lines[index].mapping == line.mapping else {
                return refuseLocking(line.version, "was locked again on both branches with different contents")
            }
            lines[index].mapping = mapping
            let file: String = MappingFile.fileName(from: from, to: line.version)
            let written: String? = second.mapping(from: from, to: line.version)?.file.text
            // An empty mapping may have no file.
            let text: String = written ?? MappingFile.write(Mapping(from: from, to: line.version))
            mappings.append(SourceFile(path: file, text: text))
        }
        lines = Digest.chained(lines)
        let chains = Dictionary(lines.map { ($0.version, $0.chain) }) { first, _ in first }
        entries = entries.map { History.Entry($0.version, $0.schema, digest: chains[$0.version]) }
        return true
    }

    private mutating func refuseLocking(_ version: Schema.Version, _ reason: String) -> Bool {
        findings.append(
            .error(
                "the mapping of version \(version) \(reason)",
                help: [
                    "take our side's lock ('git checkout --ours'), review the mapping under its name there, and run "
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
        // The first side has no version in between, so this one does not change.
        if lines.last?.chain == chain(of: previous) {
            take(schema, line, after: previous)
            (fromFirst, fromSecond) = (fromFirst?.composed(with: step) ?? step, .identity(schema))
            return true
        }
        let merge = SchemaMerge(across, step, ourSchema: entries.last?.schema)
        guard let merged = merge.schema, merge.conflicts.isEmpty, let newer = merge.matching(from: .theirs) else {
            return refuse(line.version, merge.conflicts + merge.clashes)
        }
        // A version without changes is not added.
        if entries.last?.schema.means(merged) == true {
            return refuse(line.version, [], because: "it has no changes that the other side does not have")
        }
        let errors: [Diagnostic] = merged.validate().filter { $0.severity == .error }
        guard errors.isEmpty else {
            findings += errors
            return refuse(line.version, [])
        }
        guard let now = number(of: line.version) else { return false }
        let entry = History.Entry(now, merged)
        var mapping: Mapping?
        if let from = entries.last, let written = second.mapping(from: previous, to: line.version) {
            mapping = adopt(written, from: from, to: entry, MappingPaths(older: across, newer: newer))
            if let mapping { findReach(of: mapping, of: from, across) }
        } else if line.mapping != nil {
            return refuseWithoutMapping(line.version)
        } else if let from = entries.last {
            settle(Mapping(from: from.version, to: now), from: from, to: entry)
        }
        let renumbering = Renumbering(before: line.version, now: now)
        if now != line.version { renumbered.append(renumbering) }
        if now != line.version || Digest.of(merged) != line.schema { rewritten.append(renumbering) }
        versions.append(SourceFile(path: "\(now).yaml", text: ModelFile.write(merged)))
        if let from = entries.last, let written = second.mapping(from: line.version, to: previous) {
            adoptBackward(written, from: entry, to: from, MappingPaths(older: newer, newer: across))
        }
        let (digest, accepted) = (Digest.of(entry.schema), Digest.of(mapping))
        let direct: [LockFile.DirectMapping] = adoptDirectMappings(of: line, entry, newer)
        let chain: String = Digest.chain(
            after: lines.last?.chain,
            now,
            schema: digest,
            mapping: accepted,
            direct: direct
        )
        lines.append(LockFile.Line(now, schema: digest, mapping: accepted, direct: direct, chain: chain))
        entries.append(entry)
        crossings[line.version] = (entry, newer)
        fromFirst = fromFirst.flatMap { first in merge.matching(from: .ours).map(first.composed) }
        fromSecond = newer
        return true
    }

    private func chain(of version: Schema.Version?) -> String? {
        second.contents.lock.lines.first { $0.version == version }?.chain
    }

    private mutating func take(_ schema: Schema, _ line: LockFile.Line, after previous: Schema.Version?) {
        let name = "\(line.version).yaml"
        let text: String? = second.files.versions.first { $0.name == name }?.text
        versions.append(SourceFile(path: name, text: text ?? ModelFile.write(schema)))
        if let written = second.mapping(from: previous, to: line.version) {
            mappings.append(SourceFile(path: written.file.name, text: written.file.text))
        }
        for direct in line.direct {
            guard let written = second.mapping(from: direct.from, to: line.version) else { continue }
            mappings.append(SourceFile(path: written.file.name, text: written.file.text))
        }
        lines.append(line)
        entries.append(History.Entry(line.version, schema, digest: line.chain))
    }

    /// The version's own number if it comes after all others, else the next whole number; `nil`, and a finding, if
    /// there is none.
    private mutating func number(of version: Schema.Version) -> Schema.Version? {
        guard let newest = lines.map(\.version).max(), version <= newest else { return version }
        do throws(DiagnosticsError) {
            return try .next(after: newest)
        } catch {
            findings += error.diagnostics
            return nil
        }
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

    private mutating func refuseWithoutMapping(_ version: Schema.Version) -> Bool {
        findings.append(
            .error(
                "version \(version) of \(name) cannot get another number: the version before it is retired, and its mapping "
                    + "with it",
                help: ["undo the retirement on that branch, merge again, and retire the versions afterwards"]
            )
        )
        return false
    }

    private mutating func refuseUnknownBase() -> Bool {
        findings.append(
            .error(
                "the versions of '\(model)' on one branch differ from those of the common ancestor: they were renumbered, "
                    + "or their mappings locked again",
                help: [
                    "if the other branch froze nothing new, take the frozen files and the lock of this one; otherwise merge "
                        + "the branches instead of rebasing or cherry-picking their commits"
                ]
            )
        )
        return false
    }

    private mutating func refuse(
        _ version: Schema.Version,
        _ conflicts: [ModelPath],
        because reason: String? = nil
    ) -> Bool {
        refused = version
        findings += conflicts.map { path in
            .error("both branches froze a change of '\(path.element?.description ?? path.description)'")
        }
        findings.append(
            .error(
                "version \(version) of \(name) cannot follow version \(lines.last?.version.description ?? "none")",
                notes: reason.map { [$0] } ?? [],
                help: [
                    "turn version \(version) back into the head on that branch: remove its file and its line in the lock, and "
                        + "rename its mapping after the head; merge again, settle the head, and freeze it"
                ]
            )
        )
        return false
    }
}
