import ApusMigration
import ApusSchema
import Foundation
import Testing

/// Changes of what an attribute says besides its name, and losses that are accepted.
@Suite struct AttributeChangeTests {
    @Test func optionality() {
        let old = schema(
            .of(
                "A",
                Attribute("a", .int16),
                Attribute("b", .int16, isOptional: true),
                Attribute("c", .int16, isOptional: true)
            )
        )
        let new = schema(
            .of(
                "A",
                Attribute("a", .int16, isOptional: true),
                Attribute("b", .int16, default: .int(7)),
                Attribute("c", .int16)
            )
        )
        #expect(
            Stage.between(old, new).report == """
                AP206 becameOptional A
                AP207 becameRequired A
                AP207 becameRequired A refused
                error: 'A.c' becomes required, but has no default for rows without a value [AP207]
                  help: give it a default, or leave it optional
                  help: to fill rows without a value, add to Migrations/M/1-2.yaml: 'fill: { A.c: 0 }'
                  help: if every row has a value and the migration should stop otherwise, add to Migrations/M/1-2.yaml: 'require: [A.c]'
                """
        )
        // The loss of nothing settles it.
        #expect(Stage.between(old, new, accept: "A.c").refusals.map(\.code) == ["AP207", "AP403"])
    }

    @Test func defaults() {
        let old = schema(
            .of(
                "A",
                Attribute("a", .int16, default: .int(1)),
                Attribute("b", .int16),
                Attribute("c", .int16, default: .int(1))
            )
        )
        let new = schema(
            .of(
                "A",
                Attribute("a", .int16, default: .int(2)),
                Attribute("b", .int16, default: .int(3)),
                Attribute("c", .int16)
            )
        )
        let changes: [DefaultChanged] = Stage.between(old, new).changes.compactMap { $0.difference as? DefaultChanged }
        #expect(
            changes == [
                DefaultChanged(name: "a", from: "1", to: "2"), DefaultChanged(name: "b", from: nil, to: "3"),
                DefaultChanged(name: "c", from: "1", to: nil),
            ]
        )
        #expect(Stage.between(old, new).changes.count == 3)
        // Widened, a default is the same number; another one is said.
        let decimal = schema(
            .of(
                "A",
                Attribute("b", .int16),
                Attribute("c", .int16, default: .int(1)),
                Attribute("a", .decimal, default: .decimal(1))
            )
        )
        #expect(Stage.between(old, decimal).report == "AP205 typeChanged A")
        let double = schema(
            .of(
                "A",
                Attribute("b", .int16),
                Attribute("c", .int16, default: .int(1)),
                Attribute("a", .double, default: .double(2))
            )
        )
        #expect(Stage.between(old, double).report == "AP205 typeChanged A\nAP208 defaultChanged A")
    }

    @Test func everyPairOfTypes() {
        for from in ScalarType.allCases {
            for to in ScalarType.allCases where to != from {
                let (old, new) = (
                    schema(.of("A", Attribute("x", .scalar(from)))),
                    schema(.of("A", Attribute("x", .scalar(to), isOptional: true)))
                )
                // Which conversions are exact, that is to be inferred, their own tests say.
                let pair = "\(from.rawValue) \(to.rawValue)"
                let stage: Stage = .between(old, new)
                if Conversion.inferred(from: from, to: to) != nil {
                    #expect(stage.report == "AP205 typeChanged A\nAP206 becameOptional A", "\(pair)")
                    #expect(Stage.between(old, new, accept: "A.x").refusals.map(\.code) == ["AP403"], "\(pair)")
                } else {
                    #expect(stage.refusals.map(\.code) == ["AP205"], "\(pair)")
                    let accepted: Stage = .between(old, new, accept: "A.x")
                    #expect(accepted.report == "AP201 attributeAdded A\nAP202 attributeRemoved A accepted", "\(pair)")
                    #expect(accepted.matching.newer(ElementPath("A", "x")) == nil, "\(pair)")
                }
            }
        }
    }

    @Test func aTypeThatLosesValues() {
        let old = schema(.of("A", Attribute("x", .string)))
        let new = schema(.of("A", Attribute("y", .int64, originalName: "x")))
        #expect(
            Stage.between(old, new).report == """
                AP204 attributeRenamed A
                AP205 typeChanged A refused
                error: 'A.y' changes from string to int64, which may lose values [AP205]
                  help: to convert the values, add to Migrations/M/1-2.yaml: 'convert: { A.y: parsed }' \
                (or 'exact', see Documentation/Conversions.md)
                  help: to discard what 'A.y' holds, add to Migrations/M/1-2.yaml: 'accept: [A.x]'
                """
        )
        // Given up, it is new: required and without a default it still cannot be.
        #expect(
            Stage.between(old, new, accept: "A.x").report == """
                AP201 attributeAdded A refused
                AP202 attributeRemoved A accepted
                error: 'A.y' is new and required, but has no default for existing rows [AP201]
                  help: give it a default, or make it optional: 'int64?'
                  help: to fill rows without a value, add to Migrations/M/1-2.yaml: 'fill: { A.y: 0 }'
                  help: if no store has such objects yet, add to Migrations/M/1-2.yaml: 'require: [A.y]'
                """
        )
    }

    @Test func anAttributeThatBecomesARelationship() {
        let one = schema(.of("A", Attribute("x", .string)))
        let two = schema(.of("A", Relationship.toOne("x", "A", isOptional: true)))
        #expect(
            Stage.between(one, two).report == """
                AP209 kindChanged A refused
                error: 'A.x' changes from an attribute to a relationship [AP209]
                  help: to discard what 'A.x' holds, add to Migrations/M/1-2.yaml: 'accept: [A.x]'
                """
        )
        #expect(
            Stage.between(one, two, accept: "A.x").report
                == "AP301 relationshipAdded A\nAP202 attributeRemoved A accepted"
        )
        #expect(Stage.between(two, one, accept: "A.x").refusals.map(\.code) == ["AP201"])
    }

    @Test func acceptancesThatAcceptNothing() {
        let old = schema(.of("Trip", Attribute("name", .string), Attribute("code", .string)))
        let new = schema(.of("Trip", Attribute("name", .string)))
        #expect(
            Stage.between(old, new, accept: "Trip.code", "Trip.name", "Trip.coed", "Trip", "Zebra.x").report == """
                AP202 attributeRemoved Trip accepted
                Migrations/M/1-2.yaml: error: the mapping accepts the loss of 'Trip.name', but it is not lost [AP403]
                  help: remove the line
                Migrations/M/1-2.yaml: error: the mapping accepts the loss of 'Trip.coed', but the older version has no such element [AP403]
                  help: did you mean 'Trip.code'?
                Migrations/M/1-2.yaml: error: the mapping accepts the loss of 'Trip', but it is not lost [AP403]
                  help: remove the line
                Migrations/M/1-2.yaml: error: the mapping accepts the loss of 'Zebra.x', but the older version has no such element [AP403]
                  help: remove the line
                """
        )
        // An entity's word is not its property's, nor the other way round.
        #expect(Stage.between(old, schema(), accept: "Trip.code").refusals.map(\.code) == ["AP102", "AP403"])
        #expect(Stage.between(old, new, accept: "Trip").refusals.map(\.code) == ["AP202", "AP403"])
    }

    @Test("Needless lines are about the elements of the older version, whatever a mapping makes of these")
    func acceptancesBesideOrigins() {
        let up = Relationship.toOne("up", "H", isOptional: true)
        var newer = up
        newer.destination = "D"
        let mapping = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [.entity("D", [Mapping.Origin(["H"])])]
                + ["H.up", "D.up", "D"].compactMap { ElementPath(parsing: $0) }.map { .accept($0) }
        )
        let stage = Stage.between(schema(.of("H", up)), schema(.of("D", newer)), mapping)
        #expect(
            stage.refusals.map(\.message) == [
                "the mapping accepts the loss of 'H.up', but it is not lost",
                "the mapping accepts the loss of 'D.up', but the older version has no such element",
                "the mapping accepts the loss of 'D', but the older version has no such element",
            ]
        )
    }

    @Test func ofAStoreWithoutVersionNothingCanBeAccepted() {
        let stage = Stage(
            from: schema(.of("A", Attribute("x", .bool), Attribute("y", .string))),
            to: schema(.of("A", Attribute("y", .date))),
            from: .unreleased,
            to: .version(Schema.Version(3))
        )
        #expect(
            stage.report == """
                AP205 typeChanged A refused
                AP202 attributeRemoved A refused
                error: 'A.y' changes from string to date, which may lose values [AP205]
                  help: keep it as it was
                  help: make a new store: the head's mapping is written for stores of the newest version
                error: 'A.x' was removed, and its values would be lost [AP202]
                  help: keep it as it was
                  help: make a new store: the head's mapping is written for stores of the newest version
                """
        )
    }
}
