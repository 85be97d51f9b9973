import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusSchema
import Testing

/// Names that generated code cannot have are refused at their locations, with what to do; a name like them is not.
@Suite struct NameFindingTests {
    private func read(_ text: String, model: String = "M") -> (schema: Schema?, locations: ModelLocations) {
        let contents = ModelFile.contents(of: [SourceFile(path: "\(model).yaml", text: "model: \(model)\n" + text)])
        #expect(contents.schema != nil, "\(contents.diagnostics)")
        return (contents.schema, contents.locations)
    }

    /// The findings about a model, each in the form `2:15: message | help`.
    private func findings(_ text: String, _ options: Generator.Options = .init()) -> [String] {
        let (schema, locations) = read(text)
        guard let schema else { return [] }
        let history = History(model: "M", entries: [.init(Schema.Version(1), schema)], head: schema)
        return Generator.problems(of: history, options: options) { locations[$0] }.map(Self.line)
    }

    private static func line(_ finding: Diagnostic) -> String {
        let location = finding.location.map { "\($0)".dropFirst("M.yaml:".count) + ": " } ?? ""
        return location + ([finding.message] + finding.notes + finding.help).joined(separator: " | ")
    }

    @Test(
        "Types that members of generated types would hide, and words that no type can be called",
        arguments: [
            "columns", "description", "encode", "hasChanges", "hashValue", "id", "isDeleted", "modelContext",
            "persistentModelID", "predicateArgument", "take",
            "entities", "head", "mappings", "modelName", "models", "planner", "versions",
            "__owned", "__shared", "_const", "_modify", "_read", "borrow", "borrowing", "consuming", "mutate",
            "nonisolated",
            "UnicodeScalarType",
        ]
    )
    func types(name: String) {
        let other = "Model\(name.prefix(1).uppercased() + name.dropFirst())"
        #expect(
            findings("entities: { \(name): { attributes: { text: string } } }") == [
                """
                2:13: the entity '\(name)' has a name that its generated class cannot have | rename it, such as \
                '\(other)', with 'originalName: \(name)', or give its class another name: 'class: \(other)'
                """
            ]
        )
        #expect(findings("entities: { T: { class: \(name), attributes: { text: string } } }").count == 1)
        #expect(findings("enums: { \(name): [a] }").count == 1)
        #expect(findings("composites: { \(name): { attributes: { text: string } } }").count == 1)
    }

    @Test("An enum in a class is a member of it") func nestedEnums() {
        let enums = "\nenums: { Diet: { in: Animal, cases: [a] } }"
        #expect(
            findings("entities: { Animal: { attributes: { Diet: string, d: Diet } } }" + enums) == [
                """
                2:37: 'Animal.Diet' has a name that is the name of a type in its generated class | rename it, such as \
                'diet', with 'originalName: Diet'
                """
            ]
        )
        #expect(findings("entities: { Animal: {}, Owner: { attributes: { Animal: Diet } } }" + enums).count == 1)
        #expect(
            findings(
                "entities: { Animal: { access: internal }, Owner: { access: public, attributes: { d: Diet } } }" + enums
            )
                == [
                    """
                    3:22: the enum 'Diet' is public, like the properties that have its type, but it is in the class of \
                    'Animal', which is internal | remove 'in', or give 'Animal' the key 'access: public'
                    """
                ]
        )
    }

    @Test("Types that only one kind of element cannot be called") func kinds() {
        #expect(
            findings("composites: { row: { attributes: { x: int32 } }, column: { attributes: { x: int32 } } }") == [
                """
                2:15: the composite 'row' has a name that its generated type cannot have | rename it, such as \
                'ModelRow', with 'originalName: row'
                """,
                """
                2:50: the composite 'column' has a name that its generated type cannot have | rename it, such as \
                'ModelColumn', with 'originalName: column'
                """,
            ]
        )
        #expect(findings("entities: { row: {}, column: {}, main: {} }") == [])
        #expect(findings("entities: { main: { codegen: extension } }").count == 1)
        #expect(findings("entities: { MV1: {} }") == [])
        #expect(
            findings("entities: { MV1: {} }", .init(versions: .all)) == [
                """
                2:13: the entity 'MV1' has a name that its generated class cannot have | rename it, such as \
                'ModelMV1', with 'originalName: MV1', or give its class another name: 'class: ModelMV1'
                """,
                """
                version 1 cannot have classes: the entity 'MV1' has a name that its generated class cannot have | \
                choose other versions, because a frozen version is never edited
                """,
            ]
        )
    }

    @Test("Properties that would hide a type that their classes mention") func properties() {
        let reason = "that is the name of a type in its generated class"
        func refused(_ text: String, _ name: String) {
            #expect(
                findings(text).map { $0.contains("'\(name)' has a name \(reason) | rename it") } == [true],
                "\(name)"
            )
        }
        #expect(
            findings("entities: { A: { attributes: { B: string } }, B: { parent: A } }") == [
                "2:32: 'A.B' has a name \(reason) | rename it, such as 'b', with 'originalName: B'"
            ]
        )
        let types = "enums: { E: [o] }\ncomposites: { P: { attributes: { q: Q } }, Q: { attributes: { x: int32 } } }\n"
        func entities(_ a: String, _ b: String) -> String {
            "entities: { A: { \(a) }, B: { parent: A, \(b) }, C: { attributes: { n: string } } }\n" + types
        }
        for (name, use) in [
            ("E", "attributes: { x: E }"), ("P", "attributes: { x: P }"), ("Q", "attributes: { x: P }"),
            ("C", "relationships: { x: toMany C }"), ("C", "fetchedProperties: { x: { entity: C } }"),
            ("Tag", #"attributes: { x: { type: codable, swiftType: Tag, default: "Tag()" } }"#),
            ("Tr", "attributes: { x: { type: transformable, swiftType: String, transformer: Tr } }"),
        ] {
            refused(entities("attributes: { \(name): string }", use), "A.\(name)")
            // A class does not mention what only its superclass's other subclasses do.
            #expect(findings(entities("", use) + "").isEmpty)
        }
        refused("entities: { A: { fetchedProperties: { B: { entity: B } } }, B: {} }", "A.B")
        // What the class does not mention may have the name, as do labels and text in a default.
        #expect(findings("entities: { A: { attributes: { order: int32 } }, order: {} }") == [])
        #expect(
            findings(
                #"""
                entities:
                  A:
                    attributes:
                      Name: string
                      tag: { type: codable, swiftType: Tag, default: 'Tag(name: "Name", name)' }
                """#
            ) == []
        )
        #expect(
            findings("entities: { A: { attributes: { MV1: string } } }", .init(versions: .all)).map { $0.suffix(74) }
                == [
                    "2:32: 'A.MV1' has a name \(reason) | rename it, such as 'mV1', with 'originalName: MV1'",
                    "version 1 cannot have classes: 'A.MV1' has a name \(reason) | choose other versions, because a "
                        + "frozen version is never edited",
                ].map { $0.suffix(74) }
        )
        #expect(
            findings("entities: { A: { relationships: { ßa: toMany A, sSa: toMany A } } }") == [
                "2:35: 'A.ßa' has a name whose methods 'sSa' has too | rename it, such as 'ßaValue', with "
                    + "'originalName: ßa'",
                "2:49: 'A.sSa' has a name whose methods 'ßa' has too | rename it, such as 'sSaValue', with "
                    + "'originalName: sSa'",
            ]
        )
    }

    @Test("Parts may be called as the word of a type, but not as a type that another part mentions") func parts() {
        #expect(
            findings("composites: { P: { attributes: { date: date, url: url?, string: string, int32: int32 } } }") == []
        )
        #expect(
            findings("composites: { P: { attributes: { Q: int32, x: Q } }, Q: { attributes: { y: int32 } } }").count
                == 1
        )
    }

    @Test("Fetch requests that would hide a type that the class mentions") func requests() {
        func requests(_ request: String) -> [String] {
            findings(
                """
                entities:
                  A:
                    attributes: { n: string, BigResult: int32?, e: E, p: P, s: { type: codable, swiftType: "[SmallResult]" } }
                    relationships: { b: to B? }
                  B: { attributes: { d: date } }
                  C: { parent: A }
                  D: {}
                enums: { E: [o] }
                composites: { P: { attributes: { x: int32 } } }
                fetchRequests: { \(request) }
                """
            )
        }
        for name in ["A", "B", "C", "E", "P", "ID", "Date", "FetchDescriptor", "Swift"] {
            #expect(
                requests("\(name): { entity: A }") == [
                    """
                    11:18: the fetch request '\(name)' has the name of a type in the class that has its function | \
                    rename it, such as 'fetch\(name)'
                    """
                ]
            )
        }
        #expect(requests("D: { entity: A }, a: { entity: A }") == [])
        let results = "resultType: dictionaries, propertiesToFetch: [n]"
        for (name, type) in [("big", "BigResult"), ("small", "SmallResult")] {
            #expect(
                requests("\(name): { entity: A, \(results) }") == [
                    """
                    11:18: the fetch request '\(name)' would have results of the type '\(type)', a name that the model \
                    has | rename the fetch request
                    """
                ]
            )
        }
        #expect(requests("new: { entity: A, \(results) }, NewResult: { entity: A }").count == 1)
        #expect(requests("small: { entity: B, resultType: dictionaries, propertiesToFetch: [d] }") == [])
        #expect(
            requests("r: { entity: A, predicate: n == $APUS_CONTEXT, variables: { APUS_CONTEXT: string } }") == [
                """
                11:78: the variable 'APUS_CONTEXT' of 'r' would be the argument 'apusContext', a name that is reserved \
                for generated code | rename the variable
                """
            ]
        )
    }

    @Test("Types of models in the same module") func models() {
        func findings(_ first: String, _ second: String) -> [[String]] {
            let models = [read(first), read(second, model: "N")]
            return Generator.problems(
                among: models.map { model in
                    let schema = model.schema ?? Schema(model: "")
                    let entries: [History.Entry] = [.init(Schema.Version(1), schema)]
                    return (History(model: schema.model, entries: entries, head: schema), { model.locations[$0] })
                },
                options: .init(versions: .all)
            ).map { $0.map(Self.line) }
        }
        let text = "entities: { T: { values: true, attributes: { n: string } } }\n"
        #expect(
            findings(text, "entities: { U: { class: T } }\n") == [
                [],
                [
                    """
                    2:13: the entity 'U' and the entity 'T' of the model 'M' would both have the Swift type 'T', so \
                    the two models do not compile in the same module | the other one is at M.yaml:2:13 | give its \
                    class another name: 'class: NT'
                    """
                ],
            ]
        )
        for other in ["T", "TValue"] {
            #expect(findings(text, "enums: { \(other): [a] }").map(\.count) == [0, 1])
            #expect(findings(text, "composites: { \(other): { attributes: { x: int32 } } }").map(\.count) == [0, 1])
        }
        // What is named after a model keeps its name.
        for name in ["NSchema", "NV1"] {
            #expect(
                findings("entities: { \(name): {} }", "entities: { U: {} }") == [
                    [
                        """
                        2:13: the entity '\(name)' and '\(name)' of the model 'N' would both have the Swift type \
                        '\(name)', so the two models do not compile in the same module | rename it, such as \
                        'M\(name)', with 'originalName: \(name)', or give its class another name: 'class: M\(name)'
                        """
                    ], [],
                ]
            )
        }
        #expect(findings("entities: { T: {}, NV2: {} }", "entities: { U: {} }") == [[], []])
    }

    @Test("Everything that is not generated is reported without generating it") func everything() {
        #expect(
            findings("entities: { A: { access: package }, B: { parent: A } }", .init(access: .public)).count == 1
                && findings("fetchRequests: { columns: { entity: A } }\nentities: { A: {} }").count == 1
                && findings("entities: { A: {} }", .init(versions: .some([Schema.Version(7)]))).count == 1
        )
    }
}
