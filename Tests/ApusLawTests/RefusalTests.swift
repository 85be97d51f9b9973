import ApusMigration
import ApusSchema
import Testing

/// What the interpreter refuses, and that a small word makes it go: otherwise it might refuse for another reason.
@Suite struct RefusalTests {
    private static func schema(_ attributes: [Attribute], _ relationships: [Relationship] = []) -> Schema {
        Schema(
            model: "M",
            entities: [Entity("E", attributes: attributes, relationships: relationships), Entity("F")]
        )
    }

    private func refuses(_ older: Schema, _ newer: Schema, accepting paths: String...) -> Bool {
        #expect(older.validate().isEmpty && newer.validate().isEmpty)
        let accepted: [ElementPath] = paths.compactMap { ElementPath(parsing: $0) }
        let dump = RowGenerator.dump(seed: 1, schema: older)
        do {
            let result = try NaiveInterpreter.migrate(dump, from: older, to: newer, accepting: accepted)
            #expect(result.violations(of: newer).isEmpty)
            return false
        } catch {
            return error is StageRefused
        }
    }

    @Test func removals() {
        let (one, none) = (Self.schema([Attribute("a", .int16)]), Self.schema([]))
        #expect(refuses(one, none))
        #expect(refuses(one, none, accepting: "E.b"))
        #expect(!refuses(one, none, accepting: "E.a"))
        let lone = Schema(model: "M", entities: [Entity("F")])
        #expect(refuses(one, lone))
        #expect(!refuses(one, lone, accepting: "E"))
        let reference = Self.schema([], [.toOne("r", "F", isOptional: true)])
        #expect(refuses(reference, none))
        #expect(!refuses(reference, none, accepting: "E.r"))
    }

    @Test func additions() {
        let none = Self.schema([])
        #expect(refuses(none, Self.schema([Attribute("a", .int16)])))
        #expect(!refuses(none, Self.schema([Attribute("a", .int16, default: .int(1))])))
        #expect(!refuses(none, Self.schema([Attribute("a", .int16, isOptional: true)])))
        // Rows without an object stay.
        #expect(!refuses(none, Self.schema([], [.toOne("r", "F")])))
        #expect(!refuses(none, Self.schema([], [.toOne("r", "F", isOptional: true)])))
    }

    @Test func optionality() {
        let optional = Self.schema([Attribute("a", .int16, isOptional: true)])
        #expect(refuses(optional, Self.schema([Attribute("a", .int16)])))
        #expect(!refuses(optional, Self.schema([Attribute("a", .int16, default: .int(1))])))
        let reference = Self.schema([], [.toOne("r", "F", isOptional: true)])
        #expect(!refuses(reference, Self.schema([], [.toOne("r", "F")])))
        #expect(!refuses(Self.schema([], [.toOne("r", "F")]), reference))
    }

    @Test func typesThatLoseValues() {
        let pairs: [(ScalarType, ScalarType)] = [
            (.int64, .int32), (.int32, .int16), (.int64, .double), (.int32, .float), (.double, .float),
            (.decimal, .double), (.double, .int64), (.string, .int64), (.string, .url),
            (.date, .double),
        ]
        for (from, to) in pairs {
            let older = Self.schema([Attribute("a", .scalar(from))])
            let newer = Self.schema([Attribute("a", .scalar(to), isOptional: true)])
            #expect(refuses(older, newer), "\(from) to \(to)")
            #expect(!refuses(older, newer, accepting: "E.a"), "\(from) to \(to)")
        }
    }

    @Test func referencesThatMove() {
        func pair(_ one: Bool?, _ other: Bool?, toMany: Bool) -> Schema {
            let (x, y): (Relationship, Relationship) =
                toMany
                ? (.toMany("x", "F", inverse: "y", holdsKey: one), .toMany("y", "E", inverse: "x", holdsKey: other))
                : (
                    .toOne("x", "F", isOptional: true, inverse: "y", holdsKey: one),
                    .toOne("y", "E", isOptional: true, inverse: "x", holdsKey: other)
                )
            return Schema(
                model: "M",
                entities: [Entity("E", relationships: [x]), Entity("F", relationships: [y])]
            )
        }
        for toMany in [true, false] {
            #expect(!refuses(pair(nil, nil, toMany: toMany), pair(nil, true, toMany: toMany)))
            #expect(!refuses(pair(nil, nil, toMany: toMany), pair(true, nil, toMany: toMany)))
        }
        let one = Self.schema([], [.toOne("r", "F", isOptional: true)])
        let many = Self.schema([], [.toMany("r", "F")])
        #expect(!refuses(one, many))
        // The rows decide whether there are several.
        #expect(!refuses(many, one))
        #expect(!refuses(many, one, accepting: "E.r"))
        let elsewhere = Self.schema([], [.toOne("r", "E", isOptional: true)])
        #expect(refuses(one, elsewhere))
        #expect(!refuses(one, elsewhere, accepting: "E.r"))
        // Nothing is lost, so there is nothing to accept.
        #expect(refuses(one, many, accepting: "E.r"))
        // Pairs become the keys of an inverse that is new.
        let inverse: Relationship = .toOne("s", "E", isOptional: true, inverse: "r")
        let keyed = Schema(
            model: "M",
            entities: [
                Entity("E", relationships: [.toMany("r", "F", inverse: "s")]), Entity("F", relationships: [inverse]),
            ]
        )
        #expect(!refuses(many, keyed))
        #expect(!refuses(many, keyed, accepting: "E.r"))
    }

    @Test func onlyOneSideOfAPairIsRemoved() {
        func schema(x: Bool, y: Bool) -> Schema {
            Schema(
                model: "M",
                entities: [
                    Entity(
                        "E",
                        relationships: x ? [.toOne("x", "F", isOptional: true, inverse: y ? "y" : nil)] : []
                    ),
                    Entity("F", relationships: y ? [.toMany("y", "E", inverse: x ? "x" : nil)] : []),
                ]
            )
        }
        let both = schema(x: true, y: true)
        // Whichever side stays has all references.
        #expect(!refuses(both, schema(x: true, y: false)))
        #expect(!refuses(both, schema(x: false, y: true)))
        #expect(refuses(both, schema(x: false, y: false)))
        #expect(!refuses(both, schema(x: false, y: false), accepting: "E.x"))
        #expect(!refuses(both, schema(x: false, y: false), accepting: "F.y"))
    }

    @Test func keysBecomeUnique() {
        let older = Self.schema([], [.toOne("r", "F", isOptional: true)])
        let newer = Schema(
            model: "M",
            entities: [
                Entity("E", relationships: [.toOne("r", "F", isOptional: true, inverse: "s", holdsKey: true)]),
                Entity("F", relationships: [.toOne("s", "E", isOptional: true, inverse: "r")]),
            ]
        )
        #expect(!refuses(older, newer))
    }

    @Test func lines() {
        func refuses(_ older: Schema, _ newer: Schema, _ change: (inout Mapping) -> Void) -> Bool {
            var mapping: Mapping = .accepting([])
            change(&mapping)
            return !NaiveMigration(Reading(older), Reading(newer), mapping).refusals.isEmpty
        }
        let path = ElementPath("E", "a")
        let (none, required) = (Self.schema([]), Self.schema([Attribute("a", .int16)]))
        #expect(!refuses(none, required) { $0.add(.fill(path, .literal("5"))) })
        #expect(!refuses(none, required) { $0.add(.fill(path, .generated(.rowNumber))) })
        #expect(refuses(none, required) { $0.add(.fill(path, .literal("x"))) })
        #expect(refuses(none, required) { $0.add(.fill(path, .generated(.uuid))) })
        #expect(!refuses(none, required) { $0.add(.require(path)) })
        let optional = Self.schema([Attribute("a", .int16, isOptional: true)])
        #expect(!refuses(optional, required) { $0.add(.require(path)) })
        let wide = Self.schema([Attribute("a", .double)])
        #expect(!refuses(wide, required) { $0.add(.convert(path, "rounded")) })
        #expect(refuses(wide, required) { $0.add(.convert(path, "parsed")) })
        #expect(refuses(required, wide) { $0.add(.convert(path, "rounded")) })
    }
}
