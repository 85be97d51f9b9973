import ApusCodegen
import ApusFiles
import ApusSchema
import Testing

/// Models whose names and types meet in unusual places: their generated code compiles without a word.
struct NastyModelTests {
    /// Each entity is a case of its own.
    private static let model = """
        model: Frozen
        entities:
          # Types of Foundation in the empty value of a composite.
          Composites: { attributes: { p: Nested } }
          # Types of Foundation in the variables and the results of a fetch, and nowhere else in the class.
          Fetched: { attributes: { n: string }, relationships: { b: to Dates? } }
          Dates:
            attributes: { d: date, u: uuid, s: { type: codable, swiftType: Set<UUID> } }
            fetchedProperties: { same: { entity: Fetched, predicate: "b.d == $D", variables: { D: date } } }
          # Types of Foundation in properties, but not in values.
          Ordered:
            values: true
            attributes: { n: string, t: { type: date, transient: true, optional: true }, b: { type: data, transient: true } }
            relationships: { r: { toMany: Ordered, ordered: true } }
          # Types of Foundation in inherited properties, but not in what a subclass declares.
          Root: { attributes: { n: string, t: { type: date, transient: true, optional: true } } }
          Middle: { parent: Root, abstract: true, attributes: { x: string } }
          Leaf: { parent: Middle }
          # A type of the model with the name of one of Foundation's.
          Calendars: { attributes: { c: { type: codable, swiftType: "[Calendar]" } } }
          # The name of a parameter.
          context: { attributes: { n: string } }
        enums: { Calendar: [lunar] }
        composites:
          Nested: { attributes: { inner: Bytes } }
          Bytes: { attributes: { d: data } }
          # The words of types.
          Words: { attributes: { date: date, url: url?, string: string, int32: int32 } }
        fetchRequests:
          variable: { entity: Fetched, predicate: "b.d == $D", variables: { D: date } }
          results: { entity: Fetched, resultType: dictionaries, propertiesToFetch: [b.u] }
          own: { entity: Fetched, resultType: dictionaries, propertiesToFetch: [b.s] }
          counted: { entity: context, resultType: count, sortBy: [n] }
          digit: { entity: context, predicate: "n == $_1", variables: { _1: string } }

        """

    @Test func compiles() throws {
        let contents = ModelFile.contents(of: [SourceFile(path: "Frozen.yaml", text: Self.model)])
        let schema = try #require(contents.schema, "\(contents.diagnostics)")
        let history = History(
            model: "Frozen",
            entries: [History.Entry(Schema.Version(1), schema, digest: "d")],
            head: schema
        )
        for access in [AccessLevel.internal, .public] {
            let generator = try Generator(
                history: history,
                mappings: [],
                options: Generator.Options(access: access, versions: .all)
            )
            let said = try Compiler.check(
                generator.files().map(\.contents),
                ["-enable-upcoming-feature", "MemberImportVisibility"]
            )
            #expect(said == "", "\(said.prefix(4000))")
        }
    }

    @Test("A module of the user's own types is imported where they are named, with the access of the declaration")
    func imports() throws {
        let model = """
            model: M
            entities:
              A: { values: true, attributes: { p: P } }
              B: { attributes: { t: { type: codable, swiftType: Own, optional: true } } }
              C: { attributes: { n: string }, relationships: { b: to B? } }
            composites:
              P: { attributes: { t: { type: codable, swiftType: Own } } }
            fetchRequests:
              r: { entity: C, resultType: dictionaries, propertiesToFetch: [b.t] }

            """
        let schema = try #require(ModelFile.contents(of: [SourceFile(path: "M.yaml", text: model)]).schema)
        let generator = try Generator(
            history: History(model: "M", entries: [], head: schema),
            mappings: [],
            options: Generator.Options(access: .public, imports: ["Own"])
        )
        let names = generator.files().filter { $0.contents.contains("public import Own\n") }.map(\.name)
        #expect(names == ["B+ApusProperties.swift", "C+ApusProperties.swift", "M+ApusTypes.swift"])
        #expect(generator.files().count { $0.contents.contains("import Own\n") } == names.count)
    }
}
