package import ApusMigration
package import ApusSchema

/// A mapping that settles a stage which another tool migrated before, for the user to review.
///
/// It says what that tool did, as far as it is known. What the tool dropped is accepted; where it stopped, the migration
/// stops as well (`require`); values of another type are computed, and the migration stops where that fails. No value is
/// invented: if only the author knows it, the stage stays refused.
package struct Settlement: Hashable, Sendable {
    /// The mapping. It is empty if the stage needs none.
    package private(set) var mapping: Mapping

    /// The stage with the mapping.
    package private(set) var stage: Stage

    /// The lines that accept losses which the other tool made silently.
    package private(set) var losses: [Mapping.Line] = []

    /// The questions about losses and new values that look like renames of which the other tool did not know.
    package private(set) var likelyRenames: [String] = []

    /// What is known about the losses, as sentences without a period.
    package private(set) var remarks: [String] = []

    /// The app's own code for the stage, if it had any.
    package let ownCode: OwnCode?

    /// What is known about losses, by the older names.
    private let lossNotes: [ElementPath: LossNote]

    /// The schema whose elements may be lost.
    private let older: Schema

    /// The other tool's values for new attributes, as text.
    private var fills: [ElementPath: String]

    /// Whether the app's own code did something that no line says. What the stage loses is not accepted then.
    package var isOpen: Bool { ownCode?.isOpen == true }

    /// Whether the author has to decide something before a store can be migrated through the stage.
    package var isUndecided: Bool { !stage.refusals.isEmpty }

    /// The refusals that no mapping can settle.
    package var obstacles: [Refusal] {
        openQuestions.filter(\.mappingLines.isEmpty)
    }

    /// What the author has to decide, also about elements that the mapping leaves undecided.
    package var openQuestions: [Refusal] { stage.refusals.filter { $0.reason != .undecided } }

    /// Settles the stage between two neighbouring versions.
    ///
    /// - Parameters:
    ///   - older: The older version.
    ///   - newer: The newer version.
    ///   - history: The history of both versions.
    ///   - ownCode: The app's own code for the stage, if it had any. What no line can say of it is left undecided, and no
    ///     loss is accepted then.
    ///   - fills: The other tool's values for new attributes, as text.
    ///   - lossNotes: What is known about losses, by the older names. Those that are open are not accepted.
    package init(
        from older: History.Entry,
        to newer: History.Entry,
        in history: History,
        ownCode: OwnCode? = nil,
        fills: [ElementPath: String] = [:],
        lossNotes: [ElementPath: LossNote] = [:]
    ) {
        self.lossNotes = lossNotes
        self.older = older.schema
        self.fills = fills
        let translated = Translated(ownCode, from: older, to: newer, in: history)
        (self.ownCode, mapping, stage) = (translated.code, translated.mapping, translated.stage)
        if !isOpen {
            // Where nothing is accepted, the refusals ask.
            likelyRenames = stage.refusals.renameQuestions
            // An element may be lost in two ways: its references, and their order.
            for path in stage.losses where note(on: path)?.isOpen != true { mapping.add(.accept(path)) }
            for path in self.ownCode?.translations.flatMap(\.dropped) ?? [] { mapping.add(.accept(path)) }
        }
        for text in stage.losses.compactMap({ note(on: $0)?.text }) where !remarks.contains(text) {
            remarks.append(text)
        }
        losses = mapping[.accept]
        let lines: [Mapping.Line] = self.ownCode?.translations.map(\.line) ?? []
        // A line may settle another refusal, or make another line unnecessary, so this takes a few rounds.
        for _ in 0..<Self.rounds {
            stage = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
            if stage.refusals.isEmpty || !settle(stage.refusals, keeping: lines) { break }
        }
        if isOpen, let paths = self.ownCode?.work.compactMap(\.path), !paths.isEmpty {
            // An open decision holds back what it may settle.
            for path in paths { mapping.add(.undecided(path)) }
            stage = Planner(history: history, mappings: [mapping]).stage(from: older, to: newer)
        }
        let accepted = Set(mapping[.accept])
        losses.removeAll { !accepted.contains($0) }
    }

    private static let rounds: Int = 12

    /// The note on the loss of an element, or of the property that it inherits.
    private func note(on path: ElementPath) -> LossNote? {
        if let note = lossNotes[path] { return note }
        guard !lossNotes.isEmpty, let property = path.property, let entity = older.entity(path.entity) else {
            return nil
        }
        return older.ancestors(of: entity).lazy.compactMap { lossNotes[ElementPath($0.name, property)] }.first
    }

    /// Adds or removes lines. Returns `false` if there are none to add or remove.
    private mutating func settle(_ refusals: [Refusal], keeping lines: [Mapping.Line]) -> Bool {
        let before: Mapping = mapping
        mapping.remove(refusals.compactMap(\.needlessLine).filter { !lines.contains($0) })
        for refusal in refusals where !refusal.isChoice { settle(refusal) }
        // Of two choices that exclude each other, only one is lost.
        if mapping == before, let choice = refusals.first(where: \.isChoice) { settle(choice) }
        return mapping != before
    }

    private mutating func settle(_ refusal: Refusal) {
        if case .unusableFill = refusal.reason {
            // The other tool's value is not one of the attribute's type.
            mapping.remove(mapping[.fill].filter { fills[$0.path] != nil && $0.path == refusal.path })
            fills[refusal.path] = nil
        } else if let line = line(for: refusal) {
            mapping.add(line)
        }
    }

    /// Returns the line that says what the other tool did; `nil` if that is for the author to decide.
    private func line(for refusal: Refusal) -> Mapping.Line? {
        let lines: [Mapping.Line] = refusal.mappingLines
        let fill: Mapping.Line? = lines.first { $0.key == .fill }
        if let fill, let given = fills[fill.path] { return .fill(fill.path, .literal(given)) }
        if ownCode?.made(refusal.path) == true { return nil }
        if let line = lines.first(where: { $0.key == .require }) { return line }
        switch refusal.reason {
        // The other tool does not infer these: the app had code for them that is not here, or no store with such rows.
        case .hierarchiesMerged, .typeChanged(_, _, isConvertible: false): return nil
        default: break
        }
        let conversions: [Mapping.Line] = lines.filter { $0.key == .convert }
        if let line = conversions.first(where: \.isPlainConversion) { return line }
        // A fill would be invented, any other conversion chooses among several meanings, and what an app's own code kept
        // is not known.
        guard !isOpen, conversions.isEmpty, fill == nil else { return nil }
        return lines.first { $0.key == .accept && note(on: $0.path)?.isOpen != true }
    }
}

extension Mapping.Line {
    /// Whether a conversion gives what the value says and fails otherwise. Of the others, some change values (`rounded`,
    /// `clamped`), and some choose one of several meanings (`secondsSince1970`, `base64`).
    fileprivate var isPlainConversion: Bool { ["exact", "digits", "parsed", "bytes"].contains(conversion) }
}

extension [Refusal] {
    /// The questions whether elements were renamed, one for each element of the newer schema.
    fileprivate var renameQuestions: [String] {
        var paths: [ElementPath] = []
        var names: [ElementPath: [String]] = [:]
        for refusal in self {
            let older: [String] = refusal.olderNames
            // More than a few are alike by their type only.
            guard !older.isEmpty, refusal.isLikelyRename || older.count <= 3 else { continue }
            if names[refusal.path] == nil { paths.append(refusal.path) }
            names[refusal.path, default: []] += older.filter { names[refusal.path]?.contains($0) != true }
        }
        return paths.map { path in
            let older: [String] = (names[path] ?? []).map { "'\($0)'" }
            return "perhaps '\(path)' is \(older.joined(separator: " or ")) under a new name"
        }
    }
}

extension Refusal {
    /// The older names that the element may have had.
    fileprivate var olderNames: [String] {
        settlements.compactMap { settlement in
            switch settlement {
            case .originalName(let name, let path): path == self.path ? name : nil
            case .edit(.renameInTwoVersions(_, let name)): name
            case .line, .lines, .edit, .removal, .correction, .newStore: nil
            }
        }
    }
}
