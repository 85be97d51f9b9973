/// What a `contents` file may say that the import reads and leaves out, each with its reason, in this one place.
///
/// Whatever is neither carried through nor named here is an error, so that nothing is ever left out in silence. Beside
/// the keys below these are left out:
///
/// - without a word, because it says nothing: the `elements` of the layout, empty lists and an empty `userInfo`, the
///   module before a class's name (generated code is in the module that it is generated for), `NSManagedObject` as the
///   class of an entity without one of its own, a `minCount` of a relationship to one object, the name of a fetched
///   property's request, and a fetched property's renaming identifier (nothing of it is stored);
/// - with a warning: what an attribute still says for another type that it had (``KeyReader/leaveOut(_:of:)``), and
///   to-many relationships in indexes (``ContentsReader/settleIndexes()``).
enum ContentsGrammar {
    /// The kinds of elements.
    enum Kind: String {
        case model, entity, attribute, relationship, fetchedProperty, fetchIndex, fetchIndexElement, fetchRequest
        case configuration, memberEntity, composite, uniquenessConstraint, constraint, compoundIndex, index
        case userInfo, entry, elements, element
        /// An attribute of a composite.
        case part
        /// A list that has no keys of its own: `uniquenessConstraints`, `compoundIndexes`.
        case list
    }

    /// Keys that no store, class or migration depends on.
    static func noise(of kind: Kind) -> Set<String> {
        switch kind {
        case .model:
            [
                // What the file was written with and for, and the model's name, which is the bundle's.
                "iOSVersion", "lastSavedToolsVersion", "macOSVersion", "minimumToolsVersion", "name", "sourceLanguage",
                "systemVersion",
                // Whether Xcode generates SwiftData's classes rather than Core Data's.
                "usedWithSwiftData",
            ]
        // Where Xcode drew an entity.
        case .element: ["height", "name", "positionX", "positionY", "width"]
        // The type of an expression's values, which follows from the expression.
        case .fetchIndexElement: ["expressionType"]
        // What is fetched is always a list; Xcode writes the key of every property.
        case .fetchedProperty: ["optional"]
        default: []
        }
    }

    /// Flags that mean nothing any more; that they are `YES` or `NO` is checked all the same.
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

    /// Flags that the parts of a composite cannot say in a model of Apus: they speak of a column of an entity's own.
    static func refusedFlags(of kind: Kind) -> Set<String> {
        guard kind == .part else { return [] }
        return [
            "allowsCloudEncryption", "allowsExternalBinaryDataStorage", "derived", "indexed",
            "preservesValueInHistoryOnDeletion", "spotlightIndexingEnabled", "transient",
        ]
    }
}
