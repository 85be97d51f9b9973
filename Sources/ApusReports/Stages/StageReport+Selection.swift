import ApusMigration

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
            case (.losses, .refused): change.words.sign == .removed
            default: false
            }
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
