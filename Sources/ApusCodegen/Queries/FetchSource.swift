import ApusSchema

/// The Swift of a fetch request or a fetched property.
struct FetchSource {
    let request: FetchRequest
    let schema: Schema
    let types: TypeNames

    /// A parameter of the generated function, and the variable whose value it is.
    struct Parameter {
        /// The name in Swift.
        let name: String
        let variable: FetchRequest.Variable
    }

    let parameters: [Parameter]

    init(_ request: FetchRequest, in schema: Schema, types: TypeNames) {
        self.request = request
        self.schema = schema
        self.types = types
        parameters = request.variables.map { Parameter(name: argumentName($0.name), variable: $0) }
    }

    /// Whether a parameter has a type of Foundation.
    var usesFoundation: Bool { parameters.contains { $0.variable.type.scalar?.isFoundation == true } }

    /// The properties of the results, if they are dictionaries.
    var fields: [FetchResultSource.Field] {
        request.resultType == .dictionaries ? FetchResultSource(self).fields : []
    }

    /// The class of the fetched objects.
    var type: String { types.class(of: request.entity) }

    /// The declaration of a parameter; `nil` if its type is not possible in predicates.
    func declaration(of parameter: Parameter) -> String? {
        let type: String
        switch parameter.variable.type {
        case .scalar(let scalar): type = types.type(of: scalar)
        case .named(let name): type = schema.entity(name).map { types.class(of: $0.name) } ?? types.named(name)
        case .codable, .transformable, .undefined: return nil
        }
        return "\(swiftName(parameter.name)): \(parameter.variable.isList ? "[\(type)]" : type)"
    }

    /// Adds the statements that create the descriptor and return it, or what a function returns for it.
    ///
    /// - Parameters:
    ///   - use: The function that takes the descriptor, and its further arguments; `nil` to return the descriptor.
    ///   - property: The fetched property, if it is one.
    ///   - text: The text.
    func addDescriptor(
        _ use: (function: String, arguments: [String])? = nil,
        of property: FetchedProperty? = nil,
        to text: inout SourceText
    ) {
        let options = options
        let isNamed = !options.isEmpty || use != nil
        let head = "\(types.apus("FetchDescriptor"))<\(type)>("
        let start = isNamed ? "\(options.isEmpty ? "let" : "var") apusDescriptor = " : ""
        let predicate: [String]? = predicate(of: property)
        let order: [String]? = request.sortBy.isEmpty ? nil : request.sortBy.map(column)
        let lists: [(head: String, elements: [String], tail: String)] =
            (predicate.map { [("where: \(types.apus("ModelPredicate"))(", $0, ")")] } ?? [])
            + (order.map { [("sortBy: [", $0, "]")] } ?? [])
        let line: String =
            start + head
            + lists.map { $0.head + $0.elements.joined(separator: ", ") + $0.tail }.joined(separator: ", ") + ")"
        if text.fits(line) {
            text.add(line)
        } else {
            text.add(start + head)
            text.indented { text in
                for (index, list) in lists.enumerated() {
                    let comma = index < lists.count - 1 ? "," : ""
                    text.list(list.head, list.elements, list.tail + comma, trailingComma: list.tail == "]")
                }
            }
            text.add(")")
        }
        for option in options { text.add("apusDescriptor.\(option)") }
        if let use {
            text.list("return \(use.function)(", ["apusDescriptor"] + use.arguments, ")")
        } else if isNamed {
            text.add("return apusDescriptor")
        }
    }

    /// The assignments for a request's settings that differ from the defaults.
    private var options: [String] {
        var options: [String] = []
        if let limit = request.fetchLimit, limit > 0 { options.append("fetchLimit = \(limit)") }
        if let offset = request.fetchOffset, offset > 0 { options.append("fetchOffset = \(offset)") }
        if let size = request.fetchBatchSize, size > 0 { options.append("fetchBatchSize = \(size)") }
        if !request.includePendingChanges { options.append("includePendingChanges = false") }
        if !request.includesSubentities { options.append("includesSubentities = false") }
        if !request.includesPropertyValues { options.append("includesPropertyValues = false") }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            let paths = request.relationshipKeyPathsForPrefetching.map(stringLiteral)
            options.append("relationshipNamesForPrefetching = [\(paths.joined(separator: ", "))]")
        }
        return options
    }

    /// The arguments of the predicate: its text, and the values of its variables.
    private func predicate(of property: FetchedProperty?) -> [String]? {
        guard let written = request.predicate else { return nil }
        var values = parameters.map { "\(stringLiteral($0.variable.name)): \(swiftName($0.name))" }
        var text = written
        if let property, let parsed = try? PredicateFormat.parse(written) {
            let named = parsed.replacingFetchedProperty(property)
            if named != parsed { text = named.text }
            if named.variables.contains(where: { $0.name == "FETCH_SOURCE" }) {
                values.insert("\"FETCH_SOURCE\": self", at: 0)
            }
        }
        return ["format: \(stringLiteral(text))"] + (values.isEmpty ? [] : ["[\(values.joined(separator: ", "))]"])
    }

    private func column(_ key: SortKey) -> String {
        let path = key.keyPath.map(memberName).joined(separator: ".")
        return "\(type).columns.\(path).\(key.isDescending ? "descending" : "ascending")"
    }
}

/// The argument name for a variable: `TODAY` becomes `today`, `SINCE_DATE` becomes `sinceDate`, `humanName` stays.
func argumentName(_ variable: String) -> String {
    let isShouted = !variable.contains(where: \.isLowercase)
    let words: [Substring] = isShouted ? variable.split(separator: "_") : [variable[...]]
    guard let first = words.first else { return variable }
    let head = isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    // `_1` stays, because a name does not begin with a digit.
    return (head.first?.isNumber == true ? "_" : "") + head
        + words.dropFirst().map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
}

extension PredicateFormat {
    /// Returns the predicate with `$FETCHED_PROPERTY` replaced by the property's name and user info.
    func replacingFetchedProperty(_ property: FetchedProperty) -> PredicateFormat {
        mapParts({ $0.replacingFetchedProperty(property) }, { $0.replacingFetchedProperty(property) })
    }
}

extension ExpressionFormat {
    fileprivate func replacingFetchedProperty(_ property: FetchedProperty) -> ExpressionFormat {
        guard case .keyPath(let base?, let steps) = kind, case .variable("FETCHED_PROPERTY") = base.kind else {
            return mapParts({ $0.replacingFetchedProperty(property) }, { $0.replacingFetchedProperty(property) })
        }
        let constant: Constant? =
            switch steps {
            case [.name("name")]: .string(property.name)
            case [.name("userInfo"), .name(steps.last?.plainName ?? "")]:
                property.userInfo[steps.last?.plainName ?? ""].map { .string($0) } ?? .null
            default: nil
            }
        return constant.map { ExpressionFormat(.constant($0), at: offset) } ?? self
    }
}

extension ExpressionFormat.Step {
    fileprivate var plainName: String? {
        if case .name(let name) = self { name } else { nil }
    }
}
