import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import ApusTestSupport
import Testing

/// What holds for the pictures of any stage.
@Suite struct PictureLawTests {
    @Test("A picture shows all changes, both schemas and their edges", arguments: TestScale.seeds(12))
    func generatedHistories(seed: UInt64) throws {
        var scope = HistoryGenerator.Scope()
        (scope.versions, scope.entities) = (8, 4)
        // The mappings accept what the edits remove; what else they need is refused, and drawn as well.
        let history = HistoryGenerator.history(seed: seed, scope) { stage, _, _ in stage.mapping }
        let stages = try history.planner.stages()
        try check(stages, "seed \(seed)")
        let backwards = history.planner.backwards(through: try history.history.entries().reversed())
        try check(backwards, "seed \(seed), backwards")
    }

    @Test func corpora() throws {
        var random = SplitMix64(seed: 7)
        var count = 0
        for model in CorpusModels.all {
            for (older, newer) in zip(model.versions, model.versions.dropFirst())
            where TestScale.factor > 1 || model.isOwn || random.chance(20) {
                count += 1
                let stage = Stage(
                    from: older.schema,
                    to: newer.schema,
                    from: .named(older.name),
                    to: .named(newer.name)
                )
                try check([stage], "\(model.path): \(older.name) → \(newer.name)")
            }
        }
        print("drew \(count) stages of \(CorpusModels.all.count) models")
        #expect(count > 0)
    }

    private func check(_ stages: [Stage], _ context: String) throws {
        let whole = try #require(stages.first).then(stages)
        let pair = Album(whole, through: stages)
        let history = try #require(Album(history: stages))
        // The frames of the stages, each with its own stage.
        let frames =
            [(pair.frames[0], whole)] + zip(pair.frames.dropFirst(), stages.count > 1 ? stages : [])
            + zip(history.frames.dropFirst(), stages)
        for (frame, stage) in frames {
            let (picture, name) = (frame.picture, "\(context): \(frame.label)")
            checkForm(picture, name)
            checkChanges(picture, stage, name)
            let (before, after) = (Picture(stage.old), Picture(stage.new))
            #expect(picture.side(isNewer: true) == after.side(isNewer: true), "\(name)")
            #expect(picture.side(isNewer: false).sorted() == before.side(isNewer: false).sorted(), "\(name)")
            #expect(picture.edgeTexts(of: nil, .added, .changed) == after.edgeTexts(of: nil), "\(name)")
            // A changed edge stands for one older edge, which may have ended elsewhere.
            #expect(picture.edges.count { $0.sign != .added } == before.edges.count, "\(name)")
            let older = Set(before.edgeTexts(of: nil))
            #expect(picture.edgeTexts(isNewer: false, of: nil, .removed).allSatisfy(older.contains), "\(name)")
        }
        for frame in [history.frames.first, history.frames.last] {
            frame.map { checkForm($0.picture, "\(context): \($0.label)") }
        }
        checkIdentities(history, stages, context)
    }

    /// Identities are unique, and edges end at cards and rows that exist.
    private func checkForm(_ picture: Picture, _ context: String) {
        let cards = Dictionary(picture.cards.map { ($0.id, $0) }) { first, _ in first }
        #expect(cards.count == picture.cards.count, "\(context)")
        for edge in picture.edges {
            for end in [edge.source, edge.target] {
                let card = cards[end.card]
                #expect(card != nil, "\(context)")
                if let row = end.row { #expect(card?.rows.indices.contains(row) == true, "\(context)") }
            }
        }
    }

    /// Each change is a note of the card, or a row of the card, that the diff prints it below.
    private func checkChanges(_ picture: Picture, _ stage: Stage, _ context: String) {
        for change in stage.changes {
            let isWhole = change.difference is EntityRemoved
            let cards = picture.cards.filter { $0.name == change.entity && (!isWhole || $0.sign == .removed) }
            let text = change.blockWords.detail
            // The type of what is added or removed is that of its row.
            func says(_ note: Picture.Note, _ row: Picture.Row) -> Bool {
                note.code == change.code && (note.text == text || row.type == text && note.text == note.kind.words)
            }
            let isNoted = cards.contains { card in
                card.notes.contains { $0.code == change.code && $0.text.hasSuffix(text) }
                    || card.rows.contains { row in row.notes.contains { says($0, row) } }
            }
            #expect(isNoted, "\(context): \(change.code) \(change.entity) \(change.words.subject) \(text)")
            if let name = change.difference.property?.split(separator: ".").first {
                let rows = cards.flatMap(\.rows).filter { $0.name == name }
                let isOnRow = rows.contains { row in row.notes.contains { says($0, row) } }
                let isOnCard = cards.contains { $0.notes.contains { $0.code == change.code && $0.text.contains(name) } }
                #expect(isOnRow || rows.isEmpty && isOnCard, "\(context): \(change.code) \(change.entity).\(name)")
            }
            #expect(cards.allSatisfy { !$0.isFolded }, "\(context)")
        }
        let texts = picture.notes + picture.cards.flatMap { $0.notes + $0.rows.flatMap(\.notes) }
        for refusal in stage.refusals {
            #expect(texts.contains { $0.text == refusal.message && $0.kind == .refused }, "\(context)")
        }
        for card in picture.cards where card.isFolded {
            #expect(card.notes.isEmpty && card.rows.allSatisfy { $0.sign == nil && $0.notes.isEmpty }, "\(context)")
        }
    }

    /// A card has one identity as long as the matchings say that it is the same element.
    private func checkIdentities(_ album: Album, _ stages: [Stage], _ context: String) {
        var ids = album.frames[0].picture.ids
        for (stage, frame) in zip(stages, album.frames.dropFirst()) {
            let next = frame.picture.ids
            for entity in stage.new.entities {
                let older = stage.overall.olderName(of: entity.name)
                if let older { #expect(next[entity.name] == ids[older], "\(context): \(frame.label) \(entity.name)") }
            }
            ids = next
        }
        #expect(album.frames.last?.picture.ids == ids, "\(context)")
    }
}

extension Stage {
    /// The stages as one difference.
    fileprivate func then(_ stages: [Stage]) -> Stage { .composed(stages, at: new, to) }
}

extension Picture {
    /// The identities of the newer entities.
    fileprivate var ids: [String: Int] {
        Dictionary(cards.filter { $0.sign != .removed && $0.kind.isEntity }.map { ($0.name, $0.id) }) { first, _ in
            first
        }
    }

    /// What the picture shows of one of its two schemas: each card with its rows.
    fileprivate func side(isNewer: Bool) -> [String] {
        let other: Sign = isNewer ? .removed : .added
        return cards.filter { $0.sign != other }.map { card in
            let name = isNewer ? card.name : card.formerName ?? card.name
            let rows = card.rows.filter { $0.sign != other }.map { row in
                // The former text of a unique constraint is not shown, nor what a property was if it was no relationship.
                if isNewer { return "\(row.kind) \(row.name)" }
                return [.unique, .index].contains(row.kind) ? "\(row.kind)" : row.formerName ?? row.name
            }
            return "\(name): \(isNewer ? rows : rows.sorted())"
        }
    }

    /// The edges with some signs, as one of the two schemas has them.
    fileprivate func edgeTexts(isNewer: Bool = true, of signs: Sign?...) -> [String] {
        let cards = Dictionary(self.cards.map { ($0.id, $0) }) { first, _ in first }
        func text(_ end: Edge.End) -> String {
            guard let card = cards[end.card] else { return "?" }
            let row = end.row.map { card.rows[$0] }
            let name = isNewer ? card.name : card.formerName ?? card.name
            return "\(name).\(row.map { isNewer ? $0.name : $0.formerName ?? $0.name } ?? "")"
        }
        return edges.filter { signs.contains($0.sign) }
            .map { "\($0.kind) \([text($0.source), text($0.target)].sorted())" }.sorted()
    }
}
