import ApusSchema

extension SchemaGenerator {
    mutating func addFetchRequests() {
        for _ in 0..<random.below(4) {
            let name: String = random.pick(["recent", "order", "größe", "null"]) + "\(next())"
            let request: FetchRequest = request(name, of: random.pick(schema.entities))
            schema.fetchRequests.append(request)
        }
    }

    mutating func addFetchedProperties(to index: Int) {
        while random.chance(20) {
            let far: Entity = random.pick(schema.entities)
            var property = FetchedProperty(request(propertyName(), of: far))
            // A property's values are objects.
            property.request.resultType = .objects
            property.request.returnsDistinctResults = random.chance(30)
            if random.chance(50) {
                let condition: String? = property.request.predicate
                property.request.predicate =
                    (condition.map { "(\($0)) AND " } ?? "") + source(index, far) + " AND $FETCHED_PROPERTY != nil"
            }
            property.hashModifier = text(30)
            property.userInfo = texts(40)
            schema.entities[index].fetchedProperties.append(property)
        }
    }

    /// What a fetched property of one entity asks about its object, of the objects of another one.
    private func source(_ index: Int, _ far: Entity) -> String {
        let entity: Entity = schema.entities[index]
        if entity.name == far.name { return "SELF != $FETCH_SOURCE" }
        for one in attributes(of: entity) where one.type != .data {
            guard let other = attributes(of: far).first(where: { $0.type == one.type }) else { continue }
            return "\(written(other.name)) == $FETCH_SOURCE.\(written(one.name))"
        }
        return "$FETCH_SOURCE != nil"
    }

    private mutating func request(_ name: String, of entity: Entity) -> FetchRequest {
        var request = FetchRequest(name, entity.name)
        ask(&request, about: entity)
        request.sortBy = sortKeys(of: entity)
        request.fetchLimit = random.chance(30) ? 1 + random.below(100) : nil
        request.fetchOffset = random.chance(20) ? random.below(100) : nil
        request.fetchBatchSize = random.chance(20) ? 1 + random.below(100) : nil
        let values: [String] = attributes(of: entity).map(\.name)
        request.propertiesToFetch = random.chance(40) ? random.some(3, of: values) : []
        let types: [FetchRequest.ResultType] = FetchRequest.ResultType.allCases
        request.resultType = random.pick(types.filter { $0 != .dictionaries || !request.propertiesToFetch.isEmpty })
        request.returnsDistinctResults = request.resultType == .dictionaries && random.chance(50)
        let references: [Relationship] = relationships(of: entity)
        request.relationshipKeyPathsForPrefetching =
            random.chance(40) && request.resultType == .objects ? random.some(2, of: references.map(\.name)) : []
        request.includesSubentities = random.chance(80)
        request.includesPropertyValues = random.chance(80)
        request.includePendingChanges = random.chance(80)
        request.returnsObjectsAsFaults = random.chance(80)
        request.documentation = text(25)
        return request
    }

    /// Gives a request a predicate, and declares each variable that it speaks of.
    private mutating func ask(_ request: inout FetchRequest, about entity: Entity) {
        var conditions: [String] = random.pick([[], ["TRUEPREDICATE"], [], ["SELF != nil"]])
        let values: [Attribute] = attributes(of: entity).filter { $0.type != .data }
        for attribute in random.some(2, of: values) {
            let (variable, isList): (String, Bool) = ("V\(next())", random.chance(30))
            request.variables.append(FetchRequest.Variable(variable, attribute.type, isList: isList))
            conditions.append("\(written(attribute.name)) \(isList ? "IN" : "==") $\(variable)")
        }
        for relationship in random.some(1, of: relationships(of: entity)) {
            let (variable, type): (String, AttributeType) = ("V\(next())", .named(relationship.destination))
            request.variables.append(FetchRequest.Variable(variable, type))
            conditions.append("\(relationship.isToMany ? "ANY " : "")\(written(relationship.name)) == $\(variable)")
        }
        for attribute in values.prefix(1) where attribute.type == .string {
            conditions.append("\(written(attribute.name)) != \"$NAME # 'x': y\"")
        }
        request.predicate = conditions.isEmpty ? nil : conditions.joined(separator: random.pick([" AND ", " or "]))
    }

    /// A property's name as a predicate writes it: with a `#` where the format has a word of that name.
    func written(_ name: String) -> String {
        ["yes", "no", "null", "true"].contains(name) ? "#" + name : name
    }

    private mutating func sortKeys(of entity: Entity) -> [SortKey] {
        var paths: [[String]] = attributes(of: entity).filter { $0.type != .data }.map { [$0.name] }
        for relationship in relationships(of: entity) where !relationship.isToMany {
            guard let far = schema.entity(relationship.destination) else { continue }
            paths += attributes(of: far).filter { $0.type != .data }.map { [relationship.name, $0.name] }
        }
        return random.some(3, of: paths).map { SortKey($0, isDescending: random.chance(40)) }
    }
}
