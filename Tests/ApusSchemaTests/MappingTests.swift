import ApusDiagnostics
import ApusSchema
import Testing

@Suite("Mappings as values")
struct MappingTests {
    private static let (one, two) = (Schema.Version(1), Schema.Version(2))

    /// A line of each shape that the keys have.
    static let samples: [Mapping.Line] = Mapping.Key.allCases.flatMap { key -> [Mapping.Line] in
        let definition: Mapping.Key.Definition = key.definition
        var paths: [ElementPath] = [ElementPath("Trip", "code"), ElementPath("Reise", "größe")]
        if definition.subjects.areOwners { paths = paths.map { ElementPath($0.entity) } }
        if definition.subjects == .functions { paths = [ElementPath("geocode"), ElementPath("größe")] }
        // A mapping names one.
        if definition.subjects == .code { paths = [ElementPath("Stages.größe")] }
        if definition.subjects == .statements { paths = paths.map { ElementPath("\($0).count > 0\n") } }
        if definition.subjects.allowsOwners { paths.append(ElementPath("Draft")) }
        let values: [JSONValue?] =
            switch definition.value {
            case .fill: [.text(""), .text("two\nlines \"é\""), Fill.generated(.uuid).json]
            case .conversion: [.text("rounded")]
            case .expression: [.text("$source.first + ' ' + $source.last"), .text("1")]
            case .duplicates: [.text("newest"), .text("first"), Mapping.Line.duplicates("", duplicates).json]
            case .message: [.text("all of them"), .text("a: \"b\" # c")]
            case .function: functions.map(\.json)
            case .version: [.number(2)]
            case .origins: origins.map { Mapping.Line.entity("", $0).json }
            case nil: [nil]
            }
        let lines: [Mapping.Line] = paths.enumerated().map { index, path in
            Mapping.Line(key, path, values[index % values.count])
        }
        return lines
            + (definition.subjects.allowsWildcards ? [Mapping.Line(key, ElementPath("Item"), isWildcard: true)] : [])
    }

    private static let functions = [
        FunctionDeclaration(
            "",
            version: 1,
            takes: [.init(.string), .init(.int64, isOptional: true)],
            gives: .init(.string, isOptional: true)
        ),
        FunctionDeclaration("", version: 12, takes: [], gives: .init(.uuid)),
    ]

    private static let origins: [[Mapping.Origin]] = [
        [Mapping.Origin(["Customer", "Größe"])],
        [
            Mapping.Origin(
                ["Contact"],
                where: "home != nil",
                values: ["number": "home", "owner": "$source"],
                as: "home"
            ),
            Mapping.Origin(["Contact"], values: ["number": "\"two\nlines\""], as: "work"),
        ],
    ]

    private static let duplicates = [
        Mapping.DuplicateObjects(by: ["name", "größe"], keep: .one(.first, by: "größe")),
        Mapping.DuplicateObjects(by: ["code"], keep: .numbered("code")),
        Mapping.DuplicateObjects(keep: .one(.newest, by: nil)),
    ]

    @Test("A line is found by its element, wherever it was written")
    func lines() {
        let location = SourceLocation(file: "m.yaml", line: 3, column: 5)
        let path = ElementPath("Trip", "code")
        var mapping = Mapping(
            from: Self.one,
            to: Self.two,
            [.require(path), Mapping.Line(.fill, path, .text("a"), at: location), .fill(path, .literal("b"))]
        )
        #expect(mapping.lines == [.fill(path, .literal("a")), .require(path)], "key by key, the first of two")
        #expect(mapping.location(of: .fill(path, .literal("c"))) == location)
        #expect(mapping.line(.accept, path) == nil && mapping.line(.require, path) == .require(path))
        mapping.remove([.fill(path, .literal("b"))])
        #expect(mapping[.fill].count == 1, "another value is another line")
        mapping.remove([.fill(path, .literal("a")), .require(path)])
        #expect(mapping.isEmpty && mapping == Mapping(from: Self.one, to: Self.two))
        mapping.add(.accept(ElementPath("Trip"), isWildcard: true))
        mapping.add(.accept(ElementPath("Trip")))
        #expect(mapping[.accept].map(\.subject) == ["Trip.*", "Trip"])
    }

    @Test("Canonical JSON is one line, and reads back as the same mapping")
    func json() throws {
        let mapping = Mapping(from: Self.one, to: nil, Self.samples)
        #expect(mapping.lines == Self.samples)
        #expect(!mapping.json.contains("\n"))
        let back = try Mapping(from: Self.one, to: nil, json: mapping.json)
        #expect(back == mapping && back.json == mapping.json)
        let path = ElementPath("A", "b")
        let small = Mapping(
            from: Self.one,
            to: Self.two,
            [
                .require(path), .fill(path, .generated(.now)), .fill(ElementPath("A", "c"), .literal("now()")),
                .accept(ElementPath("A"), isWildcard: true), .convert(path, "exact"),
            ]
        )
        #expect(
            small.json
                == #"{"accept":["A.*"],"convert":[["A.b","exact"]],"fill":[["A.b",{"generated":"now()"}],["A.c","now()"]],"#
                + #""require":["A.b"]}"#
        )
        #expect(Mapping(from: Self.one, to: Self.two).json == "{}")
    }

    @Test("An origin is an object of its keys, and is shown as a mapping's line has it")
    func originForms() throws {
        let line = Mapping.Line.entity("Phone", Self.origins[1])
        #expect(line.origins == Self.origins[1] && line.location(of: .name, inOriginAt: 0) == nil)
        let mapping = Mapping(from: Self.one, to: Self.two, [line])
        #expect(
            mapping.json
                == #"{"entities":[["Phone",[{"as":"home","from":["Contact"],"values":{"number":"home","owner":"$source"},"#
                + #""where":"home != nil"},{"as":"work","from":["Contact"],"values":{"number":"\"two\nlines\""}}]]]}"#
        )
        #expect(
            line.value
                == #"[{ from: Contact, as: home, where: "home != nil", values: { number: home, owner: "$source" } }, "#
                + #"{ from: Contact, as: work, values: { number: "\"two\x0Alines\"" } }]"#
        )
        #expect(Mapping.Line.entity("A", [Mapping.Origin(["B", "no"])]).value == #"{ from: [B, "no"] }"#)
        #expect(Mapping.Line.require(ElementPath("A", "b")).origins == nil)
    }

    @Test(
        "JSON that is not a mapping's is refused with its key",
        arguments: [
            (#"{"keep":["A.b"]}"#, "unknown key 'keep'; a newer release may have written it"),
            (#"{"accept":"A"}"#, "a line below 'accept' cannot be read"),
            (#"{"accept":["A.b.c"]}"#, "a line below 'accept' cannot be read"),
            (#"{"accept":[["A","b"]]}"#, "a line below 'accept' cannot be read"),
            (#"{"fill":["A.b"]}"#, "a line below 'fill' cannot be read"),
            (#"{"fill":[["A.b",{"generated":"random()"}]]}"#, "a line below 'fill' cannot be read"),
            (#"{"fill":[["A.b",7]]}"#, "a line below 'fill' cannot be read"),
            (#"{"convert":[["A.b",true]]}"#, "a line below 'convert' cannot be read"),
            (#"{"require":[[]]}"#, "a line below 'require' cannot be read"),
            (#"{"accept":[["A.b"]]}"#, "a line below 'accept' cannot be read"),
            (#"{"accept":["A.b.*"]}"#, "a line below 'accept' cannot be read"),
            (#"{"accept":["A.b","A.b"]}"#, "a line below 'accept' cannot be read"),
            (#"{"require":["A"]}"#, "a line below 'require' cannot be read"),
            (#"{"require":["A.*"]}"#, "a line below 'require' cannot be read"),
            (#"{"fill":[["A.*","x"]]}"#, "a line below 'fill' cannot be read"),
            (#"{"fill":[["A","x"]]}"#, "a line below 'fill' cannot be read"),
            (#"{"fill":[["A.b","x"],["A.b","y"]]}"#, "a line below 'fill' cannot be read"),
            (#"{"entities":["A"]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A.b",[{"from":["B"]}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",{"from":["B"]}]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":"B"}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":[]}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B","B"]}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B.c"]}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B",7]}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B"],"as":"a b"}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B"],"where":true}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B"],"values":{}}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B"],"values":{"c":1}}]]]}"#, "a line below 'entities' cannot be read"),
            (#"{"entities":[["A",[{"from":["B"],"limit":"1"}]]]}"#, "a line below 'entities' cannot be read"),
            (
                #"{"entities":[["A",[{"from":["B"]}]],["A",[{"from":["C"]}]]]}"#,
                "a line below 'entities' cannot be read"
            ),
        ]
    )
    func damaged(json: String, reason: String) {
        let error = #expect(throws: Mapping.JSONError.self) {
            try Mapping(from: Self.one, to: Self.two, json: json)
        }
        #expect(error.map { "\($0)" } == reason)
    }

    @Test("Damaged text is refused", arguments: ["", "{", "[]", #"{"fill":null}"#])
    func broken(json: String) {
        #expect(throws: DecodingError.self) { try Mapping(from: Self.one, to: Self.two, json: json) }
    }

    @Test("Thousands of lines are added, found and removed one by one")
    func many() {
        // With a look through all lines for each of them, this would not end.
        let paths: [ElementPath] = (0..<20_000).map { ElementPath("Entity\($0 / 100)", "property\($0)") }
        var mapping = Mapping(from: Self.one, to: Self.two)
        for _ in 0..<20 {
            for (number, path) in paths.enumerated() {
                let location = SourceLocation(file: "m.yaml", line: number)
                mapping.add(Mapping.Line(.fill, path, .text("\(number)"), at: location))
                mapping.add(.require(path))
            }
        }
        #expect(mapping.lines.count == 40_000)
        for (number, path) in paths.enumerated() {
            #expect(mapping.location(of: .fill(path, .literal("")))?.line == number)
        }
        mapping.remove(paths.map { .require($0) })
        mapping.remove(mapping.lines.dropFirst())
        #expect(mapping.lines == [.fill(paths[0], .literal("0"))])
    }
}
