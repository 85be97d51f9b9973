extension Schema {
    /// The keys of a model.
    package static let keys: [Key<Schema>] = [
        .requiredText("model", \.model, "The model's name"),
        .text("documentation", \.documentation, "The documentation of the model"),
        .text("versionIdentifier", \.versionIdentifier, "The author's own name of this version"),
        .flag("history", \.keepsHistory, "Whether stores keep a history of the changes of their objects"),
        .structure("entities", .entities, "The entities"),
        .structure("composites", .composites, "Types with several parts"),
        .structure("enums", .enumerations, "Types with a few cases"),
        .structure("fetchRequests", .fetchRequests, "Named fetch requests"),
        .structure("configurations", .configurations, "The entities of each store"),
        .texts("localization", \.localization, "Localized names"),
    ]
}

extension Composite {
    /// The keys of a composite.
    package static let keys: [Key<Composite>] = [
        .text("originalName", \.originalName, "The name in an older version, if the composite was renamed"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
        .structure("attributes", .attributes, "The parts"),
        .texts("userInfo", \.userInfo, "The author's own strings about the composite"),
    ]
}

extension Enumeration {
    /// The keys of an enum.
    package static let keys: [Key<Enumeration>] = [
        .word(
            "type",
            \.type,
            usual: .string,
            "The type of the raw values: string or an integer",
            among: rawTypes
        ),
        .structure("cases", .cases, "The cases"),
        .text("in", \.enclosingEntity, "The entity in whose class the Swift type is nested"),
        .text("originalName", \.originalName, "The name in an older version, if the enum was renamed"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
        .texts("userInfo", \.userInfo, "The author's own strings about the enum"),
    ]
}

extension Enumeration.Case {
    /// The keys of a case in its long form.
    package static let keys: [Key<Enumeration.Case>] = [
        .structure("rawValue", .rawValue, "The stored value: a string or a whole number"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
    ]
}

extension Configuration {
    /// The keys of a configuration.
    package static let keys: [Key<Configuration>] = [
        .names("entities", \.entities, "The entities of a store with the configuration"),
        .flag("usedWithCloudKit", \.usedWithCloudKit, "Whether CloudKit mirrors the entities"),
    ]
}
