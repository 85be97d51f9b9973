import ApusSchema
import Foundation

/// Schemas that say anything about anything, in so few words that what they name is there as often as not.
struct SchemaJunk {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func schema() -> Schema {
        var schema = Schema(model: "M", entities: list(6) { $0.entity() })
        schema.composites = list(3) {
            Composite($0.word(), originalName: $0.maybe { $0.word() }, attributes: $0.attributes())
        }
        schema.enumerations = list(3) { junk in
            Enumeration(
                junk.word(),
                type: junk.one(of: ScalarType.allCases),
                cases: junk.list(3) { Enumeration.Case($0.word(), $0.value()) }
            )
        }
        schema.fetchRequests = list(3) { $0.request() }
        schema.configurations = list(3) { junk in Configuration(junk.word(), entities: junk.list(4) { $0.word() }) }
        for _ in 0..<number(3) {
            schema.localization[["Entity/", "Property/", "", "/"][number(4)] + word()] = word()
        }
        return schema
    }

    /// Paths of elements that could exist.
    mutating func unreadable() -> Set<ModelPath> {
        Set(
            list(4) { junk in
                let path: ModelPath = .element(junk.one(of: ["entities", "composites", "enums"]), junk.word())
                let section: String = junk.one(of: ["attributes", "relationships", "cases"])
                return junk.chance(2) ? path : path.element(section, junk.word())
            }
        )
    }

    private mutating func entity() -> Entity {
        var entity = Entity(
            word(),
            originalName: maybe { $0.word() },
            parent: maybe { $0.word() },
            attributes: attributes(),
            relationships: list(4) { $0.relationship() }
        )
        (entity.isAbstract, entity.className, entity.access) = (
            chance(4), maybe { $0.word() }, maybe { $0.one(of: AccessLevel.allCases) }
        )
        (entity.table, entity.primaryKey) = (maybe { $0.word() }, maybe { $0.word() })
        entity.fetchedProperties = list(2) { FetchedProperty($0.request()) }
        entity.uniquenessConstraints = list(4) { $0.list(3) { $0.word() } }
        entity.indexes = list(4) { junk in
            Entity.Index(
                junk.word(),
                junk.list(7) {
                    .init($0.one(of: ["\($0.word()).\($0.word())", $0.word(), $0.word() + " desc", "(x)", ""]))
                },
                kind: junk.one(of: Entity.Index.Kind.allCases),
                predicate: junk.maybe { $0.word() }
            )
        }
        return entity
    }

    private mutating func attributes() -> [Attribute] {
        list(5) { junk in
            let type = AttributeType(name: junk.chance(2) ? junk.one(of: AttributeType.reservedNames) : junk.word())
            var attribute = Attribute(junk.word(), type, default: junk.maybe { $0.value() })
            attribute.defaultExpression = junk.maybe { $0.word() }
            (attribute.isTransient, attribute.isEphemeral, attribute.isUnique) = (
                junk.chance(5), junk.chance(5), junk.chance(5)
            )
            (attribute.usesExternalStorage, attribute.swiftType) = (junk.chance(5), junk.maybe { $0.word() })
            (attribute.minimum, attribute.maximum) = (junk.maybe { $0.value() }, junk.maybe { $0.value() })
            attribute.length = junk.maybe {
                Length(minimum: $0.maybe { $0.number(5) }, maximum: $0.maybe { $0.number(5) })
            }
            attribute.pattern = junk.maybe { $0.one(of: ["(a+)+b", "[", "a*", "", "\\"]) }
            attribute.transformer = junk.maybe { $0.word() }
            attribute.column = junk.maybe { $0.word() }
            attribute.derivation =
                junk.maybe {
                    Derivation(
                        $0.one(of: [
                            $0.word(), "\($0.word()).\($0.word())", "\($0.word()).@count",
                            "\($0.word()).@sum.\($0.word())",
                            "uppercase:(\($0.word()))", "now()",
                        ])
                    )
                } ?? nil
            return attribute
        }
    }

    private mutating func relationship() -> Relationship {
        var relationship: Relationship =
            chance(2)
            ? .toOne(
                word(),
                word(),
                isOptional: chance(2),
                inverse: maybe { $0.word() },
                holdsKey: maybe { $0.chance(2) }
            )
            : .toMany(
                word(),
                word(),
                isOptional: chance(2),
                inverse: maybe { $0.word() },
                holdsKey: maybe { $0.chance(2) }
            )
        (relationship.isOrdered, relationship.isUnique, relationship.isTransient) = (chance(5), chance(5), chance(5))
        relationship.minimumModelCount = maybe { $0.number(3) }
        relationship.maximumModelCount = maybe { $0.number(3) }
        (relationship.column, relationship.table) = (maybe { $0.word() }, maybe { $0.word() })
        return relationship
    }

    private mutating func request() -> FetchRequest {
        var request = FetchRequest(word(), word(), predicate: maybe { "$\($0.word()) == '$\($0.word())' \\" })
        request.variables = list(3) { .init($0.word(), AttributeType(name: $0.word()), isList: $0.chance(2)) }
        request.sortBy = list(3) { junk in SortKey(junk.list(4) { $0.word() }) }
        request.propertiesToFetch = list(3) { "\($0.word()).\($0.word())" }
        request.relationshipKeyPathsForPrefetching = list(3) { $0.word() }
        request.fetchLimit = maybe { $0.number(2) }
        request.resultType = one(of: FetchRequest.ResultType.allCases)
        return request
    }

    private mutating func word() -> String {
        one(of: [
            "a", "b", "c", "d", "A", "B", "C", "aa", "ab", "_id", "string", "", "FETCH_SOURCE", "e\u{301}", "1", "a.b",
        ])
    }

    private mutating func value() -> Value {
        one(of: [
            .int(1), .int(99_999), .double(.nan), .double(0.5), .decimal(1), .string("a"),
            .string(String(repeating: "a", count: 40)),
            .bool(true), .date(.infinity), .date(1), .url(""),
        ])
    }

    private mutating func maybe<Value>(_ make: (inout SchemaJunk) -> Value) -> Value? {
        chance(3) ? make(&self) : nil
    }

    private mutating func list<Value>(_ limit: Int, _ make: (inout SchemaJunk) -> Value) -> [Value] {
        (0..<number(limit + 1)).map { _ in make(&self) }
    }

    private mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }

    private mutating func chance(_ count: Int) -> Bool { number(count) == 0 }

    private mutating func number(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: (state >> 11) % UInt64(limit))
    }
}
