import ApusDiagnostics

extension SchemaValidator {
    mutating func checkFetchRequests() {
        var space = NameSpace()
        for request in schema.fetchRequests {
            let modelPath: ModelPath = .element("fetchRequests", request.name)
            checkName(request.name, .fetchRequest, at: modelPath)
            checkSpace(request.name, .fetchRequest, in: &space, at: modelPath)
            guard !index.isUnreadable(modelPath) else { continue }
            check(request, "'\(request.name)'", as: .fetchRequest(variables: request.variables), at: modelPath)
        }
    }

    mutating func check(_ property: FetchedProperty, of entity: Entity, at modelPath: ModelPath) {
        guard !index.isUnreadable(modelPath) else { return }
        let name = "'\(entity.name).\(property.name)'"
        if property.request.resultType != .objects {
            error(
                "\(name) is a fetched property, which fetches objects, not \(property.request.resultType.rawValue)",
                at: modelPath.key("resultType"),
                help: ["remove 'resultType'"]
            )
        }
        let use: PredicateUse = .fetchedProperty(variables: property.request.variables, of: entity)
        check(property.request, name, as: use, at: modelPath)
    }

    private mutating func check(_ request: FetchRequest, _ name: String, as use: PredicateUse, at modelPath: ModelPath)
    {
        checkVariables(of: request, name, at: modelPath)
        checkCounts(of: request, name, at: modelPath)
        let entity = index.entity(request.entity)
        var known: Entity?
        if case .found(let found) = entity { known = found }
        if let predicate = request.predicate {
            checkPredicate(predicate, of: name, entity: known, as: use, at: modelPath.key("predicate"))
        }
        if case .missing = entity {
            unknown(
                "\(name) fetches '\(request.entity)', but there is no such entity",
                request.entity,
                among: schema.entities.lazy.map(\.name),
                at: modelPath.key("entity")
            )
        }
        guard let known else { return }
        checkKeyPaths(of: request, name, from: known, at: modelPath)
    }

    private mutating func checkCounts(of request: FetchRequest, _ name: String, at modelPath: ModelPath) {
        if request.fetchLimit == 0 {
            warn(
                "\(name) has 'fetchLimit: 0', which means no limit",
                about: Topic(name),
                at: modelPath.key("fetchLimit"),
                help: ["remove it, or write the maximum number of objects"]
            )
        }
        let counts: [(String, Int?)] = [
            ("fetchLimit", request.fetchLimit), ("fetchOffset", request.fetchOffset),
            ("fetchBatchSize", request.fetchBatchSize),
        ]
        for (key, count) in counts where (count ?? 0) < 0 {
            error("'\(key)' of \(name) is negative", at: modelPath.key(key), help: ["remove it"])
        }
    }

    private mutating func checkKeyPaths(
        of request: FetchRequest,
        _ name: String,
        from entity: Entity,
        at modelPath: ModelPath
    ) {
        for (number, key) in request.sortBy.enumerated() {
            checkKeyPath(key.keyPath, "\(name) is sorted by", from: entity, at: modelPath.key("sortBy").index(number)) {
                $0.whyNotSorted($1)
            }
        }
        for (number, text) in request.propertiesToFetch.enumerated() {
            let modelPath = modelPath.key("propertiesToFetch").index(number)
            checkKeyPath(Self.names(in: text), "\(name) fetches", from: entity, at: modelPath) { validator, target in
                if let toMany = target.toMany { return "'\(toMany)' is to-many" }
                if case .attribute(let attribute) = target.member, validator.isEncrypted(attribute) {
                    return "its values are encrypted, so only an object has them"
                }
                return validator.whyNotStored(target.member)
            }
        }
        for (number, text) in request.relationshipKeyPathsForPrefetching.enumerated() {
            let modelPath = modelPath.key("relationshipKeyPathsForPrefetching").index(number)
            checkKeyPath(Self.names(in: text), "\(name) prefetches", from: entity, at: modelPath) { _, target in
                if case .relationship = target.member { nil } else { "that is not a relationship" }
            }
        }
    }

    private static func names(in keyPath: String) -> [String] {
        keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func checkKeyPath(
        _ names: [String],
        _ beginning: String,
        from entity: Entity,
        at modelPath: ModelPath,
        problem: (SchemaValidator, SchemaIndex.Target) -> String?
    ) {
        let beginning = "\(beginning) '\(names.joined(separator: "."))', but"
        switch index.follow(names, from: entity) {
        case .unreadable: return
        case .deadEnd(let deadEnd): report(deadEnd, beginning, at: modelPath)
        case .target(let target):
            guard let problem = problem(self, target) else { return }
            error("\(beginning) \(problem)", at: modelPath, help: ["use another property"])
        }
    }

    private func whyNotSorted(_ target: SchemaIndex.Target) -> String? {
        if let name = target.toMany { return "'\(name)' is to-many" }
        if let reason = whyNotStored(target.member) { return reason }
        guard case .attribute(let attribute) = target.member else {
            return "that is a relationship, and objects cannot be compared"
        }
        return incomparable(attribute)
    }
}
