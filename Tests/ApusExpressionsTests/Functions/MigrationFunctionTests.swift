import ApusExpressions
import ApusStore
import Foundation
import Testing

/// Functions in Swift that expressions call.
@Suite struct MigrationFunctionTests {
    private struct Unknown: Error, CustomStringConvertible {
        let name: String
        var description: String { "no city\nis called \(name)" }
    }

    private static let all: [MigrationFunction] = [
        MigrationFunction("geocode", version: 1) { (city: String) -> String? in
            if city == "Atlantis" { throw Unknown(name: city) }
            return city == "Bern" ? "46.9,7.4" : nil
        },
        MigrationFunction("pair", version: 1) { (text: String?, number: Int16) in "\(text ?? "-")\(number)" },
        MigrationFunction("wide", version: 1) { (number: Int) in number * 2 },
        MigrationFunction("ratio", version: 1) { (number: Double) in 1 / number - 1 / number },
        MigrationFunction("price", version: 3) { (number: Decimal) in number * 2 },
        MigrationFunction("half", version: 1) { (number: Float) in number / 2 },
        MigrationFunction("later", version: 1) { (date: Date) in date.addingTimeInterval(1) },
        MigrationFunction("inverted", version: 1) { (isTrue: Bool) in !isTrue },
        MigrationFunction("same16", version: 1) { (id: UUID) in id },
        MigrationFunction("backwards", version: 1) { (bytes: Data) in Data(bytes.reversed()) },
        MigrationFunction("host", version: 1) { (link: URL) in link.host() },
        MigrationFunction("link", version: 1) { (name: String) in URL(string: "https://a.example/\(name)") },
        MigrationFunction("one", version: 1) { () -> Int32 in 1 },
    ]

    private static let table = FunctionTable(all)

    private func compile(_ text: String) throws(PredicateProblem) -> ExpressionCompiler<ColumnScope>.Typed {
        let functions = Dictionary(uniqueKeysWithValues: Self.all.map { ($0.declaration.name, $0.declaration) })
        return try ColumnScope.compile(text, functions: functions)
    }

    @Test("Types of Swift are those of a mapping")
    func declarations() {
        let texts = Self.all.map(\.declaration.description)
        #expect(texts[0] == "geocode(string) → string?, version 1")
        #expect(texts[1] == "pair(string?, int16) → string, version 1")
        #expect(texts[4] == "price(decimal) → decimal, version 3")
        #expect(texts[10] == "host(url) → string?, version 1")
        #expect(texts[12] == "one() → int32, version 1")
        #expect(FunctionDeclaration.ValueType("strings?") == nil && FunctionDeclaration.ValueType("?") == nil)
    }

    @Test(
        "Results",
        arguments: [
            ("geocode('Bern')", "\"46.9,7.4\""), ("geocode('Basel')", "NIL"), ("geocode(NIL + '')", "NIL"),
            ("geocode(uppercase:('x')) + '!'", "NIL"), ("pair(NIL, 3)", "\"-3\""), ("pair('a', -1)", "\"a-1\""),
            ("wide(4)", "8"), ("wide(4) + 1", "9"), ("price(1.25)", "2.5"), ("half(5)", "2.5"),
            ("inverted(YES)", "false"), ("later(0)", "2001-01-01T00:00:01Z"), ("one()", "1"),
            ("same16('00000000-0000-0000-0000-00000000000A')", "00000000-0000-0000-0000-00000000000A"),
            ("host('https://a.example/b')", "\"a.example\""), ("link('b')", "\"https://a.example/b\""),
            ("TERNARY(geocode('Basel') == NIL, 'none', 'some')", "\"none\""),
            ("TERNARY(NO == YES, geocode('Atlantis'), 'x')", "\"x\""), ("ifNull(geocode('Basel'), 'y')", "\"y\""),
        ]
    )
    func results(text: String, result: String) throws {
        let (expression, type) = try compile(text)
        #expect(try expression.value(calling: Self.table) { _ in .null }.written(as: type) == result)
        #expect(expression.canFail && !SQLiteDialect.full.writes(expression) { _ in true })
    }

    @Test("A null for an argument that cannot be null gives null, without a call")
    func nulls() throws {
        for name in ["wide(count)", "geocode(name)", "pair(name, small)"] {
            let expression = try compile(name).value
            #expect(try expression.value(calling: Self.table) { _ in .null } == .null)
            #expect(expression.isNullable { _ in true })
        }
        #expect(try !compile("wide(count)").value.isNullable { _ in false })
        #expect(try compile("geocode(name)").value.isNullable { _ in false })
        #expect(try !compile("pair(name, small)").value.isNullable { $0 == "name" })
    }

    @Test(
        "Failures say what went wrong, in one line",
        arguments: [
            ("geocode('Atlantis')", "geocode: no city\\u{A}is called Atlantis"),
            ("ratio(0)", "ratio: its result is not a double"),
            ("wide(count)", "wide: '1.5' is not an int64"),
        ]
    )
    func failures(text: String, message: String) throws {
        let expression = try compile(text).value
        let failure = #expect(throws: FunctionFailure.self) {
            try expression.value(calling: Self.table) { _ in .real(1.5) }
        }
        #expect(failure?.description == message)
        #expect(try expression.value(failing: .lenient, calling: Self.table) { _ in .real(1.5) } == .null)
        let missing = #expect(throws: FunctionFailure.self) { try expression.value { _ in .integer(1) } }
        #expect(missing?.description.hasSuffix("there is no code for it") == true)
    }

    @Test(
        "Calls that do not fit the declaration",
        arguments: [
            ("geocode()", "'geocode' takes one argument, found 0"),
            ("geocode(name, code)", "'geocode' takes one argument, found 2"),
            ("pair(name)", "'pair' takes 2 arguments, found 1"),
            ("geocode(nights)", "'geocode' needs a string as argument 1, but 'nights' is int32"),
            ("geocode(5)", "'geocode' needs a string as argument 1, but 5 is a number"),
            ("geocode(NIL)", "'geocode' needs a string as argument 1, but it is always null"),
            ("pair(name, 70000)", "'pair' needs an int16 as argument 2, but 70000 is a number"),
            ("pair(name, nights)", "'pair' needs an int16 as argument 2, but 'nights' is int32"),
            ("wide(price)", "'wide' needs an int64 as argument 1, but 'price' is decimal"),
            ("geoocode(name)", "unknown function 'geoocode'"),
        ]
    )
    func mismatches(text: String, message: String) {
        let problem = #expect(throws: PredicateProblem.self) { try compile(text) }
        #expect(problem?.message == message)
    }

    @Test("Help for calls that do not fit")
    func help() {
        let number = #expect(throws: PredicateProblem.self) { try compile("geocode(nights)") }
        #expect(number?.help == ["convert it: convert(nights, 'exact', 'string')"])
        let name = #expect(throws: PredicateProblem.self) { try compile("geoocode(name)") }
        #expect(name?.help == ["did you mean 'geocode'?"])
    }

    @Test("Only what declares a function can call it, and its text is read back")
    func parsing() throws {
        #expect(throws: PredicateProblem.self) { try ExpressionFormat.parse("geocode(name)") }
        #expect(throws: PredicateProblem.self) { try ColumnScope.compile("geocode(name)") }
        let format = try ExpressionFormat.parse("geocode(a.b) + 'x'", calling: ["geocode"])
        #expect(try ExpressionFormat.parse(format.text, calling: ["geocode"]) == format)
        #expect(try ExpressionFormat.parse("geocode(a.b) + 'x'", calling: nil) == format)
        #expect(PredicateNames(format).calls == ["geocode"])
        // A declared function comes before one that the language has.
        let own = FunctionDeclaration("trim", version: 1, takes: [.init(.int64)], gives: .init(.int64))
        #expect(
            try ColumnScope.compile("trim(count)", functions: ["trim": own]).value == .applied(own, [.leaf("count")])
        )
        for name in ["trim", "ifNull", "sum", "now", "and", "Ternary", "abs", "nil"] {
            #expect(FunctionDeclaration.isReserved(name), "\(name)")
        }
        #expect(!FunctionDeclaration.isReserved("geocode"))
        // Released mappings may have declared it before the language had it.
        #expect(!FunctionDeclaration.isReserved("object"))
        let object = FunctionDeclaration("object", version: 1, takes: [.init(.string)], gives: .init(.string))
        #expect(
            try ColumnScope.compile("object(name)", functions: ["object": object]).value
                == .applied(object, [.leaf("name")])
        )
    }
}
