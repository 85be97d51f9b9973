import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Objects that a mapping makes of the elements of lists, in stores.
@Suite struct ElementTests {
    private func trial(_ schemas: [Schema], _ lines: [[Mapping.Line]], _ rows: String) throws -> Trial {
        let mappings = lines.enumerated().map { index, lines in
            Mapping(from: Schema.Version(index + 1), to: Schema.Version(index + 2), lines)
        }
        return try Trial(schemas, mappings: mappings, rows)
    }

    private func migrated(_ schemas: [Schema], _ lines: [[Mapping.Line]], _ rows: String) throws -> Trial {
        let trial = try trial(schemas, lines, rows)
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        return trial
    }

    private func posts(_ attributes: Attribute..., relationships: [Relationship] = []) -> Entity {
        Entity("Post", attributes: [Attribute("title", .string)] + attributes, relationships: relationships)
    }

    private var older: Schema { Schema(model: "M", entities: [posts(Attribute("tags", .string, isOptional: true))]) }

    private var newer: Schema {
        Schema(
            model: "M",
            entities: [
                posts(relationships: [.toMany("tags", "Tag", inverse: "posts")]),
                Entity(
                    "Tag",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("posts", "Post", inverse: "tags")]
                ),
            ]
        )
    }

    /// Tags of a text become objects, and the posts that had them refer to them.
    private var tags: [Mapping.Line] {
        [
            .accept(ElementPath("Post", "tags")),
            .entity(
                "Tag",
                [
                    Mapping.Origin(
                        ["Post"],
                        each: "split($source.tags, ';')",
                        where: "trim($each) != ''",
                        distinct: ["trim($each)"],
                        values: ["name": "trim($each)", "posts": "$source"]
                    )
                ]
            ),
        ]
    }

    private let tagRows = """
        INSERT INTO Post (_id, title, tags) VALUES (5, 'a', 'x; y;;x'), (7, 'b', 'y;' || char(0) || 'z'), (9, 'c', NULL),
        (11, 'd', ''), (12, 'e', char(1114111) || '0;"\\')
        """

    @Test("Each text of a list becomes one object, to which all objects refer that have it")
    func sharedTexts() throws {
        let trial = try migrated([older, newer], [tags], tagRows)
        #expect(
            try trial.rows("SELECT _id, hex(name) FROM Tag ORDER BY _id") == [
                "1|78", "2|79", "6|007A", "7|F48FBFBF30", "8|225C",
            ]
        )
        #expect(
            try trial.rows("SELECT source, target FROM Post_tags ORDER BY 1, 2") == [
                "5|1", "5|2", "7|2", "7|6", "12|7", "12|8",
            ]
        )
        #expect(try trial.rows("SELECT title FROM Post ORDER BY _id") == ["a", "b", "c", "d", "e"])
    }

    @Test("Without the line, and without the loss of the text accepted, nothing is migrated")
    func textIsLost() throws {
        let trial = try trial([older, newer], [Array(tags.dropFirst())], tagRows)
        #expect(throws: (any Error).self) { try trial.migrate() }
    }

    @Test("Later stages rename, filter and count what was made of elements, at once as one by one")
    func fuses() throws {
        var last = newer
        last.entities[1].name = "Topic"
        last.entities[1].originalName = "Tag"
        last.entities[0].relationships[0].destination = "Topic"
        last.entities[0].attributes.append(Attribute("count", .int64))
        let lines: [Mapping.Line] = [
            .entity("Topic", [Mapping.Origin(["Tag"], where: "$source.name != 'x'")]), .accept(ElementPath("Tag")),
            .value(ElementPath("Post", "count"), "$source.tags.@count"),
        ]
        let schemas = [older, newer, last]
        let fused = try migrated(schemas, [tags, lines], tagRows)
        #expect(
            try fused.rows("SELECT _id, count FROM Post ORDER BY _id") == ["5|2", "7|2", "9|0", "11|0", "12|2"]
        )
        #expect(
            try fused.rows("SELECT source, target FROM Post_tags ORDER BY 1, 2") == [
                "5|2", "7|2", "7|6", "12|7", "12|8",
            ]
        )
        #expect(try fused.rows("SELECT seq FROM sqlite_sequence WHERE name = 'Topic'") == ["8"])
    }

    @Test("Each element of an array in JSON becomes an object with its parts and with the object that had it")
    func arrays() throws {
        let older = Schema(
            model: "M",
            entities: [
                posts(Attribute("lines", .codable, isOptional: true), Attribute("note", .string, isOptional: true))
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [
                posts(relationships: [.toMany("lines", "Line", inverse: "post")]),
                Entity(
                    "Line",
                    attributes: [
                        Attribute("text", .string, isOptional: true), Attribute("count", .int64, isOptional: true),
                        Attribute("title", .string),
                    ],
                    relationships: [.toOne("post", "Post", inverse: "lines")]
                ),
            ]
        )
        let lines: [Mapping.Line] = [
            .accept(ElementPath("Post", "lines")), .accept(ElementPath("Post", "note")),
            .entity(
                "Line",
                [
                    Mapping.Origin(
                        ["Post"],
                        each: "elements($source.lines, 'items')",
                        values: [
                            "text": "json($each, 'name')", "count": "convert(json($each, 'n'), 'parsed', 'int64')",
                            "title": "$source.title", "post": "$source",
                        ]
                    ),
                    Mapping.Origin(
                        ["Post"],
                        each: "elements($source.note)",
                        values: ["text": "$each", "title": "$source.title + '!'", "post": "$source"]
                    ),
                ]
            ),
        ]
        let json = #"{"items": [{"name": "x", "n": 3}, null, {"name": "y"}]}"#
        let trial = try migrated(
            [older, newer],
            [lines],
            """
            INSERT INTO Post (_id, title, lines, note) VALUES (2, 'a', CAST('\(json)' AS BLOB), '[1.50, "t", [true]]'),
            (4, 'b', NULL, 'no JSON'), (6, 'c', CAST('{"items": 1}' AS BLOB), NULL)
            """
        )
        #expect(
            try trial.rows("SELECT _id, text, count, title, post FROM Line ORDER BY _id") == [
                "1|x|3|a|2", "2|NULL|NULL|a|2", "3|y|NULL|a|2", "4|1.50|NULL|a!|2", "5|t|NULL|a!|2",
                "6|[true]|NULL|a!|2",
            ]
        )
    }

    private var joined: Schema {
        Schema(
            model: "M",
            entities: [
                posts(relationships: [.toMany("links", "Link", inverse: "post")]),
                Entity(
                    "Label",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("links", "Link", inverse: "label")]
                ),
                Entity(
                    "Link",
                    relationships: [
                        .toOne("post", "Post", isOptional: true, inverse: "links"),
                        .toOne("label", "Label", isOptional: true, inverse: "links"),
                    ]
                ),
            ]
        )
    }

    private var direct: Schema {
        var labels = Relationship.toMany("labels", "Label", inverse: "posts")
        labels.isOrdered = true
        labels.holdsKey = true
        return Schema(
            model: "M",
            entities: [
                posts(relationships: [labels]),
                Entity(
                    "Label",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("posts", "Post", inverse: "labels")]
                ),
            ]
        )
    }

    @Test("An entity that joins two becomes a relationship between them")
    func joinEntity() throws {
        let trial = try migrated(
            [joined, direct],
            [[.accept(ElementPath("Link")), .value(ElementPath("Post", "labels"), "$source.links.label")]],
            """
            INSERT INTO Post (_id, title) VALUES (5, 'a'), (7, 'b'), (9, 'c');
            INSERT INTO Label (_id, name) VALUES (1, 'l1'), (2, 'l2'), (3, 'l3');
            INSERT INTO Link (_id, post, label) VALUES (1, 7, 3), (2, 7, 1), (3, 7, 3), (4, 5, 2), (5, NULL, 2), (6, 9, NULL)
            """
        )
        #expect(try trial.rows("SELECT name FROM sqlite_schema WHERE name = 'Link'") == [])
        let pairs = try trial.rows("SELECT source, target FROM Post_labels ORDER BY source, target_place")
        #expect(pairs == ["5|2", "7|3", "7|1"])
    }

    @Test("A relationship becomes an entity that joins its two sides")
    func joinTable() throws {
        let origin = Mapping.Origin(["Post"], each: "$source.labels", values: ["post": "$source", "label": "$each"])
        let trial = try migrated(
            [direct, joined],
            [[.accept(ElementPath("Post", "labels")), .entity("Link", [origin])]],
            """
            INSERT INTO Post (_id, title) VALUES (5, 'a'), (7, 'b');
            INSERT INTO Label (_id, name) VALUES (1, 'l1'), (3, 'l3');
            INSERT INTO Post_labels (source, target, target_place) VALUES (7, 3, 10), (7, 1, 20), (5, 3, 10)
            """
        )
        #expect(try trial.rows("SELECT _id, post, label FROM Link ORDER BY _id") == ["1|5|3", "2|7|3", "3|7|1"])
    }
}
