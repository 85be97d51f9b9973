import ApusMigration
import ApusSchema

/// Makes the picture of what changes between two schemas.
struct StagePicture {
    /// A card of the picture that is being made, and where the rows of both schemas are in it.
    struct Draft {
        var card: Picture.Card
        /// The indices of the newer rows.
        var newer: [ElementCard.Key: Int] = [:]
        /// The indices of the older rows.
        var older: [ElementCard.Key: Int] = [:]
    }

    let stage: Stage
    let matching: Matching
    let locate: (Stage.Point, ElementPath) -> Picture.Source?
    private(set) var notes: [Picture.Note] = []
    var drafts: [Draft] = []
    /// The indices of the cards by their newer names.
    private(set) var newerCards: [CardIdentities.Group: [String: Int]] = [:]
    /// The indices of the cards by their older names.
    private(set) var olderCards: [CardIdentities.Group: [String: Int]] = [:]

    /// Makes the picture.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - older: The identities of the older schema's elements.
    ///   - newer: Those of the newer schema's elements.
    ///   - stages: The stages that it is composed of, if there are several: their refusals are about the schemas between, too.
    ///   - locate: Returns the location of an element of one of the two schemas.
    init(
        _ stage: Stage,
        _ older: CardIdentities,
        _ newer: CardIdentities,
        through stages: [Stage],
        locating locate: @escaping (Stage.Point, ElementPath) -> Picture.Source?
    ) {
        self.stage = stage
        self.locate = locate
        matching = stage.overall
        let before = ElementCard.all(of: stage.old) { locate(stage.from, $0) }
        let after = ElementCard.all(of: stage.new) { locate(stage.to, $0) }
        for group in CardIdentities.Group.allCases {
            addCards(before.filter { $0.group == group }, after.filter { $0.group == group }, older, newer)
        }
        addMoves()
        for change in stage.changes { add(change) }
        for (index, step) in stages.enumerated() where stages.count > 1 {
            for refusal in step.refusals { add(refusal, at: refusal.element(at: index, of: stages)) }
        }
        if stages.count < 2 {
            for refusal in stage.refusals { add(refusal, at: refusal.element(stage.overall)) }
        }
        for code in stage.allCode { notes.append(.init(.computed, "the Swift code '\(code.name)' runs")) }
        for index in drafts.indices { drafts[index].card.sumUp() }
    }

    /// The picture.
    var picture: Picture {
        var picture = Picture(cards: drafts.map(\.card), edges: edges)
        picture.notes = notes
        return picture
    }

    mutating func add(_ note: Picture.Note) { notes.append(note) }

    /// Adds the cards of one group, in the newer schema's order.
    private mutating func addCards(
        _ before: [ElementCard],
        _ after: [ElementCard],
        _ older: CardIdentities,
        _ newer: CardIdentities
    ) {
        let indices = Dictionary(before.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let pairs = after.map { card in matching.olderName(of: card.name, in: card.group).flatMap { indices[$0] } }
        let newerIDs = Set(after.compactMap { newer.id(of: $0.name, in: $0.group) })
        for (old, new) in ListMerge.merged(older: before.count, into: pairs) {
            let draft = Draft(
                old.map { before[$0] },
                new.map { after[$0] },
                olderKeys: new.map { olderKeys(of: after[$0], old.map { before[$0] }) } ?? [:]
            )
            guard var draft else { continue }
            let group = new.map { after[$0].group } ?? old.map { before[$0].group } ?? .entities
            let id: Int? =
                new.flatMap { newer.id(of: after[$0].name, in: group) }
                ?? old.flatMap { older.id(of: before[$0].name, in: group) }
            guard let id else { continue }
            // A new element may have the identity of one that was removed in a whole difference, under the same name.
            draft.card.id = new == nil && newerIDs.contains(id) ? newer.next + older.next + drafts.count : id
            if let new { newerCards[group, default: [:]][after[new].name] = drafts.count }
            if let old { olderCards[group, default: [:]][before[old].name] = drafts.count }
            drafts.append(draft)
        }
    }

    /// Returns which older row of an element is which newer one: a property that the same element declared, a constraint of the same
    /// properties, an index of the same name.
    private func olderKeys(of newer: ElementCard, _ older: ElementCard?) -> [ElementCard.Key: ElementCard.Key] {
        guard let older else { return [:] }
        var names: [String: String] = [:]
        var own: Set<String> = []
        switch newer.group {
        case .entities:
            for pair in matching.match(newer: newer.name)?.properties ?? [] {
                names[pair.to.name] = pair.from.name
                if pair.to.owner == newer.name, pair.from.owner == older.name { own.insert(pair.to.name) }
            }
        case .enumerations:
            for pair in matching.types.enumerations[newer.name]?.pairs ?? [] { names[pair.new.name] = pair.old.name }
            own = Set(names.keys)
        case .composites:
            for pair in matching.types.composites[newer.name]?.parts.pairs ?? [] {
                names[pair.to.name] = pair.from.name
            }
            own = Set(names.keys)
        }
        let known = Set(older.keys)
        var keys: [ElementCard.Key: ElementCard.Key] = [:]
        for key in newer.keys {
            let other: ElementCard.Key? =
                switch key {
                case .element(let name): own.contains(name) ? names[name].map { .element($0) } : nil
                case .unique(let properties): .unique(Set(properties.map { names[$0] ?? $0 }))
                case .index: key
                }
            if let other, known.contains(other) { keys[key] = other }
        }
        return keys
    }
}

extension StagePicture.Draft {
    /// Puts the rows of an element of both schemas together; `nil` if neither has it.
    fileprivate init?(
        _ old: ElementCard?,
        _ new: ElementCard?,
        olderKeys: [ElementCard.Key: ElementCard.Key]
    ) {
        guard let base = new ?? old else { return nil }
        card = base.card
        card.rows = []
        if let old, let new, old.name != new.name { card.formerName = old.name }
        card.sign = old == nil ? .added : new == nil ? .removed : nil
        let indices = Dictionary((old?.keys ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
        let pairs = (new?.keys ?? []).map { key in olderKeys[key].flatMap { indices[$0] } }
        for pair in ListMerge.merged(older: old?.keys.count ?? 0, into: pairs) {
            let before = pair.old.flatMap { index in old.map { ($0.keys[index], $0.card.rows[index]) } }
            let after = pair.new.flatMap { index in new.map { ($0.keys[index], $0.card.rows[index]) } }
            guard var row = (after ?? before)?.1 else { continue }
            if let before, let after {
                if before.1.name != after.1.name, row.kind != .unique { row.formerName = before.1.name }
                if before.1.type != after.1.type { row.formerType = before.1.type(beside: after.1) }
            } else if old != nil, new != nil {
                row.sign = after == nil ? .removed : .added
            } else {
                row.sign = card.sign
            }
            if let before { older[before.0] = card.rows.count }
            if let after { newer[after.0] = card.rows.count }
            card.rows.append(row)
        }
    }
}

extension Picture.Row {
    /// The type; without its default if that of another row is the same.
    fileprivate func type(beside other: Self) -> String {
        let (own, other) = (parts, other.parts)
        return own.default == nil || own.default != other.default || own.type == other.type
            ? type : own.type + (own.isOptional ? "?" : "")
    }
}

extension Picture.Card {
    /// Marks what has changed, once all changes are noted, and folds a card that has not.
    fileprivate mutating func sumUp() {
        for index in rows.indices {
            if rows[index].notes.isEmpty, rows[index].formerName == nil {
                // A type or an entity has a new name: the property has the same type.
                rows[index].formerType = nil
            } else if rows[index].sign == nil {
                rows[index].sign = .changed
            }
        }
        if sign == nil, formerName != nil || !notes.isEmpty || rows.contains(where: { $0.sign != nil }) {
            sign = .changed
        }
        isFolded = sign == nil
    }
}
