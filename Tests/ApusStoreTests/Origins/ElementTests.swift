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

    // MARK: Found by reviews and attacks

    private func plain(_ name: String, _ attributes: [Attribute], parent: String? = nil) -> Entity {
        Entity(name, parent: parent, attributes: attributes)
    }

    private func text(_ name: String) -> Attribute { Attribute(name, .string, isOptional: true) }

    @Test("A list is split into two entities that refer to the object that has it")
    func oneListForTwo() throws {
        let older = Schema(model: "M", entities: [posts(text("tags"))])
        let newer = Schema(
            model: "M",
            entities: [
                posts(text("tags")), plain("Tag", [text("name")]),
                Entity("Item", attributes: [text("name")], relationships: [.toOne("post", "Post", isOptional: true)]),
            ]
        )
        let list = "split($source.tags, ';')"
        let lines: [Mapping.Line] = [
            .entity("Tag", [Mapping.Origin(["Post"], each: list, where: "$each != 'x'", values: ["name": "$each"])]),
            .entity(
                "Item",
                [
                    Mapping.Origin(
                        ["Post"],
                        each: list,
                        where: "$each == 'x'",
                        values: ["name": "$each", "post": "$source"]
                    )
                ]
            ),
        ]
        let rows = "INSERT INTO Post (_id, title, tags) VALUES (3, 'a', 'x;y;z'), (5, 'b', 'y;x')"
        let trial = try migrated([older, newer], [lines], rows)
        #expect(try trial.rows("SELECT name FROM Tag ORDER BY _id") == ["y", "z", "y"])
        #expect(try trial.rows("SELECT _id, name, post FROM Item ORDER BY _id") == ["1|x|3", "5|x|5"])
    }

    @Test("Elements of all entities of a hierarchy are one list, and one group for each value")
    func hierarchy() throws {
        let family = [plain("P", [text("t")]), plain("B", [], parent: "P"), plain("A", [], parent: "P")]
        let older = Schema(model: "M", entities: family)
        let newer = Schema(
            model: "M",
            entities: family + [
                Entity("T", attributes: [text("name")], relationships: [.toMany("ps", "P")])
            ]
        )
        let origin = Mapping.Origin(
            ["P"],
            each: "split($source.t, ';')",
            distinct: ["$each"],
            values: ["name": "$each", "ps": "$source"]
        )
        let rows = """
            INSERT INTO P (_id, _entity, t) VALUES (4, 'P', 'a;b'), (1, 'B', 'b;c'), (3, 'A', 'c;a'), (6, 'B', 'd;a')
            """
        let trial = try migrated([older, newer], [[.entity("T", [origin])]], rows)
        #expect(try trial.rows("SELECT _id, name FROM T ORDER BY _id") == ["1|b", "2|c", "4|a", "7|d"])
        #expect(
            try trial.rows("SELECT source, target FROM T_ps ORDER BY 1, 2") == [
                "1|1", "1|4", "2|1", "2|3", "4|3", "4|4", "4|6", "7|6",
            ]
        )
    }

    @Test("A path through a to-many relationship gives references to the objects of its own origin only")
    func pairsOfOneOrigin() throws {
        let t = Entity("T")
        let older = Schema(
            model: "M",
            entities: [
                Entity(
                    "C",
                    attributes: [Attribute("k", .int64)],
                    relationships: [.toMany("as", "T"), .toMany("bs", "T")]
                ), t,
            ]
        )
        var root = Entity("P", relationships: [.toMany("ts", "T")])
        root.isAbstract = true
        let newer = Schema(model: "M", entities: [root, plain("A", [], parent: "P"), plain("B", [], parent: "P"), t])
        let lines: [Mapping.Line] = [
            .accept(ElementPath("C", "k")), .accept(ElementPath("C", "as")), .accept(ElementPath("C", "bs")),
            .entity("A", [Mapping.Origin(["C"], where: "k == 1", values: ["ts": "$source.as"])]),
            .entity("B", [Mapping.Origin(["C"], where: "k != 1", values: ["ts": "$source.bs"])]),
        ]
        let rows = """
            INSERT INTO T (_id) VALUES (1), (2), (3), (4); INSERT INTO C (_id, k) VALUES (1, 1), (2, 2);
            INSERT INTO C_as (source, target) VALUES (1, 1), (2, 2); INSERT INTO C_bs (source, target) VALUES (1, 3), (2, 4)
            """
        let trial = try migrated([older, newer], [lines], rows)
        #expect(try trial.rows("SELECT source, target FROM P_ts ORDER BY 1, 2") == ["1|1", "2|4"])
    }

    @Test("Null equals null, so what a condition finds among others may be null")
    func nullAmongOthers() throws {
        let older = Schema(model: "M", entities: [plain("C", [text("a"), text("b")])])
        let newer = Schema(
            model: "M",
            entities: [plain("C", [text("a"), text("b")]), plain("P", [Attribute("name", .string)])]
        )
        for condition in ["a IN {b}", "a ==[c] b"] {
            let line = Mapping.Line.entity(
                "P",
                [Mapping.Origin(["C"], where: condition, values: ["name": "$source.a"])]
            )
            let trial = try trial([older, newer], [[line]], "INSERT INTO C (_id, a, b) VALUES (1, NULL, NULL)")
            let error = #expect(throws: (any Error).self) { try trial.migrate() }
            #expect("\(error.map(String.init(describing:)) ?? "")".contains("AP207"))
        }
    }

    @Test("A to-many relationship that others have already is computed for all of them, or for none")
    func partlyComputed() throws {
        var root = Entity("P", relationships: [.toMany("fs", "T"), .toMany("gs", "T")])
        root.isAbstract = true
        let family = [root, plain("A", [], parent: "P"), plain("B", [], parent: "P"), Entity("T")]
        let schema = Schema(model: "M", entities: family)
        var newer = schema
        newer.entities[3].attributes = [text("name")]
        let lines: [Mapping.Line] = [
            .value(ElementPath("A", "fs"), "$source.gs"), .accept(ElementPath("P", "fs")),
        ]
        let trial = try trial([schema, newer], [lines], "")
        let error = #expect(throws: (any Error).self) { try trial.migrate() }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("computed for some objects only"))
    }

    @Test("Second origins of two entities below one root do not make objects with one identity")
    func secondOrigins() throws {
        let older = Schema(model: "M", entities: [posts()])
        let newer = Schema(
            model: "M",
            entities: [posts(), plain("Tag", [text("name")]), plain("Sub", [], parent: "Tag")]
        )
        func origin(_ title: String) -> Mapping.Origin {
            Mapping.Origin(["Post"], where: "title == '\(title)'", values: ["name": "title"])
        }
        let lines: [Mapping.Line] = [
            .entity("Tag", [origin("k"), origin("a")]), .entity("Sub", [origin("l"), origin("a")]),
        ]
        let trial = try trial([older, newer], [lines], "INSERT INTO Post (_id, title) VALUES (3, 'a'), (4, 'b')")
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("two objects with one identity"))
    }
}
