extension FetchRequest {
    /// The keys of a fetch request.
    package static let keys: [Key<FetchRequest>] = [
        .requiredText("entity", \.entity, "The entity whose objects are fetched"),
        .text("predicate", \.predicate, "Which objects are fetched, in the format of Core Data's predicates"),
        .structure("variables", .variables, "The types of the predicate's variables"),
        .structure("sortBy", .sortKeys, "The order of the objects"),
        .count("fetchLimit", \.fetchLimit, "How many objects are fetched at most"),
        .count("fetchOffset", \.fetchOffset, "How many objects are left out at the beginning"),
        .count("fetchBatchSize", \.fetchBatchSize, "How many objects are read at once"),
        .word("resultType", \.resultType, usual: .objects, "What the fetch gives"),
        .names("propertiesToFetch", \.propertiesToFetch, "The properties that are read at once"),
        .names(
            "relationshipKeyPathsForPrefetching",
            \.relationshipKeyPathsForPrefetching,
            "The relationships whose far ends are read along"
        ),
        .flag("includesSubentities", \.includesSubentities, usual: true, "Whether sub-entities count as well"),
        .flag("includesPropertyValues", \.includesPropertyValues, usual: true, "Whether values are read"),
        .flag("includePendingChanges", \.includePendingChanges, usual: true, "Whether unsaved changes count"),
        .flag("returnsObjectsAsFaults", \.returnsObjectsAsFaults, usual: true, "Whether values come when asked for"),
        .flag("returnsDistinctResults", \.returnsDistinctResults, "Whether equal results are given once"),
        .text("documentation", \.documentation, "What the request is for"),
    ]
}

extension FetchedProperty {
    /// The keys of a fetched property: those of its request, and a property's.
    package static let keys: [Key<FetchedProperty>] =
        FetchRequest.keys.map { $0.lifted(\.request) } + [
            .text("hashModifier", \.hashModifier, "A text that tells this version from one that looks the same"),
            .texts("userInfo", \.userInfo, "Whatever the author keeps with the property"),
        ]
}
