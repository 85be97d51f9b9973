import ApusSchema
import Testing

/// Invalid entities: hierarchies, unique constraints and indexes.
@Suite struct ValidationEntityTests {
    @Test(arguments: cases) func findings(_ test: ValidationCase) {
        #expect(test.schema.findings() == test.expected)
    }

    private static let cases: [ValidationCase] = [
        ValidationCase(
            "parents",
            Entity("A", parent: "A"),
            Entity("B", parent: "C"),
            Entity("C", parent: "D"),
            Entity("D", parent: "B"),
            Entity("E", parent: "D"),
            Entity("Car", parent: "Vehicel"),
            Entity("Vehicle"),
            expected: """
                entities/A/parent: error: 'A' has itself as its parent
                  help: remove 'parent'
                entities/B/parent: error: 'B' inherits from itself: B → C → D → B
                  help: remove 'parent' from one of them
                entities/Car/parent: error: 'Car' has the parent 'Vehicel', but there is no such entity
                  help: did you mean 'Vehicle'?
                """
        ),
        ValidationCase(
            "properties that are inherited already",
            Entity("A", attributes: [Attribute("x", .bool)], relationships: [.toMany("y", "A")]),
            Entity("B", parent: "A", attributes: [Attribute("z", .bool)]),
            with(Entity("C", parent: "B", attributes: [Attribute("x", .bool), Attribute("Y", .bool)])) {
                $0.fetchedProperties = [FetchedProperty(FetchRequest("z", "A"))]
            },
            expected: """
                entities/C/attributes/x: error: 'C.x' is already defined in 'A', from which it inherits
                  help: rename it, or remove it here
                entities/C/attributes/Y: error: 'C.Y' and the inherited 'A.y' differ only in case, which SQLite does not distinguish
                  help: rename one of them
                entities/C/fetchedProperties/z: error: 'C.z' is already defined in 'B', from which it inherits
                  help: rename it, or remove it here
                """
        ),
        ValidationCase(
            "what only a root says, and what only a parent",
            with(Entity("A")) { ($0.isAbstract, $0.table, $0.primaryKey, $0.access) = (true, "t", "k", .internal) },
            with(Entity("B", parent: "A")) { ($0.isAbstract, $0.access) = (true, .public) },
            with(Entity("C", parent: "A")) { ($0.table, $0.primaryKey, $0.access) = ("t2", "k2", .internal) },
            expected: """
                entities/B: warning: 'B' is abstract, but has no sub-entities
                  note: it cannot have objects
                  help: remove 'abstract', or write 'parent: B' in its sub-entities
                entities/B/access: error: the class of 'B' is public, but that of its parent 'A' is internal
                  help: a Swift class cannot be more visible than its superclass
                entities/C/table: error: 'C' shares the table of 'A', so it cannot have a 'table'
                  help: move it to 'A', or remove it
                entities/C/primaryKey: error: 'C' shares the table of 'A', so it cannot have a 'primaryKey'
                  help: move it to 'A', or remove it
                """
        ),
        ValidationCase(
            "classes",
            with(Entity("A")) { $0.className = "B" },
            Entity("B"),
            with(Entity("C")) { $0.className = "a b" },
            with(Entity("D")) { $0.className = "A" },
            with(Entity("E")) { $0.className = "A" },
            expected: """
                entities/A/class: error: the class 'B' of 'A' has the name of the class of 'B'
                  help: choose another name
                entities/C/class: error: 'a b' cannot name a Swift type
                  help: use letters, digits and '_', and do not start with a digit
                entities/E/class: error: the class 'A' of 'E' has the name of the class of 'D'
                  help: choose another name
                """
        ),
        ValidationCase(
            "constraints",
            with(constrained) {
                $0.uniquenessConstraints = [
                    [], ["emial"], ["name", "name"], ["tags"], ["note"], ["draft"], ["recent"], ["photo"],
                    ["owner", "name"],
                    ["name", "owner"], ["email"], ["email", "owner"], ["old", "name"],
                ]
            },
            with(base) { $0.uniquenessConstraints = [["old"]] },
            expected: """
                entities/A/unique/0: error: a constraint of 'A' is empty
                  help: remove it
                entities/A/unique/1/0: error: a constraint of 'A' contains 'emial', but there is no such property
                  help: did you mean 'email'?
                entities/A/unique/2/1: error: a constraint of 'A' contains 'name' twice
                  help: remove one of them
                entities/A/unique/3/0: error: 'tags' cannot be in a constraint of 'A': it is to-many
                  help: use stored attributes and to-one relationships
                entities/A/unique/4/0: error: 'note' cannot be in a constraint of 'A': it is transient
                  help: use stored attributes and to-one relationships
                entities/A/unique/5/0: error: 'draft' cannot be in a constraint of 'A': it is ephemeral
                  help: use stored attributes and to-one relationships
                entities/A/unique/6/0: error: 'recent' cannot be in a constraint of 'A': it is a fetched property
                  help: use stored attributes and to-one relationships
                entities/A/unique/7/0: error: 'photo' cannot be in a constraint of 'A': its values may be in external files, which a store cannot compare
                  help: use stored attributes and to-one relationships
                entities/A/unique/9: error: the constraint 'name' with 'owner' of 'A' is defined twice
                  note: it is also defined by a constraint of 'A'
                  help: remove one of them
                entities/A/unique/10: error: the constraint 'email' of 'A' is defined twice
                  note: it is also defined by 'unique: true' of 'A.email'
                  help: remove one of them
                entities/A/unique/8: warning: the constraint 'owner' with 'name' of 'A' follows from 'name'
                  note: if the shorter one is unique, the longer one is unique too
                  help: remove it, or the shorter one
                entities/A/unique/11: warning: the constraint 'email' with 'owner' of 'A' follows from 'email'
                  note: if the shorter one is unique, the longer one is unique too
                  help: remove it, or the shorter one
                entities/A/unique/12: warning: the constraint 'old' with 'name' of 'A' follows from 'name'
                  note: if the shorter one is unique, the longer one is unique too
                  help: remove it, or the shorter one
                """
        ),
        ValidationCase(
            "indexes",
            with(
                Schema(
                    model: "M",
                    entities: [
                        with(constrained) { entity in
                            entity.attributes.append(Attribute("address", .named("Address")))
                            func add(_ name: String, _ terms: String..., kind: Entity.Index.Kind = .binary) {
                                entity.indexes.append(.init(name, terms.map { .init($0) }, kind: kind))
                            }
                            add("a"); add("b", "naem"); add("c", "tags"); add("d", "note"); add("e", "recent")
                            add("f", "name", "name desc"); add("g", "owner.name"); add("h", "address")
                            add("i", "address.citi"); add("j", "photo"); add("k", "email")
                            add("l", "x", "name", "y desc", "lowercase:(name)", kind: .rtree)
                            add("m", "x", "y", "z", "u", "v", "w", kind: .rtree)
                            add("n", "name", "address.city desc", "owner", "old", "x * 2 + 1")
                            add("o", "x", "y", kind: .rtree); add("O", "x"); add("1", "y")
                        },
                        base,
                    ]
                )
            ) { $0.composites = [Composite("Address", attributes: [Attribute("city", .string)])] },
            """
            entities/A/indexes/a/of: error: the index 'A.a' is empty
              help: write 'of:' with the names of properties
            entities/A/indexes/b/of/0: error: the index 'A.b' contains 'naem', but 'A' has no property 'naem'
              help: did you mean 'name'?
            entities/A/indexes/c/of/0: error: the index 'A.c' cannot contain 'tags': it is to-many
              help: use another property
            entities/A/indexes/d/of/0: error: the index 'A.d' cannot contain 'note': it is transient
              help: use another property
            entities/A/indexes/e/of/0: error: the index 'A.e' cannot contain 'recent': it is a fetched property
              help: use another property
            entities/A/indexes/f/of/1: error: the index 'A.f' contains 'name' twice
              help: remove one of them
            entities/A/indexes/g/of/0: error: the index 'A.g' cannot contain 'owner.name': it is a property of other objects
              help: use another property
            entities/A/indexes/h/of/0: error: the index 'A.h' cannot contain 'address': it is a composite, so use one of its parts
              help: use another property
            entities/A/indexes/i/of/0: error: the index 'A.i' contains 'address.citi', but the composite 'Address' has no part 'citi'
              help: did you mean 'city'?
            entities/A/indexes/j/of/0: error: the index 'A.j' cannot contain 'photo': its values may be in external files, which a store cannot compare
              help: use another property
            entities/A/indexes/k: warning: the index 'A.k' is not needed, because 'email' is unique and therefore indexed
              help: remove it
            entities/A/indexes/l/of/1: error: the index 'A.l' cannot contain 'name': an R-tree is for numbers and dates
              help: use another property
            entities/A/indexes/l/of/2: error: the index 'A.l' is an R-tree, which does not support 'desc'
              help: remove 'desc', or 'type: rtree'
            entities/A/indexes/l/of/3: error: the index 'A.l' is an R-tree, which supports only properties, not 'lowercase:(name)'
              help: use properties, or remove 'type: rtree'
            entities/A/indexes/m/of: error: the index 'A.m' has 6 dimensions, but an R-tree has at most 5
              help: remove some of them
            entities/A/indexes/O: error: 'o' and 'O' differ only in case, which SQLite does not distinguish
              help: rename one of them
            entities/A/indexes/1: error: '1' cannot name an index
              help: use letters, digits and '_', and do not start with a digit
            """
        ),
    ]

    private static let base = Entity("Base", attributes: [Attribute("old", .string)])

    private static let constrained = with(
        Entity(
            "A",
            parent: "Base",
            attributes: [
                Attribute("name", .string), with(Attribute("email", .string)) { $0.isUnique = true },
                with(Attribute("note", .string)) { $0.isTransient = true },
                with(Attribute("draft", .string)) { $0.isEphemeral = true },
                with(Attribute("photo", .data)) { $0.usesExternalStorage = true },
            ] + ["x", "y", "z", "u", "v", "w"].map { Attribute($0, .double) },
            relationships: [.toOne("owner", "A", isOptional: true), .toMany("tags", "A")]
        )
    ) {
        $0.fetchedProperties = [FetchedProperty(FetchRequest("recent", "A"))]
    }
}
