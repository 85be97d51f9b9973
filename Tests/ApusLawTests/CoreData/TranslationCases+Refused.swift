import ApusTestSupport
import Foundation

/// Cases that differ in what Core Data does with values that rows have, and with what the other side of a relationship says.
extension TranslationCase {
    /// A case that is left undecided.
    private static func refused(
        _ part: String,
        _ before: String,
        _ after: String,
        _ mappings: MappingModelFile.EntityMapping...
    ) -> TranslationCase {
        TranslationCase(part, before, after, mappings, rows: "", expected: [("", [])])
    }

    private static let required = [text("a", "defaultValueString=\"x\"")].joined()

    private static let animals = entity("Dog", "parentEntity=\"Animal\"") + entity("Cat", "parentEntity=\"Animal\"")

    // MARK: Values that replace older ones

    static let replaced: [TranslationCase] = [
        TranslationCase(
            "a value, in place of the older one, which had another name",
            entity("Trip", "", text("oldCode")),
            entity("Trip", "", text("code", "elementID=\"oldCode\"")),
            .init("Trip", "Trip", .attribute("code", .constant(.string("none")))),
            rows: "INSERT INTO Trip (_id, oldCode) VALUES (1, 'secret')",
            expected: ("SELECT code FROM Trip", ["none"])
        )
    ]

    private static let kind = text("kind", optional)

    static let inherited: [TranslationCase] = [
        TranslationCase(
            "a value, in place of one that the parent entity had",
            entity("Animal", "", kind) + entity("Dog", "parentEntity=\"Animal\""),
            entity("Animal") + entity("Dog", "parentEntity=\"Animal\"", text("kind")),
            .init("Animal", "Animal"),
            .init("Dog", "Dog", .attribute("kind", .constant(.string("dog")))),
            rows: "INSERT INTO Animal (_id, _entity, kind) VALUES (1, 'Dog', 'poodle'), (2, 'Dog', NULL)",
            expected: ("SELECT \"Dog.kind\" FROM Animal ORDER BY _id", ["dog", "dog"])
        ),
        TranslationCase(
            "a value, in place of one that a sub-entity had",
            entity("Animal") + entity("Dog", "parentEntity=\"Animal\"", kind),
            entity("Animal", "", text("kind")) + entity("Dog", "parentEntity=\"Animal\""),
            .init("Animal", "Animal", .attribute("kind", .constant(.string("none")))),
            .init("Dog", "Dog", .attribute("kind", .constant(.string("none")))),
            rows: "INSERT INTO Animal (_id, _entity, \"Dog.kind\") VALUES (1, 'Dog', 'poodle'), (2, 'Animal', NULL)",
            expected: ("SELECT kind FROM Animal ORDER BY _id", ["none", "none"])
        ),
        TranslationCase(
            "a value, in place of an older one under another name, which a sub-entity inherits",
            entity("A", "", text("old", optional)) + entity("B", "parentEntity=\"A\""),
            entity("A", "", text("new", "elementID=\"old\"")) + entity("B", "parentEntity=\"A\""),
            .init("A", "A", .attribute("new", .constant(.string("c")))),
            .init("B", "B", .attribute("new", .constant(.string("c")))),
            rows: "INSERT INTO A (_id, _entity, old) VALUES (1, 'A', 'x'), (2, 'B', NULL)",
            expected: ("SELECT new FROM A ORDER BY _id", ["c", "c"])
        ),
        TranslationCase(
            "a new value of an abstract entity, of which each sub-entity has its own",
            entity("Animal", "isAbstract=\"YES\"") + animals,
            entity("Animal", "isAbstract=\"YES\"", text("kind")) + animals,
            .init("Animal", "Animal", .attribute("kind", .constant(.string("animal")))),
            .init("Dog", "Dog", .attribute("kind", .constant(.string("dog")))),
            .init("Cat", "Cat", .attribute("kind", .constant(.string("cat")))),
            rows: "INSERT INTO Animal (_id, _entity) VALUES (1, 'Dog'), (2, 'Cat')",
            expected: ("SELECT kind FROM Animal ORDER BY _id", ["dog", "cat"])
        ),
        TranslationCase(
            "a quotient of an integer and a real number",
            "half",
            "Double",
            .predefined("divide:by:", .source("nights"), .constant(.real(2))),
            gives: ["3.5", "-1.5", "0.0"]
        ),
        TranslationCase(
            "a real number of 17 digits",
            "exact",
            "Double",
            .constant(.real(0.30000000000000004)),
            gives: ["0.30000000000000004", "0.30000000000000004", "0.30000000000000004"]
        ),
    ]

    // MARK: What stops in Core Data

    static let stopped: [TranslationCase] = [
        refused(
            "`$source.place`, which may be nil, for a required attribute with a default",
            entity("Trip", "", text("place", optional)),
            entity("Trip", "", text("place", optional), required),
            .init("Trip", "Trip", .attribute("a", .source("place")))
        ),
        refused(
            "a value for objects of an entity, and none for those of a sub-entity",
            entity("Animal", "", text("name")) + animals,
            entity("Animal", "", text("name"), text("kind")) + animals,
            .init("Animal", "Animal", .attribute("kind", .constant(.string("animal")))),
            .init("Dog", "Dog", .attribute("kind", .constant(.string("dog")))),
            .init("Cat", "Cat")
        ),
    ]

    static let stoppedBeside: [TranslationCase] = [
        refused(
            "nil for a required attribute with a default",
            entity("Trip", "", text("place", optional)),
            entity("Trip", "", text("place", optional), required),
            .init("Trip", "Trip", .attribute("a", .constant(.null)))
        ),
        refused(
            "a key path of several steps for a required attribute with a default",
            entity("Trip", "", reference("owner", "Person")) + entity("Person", "", text("name")),
            entity("Trip", "", reference("owner", "Person"), required) + entity("Person", "", text("name")),
            .init("Trip", "Trip", .attribute("a", .source("owner.name"))),
            .init("Person", "Person")
        ),
        refused(
            "a value that may be nil, for a required attribute with a default of new objects",
            entity("Contact", "", text("street", optional)),
            entity("Contact", "") + entity("Address", "", required),
            .init("Contact", "Contact"),
            .init("Contact", "Address", .attribute("a", .source("street")))
        ),
    ]

    // MARK: Relationships

    private static let owners =
        entity(
            "Person",
            "",
            reference("trips", "Trip", inverse: "owner", isToMany: true),
            reference("bought", "Trip", inverse: "buyer", isToMany: true)
        )
        + entity(
            "Trip",
            "",
            reference("owner", "Person", inverse: "trips"),
            reference("buyer", "Person", inverse: "bought")
        )

    static let contradictory: [TranslationCase] = [
        refused(
            "a relationship and its inverse, which do not mean the same",
            owners,
            owners + extra,
            .init("Trip", "Trip", .relationship("owner", .instances("PersonToPerson", .source("buyer")))),
            .init("Person", "Person", .relationship("trips", .instances("TripToTrip", .source("trips"))))
        ),
        refused(
            "an entity mapping that makes some of the objects of a relationship only",
            entity("Animal", "", reference("owner", "Person", inverse: "pets")) + animals
                + entity("Person", "", reference("pets", "Animal", inverse: "owner", isToMany: true)),
            entity("Animal", "", reference("owner", "Person", inverse: "pets")) + animals
                + entity("Person", "", reference("pets", "Animal", inverse: "owner", isToMany: true)) + extra,
            .init("Animal", "Animal"),
            .init("Dog", "Dog"),
            .init("Cat", "Cat"),
            .init("Person", "Person", .relationship("pets", .instances("DogToDog", .source("pets"))))
        ),
    ]

    private static let human =
        entity("Human", "isAbstract=\"YES\"", text("name")) + entity("Adult", "parentEntity=\"Human\"")
        + entity("Child", "parentEntity=\"Human\"")

    static let contradictoryBeside: [TranslationCase] = [
        refused(
            "a relationship that becomes nil, and an inverse that keeps its objects",
            owners,
            owners + extra,
            .init("Trip", "Trip", .relationship("owner", .constant(.null))),
            .init("Person", "Person", .relationship("trips", .instances("TripToTrip", .source("trips"))))
        ),
        refused(
            "two to-one relationships, which do not mean the same",
            entity("A", "", reference("b", "B", inverse: "a"), reference("b2", "B", inverse: "a2"))
                + entity("B", "", reference("a", "A", inverse: "b"), reference("a2", "A", inverse: "b2")),
            entity("A", "", reference("b", "B", inverse: "a")) + entity("B", "", reference("a", "A", inverse: "b")),
            .init("A", "A", .relationship("b", .instances("BToB", .source("b2")))),
            .init("B", "B", .relationship("a", .instances("AToA", .source("a"))))
        ),
        refused(
            "two new relationships, which do not mean the same",
            entity("A", "", reference("b", "B", inverse: "a"), reference("b2", "B", inverse: "a2"))
                + entity("B", "", reference("a", "A", inverse: "b"), reference("a2", "A", inverse: "b2")),
            entity("A", "", reference("c", "B", inverse: "d")) + entity("B", "", reference("d", "A", inverse: "c")),
            .init("A", "A", .relationship("c", .instances("BToB", .source("b2")))),
            .init("B", "B", .relationship("d", .instances("AToA", .source("a"))))
        ),
        refused(
            "an entity mapping of two with filters",
            entity("Person", "", text("name"), InferenceCase.attribute("age", "Integer 32"))
                + entity("Trip", "", reference("owner", "Person")),
            human + entity("Trip", "", reference("owner", "Human")),
            .init("Person", "Adult", filter: "age >= 18"),
            .init("Person", "Child", filter: "age < 18"),
            .init("Trip", "Trip", .relationship("owner", .instances("PersonToChild", .source("owner"))))
        ),
        refused(
            "an entity mapping of other objects",
            entity("Person") + entity("Pet") + entity("Trip", "", reference("owner", "Person")),
            entity("Person") + entity("Pet") + entity("Trip", "", reference("owner", "Person")) + extra,
            .init("Person", "Person"),
            .init("Pet", "Pet"),
            .init("Trip", "Trip", .relationship("owner", .instances("PetToPet", .source("owner"))))
        ),
        TranslationCase(
            "the same new pairs on both sides",
            owners,
            owners + extra,
            .init(
                "Trip",
                "Trip",
                .relationship("owner", .instances("PersonToPerson", .source("buyer"))),
                .relationship("buyer", .instances("PersonToPerson", .source("buyer")))
            ),
            .init(
                "Person",
                "Person",
                .relationship("trips", .instances("TripToTrip", .source("bought"))),
                .relationship("bought", .instances("TripToTrip", .source("bought")))
            ),
            rows: "INSERT INTO Person (_id) VALUES (1), (2); INSERT INTO Trip (_id, owner, buyer) VALUES (1, 1, 2)",
            expected: ("SELECT owner, buyer FROM Trip", ["2|2"])
        ),
        TranslationCase(
            "a relationship by the entity mapping of the parent entity",
            entity("Animal", "", reference("owner", "Person", inverse: "pets")) + animals
                + entity("Person", "", reference("pets", "Animal", inverse: "owner", isToMany: true)),
            entity("Animal", "", reference("owner", "Person", inverse: "pets")) + animals
                + entity("Person", "", reference("pets", "Animal", inverse: "owner", isToMany: true)) + extra,
            .init("Animal", "Animal", .relationship("owner", .instances("PersonToPerson", .source("owner")))),
            .init("Dog", "Dog", .relationship("owner", .instances("PersonToPerson", .source("owner")))),
            .init("Cat", "Cat", .relationship("owner", .instances("PersonToPerson", .source("owner")))),
            .init("Person", "Person", .relationship("pets", .instances("AnimalToAnimal", .source("pets")))),
            rows: "INSERT INTO Person (_id) VALUES (1); INSERT INTO Animal (_id, _entity, owner) VALUES (1, 'Dog', 1)",
            expected: ("SELECT owner FROM Animal", ["1"])
        ),
    ]

    /// Cases of which the page has others like them.
    static let beside: [TranslationCase] = inherited + stoppedBeside + contradictoryBeside
}
