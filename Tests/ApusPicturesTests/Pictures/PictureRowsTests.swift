import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import Testing

/// What happens to the rows, on the cards.
@Suite struct PictureRowsTests {
    private static let older = Schema(
        model: "M",
        entities: [
            Entity(
                "Trip",
                attributes: [Attribute("code", .string, isOptional: true), Attribute("name", .string)],
                relationships: [.toMany("tags", "Tag")]
            ), Entity("Tag", attributes: [Attribute("x", .bool)]), Entity("Same", attributes: [Attribute("y", .bool)]),
        ]
    )

    private static let newer = Schema(
        model: "M",
        entities: [
            Entity(
                "Journey",
                originalName: "Trip",
                attributes: [Attribute("name", .string)],
                relationships: [.toMany("tags", "Tag")]
            ), Entity("Tag", attributes: [Attribute("x", .bool)]), Entity("Same", attributes: [Attribute("y", .bool)]),
        ]
    )

    private static let stage = Stage(
        from: older,
        to: newer,
        from: .version(Schema.Version(1)),
        to: .version(Schema.Version(2)),
        mapping: Mapping(from: Schema.Version(1), to: Schema.Version(2), [.accept(ElementPath("Trip", "code"))])
    )

    private func texts(_ notes: [Picture.Note]) -> [String] { notes.map { "\($0.kind): \($0.text)" } }

    @Test("The work of a plan is noted on cards and rows")
    func work() throws {
        let work = StoreWork(
            tables: [
                TableLine(table: "Journey", rows: 12, how: "rebuild", why: "'code' is dropped"),
                TableLine(table: "Journey_tags", rows: 3, how: "update", why: "renamed"),
                TableLine(table: "Same", rows: 1, how: "nothing", why: ""),
                TableLine(table: "Tag", rows: 2, how: "rewrite", why: "x"),
                TableLine(table: "Strange", rows: nil, how: "drop", why: "y"),
            ],
            losses: ["Trip.code": "7 values"],
            brokenRules: [.init(path: "Tag.x", text: "1 value is not a bool")],
            needs: "takes less than a second",
            deferred: [
                .init(name: "Journey.code", text: "dropped"), .init(name: "Tag", text: "this index is created"),
            ],
            seedData: [.init(entity: "Tag", text: "2 added")]
        )
        let picture = Picture(Self.stage).adding(work, from: Self.older, to: Self.newer)
        let journey = try #require(picture.cards.first)
        #expect(
            texts(journey.notes) == ["change: entity renamed", "table: rebuild: 'code' is dropped", "rows: 12 rows"]
        )
        #expect(
            texts(journey.rows[0].notes) == ["lost: the values are lost", "lost: 7 values", "table: later: dropped"]
        )
        #expect(journey.rows[0].notes[1].line == "accept: [Trip.code]")
        #expect(texts(journey.rows[2].notes) == ["table: update: renamed", "rows: 3 rows"])
        // Only the rows of this entity change, so it is shown; nothing happens to the other.
        #expect(picture.cards[1].isFolded == false)
        #expect(texts(picture.cards[1].notes) == ["table: rewrite: x", "rows: 2 rows", "rows: seed data: 2 added"])
        #expect(texts(picture.cards[1].rows[0].notes) == ["change: kept: 1 value is not a bool"])
        #expect(picture.cards[2].isFolded)
        #expect(texts(picture.cards[2].notes) == ["table: nothing", "rows: 1 row"])
        #expect(
            texts(picture.notes) == [
                "table: Strange: drop: y", "table: Tag: later: this index is created",
                "table: takes less than a second",
            ]
        )
    }

    @Test("What a dry run counts is noted on cards and rows")
    func dryRun() {
        let picture = Picture(Self.stage).adding(
            [
                .init(ElementPath("Journey"), before: 12, after: 9, added: 1, removed: 4, merged: 1, setAside: 2),
                .init(ElementPath("Same"), before: 1, after: 1, added: 0, removed: 0),
            ],
            [
                .init(ElementPath("Trip", "code"), of: .older, changed: 0, lost: 7, filled: 0, setAside: 1),
                .init(
                    ElementPath("Journey", "name"),
                    changed: 2,
                    lost: 0,
                    filled: 1,
                    samples: [.init(row: "3", before: "a", after: nil)]
                ),
            ]
        )
        #expect(
            texts(picture.cards[0].notes.suffix(5)) == [
                "rows: 12 → 9 rows", "filled: 1 row added", "lost: 1 row removed", "lost: 1 duplicate removed",
                "setAside: 2 rows set aside",
            ]
        )
        #expect(
            texts(picture.cards[0].rows[0].notes) == [
                "lost: the values are lost", "lost: 7 values lost", "setAside: 1 value set aside",
            ]
        )
        #expect(
            texts(picture.cards[0].rows[1].notes) == [
                "converted: 2 values changed", "filled: 1 value filled", "converted: row 3: a → null",
            ]
        )
        #expect(!picture.cards[2].isFolded)
        #expect(texts(picture.cards[2].notes) == ["rows: 1 row"])
    }

    @Test("Some cards are shown with their neighbours, what changes up to a number")
    func selections() {
        let album = Album(Self.stage)
        #expect(album.selecting(["Tag"]).frames[0].picture.cards.map(\.name) == ["Journey", "Tag"])
        #expect(album.selecting(["Trip"]).frames[0].picture.cards.map(\.name) == ["Journey", "Tag"])
        #expect(album.selecting(["Same"]).frames[0].picture.cards.map(\.name) == ["Same"])
        #expect(album.selecting(["Same"]).frames[0].picture.edges == [])
        #expect(album.names.contains("Trip"))
        let picture = Picture(Self.stage)
        #expect(picture.changes(upTo: 2)?.cards.map(\.name) == ["Journey", "Tag"])
        #expect(picture.changes(upTo: 1)?.cards.map(\.name) == ["Journey"])
        #expect(picture.changes(upTo: 0) == nil)
        let same = Stage(from: Self.older, to: Self.older, from: .named("a"), to: .named("b"))
        #expect(Picture(same).changes(upTo: 15) == nil)
    }

    @Test("An entity that returns under its name has one card, and two in the whole difference")
    func removedAndAddedAgain() throws {
        func schema(_ names: String...) -> Schema {
            Schema(model: "M", entities: names.map { Entity($0, attributes: [Attribute("a", .bool)]) })
        }
        let schemas = [schema("A", "B"), schema("B"), schema("B", "A")]
        let mappings = [Mapping(from: Schema.Version(1), to: Schema.Version(2), [.accept(ElementPath("A"))])]
        let planner = Planner(
            history: History(
                model: "M",
                entries: schemas.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
            ),
            mappings: mappings
        )
        let stages = try planner.stages()
        let history = try #require(Album(history: stages))
        #expect(history.frames.map(\.label) == ["1", "1 → 2", "2 → 3", "3"])
        #expect(history.first == 3)
        let id = history.frames[0].picture.cards[0].id
        #expect(history.frames[3].picture.cards.map(\.name) == ["B", "A"])
        #expect(history.frames[3].picture.cards[1].id == id)
        let whole = Album(Stage.composed(stages, at: schemas[2], .version(Schema.Version(3))), through: stages)
        #expect(whole.frames.map(\.label) == ["1 → 3", "1 → 2", "2 → 3"])
        let cards = whole.frames[0].picture.cards.filter { $0.name == "A" }
        #expect(cards.map(\.sign) == [.removed, .added])
        #expect(cards[1].id == id && cards[0].id != id)
    }
}
