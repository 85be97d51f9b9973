extension Schema {
    /// The keys of a model.
    package static let keys: [Key<Schema>] = [
        .requiredText("model", \.model, "The model's name"),
        .text("documentation", \.documentation, "What the model is about"),
        .text("versionIdentifier", \.versionIdentifier, "The author's own name of this version"),
        .structure("entities", .entities, "The entities"),
        .structure("composites", .composites, "Values of several parts"),
        .structure("enums", .enumerations, "Values that are one of a few"),
        .structure("fetchRequests", .fetchRequests, "Questions that the model asks by name"),
        .structure("configurations", .configurations, "What one store holds"),
        .texts("localization", \.localization, "What people read instead of names"),
    ]
}

extension Composite {
    /// The keys of a composite.
    package static let keys: [Key<Composite>] = [
        .text("originalName", \.originalName, "The name in an older version, where the composite was renamed"),
        .text("documentation", \.documentation, "What the composite means, for the generated code's readers"),
        .structure("attributes", .attributes, "The parts"),
        .texts("userInfo", \.userInfo, "Whatever the author keeps with the composite"),
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
        .text("originalName", \.originalName, "The name in an older version, where the enum was renamed"),
        .text("documentation", \.documentation, "What the enum means, for the generated code's readers"),
        .texts("userInfo", \.userInfo, "Whatever the author keeps with the enum"),
    ]
}

extension Enumeration.Case {
    /// The keys of a case in its long form.
    package static let keys: [Key<Enumeration.Case>] = [
        .structure("rawValue", .rawValue, "What a store keeps: a text, or a whole number"),
        .text("documentation", \.documentation, "What the case means, for the generated code's readers"),
    ]
}

extension Configuration {
    /// The keys of a configuration.
    package static let keys: [Key<Configuration>] = [
        .names("entities", \.entities, "The entities that a store of the configuration holds"),
        .flag("usedWithCloudKit", \.usedWithCloudKit, "Whether CloudKit mirrors the entities"),
    ]
}
