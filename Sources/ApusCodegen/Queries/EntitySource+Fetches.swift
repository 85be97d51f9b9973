import ApusSchema

extension EntitySource {
    /// The fetch requests for the entity.
    private var requests: [FetchSource] {
        schema.fetchRequests.filter { $0.entity == entity.name }.map { FetchSource($0, in: schema, types: types) }
    }

    /// The fetch requests and the fetched properties, each with the access of its function.
    var fetches: [(source: FetchSource, access: AccessLevel)] {
        requests.map { ($0, access(access, withParametersOf: $0)) }
            + entity.fetchedProperties.map { property in
                let source = FetchSource(property.request, in: schema, types: types)
                return (source, access(access(withClassOf: property.request.entity), withParametersOf: source))
            }
    }

    /// Adds the functions of the model's fetch requests for the entity, and the entity's fetched properties.
    func addFetches(to text: inout SourceText) {
        let requests = requests
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

    /// Adds the function of a fetch request. It returns a descriptor for objects, otherwise the fetched results.
    private func add(_ source: FetchSource, to text: inout SourceText) {
        let request = source.request
        let access: AccessLevel = access(access, withParametersOf: source)
        let about = request.documentation ?? "The fetch request `\(request.name)`."
        var parameters = source.parameters.compactMap { source.declaration(of: $0) }
        let head = "\(access.modifier)static func \(swiftName(request.name))("
        if request.resultType == .objects {
            text.document(about)
            text.list(head, parameters, ") -> \(types.apus("FetchDescriptor"))<\(source.type)> {")
            text.indented { source.addDescriptor(to: &$0) }
            text.add("}")
            return
        }
        let isTaken = types.isTaken("context") || source.parameters.contains { $0.name == "context" }
        let context = isTaken ? "apusContext" : "context"
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
            let names = request.propertiesToFetch.map(stringLiteral).joined(separator: ", ")
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

    /// Adds a fetched property, which is computed on every access; a function if it has variables.
    private func add(_ property: FetchedProperty, to text: inout SourceText) {
        let source = FetchSource(property.request, in: schema, types: types)
        let level = access(access(withClassOf: property.request.entity), withParametersOf: source)
        let parameters = source.parameters.compactMap { source.declaration(of: $0) }
        text.document(
            property.request.documentation
                ?? "The fetched property `\(property.name)`. Every access fetches from the store."
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

    /// The access of a function, limited by the access of its parameters' types.
    private func access(_ access: AccessLevel, withParametersOf source: FetchSource) -> AccessLevel {
        source.parameters.reduce(access) { level, parameter in
            guard case .named(let name) = parameter.variable.type else { return level }
            let own: AccessLevel =
                schema.entity(name).map { $0.access ?? projectAccess } ?? schema.access(ofType: name, projectAccess)
            return level.isWider(than: own) ? own : level
        }
    }
}
