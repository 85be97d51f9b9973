import ApusDiagnostics
import ApusSchema
import Testing

/// Names of columns that would collide in a store, and tables that no store can have.
@Suite struct ValidationStoredNameTests {
    private func errors(_ entities: Entity..., composites: [Composite] = []) -> [String] {
        var schema = Schema(model: "M", entities: entities)
        schema.composites = composites
        return schema.validate().filter { $0.severity == .error }.map(\.message)
    }

    private let geo = Composite("Geo", attributes: [Attribute("x", .double)])

    @Test("Made names collide with those of others, whatever the case") func collisions() {
        #expect(
            errors(Entity("A", attributes: [Attribute("_ENTITY", .bool)]), Entity("B", parent: "A")) == [
                "'A._ENTITY' and the entity column have the same column '_ENTITY'"
            ]
        )
        #expect(errors(Entity("A", attributes: [Attribute("_entity", .bool)])) == [])
        #expect(
            errors(
                Entity("A", attributes: [Attribute("spot", .named("Geo"))]),
                Entity("Spot", parent: "A", attributes: [Attribute("x", .double)]),
                composites: [geo]
            ) == ["'Spot.x' and 'A.spot' have the same column 'Spot.x'"]
        )
        var list: Relationship = .toMany("as", "A", inverse: "list")
        list.isOrdered = true
        #expect(
            errors(
                Entity("A", relationships: [.toOne("list", "L", inverse: "as")]),
                Entity("List", parent: "A", attributes: [Attribute("place", .bool)]),
                Entity("L", relationships: [list])
            ) == ["'List.place' and 'A.list' have the same column 'List.place'"]
        )
        var named = Attribute("n", .bool)
        named.column = "spot.X"
        #expect(
            errors(Entity("A", attributes: [Attribute("spot", .named("Geo")), named]), composites: [geo]) == [
                "'A.n' and 'A.spot' have the same column 'spot.X'"
            ]
        )
    }

    @Test("SQLite distinguishes names that Swift does not") func decomposed() {
        var (entity, attribute) = (Entity("A"), Attribute("a", .bool))
        (entity.table, entity.primaryKey, attribute.column) = ("cafe\u{301}", "o\u{308}", "e\u{301}")
        entity.attributes = [attribute]
        let problem = "contains a decomposed character, which SQLite distinguishes from the composed one"
        #expect(
            errors(entity) == ["table", "primaryKey"].map { "the '\($0)' of 'A' \(problem)" } + [
                "the 'column' of 'A.a' \(problem)"
            ]
        )
    }

    @Test func columns() {
        let many: [Attribute] = (0..<1999).map { Attribute("a\($0)", .bool) }
        #expect(errors(Entity("A", attributes: many)) == [])
        #expect(
            errors(Entity("A", attributes: many), Entity("B", parent: "A")) == [
                "the table of 'A' would have 2001 columns, and SQLite's tables have at most 2000"
            ]
        )
        // Nested composites can have too many parts to list.
        let deep: [Composite] = (0..<90).map { number in
            let part: AttributeType = number == 0 ? .bool : .named("C\(number - 1)")
            return Composite("C\(number)", attributes: [Attribute("a", part), Attribute("b", part)])
        }
        #expect(
            errors(Entity("A", attributes: [Attribute("c", .named("C89"))]), composites: deep) == [
                "the table of 'A' would have too many columns, and SQLite's tables have at most 2000"
            ]
        )
    }

    @Test("Composites stand in each other a hundred deep at most") func depth() {
        func nested(_ count: Int) -> [Composite] {
            (0..<count).map { number in
                let part: AttributeType = number == 0 ? .bool : .named("C\(number - 1)")
                return Composite("C\(number)", attributes: [Attribute("a", part)])
            }
        }
        func entity(_ count: Int) -> Entity { Entity("A", attributes: [Attribute("c", .named("C\(count - 1)"))]) }
        #expect(errors(entity(100), composites: nested(100)) == [])
        #expect(
            errors(entity(140), composites: nested(140)) == [
                "composites in 'C100' are nested 101 levels deep (expected at most 100)"
            ]
        )
    }

    @Test(
        "What SQLite's own functions cannot say is warned of where it stands, and left out of stores",
        arguments: [
            ("name ==[c] \"x\"", "SQLite compares text byte by byte, so an index cannot ignore case or diacritics"),
            ("name LIKE \"x*\"", "SQLite's own functions cannot compute 'LIKE', so an index cannot contain it"),
            (
                "lowercase:(name) == \"x\"",
                "SQLite's own functions cannot compute 'lowercase:(name)', so an index cannot contain it"
            ),
            ("photo != nil", "the values of 'photo' may be in files, which a store cannot compare"),
        ]
    )
    func predicates(text: String, message: String) {
        var entity = Entity(
            "A",
            attributes: [Attribute("name", .string), Attribute("price", .decimal), Attribute("photo", .data)]
        )
        entity.attributes[2].usesExternalStorage = true
        entity.indexes = [Entity.Index("i", [.init("name")], predicate: text)]
        #expect(errors(entity) == [])
        let schema = Schema(model: "M", entities: [entity])
        let warnings: [String] = schema.validate().filter { $0.severity == .warning }.map(\.message)
        #expect(warnings == ["in the predicate of 'A.i': \(message), so stores do not have this index"])
        #expect(Layout(schema).tables[0].indexes == [])
    }

    @Test(
        "What one can say is said",
        arguments: [
            "name == nil OR NOT name == \"x\"", "price == 5 AND price != 2.50",
            "price > 5 AND 7 > price AND price BETWEEN {1, 2.5}", "price * 2 == 5",
            "name CONTAINS \"x\" AND \"x\" IN name",
            "count BETWEEN {1, 5} AND count IN {1, 2}", "abs:(count) + 1 > -count",
            "TERNARY(count > 1, 2, 3) == 2", "name ==[n] \"x\"", "owner == nil",
        ]
    )
    func sayable(text: String) {
        var entity = Entity(
            "A",
            attributes: [Attribute("name", .string), Attribute("price", .decimal), Attribute("count", .int64)],
            relationships: [.toOne("owner", "A", isOptional: true)]
        )
        entity.indexes = [Entity.Index("i", [.init("name")], predicate: text)]
        #expect(errors(entity) == [])
        #expect(Layout(Schema(model: "M", entities: [entity])).tables[0].indexes.last?.predicate != nil)
    }
}
