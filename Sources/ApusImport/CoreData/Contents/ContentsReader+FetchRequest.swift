import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads a fetch request of the model.
    mutating func readFetchRequest(_ element: MarkupElement) {
        let name = element.keys["name"] ?? ""
        let label = ElementLabel("fetch request", name)
        var keys = KeyReader(element, .fetchRequest, label: label, file: file)
        _ = keys.required("name", expected: "the fetch request's name")
        // Xcode writes only the flags that are on.
        let request = readRequest(name, usualFlag: false, &keys)
        close(&keys, of: element)
        refuseChildren(of: element, label: label)
        note(.element("fetchRequests", name), at: keys.location)
        guard !name.isEmpty else { return }
        if let request {
            version.schema.fetchRequests.append(request)
        } else {
            findings.warning(
                "\(label) is left out",
                about: Topic(label.subject),
                at: keys.location,
                notes: ["it has no entity"]
            )
        }
    }

    /// Reads a fetched property; `nil` if its request is missing.
    ///
    /// Nothing of it is stored, so its renaming identifier has no effect.
    mutating func readFetchedProperty(_ element: MarkupElement, of entity: String) -> FetchedProperty? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(entity).element("fetchedProperties", name)
        var keys = KeyReader(
            element,
            .fetchedProperty,
            label: ElementLabel("fetched property", "\(entity).\(name)"),
            file: file
        )
        _ = keys.required("name", expected: "the fetched property's name")
        let hashModifier = keys.filled("versionHashModifier")
        _ = keys.renamingIdentifier()
        var request: FetchRequest?
        var userInfo: [String: String] = [:]
        for child in element.children {
            switch child.name {
            case "fetchRequest":
                var childKeys = KeyReader(child, .fetchRequest, label: keys.label.part("the request of"), file: file)
                // In Xcode, each of them is named `fetchedPropertyFetchRequest`.
                _ = childKeys.text("name")
                // Xcode shows no flags here, so missing ones have their defaults.
                if request != nil { childKeys.warning("\(childKeys.label) is there twice, and the last one is kept") }
                request = readRequest(name, usualFlag: nil, &childKeys)
                close(&childKeys, of: child)
                refuseChildren(of: child, label: childKeys.label)
            case "userInfo": readEntries(child, into: &userInfo, label: keys.label)
            default: refuse(child, of: keys.label)
            }
        }
        if request == nil { keys.warning("\(keys.label) is left out", notes: ["it has no request with an entity"]) }
        close(&keys, of: element)
        note(path, at: keys.location)
        guard let request, !name.isEmpty else { return nil }
        var property = FetchedProperty(request)
        property.hashModifier = hashModifier
        property.userInfo = userInfo
        return property
    }

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - name: The name of the request.
    ///   - usualFlag: The value of a missing flag; `nil` for that of a new request.
    ///   - keys: The keys.
    /// - Returns: The request, or `nil` if its entity is missing.
    private func readRequest(_ name: String, usualFlag: Bool?, _ keys: inout KeyReader) -> FetchRequest? {
        let entity = keys.filled("entity")
        var request = FetchRequest(name, entity ?? "", predicate: keys.filled("predicateString"))
        request.fetchLimit = keys.count("fetchLimit")
        request.fetchBatchSize = keys.count("fetchBatchSize")
        request.resultType =
            keys.choice(
                "resultType",
                among: ["0": .objects, "1": .identifiers, "2": .dictionaries, "4": .count],
                isLoose: true
            )
            ?? .objects
        let flags: KeyValuePairs<String, WritableKeyPath<FetchRequest, Bool>> = [
            "includeSubentities": \.includesSubentities, "includePropertyValues": \.includesPropertyValues,
            "includesPendingChanges": \.includePendingChanges, "returnObjectsAsFaults": \.returnsObjectsAsFaults,
            "returnDistinctResults": \.returnsDistinctResults,
        ]
        for (key, keyPath) in flags {
            request[keyPath: keyPath] =
                keys.has(key) ? keys.flag(key) : usualFlag ?? request[keyPath: keyPath]
        }
        return entity == nil ? nil : request
    }

    /// Declares the variables of all predicates, with the types of the values that they are compared with.
    ///
    /// A request with a variable of unclear type is left out, because generated code could not declare it.
    mutating func settleVariables() {
        // The copy keeps its index of names while the entities change.
        let schema = version.schema
        version.schema.fetchRequests = schema.fetchRequests.compactMap { request in
            declared(
                request,
                in: schema,
                besides: [],
                label: ElementLabel("fetch request", request.name),
                at: .element("fetchRequests", request.name)
            )
        }
        for (index, entity) in schema.entities.enumerated() where !entity.fetchedProperties.isEmpty {
            version.schema.entities[index].fetchedProperties = entity.fetchedProperties.compactMap { property in
                let request: FetchRequest? = declared(
                    property.request,
                    in: schema,
                    besides: ["FETCH_SOURCE", "FETCHED_PROPERTY"],
                    label: ElementLabel("fetched property", "\(entity.name).\(property.name)"),
                    at: .entity(entity.name).element("fetchedProperties", property.name)
                )
                var property = property
                if let request { property.request = request }
                return request == nil ? nil : property
            }
        }
    }

    /// Returns the request with its variables; `nil` if a type is not clear.
    private mutating func declared(
        _ request: FetchRequest,
        in schema: Schema,
        besides known: Set<String>,
        label: ElementLabel,
        at path: ModelPath
    ) -> FetchRequest? {
        // The validation reports an invalid predicate or a missing entity.
        guard let predicate = request.predicate.flatMap({ try? PredicateFormat.parse($0) }),
            schema.entity(request.entity) != nil
        else { return request }
        let found = PredicateVariables(predicate, entity: request.entity, schema: schema)
        let unclear = found.unclear.filter { !known.contains($0) }
        guard unclear.isEmpty else {
            findings.warning(
                "\(label) is left out",
                about: Topic(label.subject, [label.kind] + unclear),
                at: version.location(of: path),
                notes: unclear.map { "the type of '$\($0)' in its predicate is not clear" }
            )
            return nil
        }
        var declared = request
        declared.variables = found.variables.filter { !known.contains($0.name) }
        return declared
    }
}
