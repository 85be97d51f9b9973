extension SchemaValidator {
    mutating func checkFetchRequests() {
        var space = NameSpace()
        for request in schema.fetchRequests {
            let place: ModelPath = .element("fetchRequests", request.name)
            checkName(request.name, .fetchRequest, at: place)
            checkSpace(request.name, .fetchRequest, in: &space, at: place)
            guard !index.isUnreadable(place) else { continue }
            check(request, "'\(request.name)'", as: .fetchRequest(variables: request.variables), at: place)
        }
    }

    mutating func check(_ property: FetchedProperty, of entity: Entity, at place: ModelPath) {
        guard !index.isUnreadable(place) else { return }
        let name = "'\(entity.name).\(property.name)'"
        if property.request.resultType != .objects {
            error(
                "\(name) is a fetched property, which gives objects, not \(property.request.resultType.rawValue)",
                at: place.key("resultType"),
                help: ["remove 'resultType'"]
            )
        }
        let use: PredicateUse = .fetchedProperty(variables: property.request.variables, of: entity)
        check(property.request, name, as: use, at: place)
    }

    private mutating func check(_ request: FetchRequest, _ name: String, as use: PredicateUse, at place: ModelPath) {
        checkVariables(of: request, name, at: place)
        checkCounts(of: request, name, at: place)
        let entity: SchemaIndex.Answer<Entity> = index.entity(request.entity)
        var known: Entity?
        if case .found(let found) = entity { known = found }
        if let predicate = request.predicate {
            checkPredicate(predicate, of: name, entity: known, as: use, at: place.key("predicate"))
        }
        if case .missing = entity {
            unknown(
                "\(name) fetches '\(request.entity)', but there is no such entity",
                request.entity,
                among: schema.entities.map(\.name),
                at: place.key("entity")
            )
        }
        guard let known else { return }
        checkKeyPaths(of: request, name, from: known, at: place)
    }

    private mutating func checkCounts(of request: FetchRequest, _ name: String, at place: ModelPath) {
        if request.fetchLimit == 0 {
            warn(
                "\(name) has 'fetchLimit: 0', which means no limit",
                at: place.key("fetchLimit"),
                help: ["remove it, or write how many objects are fetched at most"]
            )
        }
        let counts: [(String, Int?)] = [
            ("fetchLimit", request.fetchLimit), ("fetchOffset", request.fetchOffset),
            ("fetchBatchSize", request.fetchBatchSize),
        ]
        for (key, count) in counts where (count ?? 0) < 0 {
            error("'\(key)' of \(name) is less than nothing", at: place.key(key), help: ["remove it"])
        }
    }

    private mutating func checkKeyPaths(
        of request: FetchRequest,
        _ name: String,
        from entity: Entity,
        at place: ModelPath
    ) {
        for (number, key) in request.sortBy.enumerated() {
            checkKeyPath(key.keyPath, "\(name) is sorted by", from: entity, at: place.key("sortBy").index(number)) {
                $0.whyNotSorted($1)
            }
        }
        for (number, text) in request.propertiesToFetch.enumerated() {
            let place: ModelPath = place.key("propertiesToFetch").index(number)
            checkKeyPath(Self.names(in: text), "\(name) fetches", from: entity, at: place) { validator, target in
                if let toMany = target.toMany { return "'\(toMany)' leads to many objects" }
                return validator.whyNotStored(target.member)
            }
        }
        for (number, text) in request.relationshipKeyPathsForPrefetching.enumerated() {
            let place: ModelPath = place.key("relationshipKeyPathsForPrefetching").index(number)
            checkKeyPath(Self.names(in: text), "\(name) prefetches", from: entity, at: place) { _, target in
                if case .relationship = target.member { nil } else { "that is no relationship" }
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
        at place: ModelPath,
        problem: (SchemaValidator, SchemaIndex.Target) -> String?
    ) {
        let beginning = "\(beginning) '\(names.joined(separator: "."))', but"
        switch index.follow(names, from: entity) {
        case .unreadable: return
        case .dead(let dead): report(dead, beginning, at: place)
        case .target(let target):
            guard let problem = problem(self, target) else { return }
            error("\(beginning) \(problem)", at: place, help: ["name another property"])
        }
    }

    private func whyNotSorted(_ target: SchemaIndex.Target) -> String? {
        if let name = target.toMany { return "'\(name)' leads to many objects" }
        if let reason = whyNotStored(target.member) { return reason }
        guard case .attribute(let attribute) = target.member else {
            return "that is a relationship, and objects have no order"
        }
        return incomparable(attribute)
    }
}
