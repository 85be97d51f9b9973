import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

extension HistoryMerge {
    /// Adapts a mapping to other versions.
    mutating func adopt(
        _ written: (mapping: Mapping, file: SourceFile),
        from: History.Entry,
        to: History.Entry,
        _ paths: MappingPaths
    ) -> Mapping? {
        let (translated, text) = paths.translated(written.mapping, written.file, from: from.version, to: to.version)
        let mapping: Mapping = settle(translated, from: from, to: to)
        add(mapping, text)
        return mapping.isEmpty ? nil : mapping
    }

    /// Adds the file of an adapted mapping with its original lines, unless nothing is left of it.
    private mutating func add(_ mapping: Mapping, _ text: String) {
        if mapping.isEmpty { return }
        let name: String = MappingFile.fileName(from: mapping.from, to: mapping.to)
        let file = SourceFile(path: name, text: text)
        mappings.append(SourceFile(path: name, text: MappingFile.edited(file, to: mapping)))
    }

    /// Adapts a mapping to an older version, without the lines that are no longer needed.
    mutating func adoptBackward(
        _ written: (mapping: Mapping, file: SourceFile),
        from: History.Entry,
        to: History.Entry,
        _ paths: MappingPaths
    ) {
        var (mapping, text) = paths.translated(written.mapping, written.file, from: from.version, to: to.version)
        let history = History(model: model, entries: entries + [from])
        let back: [Stage] = Planner(history: history, mappings: [mapping]).backwards(through: [from, to])
        leaveOut(
            back.flatMap(\.refusals).compactMap(\.outdatedLine),
            of: &mapping,
            MappingFile.fileName(from: from.version, to: to.version)
        )
        findings += back.flatMap(\.openRefusals).map { refusal in
            .warning(
                "the stage back from \(from.version) to \(to.version) is not settled: \(refusal.message)",
                help: refusal.help
            )
        }
        add(mapping, text)
    }

    /// Adapts the direct mappings to a version of the second side.
    ///
    /// - Parameters:
    ///   - line: The version's line in the second side's lock.
    ///   - entry: The merged version.
    ///   - newer: The matching from the version to the merged one.
    /// - Returns: The mappings, as the merged version's line contains them.
    mutating func adoptDirectMappings(
        of line: LockFile.Line,
        _ entry: History.Entry,
        _ newer: Matching
    ) -> [LockFile.DirectMapping] {
        line.direct.compactMap { direct in
            let shared = entries.first { $0.version == direct.from }
            let crossing = crossings[direct.from] ?? shared.map { ($0, .identity($0.schema)) }
            guard let (from, older) = crossing, let written = second.mapping(from: direct.from, to: line.version) else {
                return nil
            }
            var (mapping, text) = MappingPaths(older: older, newer: newer)
                .translated(written.mapping, written.file, from: from.version, to: entry.version)
            let history = History(model: model, entries: entries + [entry])
            let planner = Planner(history: history, mappings: [mapping])
            let stage = try? planner.directStage(from: from.version, to: entry.version)
            let name: String = MappingFile.fileName(from: from.version, to: entry.version)
            leaveOut(stage?.refusals.compactMap(\.outdatedLine) ?? [], of: &mapping, name)
            findings += (stage?.openRefusals ?? []).map { refusal in
                .error(
                    "the direct mapping from \(from.version) to \(entry.version) is not settled: \(refusal.message)",
                    help: refusal.help + ["write it in \(name), then run 'apus freeze --mapping \(name.dropLast(5))'"]
                )
            }
            let file = SourceFile(path: name, text: text)
            mappings.append(SourceFile(path: name, text: MappingFile.edited(file, to: mapping)))
            return LockFile.DirectMapping(from: from.version, digest: Digest.direct(mapping))
        }
    }

    /// Warns if a loss that is accepted for an enum or a composite also affects attributes that only the first side
    /// has.
    mutating func findReach(of mapping: Mapping, of older: History.Entry, _ across: Matching) {
        for type in Set(mapping[.accept].map(\.path.entity)).sorted() where older.schema.entity(type) == nil {
            let known = Set(
                across.older.schema.attributes { across.newerPath(ElementPath($0))?.entity == type }.compactMap(
                    across.newerPath
                )
            )
            for path in older.schema.attributes(where: { $0 == type }) where !known.contains(path) {
                findings.append(
                    .warning(
                        "the loss that \(name) accepts for '\(type)' also affects '\(path)', which \(name) did not have",
                        help: ["check that this is intended before you migrate a store"]
                    )
                )
            }
        }
    }

    /// Removes lines that are no longer needed from a mapping, and reports what is missing.
    @discardableResult
    mutating func settle(_ mapping: Mapping, from: History.Entry, to: History.Entry) -> Mapping {
        var mapping: Mapping = mapping
        let history = History(model: model, entries: entries + [to])
        var stage: Stage = Planner(history: history, mappings: [mapping]).stage(from: from, to: to)
        while case let needless = stage.refusals.compactMap(\.outdatedLine), !needless.isEmpty {
            let before: Mapping = mapping
            leaveOut(needless, of: &mapping, "the stage from \(from.version) to \(to.version)", by: "of \(self.name) ")
            if mapping == before { break }
            stage = Planner(history: history, mappings: [mapping]).stage(from: from, to: to)
        }
        let name: String = MappingFile.fileName(from: from.version, to: to.version)
        findings += stage.shownRefusals.map { refusal in
            .error(
                "the stage from \(from.version) to \(to.version) is not settled: \(refusal.message)",
                help: refusal.help + ["write it in \(name), then run 'apus freeze --mapping \(name.dropLast(5))'"]
            )
        }
        return mapping
    }
}

extension HistoryMerge {
    /// Removes lines from a mapping because an earlier version already does what they say. What gives values is reported, as
    /// these may be others; losses that happened before need no acceptance.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - mapping: The mapping.
    ///   - name: The stage or the file of the mapping, in messages.
    ///   - side: The side that wrote the lines, in messages, followed by a space; empty if it is not known.
    mutating func leaveOut(_ lines: [Mapping.Line], of mapping: inout Mapping, _ name: String, by side: String = "") {
        mapping.remove(lines)
        findings += lines.filter { $0.key != .accept }.map { line in
            .warning(
                "the line \(side)for '\(line.path)' is left out of \(name): the other stages already give the value"
            )
        }
    }
}

extension Stage {
    /// The refusals that the author has to settle, as reports show them. Outdated lines are left out of the mapping instead.
    fileprivate var openRefusals: [Refusal] { shownRefusals.filter { $0.outdatedLine == nil } }
}

extension Refusal {
    /// The line that the merged stage does not need because an earlier version already does what it says.
    ///
    /// An assertion is not one: it does nothing that another version could have done, so the author has to correct it.
    var outdatedLine: Mapping.Line? { needlessLine.flatMap { $0.key == .assert ? nil : $0 } }
}

extension Schema {
    /// The attributes of entities and composites whose named type satisfies a condition.
    fileprivate func attributes(where isWanted: (String) -> Bool) -> [ElementPath] {
        let owners: [(String, [Attribute])] =
            entities.map { ($0.name, $0.attributes) } + composites.map { ($0.name, $0.attributes) }
        return owners.flatMap { owner, attributes in
            attributes.compactMap { attribute in
                if case .named(let name) = attribute.type, isWanted(name) {
                    ElementPath(owner, attribute.name)
                } else {
                    nil
                }
            }
        }
    }
}
