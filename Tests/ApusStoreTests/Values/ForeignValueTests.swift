import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Values whose bytes only the app reads, computed from others and read by functions in Swift.
@Suite struct ForeignValueTests {
    private struct NoColour: Error, CustomStringConvertible {
        let description = "no colour"
    }

    private static let functions = [
        MigrationFunction("packed", version: 1) { (text: String) throws -> Data in
            if text == "none" { throw NoColour() }
            return Data(text.utf8.reversed())
        },
        MigrationFunction("unpacked", version: 1) { (bytes: Data) in String(decoding: bytes.reversed(), as: UTF8.self)
        },
        MigrationFunction("repacked", version: 2) { (bytes: Data) in Data([0]) + bytes },
    ]

    private static func attribute(_ name: String, _ type: AttributeType, _ transformer: String? = nil) -> Attribute {
        var attribute = Attribute(name, type, isOptional: true)
        if type.isForeign { attribute.swiftType = "Colour" }
        attribute.transformer = transformer
        return attribute
    }

    private static func trial(
        _ older: [Attribute],
        _ newer: [Attribute],
        _ values: [String: String],
        _ sql: String
    ) throws -> Trial {
        let schemas = [older, newer].map {
            Schema(model: "M", entities: [Entity("Note", attributes: $0)])
        }
        let lines =
            functions.map { Mapping.Line.function($0.declaration) }
            + values.map { Mapping.Line.value(ElementPath("Note", $0), $1) }
        let needed = Set(values.values.flatMap { $0.split { !$0.isLetter }.map(String.init) })
        return try Trial(
            schemas,
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    lines.filter { $0.key != .functions || needed.contains($0.path.entity) }
                )
            ],
            sql
        )
    }

    private func migrate(_ trial: Trial) throws {
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: Self.functions)
        try migrator.migrate(trial.url)
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A text becomes the bytes of a transformer", arguments: [AttributeType.transformable, .codable, .data])
    func encoded(_ type: AttributeType) throws {
        let trial = try Self.trial(
            [Self.attribute("body", .string)],
            [Self.attribute("body", type, type == .transformable ? "Packed" : nil)],
            ["body": "packed($source.body)"],
            "INSERT INTO Note (_id, body) VALUES (1, 'abc'), (2, NULL), (3, '')"
        )
        try migrate(trial)
        #expect(try trial.rows("SELECT hex(body), typeof(body) FROM Note") == ["636261|blob", "|null", "|blob"])
    }

    @Test("The bytes of a transformer become a text, or those of another transformer")
    func decoded() throws {
        let older = [Self.attribute("body", .transformable, "Packed"), Self.attribute("colour", .codable)]
        let trial = try Self.trial(
            older,
            [
                Self.attribute("body", .transformable, "Repacked"), Self.attribute("colour", .codable),
                Self.attribute("text", .string), Self.attribute("raw", .string),
            ],
            [
                "body": "repacked($source.body)", "text": "unpacked($source.body) + '!'",
                "raw": "unpacked($source.colour)",
            ],
            "INSERT INTO Note (_id, body, colour) VALUES (1, X'636261', X'7B7D'), (2, NULL, NULL)"
        )
        try migrate(trial)
        #expect(
            try trial.rows("SELECT hex(body), text, raw, hex(colour) FROM Note") == [
                "00636261|abc!|}{|7B7D", "|NULL|NULL|",
            ]
        )
    }

    @Test("An error of the code names the row, and the store stays as it was")
    func failing() throws {
        let trial = try Self.trial(
            [Self.attribute("body", .string)],
            [Self.attribute("body", .transformable, "Packed")],
            ["body": "packed($source.body)"],
            "INSERT INTO Note (_id, body) VALUES (1, 'abc'), (7, 'none')"
        )
        let before = try trial.bytes()
        let error = #expect(throws: StoreError.self) { try migrate(trial) }
        #expect(error?.diagnostics.first?.message.contains("_id 7 (packed: no colour)") == true)
        let missing = #expect(throws: StoreError.self) { try trial.migrator().migrate(trial.url) }
        #expect(missing?.diagnostics.first?.code == "AP509")
        #expect(try trial.bytes() == before)
    }

    @Test("A value in files of its own is written, too")
    func external() throws {
        var large = Self.attribute("body", .transformable, "Packed")
        large.usesExternalStorage = true
        let trial = try Self.trial(
            [Self.attribute("text", .string)],
            [Self.attribute("text", .string), large],
            ["body": "packed($source.text)"],
            "INSERT INTO Note (_id, text) VALUES (1, 'abc'), (2, NULL)"
        )
        try migrate(trial)
        #expect(try trial.rows("SELECT hex(body) FROM Note") == ["636261", ""])
    }

    @Test("Values become the JSON of a codable attribute, and are read back from it", arguments: [2, 3])
    func json(_ version: Int) throws {
        let (city, count) = (Self.attribute("city", .string), Attribute("count", .int32))
        let home = Attribute("home", .codable)
        var required = home
        required.swiftType = "Home"
        let schemas = [[city, count], [required], [city]].map {
            Schema(model: "M", entities: [Entity("Note", attributes: $0)])
        }
        let made = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [
                .value(
                    ElementPath("Note", "home"),
                    "object('city', $source.city, 'inner', object('n', $source.count))"
                ),
                .accept(ElementPath("Note", "city")), .accept(ElementPath("Note", "count")),
            ]
        )
        let read = Mapping(
            from: Schema.Version(2),
            to: Schema.Version(3),
            [
                .value(ElementPath("Note", "city"), "json($source.home, 'city') + json($source.home, 'inner.n')"),
                .accept(ElementPath("Note", "home")),
            ]
        )
        let trial = try Trial(
            schemas,
            mappings: [made, read],
            "INSERT INTO Note (_id, city, count) VALUES (1, 'B\"é', -7), (2, NULL, 0)"
        )
        try trial.migrate(to: version)
        if version == 2 {
            #expect(
                try trial.rows("SELECT typeof(home), CAST(home AS TEXT) FROM Note")
                    == [#"blob|{"city":"B\"é","inner":{"n":-7}}"#, #"blob|{"inner":{"n":0}}"#]
            )
        } else {
            #expect(try trial.rows("SELECT city FROM Note") == ["B\"é-7", "NULL"])
        }
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("The objects of an origin have such values, too")
    func origin() throws {
        let text = Self.attribute("text", .string)
        let older = [Entity("Note", attributes: [text])]
        let newer = [
            Entity("Note", attributes: [text]),
            Entity(
                "Page",
                attributes: [Self.attribute("body", .transformable, "Packed"), Self.attribute("json", .codable)]
            ),
        ]
        let origin = Mapping.Origin(
            ["Note"],
            values: ["body": "packed($source.text)", "json": "object('a', $source.text)"]
        )
        let trial = try Trial(
            [Schema(model: "M", entities: older), Schema(model: "M", entities: newer)],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.function(Self.functions[0].declaration), .entity("Page", [origin])]
                )
            ],
            "INSERT INTO Note (_id, text) VALUES (1, 'abc')"
        )
        try migrate(trial)
        #expect(try trial.rows("SELECT hex(body), CAST(json AS TEXT) FROM Page") == [#"636261|{"a":"abc"}"#])
    }

    private static func refusals(_ text: String, _ newer: Attribute, older: Attribute) throws -> [String] {
        let trial = try trial([older], [older, newer], [newer.name: text], "")
        let error = #expect(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        return error?.diagnostics.map(\.message) ?? []
    }

    @Test("Nothing else gives bytes that only the app writes, or reads them")
    func refused() throws {
        let body = Self.attribute("body", .transformable, "Packed")
        let colour = Self.attribute("colour", .codable)
        let text = Self.attribute("text", .string)
        let cases = [
            ("'x'", body, text), ("$source.text", body, text), ("$source.text", colour, text),
            ("$source.body", text, body), ("$source.body", colour, body), ("unpacked($source.text)", text, colour),
            ("unpacked(ifNull($source.body, $source.body))", text, body), ("packed($source.body)", colour, body),
        ]
        for (expression, newer, older) in cases {
            #expect(try !Self.refusals(expression, newer, older: older).isEmpty, "\(expression)")
        }
    }
}
