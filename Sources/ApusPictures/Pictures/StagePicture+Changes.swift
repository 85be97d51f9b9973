import ApusMigration
import ApusReports
import ApusSchema

extension StagePicture {
    /// Notes on both cards where a property was moved to.
    mutating func addMoves() {
        var seen: Set<[String]> = []
        for entity in matching.newer.schema.entities {
            for pair in matching.match(newer: entity.name)?.properties ?? []
            where matching.olderName(of: pair.to.owner) != pair.from.owner {
                let names = [pair.from.owner, pair.from.name, pair.to.owner, pair.to.name]
                guard seen.insert(names).inserted, let start = olderCards[.entities]?[pair.from.owner],
                    let end = newerCards[.entities]?[pair.to.owner]
                else { continue }
                if let row = drafts[start].older[.element(pair.from.name)] {
                    drafts[start].card.rows[row].notes.append(.init(.moved, "→ \(pair.to.owner).\(pair.to.name)"))
                }
                if let row = drafts[end].newer[.element(pair.to.name)] {
                    drafts[end].card.rows[row].notes.append(.init(.moved, "← \(pair.from.owner).\(pair.from.name)"))
                }
            }
        }
    }

    /// Notes a change on its row, or on its card, or on the picture if neither is there.
    mutating func add(_ change: Change) {
        let words = change.blockWords
        let card = card(of: change)
        let line = line(of: change, card.map { drafts[$0].card })
        // A missing decision is noted once, by its refusal.
        let kind = change.noteKind == .refused && !stage.refusals.isEmpty ? Picture.Note.Kind.change : change.noteKind
        func note(_ text: String) -> Picture.Note {
            Picture.Note(
                kind,
                text,
                code: change.code,
                line: line?.flow,
                source: line?.location.map(Picture.Source.init)
            )
        }
        guard let card else {
            return add(note("\(change.entity): \(words.subject) \(words.detail)"))
        }
        if let row = row(of: change, in: drafts[card]) {
            // The row has the type already.
            let isType = words.detail == drafts[card].card.rows[row].type
            drafts[card].card.rows[row].notes.append(
                note(isType ? kind.words ?? words.detail : words.detail)
            )
        } else if change.isOfWhole {
            drafts[card].card.notes.append(note(words.detail))
        } else {
            let subject = words.subject.hasSuffix(":") ? words.subject : words.subject + ":"
            drafts[card].card.notes.append(note("\(subject) \(words.detail)"))
        }
    }

    /// Notes the reason for a refusal on its row, on its card or on the picture.
    ///
    /// - Parameters:
    ///   - refusal: The refusal.
    ///   - element: The element that it is about; `nil` if neither schema has it.
    mutating func add(_ refusal: Refusal, at element: Picture.Element?) {
        let note = Picture.Note(.refused, refusal.message, code: refusal.code)
        guard let element else { return add(note) }
        let name = element.path.entity
        let isOlder = element.side == .older
        guard let card = isOlder ? olderCard(name) : newerCard(name) ?? olderCard(name) else { return add(note) }
        let row = element.path.names.first.flatMap { name -> Int? in
            let key = ElementCard.Key.element(name)
            // A line that leaves an element open has the name of either schema.
            let other = refusal.reason == .undecided ? drafts[card].older[key] : nil
            return isOlder ? drafts[card].older[key] : drafts[card].newer[key] ?? other
        }
        if let row {
            drafts[card].card.rows[row].notes.append(note)
        } else {
            drafts[card].card.notes.append(note)
        }
    }

    private func newerCard(_ name: String) -> Int? {
        CardIdentities.Group.allCases.lazy.compactMap { newerCards[$0]?[name] }.first
    }

    private func olderCard(_ name: String) -> Int? {
        CardIdentities.Group.allCases.lazy.compactMap { olderCards[$0]?[name] }.first
    }

    private func card(of change: Change) -> Int? {
        let cards = [newerCard(change.entity), olderCard(change.entity)].compactMap { $0 }
        switch change.difference {
        case let one as EntityRemoved: return olderCards[.entities]?[one.entity.name]
        case let one as ObjectsDropped: return olderCards[.entities]?[one.entity]
        case is AttributeRemoved, is RelationshipRemoved:
            // What is not made of older objects is lost by the entity under its older name.
            let name = change.difference.property ?? ""
            let older = cards.filter { drafts[$0].older[.element(name)] != nil }
            return older.first { !drafts[$0].newer.values.contains(drafts[$0].older[.element(name)] ?? -1) }
                ?? older.first ?? cards.first
        default: return cards.first
        }
    }

    private func row(of change: Change, in draft: Draft) -> Int? {
        func unique(_ properties: [String], _ keys: [ElementCard.Key: Int]) -> Int? {
            if properties.count == 1 { return keys[.element(properties[0])] }
            return keys[.unique(Set(properties))]
        }
        switch change.difference {
        case let one as IndexAdded: return draft.newer[.index(one.index.name)]
        case let one as IndexRemoved: return draft.older[.index(one.index.name)]
        case let one as UniquenessAdded: return unique(one.properties, draft.newer)
        case let one as UniquenessRemoved: return unique(one.properties, draft.older)
        case let one as DuplicatesSettled: return unique(one.properties, draft.newer)
        default:
            guard let name = change.difference.property?.split(separator: ".").first.map(String.init) else {
                return nil
            }
            let key = ElementCard.Key.element(name)
            return change.isOfOlderProperty ? draft.older[key] : draft.newer[key] ?? draft.older[key]
        }
    }

    /// The mapping's line that specifies a change, or accepts its loss.
    private func line(of change: Change, _ card: Picture.Card?) -> Mapping.Line? {
        if let line = change.verdict.mappingLine { return line }
        guard change.verdict == .accepted, let lines = stage.mapping?.lines.filter({ $0.key == .accept }) else {
            return nil
        }
        let newer = ElementPath(change.entity, change.difference.property)
        let older: ElementPath =
            switch change.difference {
            case let one as EntityRemoved: ElementPath(one.entity.name)
            case let one as ObjectsDropped: ElementPath(one.entity)
            case _ where change.isOfOlderProperty:
                ElementPath(card.map { $0.formerName ?? $0.name } ?? change.entity, newer.property)
            default: matching.olderElement(newer) ?? newer
            }
        return lines.first { $0.path == older && !$0.isWildcard }
            ?? lines.first { $0.isWildcard && $0.path.entity == older.entity }
            ?? lines.first { $0.path == ElementPath(older.entity) }
    }
}

extension Change {
    /// Whether it changes an entity or a type as a whole.
    fileprivate var isOfWhole: Bool {
        switch difference {
        case is EntityAdded, is EntityRemoved, is EntityRenamed, is TypeRenamed: true
        default: false
        }
    }

    /// Whether its property is one of the older schema only.
    fileprivate var isOfOlderProperty: Bool {
        switch difference {
        case is AttributeRemoved, is RelationshipRemoved, is InheritedPropertyLost, is PartRemoved, is EnumCaseRemoved:
            true
        default: false
        }
    }

    /// What happens to the values or rows.
    fileprivate var noteKind: Picture.Note.Kind {
        switch verdict {
        case .refused: .refused
        case .accepted: .lost
        case .mapped(let line): Picture.Note.Kind(line.key)
        case .lightweight: isFilling ? .filled : inferredKind
        }
    }

    private var inferredKind: Picture.Note.Kind {
        switch difference {
        case is PropertyMoved: .moved
        case is TypeChanged, is PartTypeChanged, is EncryptionChanged: .converted
        case is ValuesComputed: .computed
        case is ValuesFilled: .filled
        default: .change
        }
    }

    /// Whether rows without a value get one.
    private var isFilling: Bool {
        switch difference {
        case let one as AttributeAdded: one.fill != nil
        case let one as BecameRequired: one.fill != nil
        case let one as BecameStored: one.fill != nil
        case let one as PartAdded: one.fill != nil
        case let one as PartBecameRequired: one.fill != nil
        default: false
        }
    }
}

extension Picture.Note.Kind {
    /// What happens to the values of a property that is added or removed; `nil` if nothing does.
    package var words: String? {
        switch self {
        case .lost: "the values are lost"
        case .filled: "filled"
        case .computed: "computed"
        default: nil
        }
    }

    /// What a mapping's line does.
    fileprivate init(_ key: Mapping.Key) {
        self =
            switch key {
            case .accept: .lost
            case .fill: .filled
            case .convert: .converted
            case .values, .entities, .swift: .computed
            default: .change
            }
    }
}
