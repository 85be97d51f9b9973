import ApusCodegen
import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Elements that classes do not support are refused by name and location; all others are supported.
@Suite struct ClassSupportTests {
    private static let base = Schema(
        model: "M",
        entities: [
            Entity(
                "Trip",
                attributes: [Attribute("count", .int32), Attribute("name", .string)],
                relationships: [.toMany("items", "Item", inverse: "trip"), .toOne("home", "Item", isOptional: true)]
            ),
            Entity("Item", relationships: [.toOne("trip", "Trip", isOptional: true, inverse: "items")]),
        ]
    )

    /// The findings, each with its location.
    private func problems(_ schema: Schema) -> [String] {
        do {
            let history = History(model: schema.model, entries: [], head: schema)
            let generator = try Generator(history: history, mappings: []) { SourceLocation(file: $0.description) }
            return generator.files().isEmpty ? ["nothing is generated"] : []
        } catch {
            return (error as? DiagnosticsError)?.diagnostics.map { problem in
                "\(problem.location?.file ?? "?"): \(problem.message)"
            } ?? ["\(error)"]
        }
    }

    private func problems(_ change: (inout Schema) -> Void) -> [String] {
        var schema: Schema = Self.base
        change(&schema)
        return problems(schema)
    }

    @Test("What was always carried still is", arguments: TestScale.seeds(30))
    func storable(seed: UInt64) {
        #expect(problems(SchemaGenerator.storable(seed: seed)) == [], "seed \(seed)")
    }

    @Test("Every key is carried") func keys() {
        #expect(problems(Self.base) == [])
        for key in Entity.keys {
            guard let other = key.otherwise(Self.base.entities[0]) else { continue }
            #expect(problems { $0.entities[0] = other } == [], "\(key.name)")
        }
        for (index, attribute) in Self.base.entities[0].attributes.enumerated() {
            for key in Attribute.keys {
                guard let other = key.otherwise(attribute, samples: codedSamples) else { continue }
                #expect(problems { $0.entities[0].attributes[index] = other } == [], "\(key.name)")
            }
        }
        for (index, relationship) in Self.base.entities[0].relationships.enumerated() {
            for key in Relationship.keys {
                guard let other = key.otherwise(relationship) else { continue }
                #expect(problems { $0.entities[0].relationships[index] = other } == [], "\(key.name)")
            }
        }
    }

    @Test("Structures are supported, or refused alone and at their locations") func structures() {
        #expect(problems { $0.entities[0].relationships[0].isOptional = false } == [])
        #expect(problems { $0.entities[0].uniquenessConstraints = [["name"], ["count", "name"]] } == [])
        #expect(problems { $0.entities[0].indexes = [Entity.Index("a", [.init("name")])] } == [])
        #expect(
            problems { $0.entities[0].fetchedProperties = [FetchedProperty(FetchRequest("new", "Item"))] } == []
        )
        #expect(problems { $0.fetchRequests = [FetchRequest("recent", "Trip")] } == [])
        for type: AttributeType in [.transformable, .codable, .undefined] {
            #expect(
                problems { schema in
                    schema.entities[0].attributes[1].type = type
                    schema.entities[0].attributes[1].swiftType = "Own"
                    schema.entities[0].attributes[1].isTransient = type == .undefined
                    schema.entities[0].attributes[1].defaultExpression = type == .undefined ? ".init()" : nil
                } == []
            )
        }
        // A store of all entities is Core Data's default configuration.
        #expect(
            problems { schema in
                schema.configurations = [Configuration("Cloud", entities: ["Trip"], usedWithCloudKit: true)]
                schema.localization = ["Entity/Trip": "Reise"]
                schema.versionIdentifier = "1"
                schema.documentation = "x"
            } == []
        )
    }

    @Test("Types are carried where they are used, and where nothing uses them") func types() {
        let status = Enumeration("Status", cases: [.init("open", .string("o"))])
        let address = Composite("Address", attributes: [Attribute("status", .named("Status"))])
        #expect(problems { $0.enumerations = [status] } == [])
        #expect(
            problems { schema in
                schema.enumerations = [status]
                schema.entities[0].attributes[1].type = .named("Status")
            } == []
        )
        #expect(
            problems { schema in
                schema.enumerations = [status]
                schema.composites = [address]
            } == []
        )
        #expect(
            problems { schema in
                schema.enumerations = [status]
                schema.composites = [address]
                schema.entities[0].attributes[1].type = .named("Address")
            } == []
        )
    }

    @Test("What a class does not support is refused at its location") func classes() {
        #expect(
            problems { schema in
                schema.entities[0].attributes[1].type = .undefined
                schema.entities[0].attributes[1].swiftType = "Own"
                schema.entities[0].attributes[1].isTransient = true
            } == [
                "entities/Trip/attributes/name: 'Trip.name' is transient and required, but fetched objects have no value of it"
            ]
        )
        #expect(
            problems { schema in
                schema.entities.append(Entity("Hike", parent: "Trip"))
                schema.entities[2].access = .public
            } == ["entities/Hike: the class of 'Hike' is public, but that of its parent 'Trip' is internal"]
        )
        #expect(
            problems { schema in
                schema.composites = [Composite("Point", attributes: [Attribute("hashValue", .int64)])]
                schema.enumerations = [Enumeration("ID", cases: [.init("a", .string("a"))])]
                schema.entities[1].className = "Point"
            }.map { $0.prefix { $0 != ":" } } == [
                "enums/ID", "composites/Point", "composites/Point/attributes/hashValue",
            ]
        )
    }

    @Test("Relationships whose inverses do not agree are kept apart, each with references of its own") func asymmetric()
    {
        // Both name an inverse; that of the one is another's.
        let schema = Schema(
            model: "M",
            entities: [
                Entity(
                    "A",
                    relationships: [
                        .toOne("b", "B", isOptional: true, inverse: "as"),
                        .toMany("bs", "B", inverse: "as", holdsKey: true), .toOne("other", "B", inverse: "as"),
                        .toMany("many", "B", inverse: "none"),
                    ]
                ),
                Entity("B", relationships: [.toMany("as", "A", inverse: "b"), .toMany("none", "A")]),
            ]
        )
        #expect(schema.validate().allSatisfy { $0.severity != .error })
        #expect(problems(schema) == [])
        let tables: [String] = Layout(schema).tables.map { table in
            "\(table.name): " + table.columns.map(\.name).joined(separator: " ")
                + (table.indexes.contains { $0.isUnique } ? " unique" : "")
        }
        #expect(
            tables == [
                "A: _id b other", "B: _id", "A_bs: source target", "A_many: source target", "B_none: source target",
            ]
        )
    }
}
