import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusStore

/// Values that Foundation archived, as a Core Data app's transformable attributes have them, in what a mapping computes.
@Suite struct ArchiveElementTests {
    private static let tags = ArchivedObject.array([.string("swift"), .string("a \"b\""), .string("swift")])
    private static let info = ArchivedObject.object(
        ["NSMutableDictionary", "NSDictionary", "NSObject"],
        [
            ("NS.keys", .elements([.string("city"), .string("stars"), .string("since"), .string("home")])),
            (
                "NS.objects",
                .elements([
                    .string("Zürich"), .int(4), .object(["NSDate", "NSObject"], [("NS.time", .real(5.5))]),
                    .object(["NSURL", "NSObject"], [("NS.base", .null), ("NS.relative", .string("https://a.b/"))]),
                ])
            ),
        ]
    )
    private static let colour = ArchivedObject.object(["UIColor", "NSObject"], [("UIRed", .real(0.5))])

    private func trial(_ transformer: String?, tags: ArchivedObject) throws -> Trial {
        var list = Attribute("tags", .transformable, isOptional: true)
        list.transformer = transformer
        let post = Entity("Post", attributes: [list, Attribute("info", .transformable, isOptional: true)])
        let newer = Schema(
            model: "M",
            entities: [
                Entity(
                    "Post",
                    attributes: [
                        Attribute("city", .string, isOptional: true), Attribute("stars", .int64, isOptional: true),
                        Attribute("since", .double, isOptional: true), Attribute("home", .string, isOptional: true),
                    ],
                    relationships: [.toMany("tags", "Tag", inverse: "posts")]
                ),
                Entity(
                    "Tag",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("posts", "Post", inverse: "tags")]
                ),
            ]
        )
        let lines: [Mapping.Line] = [
            .accept(ElementPath("Post", "tags")), .accept(ElementPath("Post", "info")),
            .value(ElementPath("Post", "city"), "json($source.info, 'city')"),
            .value(ElementPath("Post", "stars"), "convert(json($source.info, 'stars'), 'parsed', 'int64')"),
            .value(ElementPath("Post", "since"), "convert(json($source.info, 'since'), 'parsed', 'double')"),
            .value(ElementPath("Post", "home"), "json($source.info, 'home')"),
            .entity(
                "Tag",
                [
                    Mapping.Origin(
                        ["Post"],
                        each: "elements($source.tags)",
                        distinct: ["$each"],
                        values: ["name": "$each", "posts": "$source"]
                    )
                ]
            ),
        ]
        func bytes(_ object: ArchivedObject) -> String {
            "x'\(Data(base64Encoded: object.archive)?.map { String(format: "%02x", $0) }.joined() ?? "")'"
        }
        return try Trial(
            [Schema(model: "M", entities: [post]), newer],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            "INSERT INTO Post (_id, tags, info) VALUES (2, \(bytes(tags)), \(bytes(Self.info))), (4, NULL, NULL)"
        )
    }

    @Test(arguments: [nil, "NSSecureUnarchiveFromData"])
    func plainValuesAreReadAsJSON(transformer: String?) throws {
        let trial = try trial(transformer, tags: Self.tags)
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(
            try trial.rows("SELECT _id, city, stars, since, home FROM Post ORDER BY _id") == [
                "2|Zürich|4|5.5|https://a.b/", "4|NULL|NULL|NULL|NULL",
            ]
        )
        #expect(try trial.rows("SELECT name FROM Tag ORDER BY name") == ["a \"b\"", "swift"])
    }

    @Test func otherObjectsStopTheMigration() throws {
        let trial = try trial(nil, tags: Self.colour)
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error?.description.contains("is not an archive of plain values") == true, "\(error?.description ?? "")")
        #expect(try trial.rows("SELECT count(*) FROM Post WHERE tags IS NOT NULL") == ["1"])
    }

    @Test func onlyTheAppReadsWhatItsTransformerWrote() throws {
        #expect(throws: (any Error).self) { try trial("TagsTransformer", tags: Self.tags).migrate() }
    }
}
