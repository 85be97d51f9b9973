import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import ApusTestSupport
import Testing

/// What a diff shows of the keys that have no change of their own, and what it leaves out.
@Suite struct SettingChangeTests {
    /// Keys that mean nothing to a store, so that a diff leaves them out.
    private static let silent: Set<String> = [
        "originalName", "documentation", "userInfo", "codegen", "class", "access", "values", "uid", "in",
    ]

    /// A schema in which every element can say something under every key.
    private static let base: Schema = {
        var trip = Entity(
            "Trip",
            parent: "Thing",
            attributes: [
                Attribute("count", .int32, default: .int(1)), Attribute("name", .string),
                Attribute("day", .date), Attribute("status", .named("Status")), Attribute("tags", .transformable),
            ],
            relationships: [.toMany("items", "Item", inverse: "trip"), .toOne("home", "Item")]
        )
        trip.attributes[3].defaultExpression = "open"
        var base = Entity("Base")
        base.isAbstract = true
        var schema = Schema(
            model: "M",
            entities: [
                trip, Entity("Thing"), Entity("Other"), base,
                Entity("Item", relationships: [.toOne("trip", "Trip", isOptional: true, inverse: "items")]),
            ]
        )
        schema.enumerations = [Enumeration("Status", cases: [.init("open", .string("o")), .init("a", .string("a"))])]
        return schema
    }()

    @Test("A constraint over one property is the same at the property and at its entity")
    func respelledConstraint() {
        var (atProperty, atEntity) = (Self.base, Self.base)
        atProperty.entities[0].attributes[1].isUnique = true
        atProperty.entities[0].relationships[1].isUnique = true
        atEntity.entities[0].uniquenessConstraints = [["name"], ["home"]]
        #expect(changes(atEntity, from: atProperty).isEmpty)
        #expect(changes(atProperty, from: atEntity).isEmpty)
        #expect(changes(atEntity).count == 2)
        #expect(changes(atProperty).count == 2)
        atEntity.entities[0].uniquenessConstraints = [["name", "home"]]
        #expect(changes(atEntity, from: atProperty).count == 3)
    }

    private func changes(_ new: Schema, from old: Schema = base) -> [Change] {
        Stage.between(old, new).changes
    }

    /// The names of changes; those that are one for several keys with the key.
    private func words(_ changes: [Change]) -> Set<String> {
        Set(
            changes.map { change in
                switch change.difference {
                case let one as EntitySettingChanged: one.key
                case let one as AttributeSettingChanged: one.key
                case let one as RelationshipSettingChanged: one.key
                case let one as ValidationChanged: one.key
                case let one as CoderChanged: one.key
                case let one as CountsChanged: one.key
                case let one as PartSettingChanged: one.key
                default: change.name
                }
            }
        )
    }

    private func expect(_ key: String, _ element: String, in schema: Schema, own: [String: String]) {
        let words: Set<String> = words(changes(schema))
        let expected: Set<String> = Self.silent.contains(key) ? [] : [own[key] ?? key]
        #expect(words == expected, "'\(key)' of \(element)")
    }

    @Test("A schema does not differ from itself", arguments: TestScale.seeds(60))
    func nothing(seed: UInt64) {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        let stage: Stage = .between(schema, schema)
        #expect(stage.changes.isEmpty, "seed \(seed): \(stage.text)")
        #expect(stage.refusals.isEmpty, "seed \(seed): \(stage.refusals)")
    }

    @Test("No key of an entity is overlooked") func entityKeys() throws {
        // What a structure says is shown as below; fetched properties are no part of a store.
        let structures: [String: (inout Entity) -> Void] = [
            "attributes": { $0.attributes.append(Attribute("new", .string, isOptional: true)) },
            "relationships": { $0.relationships.append(.toMany("new", "Item")) },
            "fetchedProperties": { $0.fetchedProperties.append(FetchedProperty(FetchRequest("new", "Item"))) },
            "unique": { $0.uniquenessConstraints = [["name"]] },
            "indexes": { $0.indexes = [Entity.Index("byName", [.init("name")])] },
        ]
        for key in Entity.keys {
            var schema: Schema = Self.base
            if case .structure = key.form {
                let change = try #require(structures[key.name], "no sample of '\(key.name)'")
                change(&schema.entities[0])
                if key.name == "fetchedProperties" {
                    #expect(changes(schema).isEmpty)
                    continue
                }
            } else if key.name == "parent" {
                schema.entities[0].parent = "Base"
            } else {
                // Tables are those of roots.
                let index: Int = ["table", "primaryKey"].contains(key.name) ? 1 : 0
                schema.entities[index] = try #require(key.otherwise(schema.entities[index]), "'\(key.name)'")
            }
            let own: [String: String] = [
                "attributes": "attributeAdded", "relationships": "relationshipAdded", "parent": "parentChanged",
                "isAbstract": "entityBecameAbstract", "abstract": "entityBecameAbstract", "table": "tableNameChanged",
                "primaryKey": "primaryKeyNameChanged", "unique": "uniquenessAdded", "indexes": "indexAdded",
            ]
            expect(key.name, "an entity", in: schema, own: own)
        }
    }

    @Test("No key of an attribute is overlooked") func attributeKeys() {
        for key in Attribute.keys {
            var tries = 0
            for index in Self.base.entities[0].attributes.indices {
                var schema: Schema = Self.base
                let attribute: Attribute = schema.entities[0].attributes[index]
                if case .structure(.type) = key.form {
                    schema.entities[0].attributes[index].type = .data
                    schema.entities[0].attributes[index].defaultValue = nil
                    schema.entities[0].attributes[index].defaultExpression = attribute.defaultExpression
                } else {
                    guard let other = key.otherwise(attribute, samples: codedSamples) else { continue }
                    schema.entities[0].attributes[index] = other
                }
                tries += 1
                let own: [String: String] = [
                    "type": "typeChanged", "optional": "becameOptional", "default": "defaultChanged",
                    "transient": "becameTransient", "ephemeral": "becameTransient", "unique": "uniquenessAdded",
                    "derived": "becameDerived", "externalStorage": "externalStorageChanged",
                    "column": "columnNameChanged", "encrypted": "encryptionChanged",
                    "lookup": "lookupChanged",
                ]
                expect(key.name, attribute.name, in: schema, own: own)
            }
            #expect(tries > 0, "no sample of '\(key.name)'")
        }
    }

    @Test("No key of a relationship is overlooked") func relationshipKeys() {
        for key in Relationship.keys {
            var tries = 0
            for index in Self.base.entities[0].relationships.indices {
                var schema: Schema = Self.base
                var relationship: Relationship = schema.entities[0].relationships[index]
                switch key.name {
                case "to":
                    if relationship.isToMany { continue }
                    relationship.destination = "Other"
                case "toMany":
                    if relationship.isToMany { continue }
                    relationship.isToMany = true
                    relationship.isOptional = true
                case "inverse":
                    if relationship.inverse != nil { continue }
                    relationship.inverse = "back"
                    schema.entities[4].relationships.append(.toMany("back", "Trip", inverse: "home"))
                // It changes where the references are stored or nothing, see `sidesOfKeys`.
                case "holdsKey": continue
                // A to-one relationship has no order.
                case "ordered" where !relationship.isToMany: continue
                default:
                    guard let other = key.otherwise(relationship) else { continue }
                    relationship = other
                }
                schema.entities[0].relationships[index] = relationship
                tries += 1
                let own: [String: String] = [
                    "to": "destinationChanged", "toMany": "cardinalityChanged", "deleteRule": "deleteRuleChanged",
                    "unique": "uniquenessAdded", "ordered": "becameOrdered", "transient": "becameTransient",
                    "optional": relationship.isToMany ? "optional" : "becameOptional",
                ]
                if key.name == "inverse" {
                    #expect(words(changes(schema)) == ["inverseChanged", "relationshipAdded"])
                } else if key.name == "toMany" {
                    #expect(words(changes(schema)) == ["cardinalityChanged", "storageMoved", "becameOptional"])
                } else if key.name == "transient", relationship.inverse != nil {
                    // The other side keeps the references.
                    #expect(words(changes(schema)) == ["transient"])
                } else {
                    expect(key.name, relationship.name, in: schema, own: own)
                }
            }
            #expect(tries > 0 || key.name == "holdsKey", "no sample of '\(key.name)'")
        }
    }

    @Test("'int' is 'int64' with another type in Swift") func ints() throws {
        func schema(_ type: String, part: String = "int64") -> Schema {
            var schema = Schema(
                model: "M",
                entities: [
                    Entity("Trip", attributes: [Attribute("count", typeName: type), Attribute("size", .named("Size"))])
                ]
            )
            schema.composites = [Composite("Size", attributes: [Attribute("width", typeName: part)])]
            return schema
        }
        let stage: Stage = .between(schema("int64"), schema("int"))
        let change = try #require(stage.changes.first?.difference as? AttributeSettingChanged)
        #expect(stage.changes.count == 1 && stage.refusals.isEmpty)
        #expect(change.key == "type" && change.from == "int64" && change.to == "int")
        let part: Stage = .between(schema("int", part: "int64"), schema("int", part: "int"))
        let partChange = try #require(part.changes.first?.difference as? PartSettingChanged)
        #expect(part.changes.count == 1 && partChange.key == "type" && partChange.to == "int")
        let widenedPart: Stage = .between(schema("int", part: "int32"), schema("int", part: "int"))
        #expect(widenedPart.changes.map(\.name) == ["partTypeChanged"])
        let widened: Stage = .between(schema("int32"), schema("int"))
        #expect(widened.changes.map(\.name) == ["typeChanged"] && widened.refusals.isEmpty)
    }

    @Test("'holdsKey' is shown where it moves references") func sidesOfKeys() {
        func pair(_ holdsKey: Bool?) -> Schema {
            schema(
                .of("A", toOne("b", "B", inverse: "a", holdsKey: holdsKey)),
                .of("B", toOne("a", "A", inverse: "b"))
            )
        }
        #expect(changes(pair(true), from: pair(nil)).isEmpty)
        #expect(changes(pair(false), from: pair(nil)).map(\.name) == ["storageMoved", "storageMoved"])
    }

    /// Every element of a generated schema says something else under one key after another.
    @Test("What a diff leaves out means nothing to a store", arguments: [UInt64](0..<10))
    func emptyDiffs(seed: UInt64) {
        let old: Schema = SchemaGenerator.schema(seed: seed)
        let stored: Schema = old.stored
        var count = 0
        func check(_ new: Schema, _ what: String) {
            // An invalid schema may differ in any way.
            guard new.validate().allSatisfy({ $0.severity != .error }) else { return }
            count += 1
            let isShown = Stage.between(old, new).changes.isEmpty == false
            #expect(isShown == (stored != new.stored), "seed \(seed): \(what)")
        }
        func checkAll<Element>(
            _ keys: [Key<Element>],
            _ path: WritableKeyPath<Schema, [Element]>
        ) {
            for index in old[keyPath: path].indices {
                for key in keys {
                    var new: Schema = old
                    guard let other = key.otherwise(old[keyPath: path][index], samples: codedSamples) else { continue }
                    new[keyPath: path][index] = other
                    check(new, "'\(key.name)' of \(Element.self) \(index)")
                }
            }
        }
        checkAll(Entity.keys.filter { $0.name != "originalName" }, \.entities)
        checkAll(Composite.keys, \.composites)
        checkAll(Enumeration.keys.filter { $0.name != "type" }, \.enumerations)
        checkAll(FetchRequest.keys, \.fetchRequests)
        checkAll(Configuration.keys, \.configurations)
        for index in old.entities.indices {
            checkAll(Attribute.keys.filter { $0.name != "originalName" }, \.entities[index].attributes)
            let own: Set<String> = ["originalName", "inverse", "holdsKey"]
            checkAll(Relationship.keys.filter { !own.contains($0.name) }, \.entities[index].relationships)
            checkAll(FetchedProperty.keys, \.entities[index].fetchedProperties)
        }
        for index in old.composites.indices {
            checkAll(Attribute.partKeys.filter { $0.name != "originalName" }, \.composites[index].attributes)
        }
        for index in old.enumerations.indices {
            checkAll(Enumeration.Case.keys, \.enumerations[index].cases)
            var new: Schema = old
            new.enumerations[index].cases.removeLast()
            check(new, "a case less of enum \(index)")
            new = old
            new.enumerations[index].type = old.enumerations[index].type == .int64 ? .int32 : .int64
            check(new, "another type of enum \(index)")
        }
        #expect(count > 50, "seed \(seed): only \(count) schemas")
    }
}
