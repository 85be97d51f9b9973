extension SchemaValidator {
    /// Checks the variables of a request. Whether the predicate uses them is checked with the predicate.
    mutating func checkVariables(of request: FetchRequest, _ name: String, at modelPath: ModelPath) {
        var space = NameSpace()
        for variable in request.variables {
            let modelPath = modelPath.element("variables", variable.name)
            checkName(variable.name, .variable, at: modelPath)
            checkSpace(variable.name, .variable, in: &space, at: modelPath)
            checkType(of: variable, name, at: modelPath)
            if ["FETCH_SOURCE", "FETCHED_PROPERTY"].contains(variable.name) {
                error(
                    "'$\(variable.name)' is reserved for Core Data, so \(name) cannot declare it",
                    at: modelPath,
                    help: ["remove it: fetched properties always have it"]
                )
            } else if request.predicate == nil {
                error(
                    "\(name) declares '\(variable.name)', but has no predicate",
                    at: modelPath,
                    help: ["remove it, or write a 'predicate' with '$\(variable.name)'"]
                )
            }
        }
    }

    private mutating func checkType(of variable: FetchRequest.Variable, _ name: String, at modelPath: ModelPath) {
        guard case .named(let type) = variable.type else {
            guard variable.type.isForeign else { return }
            return error(
                "the variable '\(variable.name)' of \(name) is \(variable.type.name), which a predicate cannot compare",
                at: modelPath,
                help: ["choose a scalar, an enum or an entity"]
            )
        }
        if index.enumeration(type) != nil { return }
        if case .found = index.entity(type) { return }
        if index.composite(type) != nil {
            return error(
                "the variable '\(variable.name)' of \(name) is the composite '\(type)', which a predicate cannot compare",
                at: modelPath,
                help: ["compare its parts with several variables"]
            )
        }
        guard !index.isUnreadable(type: type) else { return }
        unknownType(
            type,
            among: { $0.enumerations.map(\.name) + $0.entities.map(\.name) },
            at: modelPath.key("type")
        )
    }
}
