/// What a `contents` file may say beside what the import carries through.
///
/// Whatever is neither read nor listed here is an error as well, so that nothing is ever left out in silence.
enum ContentsGrammar {
    /// The kinds of elements that have keys.
    enum Kind: String {
        case model, entity, attribute, relationship, elements, element
    }

    /// What somebody's editor noted, and no store or class depends on.
    ///
    /// `syncable` belongs to Sync Services, gone since macOS 10.7. A scalar and an object are one in Swift.
    static func noise(of kind: Kind) -> Set<String> {
        switch kind {
        case .model:
            [
                "iOSVersion", "lastSavedToolsVersion", "macOSVersion", "minimumToolsVersion", "name", "sourceLanguage",
                "systemVersion", "usedWithSwiftData", "userDefinedModelVersionIdentifier",
            ]
        case .element: ["height", "name", "positionX", "positionY", "width"]
        case .entity, .attribute, .relationship, .elements: []
        }
    }

    /// Features of Core Data that say nothing where they are `NO`, and are not carried through where they are `YES`.
    static func refusedFlags(of kind: Kind) -> Set<String> {
        switch kind {
        case .model: ["usedWithCloudKit"]
        case .entity: ["isAbstract"]
        case .attribute:
            [
                "allowsCloudEncryption", "allowsExternalBinaryDataStorage", "derived", "indexed",
                "preservesValueInHistoryOnDeletion", "spotlightIndexingEnabled", "storedInTruthFile", "transient",
            ]
        case .relationship: ["indexed", "ordered", "storedInTruthFile", "transient"]
        case .elements, .element: []
        }
    }

    /// Features of Core Data that are not carried through.
    static func refusedKeys(of kind: Kind) -> Set<String> {
        switch kind {
        case .entity: ["parentEntity", "versionHashModifier", "coreSpotlightDisplayNameExpression"]
        case .attribute:
            [
                "composite", "customClassName", "derivationExpression", "maxDateTimeInterval", "maxValueString",
                "minDateTimeInterval", "minValueString", "regularExpressionString", "valueTransformerName",
                "versionHashModifier",
            ]
        case .relationship: ["versionHashModifier"]
        case .model, .elements, .element: []
        }
    }

    /// Refused keys of attributes that say nothing where they are empty.
    static let emptiableKeys: Set<String> = ["customClassName", "valueTransformerName"]

    /// Elements of Core Data that are not carried through. Without content they say nothing.
    static func refusedElements(in kind: Kind) -> Set<String> {
        switch kind {
        case .model: ["composite", "configuration", "fetchRequest", "userInfo"]
        case .entity: ["compoundIndexes", "fetchIndex", "fetchedProperty", "uniquenessConstraints", "userInfo"]
        case .attribute, .relationship: ["userInfo"]
        case .elements, .element: []
        }
    }
}
