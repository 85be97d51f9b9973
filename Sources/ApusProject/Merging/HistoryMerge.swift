import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// The history of a model, put together from two sides: where both froze versions, those of the second go on from those
/// of the first, which keep their numbers.
struct HistoryMerge {
    /// A side: the files of the model there, and what they say.
    struct Side {
        let files: HistoryFiles
        let contents: HistoryFiles.Contents

        init(_ files: HistoryFiles) {
            (self.files, contents) = (files, files.read())
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
    }

    /// A version of the second side that another number was given to.
    struct Renumbering {
        let before: Schema.Version
        let now: Schema.Version
    }

    private let model: String
    private let base: Side?
    let first: Side
    let second: Side
    /// What the second side is called.
    private let name: String

    /// How many versions both sides have.
    private let shared: Int
    /// The versions so far.
    private var entries: [History.Entry]
    private(set) var lines: [LockFile.Line]
    /// What each element of the newest version was in the newest version of either side.
    private var fromFirst: Matching?
    private var fromSecond: Matching?
    /// The files that the history has now and the first side did not have, by their names in their folders.
    private(set) var versions: [SourceFile] = []
    private(set) var mappings: [SourceFile] = []
    private(set) var renumbered: [Renumbering] = []
    /// What is left to decide.
    private(set) var findings: [Diagnostic] = []

    /// Both sides must be readable.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - base: What both come from.
    ///   - first: The side whose versions stay what they are.
    ///   - second: The other one.
    ///   - name: What the second side is called.
    init(model: String, base: Side?, first: Side, second: Side, called name: String) {
        (self.model, self.base, self.first, self.second) = (model, base, first, second)
        self.name = name
        let (one, other) = (first.contents.lock.lines, second.contents.lock.lines)
        shared = zip(one, other).prefix { $0.chain == $1.chain }.count
        entries = first.contents.history?.entries ?? []
        lines = one
    }

    /// The schemas that each side froze alone, oldest first.
    var released: (first: [Schema], second: [Schema]) {
        func schemas(_ side: Side) -> [Schema] {
            side.contents.lock.lines.dropFirst(shared).compactMap { side.contents.schemas[$0.version] }
        }
        return (schemas(first), schemas(second))
    }

    /// Puts the second side's versions behind the first's; `false` where somebody has to decide, which is in the findings.
    mutating func mergeVersions() -> Bool {
        let known: [String] = base?.contents.lock.lines.map(\.chain) ?? []
        let (mine, yours) = (first.contents.lock.lines.map(\.chain), second.contents.lock.lines.map(\.chain))
        // What both come from must be in both: a version that another number was given to before cannot be followed.
        let isFollowed: Bool = mine.starts(with: known) && yours.starts(with: known)
        guard isFollowed || mine.starts(with: yours) || yours.starts(with: mine) else {
            return yours == known ? takeFirst() : refuseUnknownBase()
        }
        let empty = Schema(model: model)
        let last: Schema = shared > 0 && shared <= entries.count ? entries[shared - 1].schema : empty
        let (one, other) = released
        guard entries.count == lines.count, let path = Matching.through([last] + one) else { return refuse(nil) }
        (fromFirst, fromSecond) = (.identity(entries.last?.schema ?? empty), path)
        var older: Schema = last
        for (line, schema) in zip(second.contents.lock.lines.dropFirst(shared), other) {
            guard add(schema, line, after: older) else { return false }
            older = schema
        }
        return true
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
        if entries.last?.schema.means(merged) == true { return refuse(line.version, []) }
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
        } else if let from = entries.last {
            settle(Mapping(from: from.version, to: now), from, entry)
        }
        if now != line.version { renumbered.append(Renumbering(before: line.version, now: now)) }
        versions.append(SourceFile(path: "\(now).yaml", text: ModelFile.write(merged)))
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

    // MARK: Mappings

    /// Takes a mapping over to other versions.
    private mutating func adopt(
        _ written: (mapping: Mapping, file: SourceFile),
        from: History.Entry,
        to: History.Entry,
        _ paths: MappingPaths
    ) -> Mapping? {
        let (translated, text) = paths.translated(written.mapping, written.file, from: from.version, to: to.version)
        let mapping: Mapping = settle(translated, from, to)
        if mapping.isEmpty { return nil }
        let name: String = MappingFile.fileName(from: from.version, to: to.version)
        mappings.append(
            SourceFile(path: name, text: MappingFile.edited(SourceFile(path: name, text: text), to: mapping))
        )
        return mapping
    }

    /// A mapping without the lines that nothing needs any more. What it lacks is said.
    @discardableResult
    private mutating func settle(_ mapping: Mapping, _ from: History.Entry, _ to: History.Entry) -> Mapping {
        var mapping: Mapping = mapping
        let history = History(model: model, entries: entries + [to])
        var stage: Stage = Planner(history: history, mappings: [mapping]).stage(from: from, to: to)
        while case let needless = stage.refusals.filter(\.isNeedlessLine), !needless.isEmpty {
            let before: Mapping = mapping
            for refusal in needless { mapping.drop(refusal.path) }
            findings += needless.filter { $0.code != "AP403" }.map { refusal in
                .warning(
                    "what \(self.name) says about '\(refusal.path)' is left out of the stage from \(from.version) to \(to.version): "
                        + "an earlier version gives the value"
                )
            }
            if mapping == before { break }
            stage = Planner(history: history, mappings: [mapping]).stage(from: from, to: to)
        }
        let name: String = MappingFile.fileName(from: from.version, to: to.version)
        findings += stage.refusals.map { refusal in
            .error(
                "the stage from \(from.version) to \(to.version) is not settled: \(refusal.message)",
                help: refusal.help + ["write it in \(name), then run 'apus freeze --mapping \(name.dropLast(5))'"]
            )
        }
        return mapping
    }

    /// The head's mapping, from the newest version; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - heads: The merge of the heads.
    ///   - head: The head as it is now; `nil` where it cannot be read yet.
    ///   - folder: The folder of the mappings, as messages show it.
    /// - Returns: The mapping's file.
    mutating func headMapping(_ heads: SchemaMerge?, head: Schema?, in folder: String) -> MergedFile? {
        guard let newest = entries.last, [base, first, second].contains(where: { $0?.headMapping != nil }) else {
            return nil
        }
        let name: String = "\(folder)/" + MappingFile.fileName(from: newest.version, to: nil)
        func file(_ side: Side?, _ older: Matching?, _ newer: Matching?) -> SourceFile {
            guard let written = side?.headMapping else { return SourceFile(path: name, text: "") }
            guard let older, let newer else { return SourceFile(path: name, text: written.file.text) }
            let (mapping, text) = MappingPaths(older: older, newer: newer)
                .translated(written.mapping, written.file, from: newest.version, to: nil)
            let moved = SourceFile(path: name, text: text)
            return SourceFile(path: name, text: MappingFile.edited(moved, to: mapping))
        }
        let old: Schema? = shared > 0 ? first.contents.history?.entries[shared - 1].schema : nil
        let fromBase: Matching? = old.flatMap { Matching.through([$0] + released.first) }
            .flatMap { path in fromFirst.map(path.composed) }
        let merged: MergedFile? = MappingFile.merge(
            base: file(base, fromBase, heads?.matching(from: .base)),
            ours: file(first, fromFirst, heads?.matching(from: .ours)),
            theirs: file(second, fromSecond, heads?.matching(from: .theirs))
        )
        guard let merged else {
            findings.append(
                .error("the two mappings for the head could not be put together", help: ["write \(name) by hand"])
            )
            return nil
        }
        return merged.findings.isEmpty ? withoutNeedless(merged, name, newest, head) : merged
    }

    private func withoutNeedless(
        _ merged: MergedFile,
        _ name: String,
        _ newest: History.Entry,
        _ head: Schema?
    ) -> MergedFile? {
        let file = SourceFile(path: name, text: merged.text)
        guard let head, var mapping = MappingFile.read(file, from: newest.version, to: nil).mapping else {
            return merged
        }
        let planner = Planner(history: History(model: model, entries: entries, head: head), mappings: [mapping])
        for refusal in planner.headStage?.refusals ?? [] where refusal.isNeedlessLine { mapping.drop(refusal.path) }
        if mapping.isEmpty { return nil }
        return MergedFile(text: MappingFile.edited(file, to: mapping), findings: [])
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

    /// The second side has frozen nothing since the base; which of its elements are which has only their names to go by.
    private mutating func takeFirst() -> Bool {
        guard let newest = entries.last?.schema, let version = second.newest,
            let old = second.contents.schemas[version],
            let path = Matching.through([old, newest])
        else { return refuseUnknownBase() }
        (fromFirst, fromSecond) = (.identity(newest), path)
        return true
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

    private mutating func refuse(_ version: Schema.Version, _ places: [ModelPath]) -> Bool {
        findings += places.map { path in
            .error("both branches froze a change of '\(path.element?.description ?? path.description)'")
        }
        findings.append(
            .error(
                "version \(version) of \(name) cannot go on from version \(lines.last?.version.description ?? "none")",
                help: [
                    "on that branch take version \(version) back: remove its file and its line in the lock, and name its "
                        + "mapping after the head; merge again, settle the head, and freeze it"
                ]
            )
        )
        return false
    }
}

extension Mapping {
    /// Leaves out the lines about an element.
    fileprivate mutating func drop(_ path: ElementPath) {
        accept.removeAll { $0.path == path }
        fill.removeAll { $0.path == path }
        convert.removeAll { $0.path == path }
        require.removeAll { $0.path == path }
    }
}
