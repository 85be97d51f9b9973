import ApusDiagnostics
import ApusSchema

/// Reports fetch requests and fetched properties that no store can answer, or that give no valid function.
func checkFetches(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    var check = FetchCheck(schema: schema)
    for request in schema.fetchRequests {
        let path: ModelPath = .element("fetchRequests", request.name)
        check.check(request, "'\(request.name)'", at: path)
        check.checkName(of: request, at: path)
    }
    for entity in schema.entities {
        for property in entity.fetchedProperties {
            var request = property.request
            if let predicate = request.predicate.flatMap({ try? PredicateFormat.parse($0) }) {
                request.predicate = predicate.replacingFetchedProperty(property).text
            }
            let path: ModelPath = .entity(entity.name).element("fetchedProperties", property.name)
            check.check(request, "'\(entity.name).\(property.name)'", at: path)
        }
    }
    for problem in check.problems {
        findings.error(problem.message, at: locate(problem.path), help: problem.help)
    }
}

/// Collects problems of fetches.
private struct FetchCheck {
    let schema: Schema
    let types: TypeNames
    let mentioned: MentionedTypes
    let requestNames: Set<String>
    /// By entity: several requests may be of the same one.
    private var membersByEntity: [String: (types: Set<String>, names: Set<String>)] = [:]
    private(set) var problems: [(message: String, path: ModelPath, help: [String])] = []

    init(schema: Schema) {
        self.schema = schema
        types = TypeNames(schema)
        mentioned = MentionedTypes(schema)
        requestNames = Set(schema.fetchRequests.map(\.name))
    }

    private mutating func report(_ message: String, at path: ModelPath, help: String) {
        problems.append((message, path, [help]))
    }

    mutating func check(_ request: FetchRequest, _ name: String, at path: ModelPath) {
        let source = FetchSource(request, in: schema, types: types)
        if let predicate = request.predicate.flatMap({ try? PredicateFormat.parse($0) }) {
            for text in predicate.unanswerable {
                report(
                    "the predicate of \(name) calls '\(text)', which works only on objects in memory",
                    at: path.key("predicate"),
                    help: "compare an attribute, or store the result of the call in one"
                )
            }
        }
        var owners: [String: String] = [:]
        for parameter in source.parameters {
            let variable = path.element("variables", parameter.variable.name)
            if source.declaration(of: parameter) == nil {
                report(
                    "the variable '\(parameter.variable.name)' of \(name) is \(parameter.variable.text), and a store "
                        + "cannot read such a value",
                    at: variable,
                    help: "give it the type of an attribute, an enum or an entity"
                )
            }
            if isReserved(parameter.name) {
                report(
                    "the variable '\(parameter.variable.name)' of \(name) would be the argument '\(parameter.name)', "
                        + "a name that is reserved for generated code",
                    at: variable,
                    help: "rename the variable"
                )
            }
            if types.isTaken(parameter.name) {
                report(
                    "the variable '\(parameter.variable.name)' of \(name) would be the argument '\(parameter.name)', "
                        + "which is the name of a type of the model",
                    at: variable,
                    help: "rename the variable"
                )
            }
            if let other = owners.updateValue(parameter.variable.name, forKey: parameter.name) {
                report(
                    "the variables '\(other)' and '\(parameter.variable.name)' of \(name) would both be the argument "
                        + "'\(parameter.name)'",
                    at: variable,
                    help: "rename one of them"
                )
            }
        }
        if request.resultType == .dictionaries { checkFields(of: source, name, at: path) }
    }

    private mutating func checkFields(of source: FetchSource, _ name: String, at path: ModelPath) {
        var owners: [String: String] = [:]
        for (index, keyPath) in source.request.propertiesToFetch.enumerated() {
            let field = FetchResultSource.field(keyPath, of: source)
            let path = path.key("propertiesToFetch").index(index)
            if field.attribute?.externalTransformer != nil {
                report(
                    "\(name) fetches '\(keyPath)', whose values may be in external files, which only objects can read",
                    at: path,
                    help: "fetch objects, or leave it out"
                )
            }
            if let other = owners.updateValue(keyPath, forKey: field.name) {
                report(
                    "\(name) fetches '\(other)' and '\(keyPath)', which would both be the property '\(field.name)'",
                    at: path,
                    help: "leave one out"
                )
            }
        }
    }

    mutating func checkName(of request: FetchRequest, at path: ModelPath) {
        if isReserved(request.name) || request.name == "columns" {
            report(
                "the fetch request '\(request.name)' has a name that is reserved for generated code",
                at: path,
                help: "rename it"
            )
        }
        let members = members(of: request.entity)
        if request.name == "ID" || members.types.contains(request.name) {
            report(
                "the fetch request '\(request.name)' has the name of a type in the class that has its function",
                at: path,
                help: "rename it, such as 'fetch\(request.name.capitalizedFirst)'"
            )
        }
        if request.resultType == .dictionaries { checkResult(of: request, members.names, at: path) }
    }

    /// The types that the code of an entity's class mentions, and the names of its members and of the user's types in it.
    private mutating func members(of entity: String) -> (types: Set<String>, names: Set<String>) {
        if let known = membersByEntity[entity] { return known }
        let line = schema.entity(entity).map(mentioned.line) ?? []
        let names: [String] =
            line.flatMap { $0.properties.map(\.name) + $0.fetchedProperties.map(\.name) }
            + line.flatMap(\.attributes).compactMap(\.swiftType).flatMap(\.typeNames)
        let members = (types: mentioned.types(of: line), names: Set(names))
        membersByEntity[entity] = members
        return members
    }

    /// Checks the name of the structure for a request's results, which is a member of the class.
    private mutating func checkResult(of request: FetchRequest, _ members: Set<String>, at path: ModelPath) {
        let source = FetchResultSource(FetchSource(request, in: schema, types: types))
        let own = source.fields.compactMap(\.attribute?.attribute.swiftType).flatMap(\.typeNames)
        if types.isTaken(source.name) || requestNames.contains(source.name) || members.contains(source.name)
            || own.contains(source.name)
        {
            report(
                "the fetch request '\(request.name)' would have results of the type '\(source.name)', a name that the "
                    + "model has",
                at: path,
                help: "rename the fetch request"
            )
        }
    }
}

extension PredicateFormat {
    /// The calls that neither stores nor objects in memory can answer.
    fileprivate var unanswerable: [String] {
        var found: [String] = []
        _ = mapParts(
            {
                found += $0.unanswerable
                return $0
            },
            {
                found += $0.unanswerable
                return $0
            }
        )
        return found
    }
}

extension ExpressionFormat {
    fileprivate var unanswerable: [String] {
        var found: [String] = []
        switch kind {
        case .send(_, let selector, _): found.append(selector)
        case .call("distanceToLocation:fromLocation:", _): found.append("distanceToLocation:fromLocation:")
        case .subquery(let collection, _, _):
            // The source object is given, so the store cannot be queried for it.
            if case .keyPath(let base?, _) = collection.kind, case .variable("FETCH_SOURCE") = base.kind {
                found.append(text)
            }
        case .keyPath(let base?, _): if case .variable("FETCHED_PROPERTY") = base.kind { found.append(text) }
        default: break
        }
        _ = mapParts(
            {
                found += $0.unanswerable
                return $0
            },
            {
                found += $0.unanswerable
                return $0
            }
        )
        return found
    }
}
