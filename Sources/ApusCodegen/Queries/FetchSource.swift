import ApusSchema

/// The Swift of a fetch request, or of a fetched property.
struct FetchSource {
    let request: FetchRequest
    let schema: Schema
    let types: TypeNames

    /// A parameter of the function that a request becomes, and the variable that it gives a value.
    struct Parameter {
        /// The name that Swift has of it.
        let name: String
        let variable: FetchRequest.Variable
    }

    let parameters: [Parameter]

    init(_ request: FetchRequest, _ schema: Schema, _ types: TypeNames) {
        self.request = request
        self.schema = schema
        self.types = types
        parameters = request.variables.map { Parameter(name: argumentName($0.name), variable: $0) }
    }

    /// The class of the objects that are fetched.
    var type: String { types.class(of: request.entity) }

    /// The parameters as Swift declares them; `nil` of a type whose values no predicate can have.
    func declaration(of parameter: Parameter) -> String? {
        let type: String
        switch parameter.variable.type {
        case .scalar(let scalar): type = types.type(of: scalar)
        case .named(let name): type = schema.entity(name).map { types.class(of: $0.name) } ?? swiftName(name)
        case .codable, .transformable, .undefined: return nil
        }
        return "\(swiftName(parameter.name)): \(parameter.variable.isList ? "[\(type)]" : type)"
    }

    /// The statements that make the descriptor, the last of which gives it, or what is made of it.
    ///
    /// - Parameters:
    ///   - use: What is made of the descriptor: a function, and its further arguments; `nil` where it is given as it is.
    ///   - property: The fetched property, where it is one.
    ///   - text: The text.
    func addDescriptor(
        _ use: (function: String, arguments: [String])? = nil,
        of property: FetchedProperty? = nil,
        to text: inout SourceText
    ) {
        let options: [String] = options
        let isNamed: Bool = !options.isEmpty || use != nil
        let head = "\(types.apus("FetchDescriptor"))<\(type)>("
        let start: String = isNamed ? "\(options.isEmpty ? "let" : "var") apusDescriptor = " : ""
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
                    let comma: String = index < lists.count - 1 ? "," : ""
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

    /// What a request sets that is not as usual.
    private var options: [String] {
        var options: [String] = []
        if let limit = request.fetchLimit, limit > 0 { options.append("fetchLimit = \(limit)") }
        if let offset = request.fetchOffset, offset > 0 { options.append("fetchOffset = \(offset)") }
        if let size = request.fetchBatchSize, size > 0 { options.append("fetchBatchSize = \(size)") }
        if !request.includePendingChanges { options.append("includePendingChanges = false") }
        if !request.includesSubentities { options.append("includesSubentities = false") }
        if !request.includesPropertyValues { options.append("includesPropertyValues = false") }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            let paths: [String] = request.relationshipKeyPathsForPrefetching.map(stringLiteral)
            options.append("relationshipKeyPathsForPrefetching = [\(paths.joined(separator: ", "))]")
        }
        return options
    }

    /// What makes the predicate: its text, and the values of its variables.
    private func predicate(of property: FetchedProperty?) -> [String]? {
        guard let written = request.predicate else { return nil }
        var values: [String] = parameters.map { "\(stringLiteral($0.variable.name)): \(swiftName($0.name))" }
        var text: String = written
        if let property, let parsed = try? PredicateFormat.parse(written) {
            let named: PredicateFormat = parsed.replacingFetchedProperty(property)
            if named != parsed { text = named.text }
            if named.variables.contains(where: { $0.name == "FETCH_SOURCE" }) {
                values.insert("\"FETCH_SOURCE\": self", at: 0)
            }
        }
        return ["format: \(stringLiteral(text))"] + (values.isEmpty ? [] : ["[\(values.joined(separator: ", "))]"])
    }

    private func column(_ key: SortKey) -> String {
        let path: String = key.keyPath.map(memberName).joined(separator: ".")
        return "\(type).columns.\(path).\(key.isDescending ? "descending" : "ascending")"
    }
}

/// A variable's name as an argument's: `TODAY` is `today`, `SINCE_DATE` is `sinceDate`, `humanName` stays.
func argumentName(_ variable: String) -> String {
    let isShouted: Bool = !variable.contains(where: \.isLowercase)
    let words: [Substring] = isShouted ? variable.split(separator: "_") : [variable[...]]
    guard let first = words.first else { return variable }
    let head: String = isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return head + words.dropFirst().map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
}

extension PredicateFormat {
    /// The predicate with what `$FETCHED_PROPERTY` says of itself written out.
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
