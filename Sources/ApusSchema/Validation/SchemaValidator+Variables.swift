extension SchemaValidator {
    /// Checks what a request says of its variables; whether the predicate has them is checked with the predicate.
    mutating func checkVariables(of request: FetchRequest, _ name: String, at place: ModelPath) {
        var space = NameSpace()
        for variable in request.variables {
            let place: ModelPath = place.element("variables", variable.name)
            checkName(variable.name, .variable, at: place)
            checkSpace(variable.name, .variable, in: &space, at: place)
            checkType(of: variable, name, at: place)
            if ["FETCH_SOURCE", "FETCHED_PROPERTY"].contains(variable.name) {
                error(
                    "'$\(variable.name)' is Core Data's own, so \(name) cannot declare it",
                    at: place,
                    help: ["remove it: fetched properties have it by itself"]
                )
            } else if request.predicate == nil {
                error(
                    "\(name) declares '\(variable.name)', but has no predicate",
                    at: place,
                    help: ["remove it, or write a 'predicate' with '$\(variable.name)'"]
                )
            }
        }
    }

    private mutating func checkType(of variable: FetchRequest.Variable, _ name: String, at place: ModelPath) {
        guard case .named(let type) = variable.type else {
            guard variable.type.isForeign else { return }
            return error(
                "the variable '\(variable.name)' of \(name) is \(variable.type.name), which no predicate compares",
                at: place,
                help: ["choose a scalar, an enum or an entity"]
            )
        }
        if index.enumeration(type) != nil { return }
        if case .found = index.entity(type) { return }
        if index.composite(type) != nil {
            return error(
                "the variable '\(variable.name)' of \(name) is the composite '\(type)', which no predicate compares",
                at: place,
                help: ["compare its parts, with a variable each"]
            )
        }
        guard !index.isUnreadable(type: type) else { return }
        let names: [String] = schema.enumerations.map(\.name) + schema.entities.map(\.name)
        unknownType(type, among: names, at: place.key("type"))
    }
}
