import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension StageReport {
    /// Some of the changes of a stage.
    package struct Selection: Hashable, Sendable {
        /// What changes do.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            /// They lose data, whether that is accepted or refused.
            case losses
            /// They are refused, because they need a decision.
            case decisions
        }

        /// The newer names of the entities, enums and composites, or the older ones of those that were removed; empty for all.
        package let names: Set<String>
        /// What the changes do; `nil` for all.
        package let kind: Kind?

        /// Creates a selection.
        package init(names: some Sequence<String>, kind: Kind?) {
            self.names = Set(names)
            self.kind = kind
        }

        fileprivate func includes(_ change: Change) -> Bool {
            switch (kind, change.verdict) {
            case (nil, _), (.losses, .accepted), (.decisions, .refused): true
            case (.losses, .refused(let refusal)): refusal.isLoss
            default: false
            }
        }

        fileprivate func includes(_ refusal: Refusal, of name: String) -> Bool {
            (names.isEmpty || names.contains(name)) && (kind != .losses || refusal.isLoss)
        }
    }

    /// The selected changes, by entity.
    func groups(of selection: Selection) -> [ChangeGroup] {
        ChangeGroup.groups(of: changes).filter { selection.names.isEmpty || selection.names.contains($0.name) }
            .map { $0.filtered(selection.includes) }.filter { !$0.changes.isEmpty }
    }

    /// The number of added, changed and removed parts of each entity, and of its losses and decisions.
    func statistics(of selection: Selection) -> StyledText {
        var text = text(of: [])
        let groups = groups(of: selection)
        let width = min(groups.map { $0.name.displayWidth }.max() ?? 0, 44)
        for group in groups {
            func count(_ signs: ChangeWords.Sign...) -> Int { group.changes.count { signs.contains($0.words.sign) } }
            let losses = group.changes.count { $0.verdict == .accepted }
            let decisions = group.changes.count { if case .refused = $0.verdict { true } else { false } }
            let marks = [
                losses > 0 ? losses.of("loss", "losses") : nil, decisions > 0 ? decisions.of("decision") : nil,
            ]
            text.add(
                .init("  \(group.name.shownPadded(to: width))   "),
                .init("+\(count(.added)) ", .added),
                .init("~\(count(.renamed, .changed)) ", .changed),
                .init("-\(count(.removed))", .removed),
                .init(marks.compactMap { $0.map { "   \($0)" } }.joined(), .alarm)
            )
        }
        return text
    }
}

extension Stage {
    /// Selects some of the stage's changes.
    ///
    /// - Parameters:
    ///   - names: The names of entities, enums and composites; empty for all. The older name of one that was renamed selects it as well,
    ///     unless another one has that name now.
    ///   - kind: What the changes do; `nil` for all.
    /// - Returns: The selection.
    package func selection(of names: [String], kind: StageReport.Selection.Kind?) -> StageReport.Selection {
        let newer = Set(new.entities.map(\.name) + new.enumerations.map(\.name) + new.composites.map(\.name))
        return StageReport.Selection(names: names.map { newer.contains($0) ? $0 : newerNames[$0] ?? $0 }, kind: kind)
    }

    /// Selects some refusals.
    ///
    /// - Parameters:
    ///   - refusals: All of them: `shownRefusals`, which take a moment to find.
    ///   - selection: The selection.
    /// - Returns: Those that it includes.
    package func selected(_ refusals: [Refusal], of selection: StageReport.Selection) -> [Refusal] {
        let names = newerNames
        return refusals.filter { refusal in
            // What only the older schema has is known by the older name of its entity, which another one may have now.
            let name = refusal.path.entity
            return selection.includes(refusal, of: isNewer(refusal.path) ? name : names[name] ?? name)
        }
    }

    /// Whether the newer schema has an element.
    private func isNewer(_ path: ElementPath) -> Bool {
        guard let name = path.names.first else {
            return new.entity(path.entity) != nil || new.enumerations.contains { $0.name == path.entity }
                || new.composites.contains { $0.name == path.entity }
        }
        return matching.newer.properties(of: path.entity).contains { $0.name == name }
            || new.enumerations.contains { $0.name == path.entity && $0.cases.contains { $0.name == name } }
            || new.composites.contains { $0.name == path.entity && $0.attributes.contains { $0.name == name } }
    }

    /// The newer names of entities, enums and composites that were renamed, by their older ones.
    private var newerNames: [String: String] {
        let renamed = changes.compactMap { change -> (String, String)? in
            switch change.difference {
            case let one as EntityRenamed: (one.from, one.to)
            case let one as TypeRenamed: (one.from, one.to)
            default: nil
            }
        }
        return Dictionary(renamed) { first, _ in first }
    }
}
