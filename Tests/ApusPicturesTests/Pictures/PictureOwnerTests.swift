import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import ApusTestSupport
import Testing

/// What is said of an element stands on its card and row, whatever else has its name.
@Suite struct PictureOwnerTests {
    private static let names = ["A", "B", "C", "D"]
    private static let properties = ["a", "b", "c"]

    /// Returns a schema whose entities and properties have taken, swapped and new names.
    private static func schema(_ random: inout SplitMix64, after older: Schema?) -> Schema {
        var former = random.shuffled(older?.entities ?? [])
        let count = 2 + random.below(3)
        let entities = random.shuffled(names).prefix(count).map { name -> Entity in
            let old = random.chance(80) ? former.popLast() : nil
            var left = random.shuffled(old?.attributes.map(\.name) ?? [])
            let attributes = random.shuffled(properties).prefix(2).map { name in
                let old = random.chance(80) ? left.popLast() : nil
                return Attribute(name, .bool, isOptional: true, originalName: old == name ? nil : old)
            }
            return Entity(name, originalName: old?.name == name ? nil : old?.name, attributes: Array(attributes))
        }
        return Schema(model: "M", entities: Array(entities))
    }

    private static func stages(_ seed: UInt64) -> [Stage] {
        var random = SplitMix64(seed: seed)
        var schemas = [schema(&random, after: nil)]
        for _ in 0..<3 { schemas.append(schema(&random, after: schemas.last)) }
        return zip(schemas, schemas.dropFirst()).enumerated().map { index, pair in
            Stage(
                from: pair.0,
                to: pair.1,
                from: .version(Schema.Version(index + 1)),
                to: .version(Schema.Version(index + 2))
            )
        }
    }

    /// Returns the card of an entity, and the row of a property, of one of the two schemas, as the matching says.
    private func text(_ path: ElementPath, _ side: Picture.Side, _ matching: Matching) -> String {
        let older = side == .older ? path : matching.older(path)
        let newer = side == .newer ? path : matching.newer(path)
        let entities = (
            older: side == .older ? path.entity : matching.olderName(of: path.entity),
            newer: side == .newer ? path.entity : matching.newer(ElementPath(path.entity))?.entity
        )
        let card = "\(entities.older ?? "") → \(entities.newer ?? "")"
        return path.property == nil ? card : "\(card): \(older?.property ?? "") → \(newer?.property ?? "")"
    }

    /// The notes, each with the names of its card and row in both schemas.
    private func notes(_ picture: Picture) -> [(owner: String, note: Picture.Note)] {
        func names(_ name: String, _ former: String?, _ sign: Picture.Sign?) -> String {
            "\(sign == .added ? "" : former ?? name) → \(sign == .removed ? "" : name)"
        }
        return picture.cards.flatMap { card in
            let title = names(card.name, card.formerName, card.sign)
            return card.notes.map { (title, $0) }
                + card.rows.flatMap { row in
                    row.notes.map { ("\(title): \(names(row.name, row.formerName, row.sign))", $0) }
                }
        }
    }

    @Test("Effects are on the card and row of their element", arguments: TestScale.seeds(40))
    func effects(seed: UInt64) throws {
        let stages = Self.stages(seed)
        let last = stages[stages.count - 1]
        let whole = Stage.composed(stages, at: last.new, last.to)
        let pictures =
            stages.map { ($0, Picture($0)) } + [(whole, Album(whole, through: stages).frames[0].picture)]
        for (stage, picture) in pictures {
            var (rows, values): ([Picture.RowEffect], [Picture.ValueEffect]) = ([], [])
            var (expected, number): ([String: String], Int) = ([:], 100)
            for (side, schema) in [(Picture.Side.older, stage.old), (.newer, stage.new)] {
                for entity in schema.entities {
                    let path = ElementPath(entity.name)
                    number += 1
                    rows.append(.init(path, of: side, before: 0, after: number, added: 0, removed: 0))
                    expected["0 → \(number) rows"] = text(path, side, stage.overall)
                    for attribute in entity.attributes {
                        let path = ElementPath(entity.name, attribute.name)
                        number += 1
                        values.append(.init(path, of: side, changed: 0, lost: number, filled: 0))
                        expected["\(number) values lost"] = text(path, side, stage.overall)
                    }
                }
            }
            let found = notes(picture.adding(rows, values)).filter { expected[$0.note.text] != nil }
            let context = "seed \(seed), \(stage.from) → \(stage.to)"
            #expect(found.count == expected.count, "\(context)")
            for one in found { #expect(one.owner == expected[one.note.text], "\(context): \(one.note.text)") }
        }
    }

    @Test("Tables are on the card of their entity", arguments: TestScale.seeds(20))
    func tables(seed: UInt64) throws {
        for stage in Self.stages(seed) {
            let kept = stage.new.entities.map { TableLine(table: $0.name, rows: nil, how: "rebuild", why: $0.name) }
            let gone = stage.overall.removed.map { TableLine(table: $0.name, rows: nil, how: "drop", why: $0.name) }
            let losses = stage.overall.removed.map { ($0.name, "all of \($0.name)") }
            let work = StoreWork(
                tables: kept + gone,
                losses: Dictionary(losses) { first, _ in first },
                brokenRules: [],
                needs: nil
            )
            let found = notes(Picture(stage).adding(work, from: stage.old, to: stage.new))
            var expected: [String] = []
            for line in kept + gone {
                let side: Picture.Side = line.how == "drop" ? .older : .newer
                expected.append("\(text(ElementPath(line.table), side, stage.overall)) \(line.how): \(line.why)")
            }
            for loss in losses { expected.append("\(text(ElementPath(loss.0), .older, stage.overall)) \(loss.1)") }
            let texts = found.filter { $0.note.kind == .table || $0.note.text.hasPrefix("all of ") }
            #expect(texts.map { "\($0.owner) \($0.note.text)" }.sorted() == expected.sorted(), "seed \(seed)")
        }
    }

    @Test("Each decision is noted once, on the card and row that it is about", arguments: TestScale.seeds(40))
    func refusals(seed: UInt64) throws {
        let stages = Self.stages(seed)
        for stage in stages {
            let found = notes(Picture(stage)).filter { $0.note.kind == .refused }
            let expected = stage.refusals.map { refusal in
                let side: Picture.Side =
                    switch refusal.reason {
                    case .entityRemoved, .propertyRemoved: .older
                    default: .newer
                    }
                return "\(text(refusal.path, side, stage.overall)) \(refusal.message)"
            }
            #expect(
                found.map { "\($0.owner) \($0.note.text)" }.sorted() == expected.sorted(),
                "seed \(seed), \(stage.from) → \(stage.to)"
            )
        }
        // Those of the whole difference are about schemas between, too.
        let last = stages[stages.count - 1]
        let whole = Album(.composed(stages, at: last.new, last.to), through: stages).frames[0].picture
        let all = whole.notes + notes(whole).map(\.note)
        #expect(
            all.filter { $0.kind == .refused }.map(\.text).sorted()
                == stages.flatMap(\.refusals).map(\.message).sorted()
        )
    }

    @Test("A removal in swapped entities is reported by the entity that had the property")
    func swappedEntities() throws {
        let older = Schema(
            model: "M",
            entities: [
                Entity("A", attributes: [Attribute("x", .bool), Attribute("gone", .bool)]),
                Entity("B", attributes: [Attribute("y", .bool), Attribute("lost", .bool)]),
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [
                Entity("A", originalName: "B", attributes: [Attribute("y", .bool)]),
                Entity("B", originalName: "A", attributes: [Attribute("x", .bool)]),
            ]
        )
        let stage = Stage(from: older, to: newer, from: .named("a"), to: .named("b"))
        let refused = notes(Picture(stage)).filter { $0.note.kind == .refused }
        #expect(refused.map(\.owner) == ["B → A: lost → ", "A → B: gone → "])
    }
}
