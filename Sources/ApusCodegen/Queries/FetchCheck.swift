import ApusDiagnostics
import ApusSchema

/// Reports what fetch requests and fetched properties say that no store can answer, or no function can be called.
func checkFetches(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    var check = FetchCheck(schema: schema)
    for request in schema.fetchRequests {
        let place: ModelPath = .element("fetchRequests", request.name)
        check.check(request, "'\(request.name)'", at: place)
        check.checkName(of: request, at: place)
    }
    for entity in schema.entities {
        for property in entity.fetchedProperties {
            var request: FetchRequest = property.request
            if let predicate = request.predicate.flatMap({ try? PredicateFormat.parse($0) }) {
                request.predicate = predicate.replacingFetchedProperty(property).text
            }
            let place: ModelPath = .entity(entity.name).element("fetchedProperties", property.name)
            check.check(request, "'\(entity.name).\(property.name)'", at: place)
        }
    }
    for problem in check.problems {
        findings.error(problem.message, at: locate(problem.place), help: problem.help)
    }
}

/// Looks for what a fetch cannot be.
private struct FetchCheck {
    let schema: Schema
    let types: TypeNames
    private(set) var problems: [(message: String, place: ModelPath, help: [String])] = []

    init(schema: Schema) {
        self.schema = schema
        types = TypeNames(schema)
    }

    private mutating func report(_ message: String, at place: ModelPath, help: String) {
        problems.append((message, place, [help]))
    }

    mutating func check(_ request: FetchRequest, _ name: String, at place: ModelPath) {
        let source = FetchSource(request, schema, types)
        if let predicate = request.predicate.flatMap({ try? PredicateFormat.parse($0) }) {
            for text in predicate.unanswerable {
                report(
                    "the predicate of \(name) calls '\(text)', which only an object in memory could be asked",
                    at: place.key("predicate"),
                    help: "compare an attribute, or keep what the call gives in one"
                )
            }
        }
        var owners: [String: String] = [:]
        for parameter in source.parameters {
            let variable: ModelPath = place.element("variables", parameter.variable.name)
            if source.declaration(of: parameter) == nil {
                report(
                    "the variable '\(parameter.variable.name)' of \(name) is \(parameter.variable.text), and no store can "
                        + "look into such a value",
                    at: variable,
                    help: "give it the type of an attribute, an enum or an entity"
                )
            }
            if types.isTaken(parameter.name) {
                report(
                    "the variable '\(parameter.variable.name)' of \(name) would be the argument '\(parameter.name)', and "
                        + "that is a type of the model",
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
        if request.resultType == .dictionaries { checkFields(of: source, name, at: place) }
    }

    private mutating func checkFields(of source: FetchSource, _ name: String, at place: ModelPath) {
        var owners: [String: String] = [:]
        for (index, path) in source.request.propertiesToFetch.enumerated() {
            let field: FetchResultSource.Field = FetchResultSource.field(path, source)
            let place: ModelPath = place.key("propertiesToFetch").index(index)
            if field.attribute?.externalTransformer != nil {
                report(
                    "\(name) fetches '\(path)', whose values may be in files, which only objects read",
                    at: place,
                    help: "fetch objects, or leave it out"
                )
            }
            if let other = owners.updateValue(path, forKey: field.name) {
                report(
                    "\(name) fetches '\(other)' and '\(path)', which would both be the property '\(field.name)'",
                    at: place,
                    help: "leave one out"
                )
            }
        }
    }

    mutating func checkName(of request: FetchRequest, at place: ModelPath) {
        if isKept(request.name) || request.name == "columns" {
            report(
                "the fetch request '\(request.name)' has a name which is kept for generated code",
                at: place,
                help: "rename it"
            )
        }
        let result: String = FetchResultSource(FetchSource(request, schema, types)).name
        if request.resultType == .dictionaries, types.isTaken(result) {
            report(
                "the fetch request '\(request.name)' would have results of the type '\(result)', which the model has",
                at: place,
                help: "rename the fetch request"
            )
        }
    }
}

extension PredicateFormat {
    /// The calls that no store can answer, and objects in memory cannot either.
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
            // Of an object that is given nobody asks the store.
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
