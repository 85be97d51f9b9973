import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@Suite struct InterpreterTests {
    @Test func sameSchemaChangesNothing() throws {
        for seed in TestScale.seeds(30, from: 1) {
            for schema in HistoryGenerator.history(seed: seed, versions: 3).schemas {
                let dump = RowGenerator.dump(seed: seed, schema: schema)
                #expect(try NaiveInterpreter.migrate(dump, from: schema, to: schema) == dump)
            }
        }
    }

    @Test func everyResultObeysItsSchema() throws {
        var (starts, stops): (Int, Int) = (0, 0)
        for seed in TestScale.seeds(40, from: 1) {
            let history = HistoryGenerator.history(seed: seed)
            for (from, schema) in history.schemas.enumerated() {
                let dump = RowGenerator.dump(seed: seed, schema: schema)
                var result: Dump = dump
                for (index, stage) in history.stages.enumerated().dropFirst(from) {
                    do {
                        result = try NaiveInterpreter.migrate(result, through: history, from: index, to: index + 1)
                    } catch is MigrationStopped {
                        stops += 1
                        break
                    }
                    let violations: [String] = result.violations(of: stage.newer)
                    #expect(violations.isEmpty, "\(history.story(from: from, to: index + 1)): \(violations.prefix(3))")
                }
                starts += 1
            }
        }
        print("of \(starts) stores, rows stopped the migration of \(stops)")
        #expect(stops > 0 && stops < starts / 2)
    }

    /// Every older name becomes a newer one and comes back: nothing may have changed on the way.
    @Test func renamedThereAndBackIsTheSame() throws {
        for seed in TestScale.seeds(30, from: 1) {
            let older = HistoryGenerator.history(seed: seed, versions: 3).schemas[0]
            let newer = Self.renamed(older)
            let back = Self.restored(older, from: newer)
            #expect(newer.validate().isEmpty && back.validate().isEmpty, "seed \(seed)")
            let dump = RowGenerator.dump(seed: seed, schema: older)
            let there = try NaiveInterpreter.migrate(dump, from: older, to: newer)
            #expect(Set(there.tables.keys).isDisjoint(with: dump.tables.keys), "seed \(seed)")
            #expect(there.violations(of: newer).isEmpty && there.rowCount == dump.rowCount, "seed \(seed)")
            let again = try NaiveInterpreter.migrate(there, from: newer, to: back)
            #expect(again == dump, "seed \(seed): \(dump.firstDifference(to: again)?.description ?? "")")
        }
    }

    /// The schema with a longer name everywhere, so that no order of names changes.
    private static func renamed(_ schema: Schema) -> Schema {
        Schema(
            model: schema.model,
            entities: schema.entities.map { entity in
                var entity: Entity = entity
                entity.originalName = entity.name
                entity.name = "Z" + entity.name
                for index in entity.attributes.indices {
                    entity.attributes[index].originalName = entity.attributes[index].name
                    entity.attributes[index].name = "z" + entity.attributes[index].name
                }
                for index in entity.relationships.indices {
                    entity.relationships[index].originalName = entity.relationships[index].name
                    entity.relationships[index].name = "z" + entity.relationships[index].name
                    entity.relationships[index].destination = "Z" + entity.relationships[index].destination
                    entity.relationships[index].inverse = entity.relationships[index].inverse.map { "z" + $0 }
                }
                return entity
            }
        )
    }

    /// The first schema again, with the lines that lead there.
    private static func restored(_ older: Schema, from newer: Schema) -> Schema {
        var schema: Schema = older
        for entity in schema.entities.indices {
            schema.entities[entity].originalName = "Z" + older.entities[entity].name
            for index in schema.entities[entity].attributes.indices {
                schema.entities[entity].attributes[index].originalName =
                    "z" + older.entities[entity].attributes[index].name
            }
            for index in schema.entities[entity].relationships.indices {
                schema.entities[entity].relationships[index].originalName =
                    "z" + older.entities[entity].relationships[index].name
            }
        }
        return schema
    }

    @Test func wideningKeepsEveryValue() throws {
        func schema(_ types: [ScalarType]) -> Schema {
            let names: [String] = ["a", "b", "c", "d", "e"]
            let attributes = zip(names, types).map { Attribute($0, .scalar($1), isOptional: true) }
            return Schema(model: "M", entities: [Entity("E", attributes: attributes)])
        }
        let dump = Dump(tables: [
            "E": [
                .id(7): [
                    "a": .integer(-32768), "b": .integer(2_147_483_647), "c": .integer(.min), "d": .real(0.5),
                    "e": .null,
                ]
            ]
        ])
        let result = try NaiveInterpreter.migrate(
            dump,
            from: schema([.int16, .int32, .int64, .float, .int16]),
            to: schema([.float, .double, .decimal, .double, .decimal]),
            accepting: []
        )
        let expected = Dump(tables: [
            "E": [
                .id(7): [
                    "a": .real(-32768), "b": .real(2_147_483_647), "c": .text("-9223372036854775808"), "d": .real(0.5),
                    "e": .null,
                ]
            ]
        ])
        #expect(result == expected)
    }

    @Test func fillsAndDefaults() throws {
        let older = Schema(
            model: "M",
            entities: [
                Entity(
                    "E",
                    attributes: [
                        Attribute("kept", .int64, isOptional: true, default: .int(1)),
                        Attribute("filled", .int16, isOptional: true),
                    ]
                )
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [
                Entity(
                    "E",
                    attributes: [
                        Attribute("kept", .int64, isOptional: true, default: .int(2)),
                        Attribute("filled", .decimal, default: .decimal(5)),
                        Attribute("added", .string, isOptional: true, default: .string("x")),
                        Attribute("none", .string, isOptional: true),
                    ]
                )
            ]
        )
        let dump = Dump(tables: [
            "E": [
                .id(1): ["kept": .null, "filled": .null], .id(4): ["kept": .integer(9), "filled": .integer(3)],
            ]
        ])
        let expected = Dump(tables: [
            "E": [
                .id(1): ["kept": .null, "filled": .text("5"), "added": .text("x"), "none": .null],
                .id(4): ["kept": .integer(9), "filled": .text("3"), "added": .text("x"), "none": .null],
            ]
        ])
        #expect(try NaiveInterpreter.migrate(dump, from: older, to: newer) == expected)
    }
}
