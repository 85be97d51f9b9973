extension Entity {
    /// The keys of an entity.
    package static let keys: [Key<Entity>] = [
        .text("originalName", \.originalName, "The name in an older version, if the entity was renamed"),
        .text("parent", \.parent, "The entity whose properties this one inherits"),
        .flag("abstract", \.isAbstract, "Whether only sub-entities have objects"),
        .word("codegen", \.codegen, usual: .class, "The codegen mode of the class, as in Xcode"),
        .text("class", \.className, "The Swift class's name, if it is not the entity's"),
        .word("access", \.access, "The access of the generated class, if it is not the project's"),
        .flag("values", \.hasValueType, "Whether a structure for an object's values is also generated"),
        .text("uid", \.uid, "The attribute that values and records are found by"),
        .text("table", \.table, "The table's name, if it is not the entity's"),
        .text("primaryKey", \.primaryKey, "The name of the primary key column"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
        .structure("attributes", .attributes, "The entity's values"),
        .structure("relationships", .relationships, "The entity's references to objects"),
        .structure("fetchedProperties", .fetchedProperties, "Properties whose objects are fetched on access"),
        .structure("unique", .constraints, "The uniqueness constraints, each with one or more properties"),
        .structure("indexes", .indexes, "The indexes"),
        .text("spotlightDisplayName", \.spotlightDisplayName, "The expression for an object's name in Spotlight"),
        .text("hashModifier", \.hashModifier, "A string that distinguishes this version from one that looks the same"),
        .texts("userInfo", \.userInfo, "The author's own strings about the entity"),
    ]
}

extension Entity.Index {
    /// The keys of an index.
    package static let keys: [Key<Entity.Index>] = [
        .structure("of", .indexElements, "The indexed properties and expressions, most significant first"),
        .word("type", \.kind, usual: .binary, "The kind of the index"),
        .text("where", \.predicate, "The predicate for the indexed rows"),
    ]
}

extension Relationship {
    /// The keys of a relationship.
    package static let keys: [Key<Relationship>] = [
        .structure("to", .destination, "The destination of a to-one relationship"),
        .structure("toMany", .destination, "The destination of a to-many relationship"),
        Key(
            "optional",
            .choice(
                // To-many relationships are optional by default.
                Lens(
                    get: { $0.isOptional == $0.isToMany ? nil : $0.isOptional },
                    set: { $0.isOptional = $1 ?? $0.isToMany }
                )
            ),
            "Whether the relationship may be empty (default: false for a to-one relationship, true for a to-many one)"
        ),
        .flag("ordered", \.isOrdered, "Whether a to-many relationship is ordered"),
        .text("inverse", \.inverse, "The inverse relationship of the destination"),
        .word("deleteRule", \.deleteRule, usual: .nullify, "What happens to the destination when an object is deleted"),
        .count(
            "minimumModelCount",
            \.minimumModelCount,
            "The minimum number of objects in a to-many relationship that is not empty"
        ),
        .count("maximumModelCount", \.maximumModelCount, "The maximum number of objects in a to-many relationship"),
        .flag("unique", \.isUnique, "Whether no two objects may point to the same object"),
        .flag("transient", \.isTransient, "Whether the references are in memory only"),
        .text("originalName", \.originalName, "The name in an older version, if the relationship was renamed"),
        .word("values", \.valueForm, "How the structure for an object's values has the relationship"),
        .choice("holdsKey", \.holdsKey, "Whether this side keeps the key of a one-to-one or many-to-many relationship"),
        .text("column", \.column, "The name of a to-one relationship's column, if it is not the relationship's"),
        .text("table", \.table, "The name of a to-many relationship's join table"),
        .text("hashModifier", \.hashModifier, "A string that distinguishes this version from one that looks the same"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
        .texts("userInfo", \.userInfo, "The author's own strings about the relationship"),
    ]
}
