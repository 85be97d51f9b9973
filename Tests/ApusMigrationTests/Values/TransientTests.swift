import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Values that a store begins or ends to keep, or to compute.
@Suite struct TransientTests {
    private enum Kind: CaseIterable { case stored, transient, ephemeral, derived }

    private func a(_ kind: Kind, _ type: ScalarType = .string, isOptional: Bool = true) -> Schema {
        var x = Attribute("x", .scalar(type), isOptional: isOptional)
        switch kind {
        case .stored: break
        case .transient: x.isTransient = true
        case .ephemeral: x.isEphemeral = true
        case .derived: x.derivation = Derivation("uppercase:(name)")
        }
        return schema(.of("A", Attribute("name", .string), x))
    }

    private let rows: Rows = [.objects("A"): [row(1, ["name": .text("n"), "x": .text("v")])]]

    @Test("What is kept no longer is a loss; what is kept from now on is new") func transient() throws {
        for kind in [Kind.transient, .ephemeral] {
            let stage: Stage = .between(a(.stored), a(kind))
            #expect(stage.reasons == ["AP212 A.x"] && stage.lines == ["becameTransient A.x refused"])
            let accepted: Stage = .between(a(.stored), a(kind), accept: "A.x")
            #expect(accepted.lines == ["becameTransient A.x accepted"] && accepted.losses == [ElementPath("A", "x")])
            #expect(try accepted.rows(from: rows) == [.objects("A"): [row(1, ["name": .text("n")])]])
            #expect(Stage.between(a(kind), a(.stored)).lines == ["becameStored A.x"])
            #expect(try Stage.between(a(kind), a(.stored)).rows(from: rows).values("A", "x") == [.null])
            let required: Stage = .between(a(kind), a(.stored, isOptional: false))
            #expect(required.reasons == ["AP213 A.x"] || required.reasons == ["AP207 A.x"], "\(required.reasons)")
            let filled: Stage = .between(a(kind), a(.stored, isOptional: false), .of(fill: ["A.x": "new"]))
            #expect(filled.refusals.isEmpty, "\(filled.reasons)")
            #expect(try filled.rows(from: rows).values("A", "x") == [.text("new")])
        }
    }

    @Test("Whatever becomes of what a store does not keep, nothing is lost") func neverKept() {
        for kind in [Kind.transient, .ephemeral] {
            #expect(Stage.between(a(kind), schema(.of("A", Attribute("name", .string)))).losses.isEmpty)
            let other: Stage = .between(a(kind), a(kind, .int16))
            #expect(other.lines == ["typeChanged A.x"] && other.refusals.isEmpty)
            // It may become something else entirely, without being accepted.
            let relationship = schema(.of("A", Attribute("name", .string), toOne("x", "A")))
            #expect(
                Stage.between(a(kind), relationship).refusals.isEmpty,
                "\(Stage.between(a(kind), relationship).reasons)"
            )
            // Another type at the same time is new all the same.
            #expect(Stage.between(a(kind), a(.stored, .int16)).refusals.isEmpty)
        }
        #expect(Stage.between(a(.transient), a(.ephemeral)).refusals.isEmpty)
    }

    @Test("What people gave is lost where the store computes; what it computed stays where it no longer does")
    func derived() throws {
        #expect(Stage.between(a(.stored), a(.derived)).reasons == ["AP215 A.x"])
        let accepted: Stage = .between(a(.stored), a(.derived), accept: "A.x")
        #expect(accepted.lines == ["becameDerived A.x accepted"] && accepted.losses == [ElementPath("A", "x")])
        #expect(try accepted.rows(from: rows).values("A", "x") == [ExpressionInterpreter.computed])
        #expect(!accepted.startsPass)
        let back: Stage = .between(a(.derived), a(.stored))
        #expect(back.lines == ["becameUnderived A.x"] && back.losses.isEmpty && back.startsPass)
        #expect(try back.rows(from: rows).values("A", "x") == [.text("v")])
        // No stored value is lost with a derived one.
        #expect(Stage.between(a(.derived), schema(.of("A", Attribute("name", .string)))).losses.isEmpty)
        #expect(Stage.between(a(.derived), a(.transient)).refusals.isEmpty)
        for kind in [Kind.transient, .ephemeral] {
            #expect(Stage.between(a(kind), a(.derived)).refusals.isEmpty)
        }
        var other: Schema = a(.derived)
        other.entities[0].attributes[1].derivation = Derivation("lowercase:(name)")
        #expect(Stage.between(a(.derived), other).lines == ["derivationChanged A.x"])
        let after = try Stage.between(a(.derived), other).rows(from: rows)
        #expect(after.values("A", "x") == [ExpressionInterpreter.computed])
        // Never is anything put into a value that is computed.
        #expect(Stage.between(a(.transient), a(.derived), .of(fill: ["A.x": "v"])).reasons == ["AP404 A.x"])
    }

    @Test("A computed value that gets another type and is kept is converted, or given up") func typed() throws {
        let new: Schema = a(.stored, .int16)
        #expect(Stage.between(a(.derived), new).reasons == ["AP205 A.x"])
        let lenient: Stage = .between(a(.derived), new, .of(convert: ["A.x": "parsedOrNull"]))
        #expect(lenient.refusals.isEmpty, "\(lenient.reasons)")
        #expect(try lenient.rows(from: rows).values("A", "x") == [.null])
        let accepted: Stage = .between(a(.derived), new, accept: "A.x")
        #expect(accepted.refusals.isEmpty, "\(accepted.reasons)")
        #expect(try accepted.rows(from: rows).values("A", "x") == [.null])
    }

    @Test("A pass ends before the stage that keeps what the store computed, and nowhere else") func passes() throws {
        func passes(_ schemas: [Schema], _ mappings: [Mapping] = []) throws -> [Int] {
            try Planner(history: .of(schemas), mappings: mappings)
                .plan(from: StoreState(version: Schema.Version(1), schema: schemas[0])).passes.map(\.stages.count)
        }
        var renamed: Schema = a(.derived)
        renamed.entities[0].attributes[0] = Attribute("title", .string, originalName: "name")
        renamed.entities[0].attributes[1].derivation = Derivation("uppercase:(title)")
        var kept: Schema = renamed
        kept.entities[0].attributes[0].originalName = nil
        kept.entities[0].attributes[1].derivation = nil
        var last: Schema = kept
        last.entities[0].attributes.append(Attribute("more", .int16, isOptional: true))
        #expect(try passes([a(.derived), renamed, kept, last]) == [1, 2])
        #expect(try passes([renamed, kept, last]) == [2], "the store has them as it stands")
        #expect(try passes([a(.derived), renamed]) == [1])
    }

    @Test("What follows from another object's values is computed anew where these change") func elsewhere() throws {
        func model(_ type: ScalarType) -> Schema {
            var writer = Attribute("writer", .string, isOptional: true)
            writer.derivation = Derivation("author.name")
            return schema(
                .of("Book", writer, toOne("author", "Person")),
                .of("Person", Attribute("name", .scalar(type)))
            )
        }
        let stage: Stage = .between(model(.int16), model(.string))
        let rows: Rows = [
            .objects("Book"): [row(1, ["writer": .text("7")]).leading(["author": 1])],
            .objects("Person"): [row(1, ["name": .integer(7)])],
        ]
        #expect(try stage.rows(from: rows).values("Book", "writer") == [ExpressionInterpreter.computed])
        #expect(stage.lines == ["typeChanged Person.name"])
    }
}
