import ApusDiagnostics
package import ApusReports
package import ApusSchema

extension Picture {
    /// What a migration does to the rows of an entity, or of a relationship's join table, with numbers.
    package struct RowEffect: Hashable, Sendable {
        /// The entity or relationship.
        package let element: Element
        /// The numbers of rows.
        package let (before, after, added, removed): (Int, Int, Int, Int)
        /// How many of the removed ones another row with the same values stays for.
        package let merged: Int
        /// How many of the removed ones are set aside.
        package let setAside: Int

        /// Creates a value.
        package init(
            _ path: ElementPath,
            of side: Side = .newer,
            before: Int,
            after: Int,
            added: Int,
            removed: Int,
            merged: Int = 0,
            setAside: Int = 0
        ) {
            element = Element(side, path)
            (self.before, self.after, self.added, self.removed) = (before, after, added, removed)
            self.merged = merged
            self.setAside = setAside
        }
    }

    /// What a migration does to the values of a property, with numbers.
    package struct ValueEffect: Hashable, Sendable {
        /// A value before and after; `nil` for null.
        package struct Sample: Hashable, Sendable {
            /// The identity of the row.
            package let row: String
            /// The value before.
            package let before: String?
            /// The value after.
            package let after: String?

            /// Creates a value.
            package init(row: String, before: String?, after: String?) {
                (self.row, self.before, self.after) = (row, before, after)
            }
        }

        /// The property.
        package let element: Element
        /// How many changed to another value, became null or went with their property, or were null before.
        package let (changed, lost, filled): (Int, Int, Int)
        /// How many of them are set aside.
        package let setAside: Int
        /// Some of them.
        package let samples: [Sample]

        /// Creates a value.
        package init(
            _ path: ElementPath,
            of side: Side = .newer,
            changed: Int,
            lost: Int,
            filled: Int,
            setAside: Int = 0,
            samples: [Sample] = []
        ) {
            element = Element(side, path)
            (self.changed, self.lost, self.filled, self.setAside) = (changed, lost, filled, setAside)
            self.samples = samples
        }
    }

    /// Returns the picture with what a dry run did to the rows. A card that only its rows change is unfolded.
    package func adding(_ rows: [RowEffect], _ values: [ValueEffect]) -> Picture {
        var copy = self
        let index = CardIndex(self)
        for effect in rows {
            copy.add(effect.notes, at: effect.element, index)
        }
        for effect in values {
            copy.add(effect.notes, at: effect.element, index)
        }
        return copy
    }

    /// Returns the picture with what a plan does in a store.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - older: The schema of the store.
    ///   - newer: The schema after the migration.
    /// - Returns: The picture.
    package func adding(_ work: StoreWork, from older: Schema, to newer: Schema) -> Picture {
        var copy = self
        let index = CardIndex(self)
        let layouts = (older: Layout(older), newer: Layout(newer))
        for line in work.tables {
            let side: Side = line.isDropped ? .older : .newer
            let layout = line.isDropped ? layouts.older : layouts.newer
            let element: Element? =
                switch layout.table(line.table)?.origin {
                case .hierarchy(let root): Element(side, ElementPath(root))
                case .joinTable(let path): Element(side, path)
                case nil: nil
                }
            let why = line.why.isEmpty ? "" : ": \(line.why)"
            var notes = [Note(.table, "\(line.how)\(why)")]
            if let rows = line.rows { notes.append(Note(.rows, rows.of("row"))) }
            let isShown = line.how != "nothing" && line.how != "catalogue"
            copy.add(notes, at: element, index, named: line.table, unfolding: isShown)
        }
        func add(_ note: Note, at path: String, _ side: Side) {
            copy.add([note], at: ElementPath(parsing: path).map { Element(side, $0) }, index, named: path)
        }
        for (path, text) in work.losses.sorted(by: { $0.key < $1.key }) {
            let part = path.contains(".") ? ", of some objects" : " left out or merged"
            add(Note(.lost, work.partialLosses.contains(path) ? text + part : text), at: path, .older)
        }
        for rule in work.brokenRules { add(Note(.change, "kept: \(rule.text)"), at: rule.path, .newer) }
        for deferral in work.deferred {
            // The table has its newer name, the column its older one.
            let path = ElementPath(parsing: deferral.name)
            let card = path.flatMap { index.card($0.entity, .newer) }.map { copy.cards[$0] }
            let element = card.flatMap { card in
                path?.property.map { Element(.older, ElementPath(card.formerName ?? card.name, $0)) }
            }
            copy.add([Note(.table, "later: \(deferral.text)")], at: element, index, named: deferral.name)
        }
        for line in work.seedData {
            add(Note(.rows, "seed data: \(line.text)"), at: line.entity, .newer)
        }
        if let needs = work.needs { copy.notes.append(Note(.table, needs)) }
        return copy
    }

    /// Adds notes to the row or card of an element, or to the picture if it has neither.
    private mutating func add(
        _ notes: [Note],
        at element: Element?,
        _ index: CardIndex,
        named name: String? = nil,
        unfolding isShown: Bool = true
    ) {
        guard let element, let card = index.card(element.path.entity, element.side) else {
            let title = name ?? element?.path.description ?? ""
            self.notes += notes.map { Note($0.kind, "\(title): \($0.text)") }
            return
        }
        if isShown { cards[card].isFolded = false }
        guard let property = element.path.names.first else {
            cards[card].notes += notes.map { $0.sourced(by: cards[card].notes) }
            return
        }
        guard let row = cards[card].indexOfRow(property, element.side) else {
            cards[card].notes += notes.map { Note($0.kind, "\(element.path.property ?? property): \($0.text)") }
            return
        }
        cards[card].rows[row].notes += notes.map { $0.sourced(by: cards[card].rows[row].notes) }
    }
}

extension Picture.Card.Kind {
    /// Whether it stands for an entity, not for a type of values.
    package var isEntity: Bool { self == .entity || self == .abstract }
}

extension Picture.Row {
    /// Whether it stands for a property of an entity.
    package var isProperty: Bool { kind == .attribute || kind == .relationship }
}

extension Picture.Note {
    /// The note with the mapping's line of another note that says what happens.
    fileprivate func sourced(by notes: [Self]) -> Self {
        guard let other = notes.first(where: { $0.kind == kind && $0.line != nil }) else { return self }
        return Self(kind, text, code: other.code, line: other.line, source: other.source)
    }
}

extension Picture.RowEffect {
    fileprivate var notes: [Picture.Note] {
        let gone = removed - merged - setAside
        return [Picture.Note(.rows, before == after ? after.of("row") : "\(before) → \(after.of("row"))")]
            + (added > 0 ? [Picture.Note(.filled, "\(added.of("row")) added")] : [])
            + (gone > 0 ? [Picture.Note(.lost, "\(gone.of("row")) removed")] : [])
            + (merged > 0 ? [Picture.Note(.lost, "\(merged.of("duplicate")) removed")] : [])
            + (setAside > 0 ? [Picture.Note(.setAside, "\(setAside.of("row")) set aside")] : [])
    }
}

extension Picture.ValueEffect {
    fileprivate var notes: [Picture.Note] {
        let kind: Picture.Note.Kind = lost > 0 ? .lost : filled > 0 && changed == 0 ? .filled : .converted
        return (changed > 0 ? [Picture.Note(.converted, "\(changed.of("value")) changed")] : [])
            + (filled > 0 ? [Picture.Note(.filled, "\(filled.of("value")) filled")] : [])
            + (lost > 0 ? [Picture.Note(.lost, "\(lost.of("value")) lost")] : [])
            + (setAside > 0 ? [Picture.Note(.setAside, "\(setAside.of("value")) set aside")] : [])
            + samples.map { sample in
                Picture.Note(kind, "row \(sample.row): \(sample.before ?? "null") → \(sample.after ?? "null")")
            }
    }
}
