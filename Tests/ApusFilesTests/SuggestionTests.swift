import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// What may have become of lost values, as a mapping's lines.
@Suite("Suggested objects and values")
struct SuggestionTests {
    /// A stage between frozen versions.
    private func stage(_ before: String, _ after: String, mapping: String = "") throws -> Stage {
        func schema(_ text: String) throws -> Schema {
            let (schema, findings) = ModelFile.read([SourceFile(path: "M.yaml", text: "model: M\nentities:\n" + text)])
            #expect(findings.allSatisfy { $0.severity != .error }, "\(findings)")
            return try #require(schema)
        }
        let (one, two) = (Schema.Version(1), Schema.Version(2))
        let file = SourceFile(path: "1-2.yaml", text: mapping)
        return Stage(
            from: try schema(before),
            to: try schema(after),
            from: .version(one),
            to: .version(two),
            mapping: mapping.isEmpty ? nil : MappingFile.read(file, from: one, to: two).mapping
        )
    }

    /// The lines with which objects or values are made, for the first decision that has any.
    private func suggestions(_ before: String, _ after: String) throws -> [[String]] {
        let stage = try stage(before, after)
        // A suggestion is an answer, and never one of the lines that an import or the help takes.
        #expect(!stage.refusals.flatMap(\.mappingLines).contains { [.entities, .values].contains($0.key) })
        let all: [[[String]]] = stage.decisions.map { refusal in
            refusal.settlements.map(\.lines).filter { $0.contains { [.entities, .values].contains($0.key) } }
                .map { $0.map(\.flow) }
        }
        return all.first { !$0.isEmpty } ?? []
    }

    private let trip = """
          Trip: { attributes: { name: string, country: string, countryCode: string? } }

        """

    @Test("Repeated values become objects, which are found by them")
    func promotion() throws {
        let found = try suggestions(
            trip.replacing("string?", with: "string"),
            """
              Trip:
                attributes: { name: string }
                relationships: { land: { to: Country, optional: true, inverse: trips } }
              Country:
                attributes: { name: string, code: string? }
                relationships: { trips: { toMany: Trip, inverse: land } }
            """
        )
        #expect(
            found == [
                [
                    "entities: { Country: { from: Trip, distinct: [\"$source.countryCode\", \"$source.country\"], "
                        + "values: { code: \"$source.countryCode\", name: \"$source.country\" } } }",
                    "values: { Trip.land: \"find(Country, code == $source.countryCode AND name == $source.country)\" }",
                ],
                [
                    "entities: { Country: { from: Trip, values: { code: \"$source.countryCode\", name: \"$source.country\" } } }",
                    "values: { Trip.land: \"same(Country)\" }",
                ],
            ]
        )
    }

    @Test("Values of which one may be missing become objects of their own: a row with only some would find none")
    func partialPromotion() throws {
        let found = try suggestions(
            trip,
            """
              Trip:
                attributes: { name: string }
                relationships: { land: { to: Country, optional: true, inverse: trips } }
              Country:
                attributes: { name: string, code: string? }
                relationships: { trips: { toMany: Trip, inverse: land } }
            """
        )
        #expect(
            found == [
                [
                    "entities: { Country: { from: Trip, values: { code: \"$source.countryCode\", name: \"$source.country\" } } }",
                    "values: { Trip.land: \"same(Country)\" }",
                ]
            ]
        )
    }

    @Test("An attribute that becomes a relationship of its name does, too")
    func changedKind() throws {
        let found = try suggestions(
            trip,
            """
              Trip:
                attributes: { name: string, countryCode: string? }
                relationships: { country: { to: Country, optional: true } }
              Country: { attributes: { title: string } }
            """
        )
        #expect(found.first?.last == "values: { Trip.country: \"find(Country, title == $source.country)\" }")
    }

    @Test("What is one-to-one has an object of its own, unless there is no value")
    func split() throws {
        let found = try suggestions(
            "  Person: { attributes: { street: string?, city: string? } }",
            """
              Person: { relationships: { home: { to: Address, optional: true, inverse: person } } }
              Address:
                attributes: { street: string?, city: string? }
                relationships: { person: { to: Person, optional: true, inverse: home } }
            """
        )
        #expect(
            found == [
                [
                    "entities: { Address: { from: Person, where: \"$source.street != nil OR $source.city != nil\", "
                        + "values: { city: \"$source.city\", street: \"$source.street\" } } }",
                    "values: { Person.home: \"same(Address)\" }",
                ]
            ]
        )
    }

    @Test("One object of a to-many relationship refers to the older one")
    func toMany() throws {
        let found = try suggestions(
            "  Person: { attributes: { phone: string } }",
            """
              Person: { relationships: { phones: { toMany: Phone, inverse: owner } } }
              Phone:
                attributes: { phone: string }
                relationships: { owner: { to: Person, optional: true, inverse: phones } }
            """
        )
        #expect(
            found == [
                ["entities: { Phone: { from: Person, values: { owner: \"$source\", phone: \"$source.phone\" } } }"]
            ]
        )
    }

    @Test("Of several relationships, the one whose name is alike")
    func nearestRelationship() throws {
        let found = try suggestions(
            "  Trip: { attributes: { homeStreet: string } }",
            """
              Trip:
                relationships: { workPlace: { to: Place, optional: true }, homePlace: { to: Place, optional: true } }
              Place: { attributes: { street: string } }
            """
        )
        #expect(found.map { $0.last?.prefix(24) } == Array(repeating: "values: { Trip.homePlace", count: 2))
    }

    @Test("Objects of removed entities become those of a similar one, and say what they lose")
    func merge() throws {
        let found = try suggestions(
            """
              Person: { attributes: { name: string, email: string } }
              Customer: { attributes: { name: string, email: string, fax: string? } }
            """,
            "  Person: { attributes: { name: string, email: string } }"
        )
        #expect(
            found == [["entities: { Person: [{ from: Person }, { from: Customer }] }", "accept: [Customer.fax]"]]
        )
    }

    @Test("A new required attribute may be computed from one that has a word in common")
    func computed() throws {
        let found = try suggestions(
            "  Trip: { attributes: { name: string, note: string } }",
            "  Trip: { attributes: { name: string, note: string, displayName: string } }"
        )
        #expect(found == [["values: { Trip.displayName: \"$source.name\" }"]])
    }

    @Test("A suggestion that leaves fewer possible renames asks no new question")
    func asksAgain() throws {
        let found = try suggestions(
            "  Trip: { attributes: { name: string, legacy: string?, other: string? } }",
            "  Trip: { attributes: { name: string, displayName: string, code: string } }"
        )
        #expect(
            found == [
                // Version 2 is frozen, so lines stand for the renames that its model could have said.
                ["values: { Trip.displayName: \"$source.legacy\" }", "fill: { Trip.displayName: \"\" }"],
                ["values: { Trip.displayName: \"$source.other\" }", "fill: { Trip.displayName: \"\" }"],
                ["values: { Trip.code: \"$source.legacy\" }", "fill: { Trip.code: \"\" }"],
                ["values: { Trip.code: \"$source.other\" }", "fill: { Trip.code: \"\" }"],
                ["values: { Trip.displayName: \"$source.name\" }"],
            ]
        )
    }

    @Test(
        "Beside a frozen version, no line is offered for what neither an expression nor an origin makes",
        arguments: [
            // A composite, a part of one, bytes that only the app reads, and a name that another entity has taken.
            [
                "  Trip: { attributes: { address: Address? } }\ncomposites: { Address: { attributes: { city: string? } } }",
                "  Trip: { attributes: { home: Address? } }\ncomposites: { Address: { attributes: { city: string? } } }",
            ],
            [
                "  Trip: { attributes: { a: Address? } }\ncomposites: { Address: { attributes: { city: string? } } }",
                "  Trip: { attributes: { a: Address? } }\ncomposites: { Address: { attributes: { town: string? } } }",
            ],
            [
                "  Trip: { attributes: { shape: { type: transformable, optional: true } } }",
                "  Trip: { attributes: { form: { type: transformable, optional: true } } }",
            ],
            [
                "  Trip: { attributes: { picture: { type: data, optional: true, externalStorage: true } } }",
                "  Trip: { attributes: { photo: { type: data, optional: true, externalStorage: true } } }",
            ],
            [
                "  Voyage: { attributes: { a: string } }\n  Trip: { attributes: { b: double } }",
                "  Trip: { originalName: Voyage, attributes: { a: string } }",
            ],
        ]
    )
    func offersNoLine(_ texts: [String]) throws {
        let stage = try stage(texts[0], texts[1])
        #expect(!stage.refusals.isEmpty)
        let lines = stage.shownRefusals.flatMap(\.mappingLines)
        #expect(lines.filter { [.entities, .values].contains($0.key) } == [])
    }

    @Test("Beside a frozen version, a line keeps the cases of an enum under another name")
    func renamedCases() throws {
        let cases = "\nenums: { Status: { type: string, cases: [open, done] } }"
        let stage = try stage(
            "  Trip: { attributes: { state: Status? } }" + cases,
            "  Trip: { attributes: { phase: Status? } }" + cases
        )
        #expect(
            stage.shownRefusals.flatMap(\.mappingLines).map(\.flow).contains(
                "values: { Trip.phase: \"$source.state\" }"
            )
        )
    }

    @Test(
        "Pasting one mapping for all refusals settles them",
        arguments: [
            [
                "  A: { attributes: { a: uuid, b: uuid, n: double?, q: double, g: string?, o: int32? } }",
                "  A: { attributes: { a: date, b: date, n: int32, q: int32, o: int32 } }",
            ],
            ["  A: { attributes: { a: uuid, b: uuid } }", "  A: { attributes: { a: date, b: date } }"],
            [
                "  A: { attributes: { k: P, q: P? } }\ncomposites: { P: { attributes: { x: double, y: double } } }",
                "  A: { attributes: { k: P, q: P? } }\ncomposites: { P: { attributes: { x: uuid, y: date } } }",
            ],
            [
                "  A: { abstract: true, attributes: { x: uuid } }\n  B: { parent: A }\n  C: { parent: A }",
                "  A: { abstract: true, attributes: { x: date } }\n  B: { parent: A }\n  C: { parent: A }",
            ],
        ]
    )
    func wholeMapping(_ texts: [String]) throws {
        let stage = try stage(texts[0], texts[1])
        let suggestion = stage.suggestion(for: stage.shownRefusals)
        let mapping = suggestion.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(try self.stage(texts[0], texts[1], mapping: mapping).refusals == [], "\(suggestion)")
    }

    @Test("Text and Markdown write each key once, and a block to paste has a line for each of its lines")
    func oneLinePerKey() throws {
        let composite = "\ncomposites: { P: { attributes: { x: double, y: double } } }"
        let stage = try stage(
            "  A: { attributes: { k: string } }" + composite,
            "  A: { attributes: { k: P } }" + composite
        )
        let help = stage.shownRefusals.flatMap { $0.help }
        #expect(help.contains { $0.hasSuffix("'accept: [A.k]' and 'fill: { P.x: 0.0, P.y: 0.0 }'") }, "\(help)")
        #expect(stage.markdown.contains("    fill:\n      P.x: 0.0\n      P.y: 0.0\n"), "\(stage.markdown)")
    }

    @Test("Conversions that need the same value besides are one line of help")
    func conversionsWithFill() throws {
        let stage = try stage("  A: { attributes: { n: double? } }", "  A: { attributes: { n: int32 } }")
        let all = stage.shownRefusals.flatMap { $0.help }
        let help = all.filter { $0.contains("convert") }
        #expect(help.count == 1, "\(all)")
        #expect(help.first?.contains("'convert: { A.n: rounded }' (or 'truncated', ") == true, "\(help)")
        #expect(help.first?.hasSuffix(" and 'fill: { A.n: 0 }'") == true, "\(help)")
    }

    @Test(
        "Nothing is suggested without a reason",
        arguments: [
            // Another type, another name, a value that is not there, another entity.
            "{ attributes: { name: int32 } }", "{ attributes: { title: string } }",
            "{ attributes: { country: string, area: double } }",
        ]
    )
    func unlikely(_ target: String) throws {
        let found = try suggestions(
            "  Trip: { attributes: { country: string } }",
            "  Trip: { relationships: { place: { to: Place, optional: true } } }\n  Place: \(target)"
        )
        #expect(found == [])
    }

    @Test(
        "An example of a fill matches the pattern, or there is none",
        arguments: [("[A-Z]{3}", "AAA"), ("[0-9]+", "0"), ("[a-z]*", "\"\""), ("[A-Z]{2}-[0-9]+", nil)]
    )
    func patterns(_ pattern: String, _ text: String?) throws {
        func schema(_ attributes: [Attribute]) -> Schema {
            Schema(model: "M", entities: [Entity("Trip", attributes: attributes)])
        }
        var code = Attribute("code", .string)
        code.pattern = pattern
        let stage = Stage(
            from: schema([]),
            to: schema([code]),
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2))
        )
        let lines: [Mapping.Line] = stage.refusals.flatMap(\.mappingLines)
        #expect(lines.filter { $0.key == .fill }.map(\.value) == (text.map { [$0] } ?? []))
        #expect(lines.contains(.require(ElementPath("Trip", "code"))))
    }
}
