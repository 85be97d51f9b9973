import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The naive interpreter's values, against what the rules say word by word.
@Suite struct NaiveValueTests {
    private static func trip(_ attributes: Attribute..., enumerations: [Enumeration] = []) -> Schema {
        var schema = Schema(model: "M", entities: [Entity("Trip", attributes: attributes)])
        schema.enumerations = enumerations
        return schema
    }

    private static func stage(_ older: Attribute, _ newer: Attribute) -> StageExample {
        StageExample(trip(older), trip(newer))
    }

    @Test func aNewRequiredAttributeNeedsAValue() throws {
        let stage = StageExample(Self.trip(), Self.trip(Attribute("code", .string)))
        #expect(stage.refusals == ["Trip.code: AP201"])
        let world: World = stage.world(("Trip", 3, [:], [:]))
        #expect(throws: StageRefused.self) { try stage.migrate(world) }
        let filled: StageExample = stage.filling("Trip.code", .literal("none"))
        #expect(try filled.value("code", of: "Trip", 3, after: world) == .text("none"))
        let optional = StageExample(
            Self.trip(),
            Self.trip(Attribute("code", .string, isOptional: true, default: .string("x")))
        )
        #expect(try optional.value("code", of: "Trip", 3, after: world) == .text("x"))
    }

    @Test func generatorsGiveEveryObjectItsOwn() throws {
        let stage = StageExample(
            [Entity("Trip"), Entity("Cruise", parent: "Trip")],
            [
                Entity("Trip", attributes: [Attribute("number", .int16), Attribute("seen", .date)]),
                Entity("Cruise", parent: "Trip"),
            ]
        ).filling("Trip.number", .generated(.rowNumber)).filling("Trip.seen", .generated(.now))
        let world: World = stage.world(("Trip", 3, [:], [:]), ("Cruise", 7, [:], [:]), ("Trip", 9, [:], [:]))
        #expect(try stage.value("number", of: "Trip", 3, after: world) == .integer(1))
        #expect(try stage.value("number", of: "Cruise", 7, after: world) == .integer(2))
        #expect(try stage.value("number", of: "Trip", 9, after: world) == .integer(3))
        #expect(try stage.value("seen", of: "Cruise", 7, after: world) == .real(MigrationSources.plain.now))
    }

    @Test(arguments: [
        (Attribute("n", .int32, isOptional: true), Attribute("n", .int32), ["Trip.n: AP207"]),
        (Attribute("n", .int32, isOptional: true), Attribute("n", .int32, default: .int(4)), []),
        (Attribute("n", .int32), Attribute("n", .int64), []),
        (Attribute("n", .int32), Attribute("n", .int16), ["Trip.n: AP205"]),
        (Attribute("n", .int32), Attribute("m", .int32, originalName: "n"), []),
        (Attribute("n", .int32), Attribute("m", .int32, isOptional: true), ["Trip.n: AP202"]),
        (Attribute("n", .data), Attribute("n", .transformable), ["Trip.n: AP205"]),
    ])
    func whatIsRefused(older: Attribute, newer: Attribute, expected: [String]) {
        #expect(Self.stage(older, newer).refusals == expected)
    }

    @Test func linesThatNothingNeedsAreRefused() {
        let same: StageExample = Self.stage(Attribute("n", .int32), Attribute("n", .int32))
        #expect(same.accepting("Trip.n").refusals == ["Trip.n: AP403"])
        #expect(same.filling("Trip.n", .literal("1")).refusals == ["Trip.n: AP404"])
        #expect(same.converting("Trip.n", "exact").refusals == ["Trip.n: AP405"])
        #expect(same.requiring("Trip.n").refusals == ["Trip.n: AP406"])
        #expect(same.accepting("Trip.*").refusals == ["Trip: AP403"])
    }

    @Test func nothingOfANewOptionalCompositeIsRequired() {
        let composite = Composite("Geo", attributes: [Attribute("lat", .double)])
        func refusals(isOptional: Bool) -> [String] {
            let place = Composite("Place", attributes: [Attribute("geo", .named("Geo"), isOptional: isOptional)])
            var (older, newer) = (Schema(model: "M", entities: [Entity("Trip")]), Schema(model: "M"))
            older.composites = [composite, place]
            newer.composites = older.composites
            newer.entities = [Entity("Trip", attributes: [Attribute("place", .named("Place"))])]
            return StageExample(older, newer).requiring("Trip.place").refusals
        }
        #expect(refusals(isOptional: false) == [])
        #expect(refusals(isOptional: true) == ["Trip.place: AP406"])
    }

    @Test func nullsOfAMatchedAttribute() throws {
        let (optional, required) = (Attribute("n", .int32, isOptional: true), Attribute("n", .int32))
        let world: World = Self.stage(optional, required).world(
            ("Trip", 1, [:], [:]),
            ("Trip", 2, ["n": .integer(5)], [:])
        )
        let filled: StageExample = Self.stage(optional, required).filling("Trip.n", .literal("7"))
        #expect(try filled.value("n", of: "Trip", 1, after: world) == .integer(7))
        #expect(try filled.value("n", of: "Trip", 2, after: world) == .integer(5))
        #expect(throws: MigrationStopped.self) {
            try Self.stage(optional, required).requiring("Trip.n").migrate(world)
        }
        // A default never fills the nulls of an attribute that may have them; a fill by name does.
        let defaulted = Attribute("n", .int32, isOptional: true, default: .int(9))
        #expect(try Self.stage(optional, defaulted).value("n", of: "Trip", 1, after: world) == .null)
        let named: StageExample = Self.stage(optional, optional).filling("Trip.n", .literal("8"))
        #expect(try named.value("n", of: "Trip", 1, after: world) == .integer(8))
    }

    @Test func conversionsStopOrGiveNull() throws {
        let strict: StageExample = Self.stage(Attribute("n", .string), Attribute("n", .int16)).converting(
            "Trip.n",
            "parsed"
        )
        let world: World = strict.world(
            ("Trip", 1, ["n": .text(" +12 ")], [:]),
            ("Trip", 2, ["n": .text("twelve")], [:])
        )
        #expect(throws: MigrationStopped.self) { try strict.migrate(world) }
        let lenient: StageExample = Self.stage(Attribute("n", .string), Attribute("n", .int16, default: .int(-1)))
            .converting("Trip.n", "parsedOrNull")
        #expect(try lenient.value("n", of: "Trip", 1, after: world) == .integer(12))
        #expect(try lenient.value("n", of: "Trip", 2, after: world) == .integer(-1))
    }

    @Test func casesAreRecoded() throws {
        let attribute = Attribute("s", .named("Status"))
        let old = Enumeration(
            "Status",
            cases: [.init("a", .string("1")), .init("b", .string("2")), .init("c", .string("3"))]
        )
        let new = Enumeration("Status", type: .int16, cases: [.init("b", .int(1)), .init("a", .int(2))])
        let stage = StageExample(
            Self.trip(attribute, enumerations: [old]),
            Self.trip(attribute, enumerations: [new])
        )
        #expect(stage.refusals == ["Status.c: AP153", "Trip.s: AP207"])
        let legal: StageExample = stage.accepting("Status.c").filling("Trip.s", .literal("b"))
        let world: World = legal.world(("Trip", 1, ["s": .text("1")], [:]), ("Trip", 2, ["s": .text("3")], [:]))
        #expect(try legal.value("s", of: "Trip", 1, after: world) == .integer(2))
        #expect(try legal.value("s", of: "Trip", 2, after: world) == .integer(1))
        #expect(throws: MigrationStopped.self) { try legal.migrate(legal.world(("Trip", 1, ["s": .text("?")], [:]))) }
    }

    @Test func anAbsentCompositeStaysAbsent() throws {
        func schema(_ parts: [Attribute], isOptional: Bool = true) -> Schema {
            var schema: Schema = Self.trip(Attribute("home", .named("Address"), isOptional: isOptional))
            schema.composites = [Composite("Address", attributes: parts)]
            return schema
        }
        let street = Attribute("street", .string)
        let added = StageExample(schema([street]), schema([street, Attribute("zip", .string)]))
        #expect(added.refusals == ["Address.zip: AP201"])
        let filled: StageExample = added.filling("Address.zip", .literal("?"))
        let world: World = filled.world(("Trip", 1, [:], [:]), ("Trip", 2, ["home.street": .text("s")], [:]))
        #expect(try filled.value("home.zip", of: "Trip", 1, after: world) == .null)
        #expect(try filled.value("home.zip", of: "Trip", 2, after: world) == .text("?"))
        let required = StageExample(schema([street]), schema([street], isOptional: false))
        #expect(required.refusals == ["Address.street: AP207"])
        #expect(throws: MigrationStopped.self) { try required.requiring("Trip.home").migrate(world) }
        let made: StageExample = required.filling("Address.street", .literal("x"))
        #expect(try made.value("home.street", of: "Trip", 1, after: world) == .text("x"))
    }

    @Test func aNewCompositeIsAbsentWhereItMayBe() throws {
        func schema(isOptional: Bool) -> Schema {
            var schema: Schema = Self.trip(Attribute("home", .named("Address"), isOptional: isOptional))
            let street = Attribute("street", .string, default: .string("d"))
            schema.composites = [Composite("Address", attributes: [street, Attribute("zip", .string)])]
            return schema
        }
        let optional = StageExample(Self.trip(), schema(isOptional: true))
        let world: World = optional.world(("Trip", 1, [:], [:]))
        #expect(try optional.value("home.street", of: "Trip", 1, after: world) == .null)
        #expect(optional.filling("Address.zip", .literal("?")).refusals == ["Address.zip: AP404"])
        let required = StageExample(Self.trip(), schema(isOptional: false))
        #expect(required.refusals == ["Address.zip: AP201"])
        let filled: StageExample = required.filling("Address.zip", .literal("?"))
        #expect(try filled.value("home.street", of: "Trip", 1, after: world) == .text("d"))
        #expect(try filled.value("home.zip", of: "Trip", 1, after: world) == .text("?"))
    }

    @Test func whatIsNotStoredIsLost() throws {
        var transient = Attribute("n", .int32)
        transient.isTransient = true
        #expect(Self.stage(Attribute("n", .int32), transient).refusals == ["Trip.n: AP212"])
        #expect(Self.stage(transient, Attribute("n", .int32, isOptional: true)).refusals == [])
        var derived = Attribute("n", .int32, isOptional: true)
        derived.derivation = .now
        #expect(Self.stage(Attribute("n", .int32), derived).refusals == ["Trip.n: AP215"])
        #expect(Self.stage(derived, Attribute("n", .int32, isOptional: true)).refusals == [])
    }
}
