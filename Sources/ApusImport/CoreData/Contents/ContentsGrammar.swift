/// The content of a `contents` file that the import ignores on purpose, each with its reason.
///
/// Anything else that is not imported is reported, so that nothing is lost silently: as a warning if neither the rows of
/// a store nor the classes depend on it (the table in `Import.md`), else as an error. Besides the keys below, the import
/// ignores without a warning, because it means nothing: the `elements` of the layout, empty lists and an empty
/// `userInfo`, the module before a class's name (generated code is in the module that it is generated for),
/// `NSManagedObject` as the class of an entity without one of its own, a `minCount` of a relationship to one object, the
/// name of a fetched property's request, and a fetched property's renaming identifier (nothing of it is stored).
enum ContentsGrammar {
    /// The kinds of elements.
    enum Kind: String {
        case model, entity, attribute, relationship, fetchedProperty, fetchIndex, fetchIndexElement, fetchRequest
        case configuration, memberEntity, composite, uniquenessConstraint, constraint, compoundIndex, index
        case userInfo, entry
        /// An attribute of a composite.
        case part
        /// A list without keys: `uniquenessConstraints`, `compoundIndexes`.
        case list
    }

    /// The elements that rows, classes or migrations depend on.
    static let structure: [String] =
        [
            Kind.entity, .attribute, .relationship, .composite, .configuration, .memberEntity, .uniquenessConstraint,
            .constraint,
        ].map(\.rawValue) + ["uniquenessConstraints"]

    /// Keys that no store, class or migration depends on.
    static func noise(of kind: Kind) -> Set<String> {
        switch kind {
        case .model:
            [
                // The tools that wrote the file, its platforms, and the model's name, which is the bundle's.
                "iOSVersion", "lastSavedToolsVersion", "macOSVersion", "minimumToolsVersion", "name", "sourceLanguage",
                "systemVersion",
                // Whether Xcode generates SwiftData's classes rather than Core Data's.
                "usedWithSwiftData",
            ]
        // The type of an expression, which follows from the expression.
        case .fetchIndexElement: ["expressionType"]
        // A fetched property is always a list; Xcode writes the key for every kind of property.
        case .fetchedProperty: ["optional"]
        default: []
        }
    }

    /// Obsolete flags.
    static func deadFlags(of kind: Kind) -> Set<String> {
        switch kind {
        // Sync Services, gone since macOS 10.7.
        case .entity, .fetchedProperty: ["syncable"]
        case .attribute, .part:
            [
                "syncable",
                // Whether Xcode writes `Int16` or `NSNumber`: a generated property has Swift's type in either case.
                "usesScalarValueType",
                // Files beside the store that Spotlight read, gone since macOS 10.13.
                "storedInTruthFile",
            ]
        case .relationship: ["spotlightIndexingEnabled", "storedInTruthFile", "syncable"]
        default: []
        }
    }

    /// Flags that the parts of a composite cannot have in Apus, because they are about an entity's own columns.
    static func refusedFlags(of kind: Kind) -> Set<String> {
        guard kind == .part else { return [] }
        return [
            "allowsCloudEncryption", "allowsExternalBinaryDataStorage", "derived", "indexed",
            "preservesValueInHistoryOnDeletion", "spotlightIndexingEnabled", "transient",
        ]
    }
}
