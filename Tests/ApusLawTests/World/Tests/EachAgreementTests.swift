import ApusMigration
import ApusSchema
import Testing

/// Small stages with origins of elements and with to-many relationships that expressions compute: the planner, real stores
/// and the naive interpreter have to think the same of them.
@Suite struct EachAgreementTests {
    typealias Example = OriginAgreementTests.Example
    typealias Objects = OriginAgreementTests.Objects

    @Test(arguments: texts + json + objects + origins + lists + computed + further)
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: texts + json + objects + origins + lists + computed + further)
    func store(example: Example) {
        #expect(example.stage.disagreement(example.world, .store) == nil)
    }

    // MARK: Parts

    static let text = OriginAgreementTests.text
    static let number = OriginAgreementTests.number
    static let name = Attribute("name", .string, isOptional: true)
    static let required = Attribute("name", .string)

    static func one(_ name: String, _ far: String, _ inverse: String? = nil) -> Relationship {
        OriginAgreementTests.one(name, far, inverse)
    }

    static func many(_ name: String, _ far: String, _ inverse: String? = nil, isOrdered: Bool = false) -> Relationship {
        OriginAgreementTests.many(name, far, inverse, isOrdered: isOrdered)
    }

    /// Posts with a text, of whose elements 'T' is made.
    static func split(
        _ list: String = "split($source.t, ';')",
        where condition: String? = nil,
        distinct: [String] = [],
        _ values: [String: String] = ["name": "$each"],
        _ attributes: [Attribute] = [required]
    ) -> StageExample {
        StageExample(
            [Entity("P", attributes: [text, number])],
            [Entity("P", attributes: [text, number]), Entity("T", attributes: attributes)]
        ).making("T", Mapping.Origin(["P"], each: list, where: condition, distinct: distinct, values: values))
    }

    static func posts(_ texts: String?...) -> Objects {
        texts.enumerated().map { index, text in
            let value: StoredValue = if let text { .text(text) } else { .null }
            return ("P", Int64(index * 3 + 1), ["t": value, "n": .integer(Int64(index))], [:])
        }
    }

    // MARK: Texts

    static let texts: [Example] = [
        Example("split", split(), posts("a", "a;b", nil, "c;a;a", "")),
        Example("split with empty elements", split(), posts(";", ";;a;", "a;;b", "", " ; ")),
        Example("split with NUL and emoji", split(), posts("a\u{0}b;\u{0};👍;e\u{301}é", "👩‍👩‍👧;\u{0}")),
        Example(
            "split with other marks",
            split(),
            posts("\u{FEFF}b;\u{FEFF};a\u{10FFFF}0;\u{10FFFF}1\u{10FFFF}", "\\u0041;\"q\";\t\u{1F};\u{2028};null")
        ),
        Example("split by an emoji", split("split($source.t, '👍')"), posts("a👍b👍", "👍👍", "👎", "👍🏽x")),
        Example("split by several characters", split("split($source.t, ', ')"), posts("a, b,c, , d", ", ", ",", " ,")),
        Example("split by what overlaps", split("split($source.t, '--')"), posts("a---b", "----", "-", "--a")),
        Example("split of an expression", split("split(trim($source.t), ' ')"), posts(" a b ", "  ", "c")),
        Example("split of text that may be null", split("split(ifNull($source.t, 'x;y'), ';')"), posts(nil, "a")),
        Example("split without empty ones", split(where: "$each != ''"), posts(";", ";;a;", "a;;b", "")),
        Example(
            "split where the older object says so",
            split(where: "$source.n > 0 AND $each != 'a'"),
            posts("a;b", "a;b;c", "d")
        ),
        Example(
            "split with values of the older object",
            split(["name": "$each + '/' + ifNull($source.t, '')", "n": "$source.n + 1"], [required, number]),
            posts("a;b", "", nil, "c")
        ),
        Example("distinct", split(distinct: ["$each"]), posts("a;b", "b;c;b", nil, "a;d;")),
        Example(
            "distinct, trimmed",
            split(distinct: ["trim($each)"], ["name": "trim($each)"]),
            posts("a; b", "b ;a;c")
        ),
        Example("distinct, by the first", split(distinct: ["trim($each)"]), posts(" a;b", "b ;a;c")),
        Example(
            "distinct by the older object as well",
            split(distinct: ["$each", "$source.n"]),
            posts("a;b;a", "b;b", "c")
        ),
        Example(
            "distinct by what may be null",
            split(distinct: ["nullIf($each, 'a')"], ["name": "$each"]),
            posts("a;b;a", "b;b;c", "a")
        ),
        Example("distinct by a constant", split(distinct: ["'none'"]), posts("b;a", "c")),
        Example(
            "distinct with a condition",
            split(where: "$each != 'a' AND $source.n != 2", distinct: ["$each"]),
            posts("a;b;a", "b;b;c", "e", "a;e")
        ),
        Example("distinct, composed and decomposed", split(distinct: ["$each"]), posts("é;e\u{301};E;e", "É;é")),
        Example("distinct, with NUL", split(distinct: ["$each"]), posts("a\u{0}b;a;a\u{0}", "a\u{0}b;\u{0};")),
        Example(
            "a default for the rest",
            split(["name": "$each"], [required, Attribute("k", .int64, default: .int(7))]),
            posts("a;b")
        ),
        Example("a missing value", split([:], [required]), posts("a;b")),
        Example("a fill for what is missing", split([:], [required]).filling("T.name", .literal("f")), posts("a;b")),
        Example(
            "rows are numbered",
            split(["name": "$each"], [required, Attribute("k", .int64)]).filling("T.k", .generated(.rowNumber)),
            posts("a;b", "c;;d")
        ),
        Example("what is required", split(["name": "nullIf($each, 'a')"], [required]), posts("b")),
        Example("what is required has it", split(["name": "nullIf($each, 'a')"]).requiring("T.name"), posts("b;c")),
        Example("what is required has it not", split(["name": "nullIf($each, 'a')"]).requiring("T.name"), posts("b;a")),
        Example(
            "a property of the same name does not continue",
            split(["name": "$each"], [required, text]),
            posts("a;b", "c")
        ),
        Example(
            "the text goes",
            StageExample([Entity("P", attributes: [text])], [Entity("P"), Entity("T", attributes: [required])])
                .making("T", Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each"])),
            [("P", 1, ["t": .text("a;b")], [:])]
        ),
        Example(
            "the text goes, accepted",
            StageExample([Entity("P", attributes: [text])], [Entity("P"), Entity("T", attributes: [required])])
                .making("T", Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each"]))
                .accepting("P.t"),
            [("P", 1, ["t": .text("a;b")], [:])]
        ),
        Example(
            "the older object goes",
            StageExample([Entity("P", attributes: [text])], [Entity("T", attributes: [required])])
                .making("T", Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each"])),
            [("P", 1, ["t": .text("a;b")], [:])]
        ),
        Example(
            "the older object goes, accepted",
            StageExample([Entity("P", attributes: [text])], [Entity("T", attributes: [required])])
                .making("T", Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each"]))
                .accepting("P"),
            [("P", 1, ["t": .text("a;b")], [:]), ("P", 5, ["t": .text("c")], [:])]
        ),
        Example("not the older object's own value", split(["name": "$source.t"], [name]), posts("a;b", "c")),
    ]

    // MARK: JSON

    static let all: String = #"[1, "a", null, true, false, 1.50, -2e3, {"k": [1, 2]}, [], "é\u0000\n👍", ""]"#

    static let json: [Example] = [
        Example("elements", split("elements($source.t)", [name]), posts(all, nil, "", "[]", "{}", "3")),
        Example(
            "elements of what is no array",
            split("elements($source.t)", [name]),
            posts("[1", "[1] x", "[1,]", "x", "null", "\"a\"", "[1]\u{0}", " [1] ", "[01]", "[nan]")
        ),
        Example(
            "elements with white space",
            split("elements($source.t)", [name]),
            posts("[ 1 ,\n2 , { \"a\" : 1 } , [ ] ]", "\t[\"a\" , \"b\"]\r\n")
        ),
        Example(
            "elements at a path",
            split("elements($source.t, 'items')", [name]),
            posts(#"{"items": [1, "b"]}"#, #"{"items": 3}"#, "{}", "[1]", #"{"items": [1], "items": [2, 3]}"#, nil)
        ),
        Example(
            "elements at a longer path",
            split("elements($source.t, 'a.b[1]')", [name]),
            posts(#"{"a": {"b": [1, ["x", "y"]]}}"#, #"{"a": {"b": [[1]]}}"#, #"{"a": null}"#)
        ),
        Example(
            "elements with members",
            split("elements($source.t)", ["name": "json($each, 'k')"], [name]),
            posts(#"[{"k": "a"}, {"k": 1.0}, {}, {"k": null}, 3, null, {"k": {}}, {"k": true}]"#)
        ),
        Example("elements that may be null", split("elements($source.t)"), posts(all)),
        Example(
            "elements that may be null, filled",
            split("elements($source.t)").filling("T.name", .literal("f")),
            posts(all)
        ),
        Example("elements that are not null", split("elements($source.t)", where: "$each != NIL"), posts(all)),
        Example(
            "elements that are not null, kept apart",
            split("elements($source.t)", where: "$each != NIL", ["name": "$each"], [name]),
            posts(all)
        ),
        Example(
            "elements that are not empty may be null",
            split("elements($source.t)", where: "$each != ''"),
            posts(all)
        ),
        Example(
            "distinct elements",
            split("elements($source.t)", distinct: ["$each"], [name]),
            posts(all, all, "[2, 1]")
        ),
        Example(
            "distinct elements are texts",
            split("elements($source.t)", distinct: ["$each"], [name]),
            posts(#"[1, "1", 1.0, true, "true", "a", "\u0061"]"#)
        ),
        Example(
            "numbers",
            split("elements($source.t)", ["n": "convert($each, 'parsed', 'int64')"], [number]),
            posts("[1, 2]", "[\"3\"]", "[null]")
        ),
        Example(
            "numbers that are none",
            split("elements($source.t)", ["n": "convert($each, 'parsed', 'int64')"], [number]),
            posts("[1, \"x\"]")
        ),
        Example(
            "numbers that are none, left out",
            split("elements($source.t)", where: "$each != 'x'", ["n": "convert($each, 'parsed', 'int64')"], [number]),
            posts("[1, \"x\"]")
        ),
        Example(
            "numbers that are none, as null",
            split("elements($source.t)", ["n": "convert($each, 'parsedOrNull', 'int64')"], [number]),
            posts("[1, \"x\"]")
        ),
    ]

    static func split(_ list: String, _ attributes: [Attribute]) -> StageExample {
        split(list, ["name": "$each"], attributes)
    }

    static func split(_ list: String, distinct: [String], _ attributes: [Attribute]) -> StageExample {
        split(list, distinct: distinct, ["name": "$each"], attributes)
    }

    static func split(_ values: [String: String], _ attributes: [Attribute] = [required]) -> StageExample {
        split("split($source.t, ';')", values, attributes)
    }

    static func split(distinct: [String], _ values: [String: String]) -> StageExample {
        split("split($source.t, ';')", distinct: distinct, values, [name])
    }
}
