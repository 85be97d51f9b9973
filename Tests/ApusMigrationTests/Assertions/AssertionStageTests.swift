import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// What a mapping asserts is checked against both schemas, before any store is read.
@Suite("Assertions of a stage") struct AssertionStageTests {
    private static let old: Schema = {
        var upper = Attribute("upper", .string, isOptional: true)
        upper.derivation = Derivation("uppercase:(name)")
        return schema(
            .of(
                "Contact",
                Attribute("name", .string),
                Attribute("age", .int32),
                Attribute("cost", .decimal, isOptional: true),
                Attribute("born", .date),
                Attribute("home", .named("Address"), isOptional: true),
                upper,
                toOne("owner", "Draft"),
                Relationship.toMany("tags", "Draft")
            ),
            .of("Draft", Attribute("name", .string))
        ).with { $0.composites = [Composite("Address", attributes: [Attribute("number", .int32)])] }
    }()

    private static let new: Schema = old.with { schema in
        schema.entities[0].name = "Person"
        schema.entities[0].originalName = "Contact"
    }

    private func problems(_ condition: String) -> [String] {
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.assert(condition, "m")], file: "m.yaml")
        return Stage.between(Self.old, Self.new, mapping).refusals.map { refusal in
            #expect(refusal.code == "AP420" && refusal.path == ElementPath(condition))
            return ([refusal.message.replacing("'\(condition)' cannot be checked: ", with: "")] + refusal.help)
                .joined(separator: " | ")
        }
    }

    @Test(
        "What can be checked is no change and no decision",
        arguments: [
            "Person.count == $old.Contact.count", "Person.@sum.age > 0 AND Draft.count == $old.Draft.@count",
            "Person.@max.home.number == 3", "Person.@max.born > $old.Contact.@min.born", "Person.@avg.cost < 3",
            "SUBQUERY($old.Contact, $c, $c.owner.name == 'a' AND $c.tags.@count > 2).@count == 0",
            "SUBQUERY(Person, $p, convert($p.name, 'parsedOrNull', 'int32') > 1).@count == 0",
            "Person.@max.born < dateOrNull('2030', 'yyyy')", "SUBQUERY(Person, $old, $old.name == 'x').count == 1",
            "NOT (Person.count IN {1, 2, 3})",
        ]
    )
    func right(_ condition: String) {
        #expect(problems(condition) == [])
    }

    @Test("A condition of constants is needless") func constants() {
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.assert("1 == 1", "m")], file: "m.yaml")
        let refusals = Stage.between(Self.old, Self.new, mapping).refusals
        #expect(
            refusals.map { $0.diagnostic().description } == [
                """
                m.yaml: error: the mapping asserts '1 == 1', but that reads nothing of the store [AP421]
                  help: compare values of all objects, such as 'Person.count == $old.Contact.count'
                  help: remove the line
                """
            ]
        )
    }

    @Test(
        "What cannot be checked says where it is wrong, and what to write",
        arguments: [
            (
                "Contact.count == 1",
                "the newer version has no entity 'Contact' (character 1) | the older one has it: write '$old.Contact'"
            ),
            (
                "1 == $old.Person.count",
                "the older version has no entity 'Person' (character 6) | the newer one has it: write 'Person'"
            ),
            ("Persno.count == 1", "the newer version has no entity 'Persno' (character 1) | did you mean 'Person'?"),
            (
                "Person.count == $new.Person.count",
                "unknown variable '$new' (character 17) | the objects before the migration are '$old.Entity', and those after it 'Entity'"
            ),
            (
                "Person == 1",
                "'Person' is several objects, expected a value (character 1) | count them: 'Person.@count'"
            ),
            ("$old == 1", "'$old' is not a value (character 1) | name an entity behind it: '$old.Entity.count'"),
            (
                "Person.name == 'a'",
                "'Person.name' is a value of each object, not one of all of them (character 1) | aggregate it, such as 'Person.@max.name', or count objects: 'SUBQUERY(Person, $x, $x.name == …).@count'"
            ),
            ("Person.count.age == 1", "nothing follows 'count' (character 1) | remove what follows it"),
            (
                "Person.@max == 1",
                "'@max' needs an attribute of the objects (character 1) | write 'Person.@max.attribute'"
            ),
            (
                "Person.@max.name == 'a'",
                "an assertion has no '@max' of string (character 1) | numbers have '@sum', '@avg', '@min' and '@max', dates '@min' and '@max'"
            ),
            (
                "Person.@sum.born > 1",
                "an assertion has no '@sum' of date (character 1) | numbers have '@sum', '@avg', '@min' and '@max', dates '@min' and '@max'"
            ),
            ("Person.@sum.agee > 1", "the newer 'Person' has no property 'agee' (character 1) | did you mean 'age'?"),
            (
                "$old.Contact.@max.upper > 1",
                "'Contact.upper' is derived, so a migration cannot read it (character 1) | correct the expression"
            ),
            (
                "Person.@max.tags > 1",
                "'@max' needs an attribute of the objects (character 1) | write 'Person.@max.attribute'"
            ),
            (
                "Person.count == 'a'",
                "expected a value of type int64, found \"a\" (character 17) | correct the expression"
            ),
            (
                "Person.count > date('2001', 'yyyy')",
                "an assertion cannot be computed by functions that can fail for some values (character 1) | write 'dateOrNull' in place of 'date', and conversions '…OrNull'"
            ),
            (
                "SELF == 1",
                "'SELF' is not a value of all objects of an entity (character 1) | write 'Entity.count', 'Entity.@max.attribute' or 'SUBQUERY(Entity, $x, …).@count'"
            ),
            (
                "SUBQUERY(Person, $p, age > 1).@count == 0",
                "'age' does not say whose value is meant (character 22) | write '$p.age'"
            ),
            (
                "SUBQUERY(Person, $p, $q.age > 1).@count == 0",
                "unknown variable '$q' (character 22) | each object is '$p'"
            ),
            (
                "SUBQUERY(Person.count, $p, $p.age > 1).@count == 0",
                "'Person.count' is not the objects of an entity (character 10) | write 'SUBQUERY(Entity, $p, …)' or 'SUBQUERY($old.Entity, $p, …)'"
            ),
            (
                "SUBQUERY(Person, $p, convert($p.name, 'parsed', 'int32') > 1).@count == 0",
                "an assertion cannot be computed by functions that can fail for some values (character 22) | write 'dateOrNull' in place of 'date', and conversions '…OrNull'"
            ),
            (
                "ANY Person.age > 1",
                "'Person.age' is a value of each object, not one of all of them (character 5) | aggregate it, such as 'Person.@max.age', or count objects: 'SUBQUERY(Person, $x, $x.age == …).@count'"
            ),
        ]
    )
    func wrong(_ condition: String, _ problem: String) {
        #expect(problems(condition) == [problem])
    }

    @Test("A plan says of each assertion when it is checked: those of a later pass only by the migration")
    func plans() {
        var (counted, kept) = (Self.new, Self.new)
        counted.entities[0].attributes.append(Attribute("label", .string, isOptional: true))
        kept = counted
        counted.entities[0].attributes[counted.entities[0].attributes.count - 1].derivation = Derivation(
            "lowercase:(name)"
        )
        func stage(_ from: Int, _ one: Schema, _ two: Schema, _ line: Mapping.Line) -> Stage {
            let (older, newer) = (Schema.Version(from), Schema.Version(from + 1))
            let mapping = Mapping(from: older, to: newer, [line])
            return Stage(from: one, to: two, from: .version(older), to: .version(newer), mapping: mapping)
        }
        let plan = Plan(
            source: StoreState(version: Schema.Version(1), schema: Self.old),
            target: StoreState(version: Schema.Version(3), schema: kept),
            stages: [
                stage(1, Self.old, counted, .assert("Person.count == $old.Contact.count", "all")),
                stage(2, counted, kept, .assert("SUBQUERY(Person, $p, $p.label == 'a').@count == 0", "no a")),
            ]
        )
        let text = plan.text(of: "Book").plain
        #expect(plan.stages.flatMap(\.refusals).isEmpty && plan.passes.count == 2)
        #expect(text.contains("checked first (1 → 2)\n  1 → 2   all: Person.count == $old.Contact.count\n"))
        #expect(text.contains("checked after the previous pass (2 → 3)\n  2 → 3   no a: SUBQUERY(Person, "))
    }

    @Test("An assertion changes nothing that a stage says otherwise")
    func nothingElse() {
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.assert("Person.count > 0", "m")])
        let (with, without) = (Stage.between(Self.old, Self.new, mapping), Stage.between(Self.old, Self.new))
        #expect(with.changes == without.changes && with.refusals.isEmpty && !with.isMapped)
    }
}

extension Schema {
    fileprivate func with(_ change: (inout Schema) -> Void) -> Schema {
        var copy = self
        change(&copy)
        return copy
    }
}
