/// Names that would hide a module or the type of literals, or that Swift does not allow for a type.
let impossibleTypes: Set<String> = membersOfGeneratedTypes.union([
    "Apus", "Foundation", "Swift", "UnicodeScalarType", "Self", "Any", "Protocol", "Type", "__owned", "__shared",
    "_const", "_modify", "_read", "any", "borrow", "borrowing", "consuming", "didSet", "each", "get", "isolated",
    "mutate", "nonisolated", "self", "sending", "set", "some", "willSet",
])

/// Members of the generated types, which hide a type of the same name: those of classes, structures and enums, and those
/// of the model's schema.
private let membersOfGeneratedTypes: Set<String> = [
    "CodingKeys", "ID", "ModelType", "columns", "description", "encode", "hasChanges", "hash", "hashValue", "id",
    "isDeleted",
    "modelContext", "persistentModelID", "predicateArgument", "take",
    "entities", "head", "mappings", "modelName", "models", "planner", "retired", "versions",
]

/// Members that every class has from protocols of Swift or the runtime.
let impossibleProperties: Set<String> = [
    "hashValue", "persistentModelID", "modelContext", "hasChanges", "isDeleted", "predicateArgument",
]

/// Types that generated classes use. A property or a fetch request of the same name would hide them.
let typeNames: Set<String> = [
    "Int16", "Int32", "Int64", "Int", "Double", "Float", "String", "Bool", "Decimal", "Date", "Data", "UUID", "URL",
    "Sequence", "IndexSet", "NSObject", "EntityDescription", "ModelBacking", "ModelObject", "ModelValue",
    "PersistentModel", "RelationshipEnd", "RowReader", "RowWriter", "ExternalValue", "DataTransformer",
    "StringTransformer", "CodableTransformer", "SecureCodingTransformer", "Apus", "Foundation", "Swift",
    "AttributeColumn", "ColumnPath", "CompositeColumns", "EntityColumns", "FetchDescriptor", "ModelContext",
    "ModelPredicate", "PersistentIdentifier", "PredicateValue", "ToManyColumns",
]

/// Types that generated code uses, where no property hides them, too.
let foreignTypes: Set<String> = typeNames.union([
    "AnyKeyPath", "CaseIterable", "Codable", "CompositeValue", "FrozenSchema", "Hashable", "SchemaMigrationPlan",
    "RetiredVersion", "Sendable", "StageMapping",
    "DataRecord", "PersistentValue", "RecordFromModel", "RecordModel", "RecordToModel", "Set", "ValueSaver",
])

/// Whether a name is reserved for members of the runtime: it begins with the word `apus`.
func isReserved(_ name: String) -> Bool {
    guard name.lowercased().hasPrefix("apus"), let next = name.dropFirst(4).first else { return false }
    return next.isUppercase
}
