extension FetchRequest {
    /// The keys of a fetch request.
    package static let keys: [Key<FetchRequest>] = [
        .requiredText("entity", \.entity, "The entity of the fetched objects"),
        .text("predicate", \.predicate, "The predicate for the fetched objects, in Core Data's format"),
        .structure("variables", .variables, "The types of the predicate's variables"),
        .structure("sortBy", .sortKeys, "The order of the objects"),
        .count("fetchLimit", \.fetchLimit, "The maximum number of fetched objects"),
        .count("fetchOffset", \.fetchOffset, "The number of objects to skip at the beginning"),
        .count("fetchBatchSize", \.fetchBatchSize, "The number of objects that are read at once"),
        .word("resultType", \.resultType, usual: .objects, "The type of the results"),
        .names("propertiesToFetch", \.propertiesToFetch, "The properties that are read immediately"),
        .names(
            "relationshipKeyPathsForPrefetching",
            \.relationshipKeyPathsForPrefetching,
            "The relationships whose destinations are also read"
        ),
        .flag("includesSubentities", \.includesSubentities, usual: true, "Whether to include sub-entities"),
        .flag("includesPropertyValues", \.includesPropertyValues, usual: true, "Whether to read values"),
        .flag("includePendingChanges", \.includePendingChanges, usual: true, "Whether to include unsaved changes"),
        .flag("returnsObjectsAsFaults", \.returnsObjectsAsFaults, usual: true, "Whether values are read on access"),
        .flag("returnsDistinctResults", \.returnsDistinctResults, "Whether to remove duplicate results"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
    ]
}

extension FetchedProperty {
    /// The keys of a fetched property: those of its request, and those of a property.
    package static let keys: [Key<FetchedProperty>] =
        FetchRequest.keys.map { $0.lifted(\.request) } + [
            .text(
                "hashModifier",
                \.hashModifier,
                "A string that distinguishes this version from one that looks the same"
            ),
            .texts("userInfo", \.userInfo, "The author's own strings about the property"),
        ]
}
