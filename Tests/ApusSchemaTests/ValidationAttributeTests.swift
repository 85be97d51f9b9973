import ApusSchema
import Foundation
import Testing

/// What an attribute must not say.
@Suite struct ValidationAttributeTests {
    @Test(arguments: cases) func findings(_ test: ValidationCase) {
        #expect(test.schema.findings() == test.expected)
    }

    private static let status = Enumeration(
        "Status",
        cases: [.init("open", .string("open")), .init("closed", .string("x"))]
    )
    private static let address = Composite("Address", attributes: [Attribute("city", .string)])

    /// A schema with an enum and a composite that are used, and an entity `A` with some attributes.
    private static func typed(_ attributes: Attribute...) -> Schema {
        let usual: [Attribute] = [Attribute("status", .named("Status")), Attribute("address", .named("Address"))]
        return with(Schema(model: "M", entities: [Entity("A", attributes: usual + attributes), Entity("Hotel")])) {
            $0.enumerations = [status]
            $0.composites = [address]
        }
    }

    private static let cases: [ValidationCase] = [
        ValidationCase(
            "unknown types",
            typed(
                Attribute("a", .named("strin")),
                Attribute("b", .named("Statuss")),
                Attribute("c", .named("Hotel")),
                Attribute("d", .named("boolean")),
                Attribute("e", .named("Zebra"))
            ),
            """
            entities/A/attributes/a/type: error: 'strin' is not a type
              help: did you mean 'string'?
            entities/A/attributes/b/type: error: 'Statuss' is not a type
              help: did you mean 'Status'?
            entities/A/attributes/c/type: error: 'A.c' has the type 'Hotel', but that is an entity
              help: write a relationship: '{ to: Hotel }'
            entities/A/attributes/d/type: error: 'boolean' is not a type
              help: did you mean 'bool'?
            entities/A/attributes/e/type: error: 'Zebra' is not a type
              help: expected one of 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url', 'int', 'transformable', 'codable', 'undefined', 'Address', 'Status'
            """
        ),
        ValidationCase(
            "types without a Swift type, and Swift types too many",
            Attribute("a", .codable),
            Attribute("b", .undefined),
            with(Attribute("c", .string)) { $0.swiftType = "String" },
            with(Attribute("d", .codable)) { $0.swiftType = " " },
            with(Attribute("e", .data)) { $0.transformer = "T" },
            Attribute("f", .transformable),
            with(Attribute("g", .undefined)) { ($0.swiftType, $0.isTransient) = ("CGRect", true) },
            with(Attribute("h", .undefined)) { $0.isTransient = true },
            expected: """
                entities/A/attributes/a/type: error: 'A.a' is codable, but the Swift type of its values is missing
                  help: write 'swiftType: …'
                entities/A/attributes/b/type: error: 'A.b' is undefined, but the Swift type of its values is missing
                  help: write 'swiftType: …'
                entities/A/attributes/b/type: error: 'A.b' has the type undefined, so it cannot be stored
                  help: write 'transient: true', or give it a type
                entities/A/attributes/c/swiftType: error: 'A.c' is string, whose Swift type is fixed
                  help: remove 'swiftType', or make the type codable or transformable
                entities/A/attributes/d/swiftType: error: the Swift type of 'A.d' is empty
                entities/A/attributes/e/transformer: error: 'A.e' is data, which has no transformer
                  help: remove 'transformer', or make the type transformable
                entities/A/attributes/h/type: error: 'A.h' is undefined, but the Swift type of its values is missing
                  help: write 'swiftType: …'
                """
        ),
        ValidationCase(
            "defaults",
            typed(
                with(Attribute("a", .named("Status"))) { $0.defaultExpression = "opne" },
                with(Attribute("b", .named("Status"))) { $0.defaultExpression = "zebra" },
                Attribute("c", .named("Status"), default: .string("open")),
                with(Attribute("d", .named("Address"))) { $0.defaultExpression = ".init()" },
                with(Attribute("e", .string)) { $0.defaultExpression = "x" },
                with(Attribute("f", .codable, default: .int(1))) { $0.swiftType = "X" },
                with(Attribute("g", .codable)) { ($0.swiftType, $0.defaultExpression) = ("X", "") },
                with(Attribute("h", .named("Status"))) { $0.defaultExpression = "open" },
                with(Attribute("i", .codable)) { ($0.swiftType, $0.defaultExpression) = ("X", ".init()") }
            ),
            """
            entities/A/attributes/a/default: error: the default 'opne' of 'A.a' is not a case of 'Status'
              help: did you mean 'open'?
            entities/A/attributes/b/default: error: the default 'zebra' of 'A.b' is not a case of 'Status'
              help: expected one of 'open', 'closed'
            entities/A/attributes/c/default: error: the default 'open' of 'A.c' is not a Status
              help: write the name of a case
            entities/A/attributes/d/default: error: 'A.d' is a composite, which has no default of its own
              help: give the parts of 'Address' defaults
            entities/A/attributes/e/default: error: the default 'x' of 'A.e' is not a string
            entities/A/attributes/f/default: error: the default '1' of 'A.f' is not a codable
              help: write Swift source, such as .init()
            entities/A/attributes/g/default: error: the default of 'A.g' is empty
              help: write Swift source, such as .init()
            """
        ),
        ValidationCase(
            "limits",
            with(Attribute("a", .string)) { $0.minimum = .string("a") },
            with(Attribute("b", .bool)) { $0.maximum = .bool(true) },
            with(Attribute("c", .int16)) { $0.maximum = .int(40_000) },
            with(Attribute("d", .int16)) { $0.minimum = .double(1) },
            with(Attribute("e", .date)) { ($0.minimum, $0.maximum) = (.date(1), .date(0)) },
            with(Attribute("f", .int32, default: .int(9))) { ($0.minimum, $0.maximum) = (.int(1), .int(5)) },
            with(Attribute("g", .double, default: .double(0.1))) { $0.minimum = .double(0.2) },
            with(Attribute("h", .decimal, default: .decimal(5))) {
                ($0.minimum, $0.maximum) = (.decimal(5), .decimal(5))
            },
            with(Attribute("i", .uuid)) { $0.minimum = .int(0) },
            expected: """
                entities/A/attributes/a/minimum: error: 'A.a' is string, and a minimum is for numbers and dates
                  help: for the length write 'length: …'
                entities/A/attributes/b/maximum: error: 'A.b' is bool, and a maximum is for numbers and dates
                  help: remove 'maximum'
                entities/A/attributes/c/maximum: error: the maximum '40000' of 'A.c' is not an int16
                  help: write a whole number from -32768 to 32767
                entities/A/attributes/d/minimum: error: the minimum '1.0' of 'A.d' is not an int16
                  help: write a whole number from -32768 to 32767
                entities/A/attributes/e/minimum: error: the minimum '2001-01-01T00:00:01Z' of 'A.e' is greater than the maximum '2001-01-01T00:00:00Z'
                  help: swap them
                entities/A/attributes/f/default: warning: the default '9' of 'A.f' is greater than the maximum '5'
                  note: a new object is not valid until it has another value
                  help: choose another default
                entities/A/attributes/g/default: warning: the default '0.1' of 'A.g' is less than the minimum '0.2'
                  note: a new object is not valid until it has another value
                  help: choose another default
                entities/A/attributes/i/minimum: error: 'A.i' is uuid, and a minimum is for numbers and dates
                  help: remove 'minimum'
                """
        ),
        ValidationCase(
            "lengths and patterns",
            with(Attribute("a", .int16)) { ($0.length, $0.pattern) = (Length("1...2"), "x") },
            with(Attribute("b", .string)) { $0.length = Length("5...1") },
            with(Attribute("c", .string, default: .string(""))) { $0.length = Length("1...") },
            with(Attribute("d", .string, default: .string("abc"))) { $0.length = Length("...2") },
            with(Attribute("e", .string)) { $0.pattern = "(" },
            with(Attribute("f", .string, default: .string("abc"))) { $0.pattern = "ab|b" },
            with(Attribute("g", .string, default: .string("abc"))) { $0.pattern = "a|abc" },
            with(Attribute("h", .string, default: .string(String(repeating: "a", count: 60)))) {
                $0.pattern = "(a+)+b"
            },
            expected: """
                entities/A/attributes/a/length: error: 'A.a' is int16, and a length is for strings
                  help: remove 'length'
                entities/A/attributes/a/pattern: error: 'A.a' is int16, and a pattern is for strings
                  help: remove 'pattern'
                entities/A/attributes/b/length: error: the length '5...1' of 'A.b' has a minimum above its maximum
                  help: write '1...5'
                entities/A/attributes/c/default: warning: the default '' of 'A.c' is shorter than the length '1...'
                  note: a new object is not valid until it has another value
                  help: choose another default
                entities/A/attributes/d/default: warning: the default 'abc' of 'A.d' is longer than the length '...2'
                  note: a new object is not valid until it has another value
                  help: choose another default
                entities/A/attributes/e/pattern: error: the pattern '(' of 'A.e' is not a regular expression
                  help: write one in ICU's syntax, such as [A-Z]{2}[0-9]+
                entities/A/attributes/f/default: warning: the default 'abc' of 'A.f' does not match the pattern 'ab|b'
                  note: a new object is not valid until it has another value
                  help: choose another default
                """
        ),
        ValidationCase(
            "what excludes what",
            with(Attribute("a", .string)) {
                ($0.isTransient, $0.isEphemeral, $0.isUnique, $0.usesExternalStorage) = (true, true, true, true)
                ($0.preservesValueOnDeletion, $0.isIndexedBySpotlight, $0.column) = (true, true, "x")
                $0.derivation = .keyPath(["d"])
            },
            with(Attribute("b", .string)) {
                ($0.isEphemeral, $0.isUnique, $0.usesExternalStorage, $0.column) = (true, true, true, "x")
                $0.derivation = .keyPath(["d"])
            },
            with(Attribute("c", .string, default: .string("x"))) {
                ($0.derivation, $0.usesExternalStorage) = (.keyPath(["d"]), true)
            },
            Attribute("d", .string),
            with(Attribute("e", .string, default: .string("x"))) {
                ($0.isTransient, $0.length) = (true, Length("1..."))
            },
            expected: """
                entities/A/attributes/a/ephemeral: error: 'transient' and 'ephemeral' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/unique: error: 'transient' and 'unique' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/derived: error: 'transient' and 'derived' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/externalStorage: error: 'transient' and 'externalStorage' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/preserveValueOnDeletion: error: 'transient' and 'preserveValueOnDeletion' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/spotlight: error: 'transient' and 'spotlight' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/a/column: error: 'transient' and 'column' of 'A.a' exclude each other
                  help: keep one of them
                entities/A/attributes/b/unique: error: 'ephemeral' and 'unique' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/attributes/b/derived: error: 'ephemeral' and 'derived' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/attributes/b/externalStorage: error: 'ephemeral' and 'externalStorage' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/attributes/b/column: error: 'ephemeral' and 'column' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/attributes/c/default: error: 'derived' and 'default' of 'A.c' exclude each other
                  help: keep one of them
                entities/A/attributes/c/externalStorage: error: 'derived' and 'externalStorage' of 'A.c' exclude each other
                  help: keep one of them
                """
        ),
        ValidationCase(
            "large values and values to compare",
            typed(
                with(Attribute("a", .int16)) { $0.usesExternalStorage = true },
                with(Attribute("b", .named("Status"))) { $0.usesExternalStorage = true },
                with(Attribute("c", .data)) { $0.usesExternalStorage = true },
                with(Attribute("d", .data)) { ($0.isUnique, $0.usesExternalStorage) = (true, true) },
                with(Attribute("h", .data)) { $0.isUnique = true },
                with(Attribute("e", .transformable)) { $0.isUnique = true },
                with(Attribute("f", .named("Address"))) { $0.isUnique = true },
                with(Attribute("g", .named("Status"))) { $0.isUnique = true }
            ),
            """
            entities/A/attributes/a/externalStorage: error: 'A.a' is int16, whose values are never large
              help: remove 'externalStorage': it is for data, string, transformable and codable
            entities/A/attributes/b/externalStorage: error: 'A.b' is Status, whose values are never large
              help: remove 'externalStorage': it is for data, string, transformable and codable
            entities/A/attributes/d/unique: error: 'A.d' cannot be unique: its values may be in external files, which a store cannot compare
              help: remove 'unique'
            entities/A/attributes/e/unique: error: 'A.e' cannot be unique: a store cannot compare values of the type transformable
              help: remove 'unique'
            entities/A/attributes/f/unique: error: 'A.f' cannot be unique: 'Address' is a composite, whose parts are stored separately
              help: remove 'unique'
            """
        ),
        ValidationCase(
            "derivations",
            derived(),
            """
            entities/A/attributes/a/derived: error: 'A.a' is derived from 'naem', but 'A' has no property 'naem'
              help: did you mean 'name'?
            entities/A/attributes/b/derived: error: 'A.b' is derived from 'items.name', but 'items' is to-many
              help: write 'items.@count' or 'items.@sum.…'
            entities/A/attributes/c/derived: error: 'A.c' is derived from 'best', which is not an attribute
              help: use an attribute, such as 'best.name'
            entities/A/attributes/d/derived: error: 'A.d' is int32, but 'name' gives string
              help: make the type string
            entities/A/attributes/e/derived: error: 'A.e' is derived from 'best.price', which is decimal, not string
              help: choose a string
            entities/A/attributes/f/derived: error: 'A.f' is int32, but 'uppercase:(name)' gives string
              help: make the type string
            entities/A/attributes/g/derived: error: 'A.g' is string, but 'items.@count' gives an integer
              help: make the type int64
            entities/A/attributes/h/derived: error: 'A.h' is derived over 'best', but @count needs a single to-many relationship
              help: write 'name.@count' with a to-many relationship of 'A'
            entities/A/attributes/i/derived: error: 'A.i' is the sum of 'name', which is string, not a number
              help: choose a number
            entities/A/attributes/j/derived: error: 'A.j' is int32, but 'items.@sum.price' gives decimal
              help: make the type decimal
            entities/A/attributes/k/derived: error: 'A.k' is derived from 'items.@sum.prise', but 'Item' has no property 'prise'
              help: did you mean 'price'?
            entities/A/attributes/l/derived: error: 'A.l' is int32, but 'now()' gives date
              help: make the type date
            entities/A/attributes/m/derived: error: 'A.m' is derived from 'note', which is not stored
              help: choose an attribute that is neither transient nor ephemeral
            entities/A/attributes/n/derived: error: 'A.n' is derived from 'name.x', but 'name' is string, which has no part 'x'
            entities/A/attributes/o/derived: error: 'A.o' is derived over 'items.items', but 'Item' has no property 'items'
            """
        ),
        ValidationCase(
            "derived in a circle",
            Entity(
                "A",
                attributes: [
                    with(Attribute("a", .string)) { $0.derivation = .keyPath(["a"]) },
                    with(Attribute("b", .string)) { $0.derivation = .function(.uppercase, of: ["far", "b"]) },
                ],
                relationships: [.toOne("far", "B", inverse: "near")]
            ),
            Entity(
                "B",
                attributes: [with(Attribute("b", .string)) { $0.derivation = .keyPath(["near", "b"]) }],
                relationships: [.toOne("near", "A", inverse: "far")]
            ),
            expected: """
                entities/A/attributes/a/derived: error: 'A.a' is derived from itself
                  help: derive one of them from something else
                entities/A/attributes/b/derived: error: 'A.b' is derived from itself: A.b → B.b → A.b
                  help: derive one of them from something else
                """
        ),
    ]

    private static func derived() -> Schema {
        func attribute(_ name: String, _ type: AttributeType, _ text: String) -> Attribute {
            with(Attribute(name, type)) { $0.derivation = Derivation(text) }
        }
        let wrong: [Attribute] = [
            attribute("a", .string, "naem"), attribute("b", .string, "items.name"), attribute("c", .string, "best"),
            attribute("d", .int32, "name"), attribute("e", .string, "uppercase:(best.price)"),
            attribute("f", .int32, "uppercase:(name)"), attribute("g", .string, "items.@count"),
            attribute("h", .int32, "best.@count"), attribute("i", .int32, "items.@sum.name"),
            attribute("j", .int32, "items.@sum.price"), attribute("k", .int32, "items.@sum.prise"),
            attribute("l", .int32, "now()"), attribute("m", .string, "note"), attribute("n", .string, "name.x"),
            attribute("o", .int32, "items.items.@count"),
        ]
        let right: [Attribute] = [
            attribute("p", .string, "best.name"), attribute("q", .int16, "items.@count"),
            attribute("r", .decimal, "items.@sum.price"), attribute("s", .double, "items.@sum.count"),
            attribute("t", .date, "now()"), attribute("u", .string, "canonical:(best.name)"),
            attribute("v", .string, "address.city"),
        ]
        let others: [Attribute] = [
            Attribute("name", .string), Attribute("address", .named("Address")),
            with(Attribute("note", .string)) { $0.isTransient = true },
        ]
        let item = Entity(
            "Item",
            attributes: [Attribute("name", .string), Attribute("price", .decimal), Attribute("count", .int32)]
        )
        let relationships: [Relationship] = [.toMany("items", "Item"), .toOne("best", "Item", isOptional: true)]
        let entity = Entity("A", attributes: wrong + right + others, relationships: relationships)
        return with(Schema(model: "M", entities: [entity, item])) { $0.composites = [address] }
    }
}
