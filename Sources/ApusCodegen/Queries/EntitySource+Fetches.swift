import ApusSchema

extension EntitySource {
    /// The functions of the model's fetch requests for the entity, and the entity's fetched properties.
    func addFetches(to text: inout SourceText) {
        let requests: [FetchSource] = schema.fetchRequests.filter { $0.entity == entity.name }
            .map { FetchSource($0, schema, types) }
        if !requests.isEmpty {
            text.gap()
            text.block("nonisolated extension \(name)") { text in
                for request in requests {
                    text.gap()
                    add(request, to: &text)
                }
            }
        }
        if entity.fetchedProperties.isEmpty { return }
        text.gap()
        text.block("nonisolated extension \(name)") { text in
            for property in entity.fetchedProperties {
                text.gap()
                add(property, to: &text)
            }
        }
    }

    /// A fetch request: a function that gives what to fetch, or what was fetched where that is no objects.
    private func add(_ source: FetchSource, to text: inout SourceText) {
        let request: FetchRequest = source.request
        let access: AccessLevel = access(access, withParametersOf: source)
        let about: String = request.documentation ?? "The fetch request `\(request.name)`."
        var parameters: [String] = source.parameters.compactMap { source.declaration(of: $0) }
        let head = "\(access.modifier)static func \(swiftName(request.name))("
        if request.resultType == .objects {
            text.document(about)
            text.list(head, parameters, ") -> \(types.apus("FetchDescriptor"))<\(source.type)> {")
            text.indented { source.addDescriptor(to: &$0) }
            text.add("}")
            return
        }
        let context: String = source.parameters.contains { $0.name == "context" } ? "apusContext" : "context"
        parameters.append("in \(context): \(types.apus("ModelContext"))")
        let (result, use): (String, (String, [String]))
        switch request.resultType {
        case .objects, .count:
            (result, use) = (types.swift("Int"), ("try \(context).fetchCount", []))
        case .identifiers:
            result = "[\(types.apus("PersistentIdentifier"))]"
            use = ("try \(context).fetchIdentifiers", [])
        case .dictionaries:
            let row = FetchResultSource(source)
            row.add(access, to: &text)
            text.gap()
            result = "[\(row.name)]"
            let names: String = request.propertiesToFetch.map(stringLiteral).joined(separator: ", ")
            use = (
                "try \(context).fetchValues",
                ["of: [\(names)]", "distinct: \(request.returnsDistinctResults)", "\(row.name).init(apusRow:)"]
            )
        }
        text.document(about)
        text.list(head, parameters, ") throws -> \(result) {")
        text.indented { source.addDescriptor(use, to: &$0) }
        text.add("}")
    }

    /// A fetched property: computed anew whenever somebody asks; a function where the model gives it variables.
    private func add(_ property: FetchedProperty, to text: inout SourceText) {
        let source = FetchSource(property.request, schema, types)
        let level: AccessLevel = access(access(withClassOf: property.request.entity), withParametersOf: source)
        let parameters: [String] = source.parameters.compactMap { source.declaration(of: $0) }
        text.document(
            property.request.documentation
                ?? "The fetched property `\(property.name)`: asks the store whenever it is asked."
        )
        let result = "[\(source.type)]"
        if parameters.isEmpty {
            text.add("\(level.modifier)var \(swiftName(property.name)): \(result) {")
        } else {
            text.list("\(level.modifier)func \(swiftName(property.name))(", parameters, ") -> \(result) {")
        }
        text.indented { source.addDescriptor(("apusFetch", []), of: property, to: &$0) }
        text.add("}")
    }

    /// Who can use a function: all who can use the types that it takes.
    private func access(_ access: AccessLevel, withParametersOf source: FetchSource) -> AccessLevel {
        source.parameters.reduce(access) { level, parameter in
            guard case .named(let name) = parameter.variable.type else { return level }
            let own: AccessLevel =
                schema.entity(name).map { $0.access ?? projectAccess } ?? schema.access(ofType: name, projectAccess)
            return level.isWider(than: own) ? own : level
        }
    }
}
