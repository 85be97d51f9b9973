extension Entity {
    /// The keys of an entity.
    package static let keys: [Key<Entity>] = [
        .text("originalName", \.originalName, "The name in an older version, where the entity was renamed"),
        .text("parent", \.parent, "The entity whose properties this one inherits"),
        .flag("abstract", \.isAbstract, "Whether only sub-entities have objects"),
        .word("codegen", \.codegen, usual: .class, "How the class is generated: Xcode's three modes"),
        .text("class", \.className, "The Swift class's name, where it is not the entity's"),
        .word("access", \.access, "Who can use the generated class, where it is not as for the project"),
        .flag("values", \.hasValueType, "Whether a structure with an object's values is generated as well"),
        .text("table", \.table, "The table's name, where it is not the entity's"),
        .text("primaryKey", \.primaryKey, "The name of the column of the rows' identities"),
        .text("documentation", \.documentation, "What the entity means, for the generated code's readers"),
        .structure("attributes", .attributes, "The entity's values"),
        .structure("relationships", .relationships, "The entity's references to objects"),
        .structure("fetchedProperties", .fetchedProperties, "Properties whose objects are fetched when asked for"),
        .structure("unique", .constraints, "The properties that no two objects may share"),
        .structure("indexes", .indexes, "The indexes"),
        .text("spotlightDisplayName", \.spotlightDisplayName, "How Spotlight names an object"),
        .text("hashModifier", \.hashModifier, "A text that tells this version from one that looks the same"),
        .texts("userInfo", \.userInfo, "Whatever the author keeps with the entity"),
    ]
}

extension Entity.Index {
    /// The keys of an index.
    package static let keys: [Key<Entity.Index>] = [
        .structure("of", .indexElements, "What is indexed, most significant first"),
        .word("type", \.kind, usual: .binary, "How the index is built"),
        .text("where", \.predicate, "The rows that are indexed, as a predicate"),
    ]
}

extension Relationship {
    /// The keys of a relationship, besides what it leads to.
    package static let keys: [Key<Relationship>] = [
        .structure("to", .destination, "The entity that a to-one relationship leads to"),
        .structure("toMany", .destination, "The entity that a to-many relationship leads to"),
        Key(
            "optional",
            .choice(
                // To-many relationships may be empty unless they say otherwise.
                Lens(
                    get: { $0.isOptional == $0.isToMany ? nil : $0.isOptional },
                    set: { $0.isOptional = $1 ?? $0.isToMany }
                )
            ),
            "Whether there may be no object: of a to-one relationship false, of a to-many one true where not said"
        ),
        .flag("ordered", \.isOrdered, "Whether a to-many relationship has an order of its own"),
        .text("inverse", \.inverse, "The far entity's relationship that is this one seen from the other side"),
        .word("deleteRule", \.deleteRule, usual: .nullify, "What becomes of the far end when an object is deleted"),
        .count(
            "minimumModelCount",
            \.minimumModelCount,
            "The fewest objects of a to-many relationship that is not empty"
        ),
        .count("maximumModelCount", \.maximumModelCount, "The most objects of a to-many relationship"),
        .flag("unique", \.isUnique, "Whether no two objects may lead to one object"),
        .flag("transient", \.isTransient, "Whether the references live in memory only"),
        .text("originalName", \.originalName, "The name in an older version, where the relationship was renamed"),
        .choice("holdsKey", \.holdsKey, "Whether this side keeps the key of a one-to-one or many-to-many relationship"),
        .text("column", \.column, "The name of a to-one relationship's column, where it is not the relationship's"),
        .text("table", \.table, "The name of a to-many relationship's table of pairs"),
        .text("hashModifier", \.hashModifier, "A text that tells this version from one that looks the same"),
        .text("documentation", \.documentation, "What the relationship means, for the generated code's readers"),
        .texts("userInfo", \.userInfo, "Whatever the author keeps with the relationship"),
    ]
}
