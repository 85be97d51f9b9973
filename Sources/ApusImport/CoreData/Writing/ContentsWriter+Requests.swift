import ApusSchema

extension ContentsWriter {
    /// Writes a fetch request of the model. Xcode writes only the flags that are on.
    mutating func write(_ request: FetchRequest, to model: inout MarkupWriter) {
        write(request, named: request.name, path: request.name, hasAllFlags: false, to: &model)
    }

    /// Writes a fetched property with its request.
    mutating func write(_ property: FetchedProperty, to element: inout MarkupWriter) {
        let path = "\(property.request.entity).\(property.name)"
        element.element(
            "fetchedProperty",
            ["name": property.name, "optional": "YES", "versionHashModifier": property.hashModifier, "syncable": "YES"]
        ) { inner in
            write(
                property.request,
                named: "fetchedPropertyFetchRequest",
                path: path,
                hasAllFlags: true,
                to: &inner
            )
            Self.write(property.userInfo, to: &inner)
        }
    }

    private mutating func write(
        _ request: FetchRequest,
        named name: String,
        path: String,
        hasAllFlags: Bool,
        to element: inout MarkupWriter
    ) {
        omit("documentation", of: path, where: request.documentation != nil)
        omit("sortBy", of: path, where: !request.sortBy.isEmpty)
        omit("fetchOffset", of: path, where: request.fetchOffset != nil)
        omit("propertiesToFetch", of: path, where: !request.propertiesToFetch.isEmpty)
        omit(
            "relationshipKeyPathsForPrefetching",
            of: path,
            where: !request.relationshipKeyPathsForPrefetching.isEmpty
        )
        let type: String? =
            switch request.resultType {
            case .objects: nil
            case .identifiers: "1"
            case .dictionaries: "2"
            case .count: "4"
            }
        func flag(_ isOn: Bool) -> String? { hasAllFlags ? isOn.word : isOn.flag }
        element.element(
            "fetchRequest",
            [
                "name": name, "entity": request.entity, "predicateString": request.predicate,
                "resultType": type, "fetchLimit": request.fetchLimit.map(String.init),
                "fetchBatchSize": request.fetchBatchSize.map(String.init),
                "includeSubentities": flag(request.includesSubentities),
                "includePropertyValues": flag(request.includesPropertyValues),
                "includesPendingChanges": flag(request.includePendingChanges),
                "returnObjectsAsFaults": flag(request.returnsObjectsAsFaults),
                "returnDistinctResults": flag(request.returnsDistinctResults),
            ]
        )
    }
}
