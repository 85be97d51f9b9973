import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

@Suite("Mapping files")
struct MappingFileTests {
    private let from = Schema.Version(1)
    private let to = Schema.Version(2)

    private func read(_ text: String) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
        MappingFile.read(SourceFile(path: "m.yaml", text: text), from: from, to: to)
    }

    @Test("Every key is read, with the locations of its lines")
    func keys() throws {
        let text: String = """
            # Why: the codes were never used.
            require: [Trip.owner]
            accept:
              - Trip.legacyCode
              - Draft
              - Item.*
            fill: { Trip.code: "none", Trip.id: uuid() }
            convert:
              Trip.nights: rounded
            entities:
              Phone:
                - from: Contact
                  as: home
                  where: home != nil
                  values: { number: $source.home }
                - { from: [Fax, Pager] }
              Client: { from: Customer }
            """
        let (mapping, findings) = read(text)
        #expect(findings.isEmpty)
        let location = { (line: Int, column: Int) in SourceLocation(file: "m.yaml", line: line, column: column) }
        let expected = Mapping(
            from: from,
            to: to,
            [
                .accept(ElementPath("Trip", "legacyCode")),
                .accept(ElementPath("Draft")),
                .accept(ElementPath("Item"), isWildcard: true),
                .fill(ElementPath("Trip", "code"), .literal("none")),
                .fill(ElementPath("Trip", "id"), .generated(.uuid)),
                .convert(ElementPath("Trip", "nights"), "rounded"),
                .require(ElementPath("Trip", "owner")),
                .entity(
                    "Phone",
                    [
                        Mapping.Origin(
                            ["Contact"],
                            where: "home != nil",
                            values: ["number": "$source.home"],
                            as: "home"
                        ),
                        Mapping.Origin(["Fax", "Pager"]),
                    ]
                ),
                .entity("Client", [Mapping.Origin(["Customer"])]),
            ],
            file: "m.yaml"
        )
        #expect(mapping == expected)
        #expect(
            mapping?.lines.map(\.location) == [
                location(4, 5), location(5, 5), location(6, 5), location(7, 9), location(7, 28), location(11, 3),
                location(17, 3), location(9, 3), location(2, 11),
            ]
        )
        let phone = try #require(mapping?.line(.entities, ElementPath("Phone")))
        let parts: [(Mapping.Origin.Part, Int)] = [
            (.source("Contact"), 0), (.name, 0), (.condition, 0), (.value("number"), 0), (.source("Pager"), 1),
            (.name, 1), (.source("Pager"), 2),
        ]
        #expect(
            parts.map { phone.location(of: $0, inOriginAt: $1) } == [
                location(12, 13), location(13, 11), location(14, 14), location(15, 17), location(16, 21),
                location(11, 3), location(11, 3),
            ]
        )
    }

    @Test(
        "A fill is a text as a model's default is, unless it is a generator without quotes",
        arguments: [
            ("1", .literal("1")), ("\"1\"", .literal("1")), ("'1'", .literal("1")), ("1.50", .literal("1.50")),
            ("true", .literal("true")), ("yes", .literal("yes")), ("2026-01-01", .literal("2026-01-01")),
            ("''", .literal("")), ("\"\"", .literal("")), ("\"null\"", .literal("null")), ("'~'", .literal("~")),
            ("|\n    two\n    lines\n", .literal("two\nlines\n")), (">-\n    one\n    line", .literal("one line")),
            ("\"a\\tb\"", .literal("a\tb")), ("uuid()", .generated(.uuid)), ("now()", .generated(.now)),
            ("rowNumber()", .generated(.rowNumber)), ("\"uuid()\"", .literal("uuid()")),
            ("'now()'", .literal("now()")), ("|-\n    rowNumber()", .literal("rowNumber()")),
            ("uuid", .literal("uuid")), ("Ada (the first)", .literal("Ada (the first)")), ("(a)", .literal("(a)")),
            ("'random()'", .literal("random()")), ("size(4)", .literal("size(4)")), ("()", .literal("()")),
        ] as [(String, Fill)]
    )
    func fills(_ text: String, _ fill: Fill) throws {
        let (mapping, findings) = read("fill:\n  Trip.code: \(text)\n")
        #expect(findings.isEmpty)
        #expect(mapping?[.fill].map(\.fill) == [fill])
        // What stands without quotes is what a default without quotes says, too.
        guard case .literal(let literal) = fill else { return }
        let model: String =
            "model: T\nentities:\n  A:\n    attributes:\n      a:\n        type: string\n        default: "
        let indented: String = text.replacing("\n    ", with: "\n          ")
        let schema = ModelFile.read([SourceFile(path: "T.yaml", text: model + indented)]).schema
        #expect(schema?.entities.first?.attributes.first?.defaultValue == .string(literal))
    }

    @Test(
        "Files without a line say nothing",
        arguments: ["", "# only this\n", "{}", "accept:\nfill:\n", "convert: {}"]
    )
    func empty(_ text: String) throws {
        let (mapping, findings) = read(text)
        #expect(findings.isEmpty)
        #expect(mapping?.isEmpty == true)
    }

    @Test("What is written is easy to read")
    func written() throws {
        let mapping = Mapping(
            from: from,
            to: to,
            [
                .accept(ElementPath("Trip"), isWildcard: true),
                .accept(ElementPath("null")),
                .fill(ElementPath("Trip", "code"), .literal("none")),
                .fill(ElementPath("Trip", "id"), .generated(.uuid)),
                .fill(ElementPath("Trip", "note"), .literal("uuid()")),
                .fill(ElementPath("Trip", "nights"), .literal("12")),
                .fill(ElementPath("Trip", "zip"), .literal("01234")),
                .fill(ElementPath("Trip", "isOver"), .literal("false")),
                .fill(ElementPath("Trip", "answer"), .literal("no")),
                .fill(ElementPath("Trip", "text"), .literal("two\nlines")),
                .convert(ElementPath("Trip", "price"), "roundedOrNull"),
                .require(ElementPath("Trip", "owner")),
                .entity(
                    "Phone",
                    [
                        Mapping.Origin(["Contact"], where: "a == \"b: c\"", values: ["owner": "$source", "a": "1"]),
                        Mapping.Origin(["Fax", "Pager"], where: "a != nil", as: "fax"),
                    ]
                ),
                .entity("Client", [Mapping.Origin(["Customer"])]),
            ]
        )
        let text: String = MappingFile.write(mapping, comment: ["Reviewed by Ada."])
        #expect(
            text == """
                # Reviewed by Ada.
                accept:
                  - Trip.*
                  - "null"
                fill:
                  Trip.code: none
                  Trip.id: uuid()
                  Trip.note: "uuid()"
                  Trip.nights: 12
                  Trip.zip: "01234"
                  Trip.isOver: false
                  Trip.answer: "no"
                  Trip.text: |-
                    two
                    lines
                entities:
                  Phone:
                    - from: Contact
                      where: "a == \\"b: c\\""
                      values:
                        a: "1"
                        owner: $source
                    - { from: [Fax, Pager], as: fax, where: a != nil }
                  Client: { from: Customer }
                convert:
                  Trip.price: roundedOrNull
                require:
                  - Trip.owner

                """
        )
        #expect(read(text).mapping?.withoutFile == mapping)
        #expect(MappingFile.write(Mapping(from: from, to: to)) == "{}\n")
    }

    @Test("What is written reads back as the same mapping", arguments: TestScale.seeds(100))
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let mapping: Mapping = MappingGenerator.mapping(from, to, &random)
        let text: String = MappingFile.write(mapping, comment: ["seed \(seed)"])
        let (back, findings) = read(text)
        #expect(findings.isEmpty, "\(findings)")
        #expect(back?.withoutFile == mapping, "\(text)")
        // By bytes: Swift takes a letter with an accent for equal to the letter and its accent.
        let again: String? = back.map { MappingFile.write($0, comment: ["seed \(seed)"]) }
        #expect(again.map { Array($0.utf8) } == Array(text.utf8))
    }
}
