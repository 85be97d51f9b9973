import ApusSchema

extension FeaturesModel {
    /// Entities that inherit from others: below an abstract one, below one with objects of its own, three deep.
    enum Animals {
        static let entities: [Entity] = [animal, dog, guideDog, cat, owner, vehicle, car]

        private static let animal: Entity = {
            var entity = Entity(
                "Animal",
                attributes: [
                    Attribute("name", .string), Attribute("legs", .int16, default: .int(4)),
                    Attribute("size", .named("Size"), isOptional: true),
                ],
                relationships: [
                    .toOne("owner", "Owner", isOptional: true, inverse: "animals"),
                    .toMany("friends", "Animal", inverse: "friends"),
                ]
            )
            entity.isAbstract = true
            entity.documentation = "An animal of any kind.\n\nThere is none that is only this."
            return entity
        }()

        private static let dog = Entity(
            "Dog",
            parent: "Animal",
            attributes: [Attribute("breed", .string), Attribute("bites", .bool, default: .bool(false))],
            relationships: [.toMany("chases", "Cat", inverse: "chasedBy")]
        )

        private static let guideDog: Entity = {
            var entity = Entity(
                "GuideDog",
                parent: "Dog",
                attributes: [Attribute("number", .int64)],
                relationships: [.toOne("leads", "Owner", isOptional: true, inverse: "guide", holdsKey: true)]
            )
            entity.uniquenessConstraints = [["number"]]
            return entity
        }()

        private static let cat: Entity = {
            var entity = Entity(
                "Cat",
                parent: "Animal",
                codegen: .extension,
                attributes: [Attribute("lives", .int16, default: .int(9))],
                relationships: [.toMany("chasedBy", "Dog", inverse: "chases")]
            )
            entity.attributes[0].minimum = .int(1)
            entity.attributes[0].maximum = .int(9)
            return entity
        }()

        private static let owner: Entity = {
            var entity = Entity(
                "Owner",
                attributes: [Attribute("name", .string)],
                relationships: [
                    .toMany("animals", "Animal", inverse: "owner", deleteRule: .cascade),
                    .toOne("guide", "GuideDog", isOptional: true, inverse: "leads"),
                    .toOne("visitor", "Animal", isOptional: true),
                ]
            )
            entity.table = "owners"
            entity.primaryKey = "id"
            entity.attributes[0].column = "full name"
            entity.attributes[0].length = Length("1...20")
            entity.attributes[0].pattern = "[A-Z].*"
            entity.relationships[0].maximumModelCount = 3
            return entity
        }()

        private static let vehicle = Entity("Vehicle", attributes: [Attribute("wheels", .int16)])

        private static let car: Entity = {
            var entity = Entity("Car", parent: "Vehicle", attributes: [Attribute("doors", .int16)])
            entity.className = "Automobile"
            entity.uniquenessConstraints = [["wheels", "doors"]]
            return entity
        }()
    }
}
