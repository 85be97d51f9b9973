/// A pair of relationships of which only one names its inverse.
package struct InferredInverse: Hashable, Sendable {
    /// The relationship that names the other one.
    package let relationship: ElementPath
    /// The inverse, which names none itself.
    package let inverse: ElementPath
}

extension Schema {
    /// The pairs of relationships of which only one names its inverse.
    ///
    /// A relationship is the inverse of another one that names it, as in SwiftData, if it names no inverse itself, each of
    /// both points to the entity that declares the other, and no other relationship names it.
    ///
    /// A frozen version means what it says: there, two such relationships are separate.
    package var inferredInverses: [InferredInverse] {
        let owners = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        var claims: [ElementPath: [InferredInverse]] = [:]
        for entity in entities {
            for relationship in entity.relationships {
                guard let name = relationship.inverse else { continue }
                let inverse = ElementPath(relationship.destination, name)
                let path = ElementPath(entity.name, relationship.name)
                claims[inverse, default: []].append(InferredInverse(relationship: path, inverse: inverse))
            }
        }
        return entities.flatMap { entity in
            entity.relationships.compactMap { back -> InferredInverse? in
                guard back.inverse == nil, let named = claims[ElementPath(entity.name, back.name)], named.count == 1,
                    named[0].relationship.entity == back.destination,
                    let relationship = owners[back.destination]?.relationship(named[0].relationship.property ?? ""),
                    relationship.isTransient == back.isTransient
                else { return nil }
                return named[0]
            }
        }
    }

    /// Lets both relationships of each pair name the other.
    package mutating func complete(_ inferred: [InferredInverse]) {
        let names = Dictionary(inferred.map { ($0.inverse, $0.relationship.property) }) { first, _ in first }
        if names.isEmpty { return }
        for entity in entities.indices {
            for index in entities[entity].relationships.indices {
                let path = ElementPath(entities[entity].name, entities[entity].relationships[index].name)
                if let name = names[path] { entities[entity].relationships[index].inverse = name }
            }
        }
    }

    /// The schema whose relationships stay as they are when it is read as a head: those that name an inverse which does
    /// not name them name none.
    package var withoutInferredInverses: Schema {
        var copy = self
        let names = Set(inferredInverses.map(\.relationship))
        if names.isEmpty { return self }
        for entity in copy.entities.indices {
            for index in copy.entities[entity].relationships.indices {
                let path = ElementPath(copy.entities[entity].name, copy.entities[entity].relationships[index].name)
                if names.contains(path) { copy.entities[entity].relationships[index].inverse = nil }
            }
        }
        return copy
    }
}
