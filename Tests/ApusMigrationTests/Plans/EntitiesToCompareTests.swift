import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Whose objects a history asks to compare after a migration.
@Suite struct EntitiesToCompareTests {
    private func names(_ older: Schema, _ newer: Schema, _ mapping: Mapping? = nil) throws -> [String] {
        let history = History(
            model: "M",
            entries: [History.Entry(Schema.Version(1), older), History.Entry(Schema.Version(2), newer)]
        )
        return try Planner(history: history, mappings: mapping.map { [$0] } ?? []).plan(
            from: StoreState(version: Schema.Version(1), schema: older),
            to: .version(Schema.Version(2))
        ).entitiesToCompare
    }

    private func schema(_ entities: Entity...) -> Schema { Schema(model: "M", entities: entities) }

    @Test("Those that lose references to a removed entity are named") func removedEntity() throws {
        let trip = Entity("Trip", attributes: [Attribute("name", .string, isOptional: true)])
        let excursion = Entity("Excursion", parent: "Trip")
        let item = Entity("Item", relationships: [.toOne("trip", "Trip", isOptional: true)])
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.accept(ElementPath("Excursion"))])
        #expect(try names(schema(trip, excursion, item), schema(trip, item), mapping) == ["Item", "Trip"])
    }

    @Test("So are those whose values are derived from other objects") func derivedValues() throws {
        var total = Attribute("total", .int64, isOptional: true)
        total.derivation = .sum(["items"], of: "price")
        let trip = Entity(
            "Trip",
            attributes: [total],
            relationships: [.toMany("items", "Item", inverse: "trip")]
        )
        func item(_ type: AttributeType) -> Entity {
            Entity(
                "Item",
                attributes: [Attribute("price", type, isOptional: true)],
                relationships: [.toOne("trip", "Trip", isOptional: true, inverse: "items")]
            )
        }
        let other = Entity("Other", attributes: [Attribute("name", .string, isOptional: true)])
        #expect(try names(schema(trip, item(.int32), other), schema(trip, item(.int64), other)) == ["Item", "Trip"])
    }
}
