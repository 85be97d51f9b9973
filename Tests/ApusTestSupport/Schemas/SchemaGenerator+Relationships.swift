import ApusSchema

extension SchemaGenerator {
    /// Adds a relationship, mostly with an inverse, which may be the relationship itself.
    mutating func addRelationship() {
        let indices: [Int] = Array(schema.entities.indices)
        let (here, there): (Int, Int) = (random.pick(indices), random.pick(indices))
        let hasInverse = random.chance(70)
        let isTransient = random.chance(8)
        var forth: Relationship = relationship(to: there)
        forth.isTransient = isTransient
        if hasInverse, here == there, random.chance(40) {
            forth.inverse = forth.name
            forth.isOrdered = false
            forth.holdsKey = isTransient ? nil : random.pick([nil, true])
        } else if hasInverse {
            var back: Relationship = relationship(to: here)
            back.isTransient = isTransient
            (forth.inverse, back.inverse) = (back.name, forth.name)
            if forth.isToMany == back.isToMany, !isTransient {
                let holdsKey: Bool? = random.pick([nil, true, false])
                forth.holdsKey = holdsKey
                back.holdsKey = random.chance(40) ? holdsKey.map { !$0 } : nil
            }
            schema.entities[there].relationships.append(back)
        }
        schema.entities[here].relationships.append(forth)
    }

    private mutating func relationship(to destination: Int) -> Relationship {
        let far: String = schema.entities[destination].name
        var relationship: Relationship =
            random.chance(50)
            ? .toMany(propertyName(), far, isOptional: random.chance(70))
            : .toOne(propertyName(), far, isOptional: random.chance(60))
        relationship.deleteRule = random.pick(Relationship.DeleteRule.allCases)
        relationship.originalName = originalName()
        relationship.hashModifier = text(10)
        relationship.documentation = text(20)
        relationship.userInfo = texts(15)
        if relationship.isToMany {
            relationship.isOrdered = random.chance(30)
            relationship.minimumModelCount = random.chance(20) ? random.below(3) : nil
            relationship.maximumModelCount = random.chance(20) ? random.pick([3, 100, Int(Int32.max)]) : nil
        }
        return relationship
    }

    /// Names columns and tables on the sides that have them.
    mutating func nameStorage() {
        for index in schema.entities.indices {
            for number in schema.entities[index].relationships.indices {
                let entity: Entity = schema.entities[index]
                let relationship: Relationship = entity.relationships[number]
                if relationship.isTransient { continue }
                switch schema.storage(of: relationship, in: entity) {
                case .ownKey:
                    schema.entities[index].relationships[number].column = uniqueText(20)
                    schema.entities[index].relationships[number].isUnique = random.chance(20)
                case .link(_, isOwner: true): schema.entities[index].relationships[number].table = uniqueText(30)
                case .link, .inverseKey: break
                }
            }
        }
    }
}
