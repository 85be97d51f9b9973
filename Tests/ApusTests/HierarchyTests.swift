import Apus
import GRDB
import Testing

/// Entity inheritance: subclasses that share a table.
struct HierarchyTests {
    @Test func eachObjectIsOfItsOwnClass() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let owner = Owner(name: "Ada")
        let dog = Dog(name: "Rex", breed: "Collie", bites: true, owner: owner)
        let guide = GuideDog(
            name: "Ben",
            legs: 3,
            size: .large,
            breed: "Labrador",
            number: 7,
            owner: owner,
            leads: owner
        )
        let cat = Cat(called: "Tom")
        dog.addToChases(cat)
        for object in [guide, dog, cat] as [Animal] { context.insert(object) }
        cat.addToFriends(guide)
        try context.save()
        #expect(
            try store.ask("SELECT _id, _entity, name, size, \"Dog.breed\", \"GuideDog.number\" FROM Animal ORDER BY 1")
                .map { $0.map(\.description).joined(separator: " ") } == [
                    "1 \"GuideDog\" \"Ben\" 7 \"Labrador\" 7", "2 \"Dog\" \"Rex\" NULL \"Collie\" NULL",
                    "3 \"Cat\" \"Tom\" NULL NULL NULL",
                ]
        )

        let other = try store.open()
        let animals: [Animal] = try other.all(Animal.self)
        #expect(animals.map { "\(type(of: $0))" } == ["GuideDog", "Dog", "Cat"])
        #expect(animals.map(\.name) == ["Ben", "Rex", "Tom"] && animals.map(\.legs) == [3, 4, 4])
        #expect(try other.all(Dog.self).map(\.breed) == ["Labrador", "Collie"])
        #expect(try other.all(GuideDog.self).map(\.number) == [7] && other.all(Cat.self).map(\.lives) == [9])
        #expect(try other.fetchCount(FetchDescriptor<Dog>()) == 2 && other.fetchCount(FetchDescriptor<Animal>()) == 3)
        // However an object is accessed, it is the same object.
        #expect(try other.all(Dog.self).last === animals[1] && other.all(Cat.self)[0].chasedBy == [animals[1]])
        #expect(animals.map(\.persistentModelID.entityName) == ["GuideDog", "Dog", "Cat"])
        #expect(animals[2].friends.first === animals[0] && animals[0].friends == [animals[2]])
    }

    @Test func aReferenceToAnyKindFindsItsClass() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let owner = Owner(name: "Ada", visitor: Cat(name: "Tom"))
        owner.guide = GuideDog(name: "Ben", breed: "Labrador", number: 1)
        owner.animals = [Dog(name: "Rex", breed: "Collie"), Cat(name: "Kit")]
        context.insert(owner)
        try context.save()

        let other = try store.open()
        let found = try #require(try other.all(Owner.self).first)
        #expect(found.visitor is Cat && found.visitor?.name == "Tom" && found.guide?.leads === found)
        #expect(found.animals.map { "\(type(of: $0))" }.sorted() == ["Cat", "Dog"])
        found.visitor?.name = "Tiger"
        other.delete(found)
        try other.save()
        // The rule `cascade` deletes the animals that the owner owns; the visitor and the guide stay.
        #expect(
            try store.ask("SELECT name FROM Animal ORDER BY 1") == [["Ben".databaseValue], ["Tiger".databaseValue]]
        )
    }

    @Test func aRowOfASubentityIsChangedWhereItIs() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Automobile(wheels: 4, doors: 5))
        context.insert(Vehicle(wheels: 2))
        try context.save()
        let other = try store.open()
        let vehicles: [Vehicle] = try other.all(Vehicle.self)
        #expect(vehicles.map(\.wheels) == [4, 2] && vehicles[0] is Automobile && !(vehicles[1] is Automobile))
        for vehicle in vehicles { vehicle.wheels += 1 }
        (vehicles[0] as? Automobile)?.doors = 3
        try other.save()
        #expect(
            try store.ask("SELECT _entity, wheels, \"Car.doors\" FROM Vehicle ORDER BY _id") == [
                ["Car".databaseValue, 5.databaseValue, 3.databaseValue],
                ["Vehicle".databaseValue, 3.databaseValue, .null],
            ]
        )
    }

    @Test func aKindThatTheModelDoesNotHaveIsSaid() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Cat(name: "Tom"))
        try context.save()
        try store.tell("DROP TRIGGER \(try trigger(store))")
        try store.tell("UPDATE Animal SET _entity = 'Bird'")
        let other = try store.open()
        let error = #expect(throws: ModelError.self) { try other.all(Animal.self) }
        #expect(error?.description == "row 1 is of the entity 'Bird', which the model does not have")
    }

    @Test("A default that a migration left on another entity's column is not that of a new object")
    func foreignDefault() throws {
        let store = try TemporaryStore()
        _ = try store.open()
        let texts = "'\"Dog.breed\" TEXT', '\"Dog.breed\" TEXT DEFAULT ''x'''"
        try store.tell(
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, \(texts)) WHERE name = 'Animal'"
        )
        let context = try store.open()
        context.insert(Cat(name: "Tom"))
        try context.save()
        #expect(try store.lines("SELECT name, \"Dog.breed\" FROM Animal") == ["Tom|"])
        let defaults = "SELECT count(*) FROM pragma_table_info('Animal') WHERE dflt_value IS NOT NULL"
        #expect(try store.lines(defaults) == ["1"])
    }

    private func trigger(_ store: TemporaryStore) throws -> String {
        let names = try store.ask(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Animal' AND sql LIKE '%UPDATE%'"
        )
        return names.compactMap { String.fromDatabaseValue($0[0]) }.map { "\"\($0)\"" }.joined(
            separator: "; DROP TRIGGER "
        )
    }

    @Test func anObjectIsOfTheKindThatItsRowSays() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let cat = Cat(name: "Tom")
        let owner = Owner(name: "Ada", guide: GuideDog(name: "Ben", breed: "b", number: 1))
        context.insert(cat)
        context.insert(owner)
        try context.save()
        guard case .row(let row) = cat.persistentModelID.key else {
            Issue.record("a saved object has no row: \(cat.persistentModelID.key)")
            return
        }

        let other = try store.open()
        let wrong = other.model(for: PersistentIdentifier(entityName: "Dog", row: row)) as? Dog
        #expect(wrong != nil && other.model(for: PersistentIdentifier(entityName: "Dog", row: .min)) == nil)
        let found: [Cat] = try other.all(Cat.self)
        #expect(found.map(\.name) == ["Tom"] && wrong?.isDeleted == true)
        #expect(other.model(for: PersistentIdentifier(entityName: "Dog", row: row)) == nil)
    }

    @Test func limitsOfAKindHoldForItsObjects() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let cat = Cat(name: "Tom", lives: 10)
        let owner = Owner(name: "ada")
        owner.animals = (1...4).map { Cat(name: "\($0)") }
        context.insert(cat)
        context.insert(owner)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == """
                new Cat: 'lives' is greater than the maximum '9'
                new Owner: 'name' is not as the pattern '[A-Z].*' says
                new Owner: 'animals' is too long (expected at most 3 objects, found 4)
                """
        )
        cat.lives = 9
        owner.name = "Ada"
        owner.removeFromAnimals(owner.animals[0])
        try context.save()
        #expect(try store.ask("SELECT count(*) FROM Animal") == [[5.databaseValue]])
        #expect(try store.ask("SELECT id, \"full name\" FROM owners") == [[1.databaseValue, "Ada".databaseValue]])
    }

    @Test func twoObjectsOfAKindDoNotShareWhatIsUnique() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.mergePolicy = .error
        context.insert(GuideDog(name: "a", breed: "b", number: 1))
        let twin = GuideDog(name: "c", breed: "d", number: 1)
        context.insert(twin)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == "new GuideDog: another object has the same GuideDog.number, which must be unique"
        )
        twin.number = 2
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<GuideDog>()) == 2)
    }
}
