import ApusSchema
import ApusTestSupport

extension World {
    /// Where the world is none of a schema's; empty for one that a store could hold.
    func violations(of reading: Reading) -> [String] {
        var found: [String] = []
        for kind in objects.keys.sorted() where !reading.kinds.contains(kind) {
            found.append("'\(kind)' is no kind")
        }
        for kind in reading.kinds where objects[kind] == nil { found.append("'\(kind)' is missing") }
        for root in Set(reading.kinds.map(reading.root)).sorted() {
            let identities: [Int64] = reading.kinds(below: root).flatMap { Array((objects[$0] ?? [:]).keys) }
            if Set(identities).count < identities.count { found.append("an identity below '\(root)' is used twice") }
            if identities.contains(where: { $0 < 1 }) { found.append("an identity below '\(root)' is less than 1") }
        }
        for (kind, identity, object) in all {
            let problems: [String] =
                valueProblems(of: object, kind, in: reading)
                + referenceProblems(of: object, identity, kind, in: reading)
            found += problems.map { "\(kind) \(identity): \($0)" }
        }
        return found
    }

    private func valueProblems(of object: WorldObject, _ kind: String, in reading: Reading) -> [String] {
        var found: [String] = []
        let leaves: [WorldLeaf] = reading.leaves(of: kind)
        if Set(leaves.map(\.path)) != Set(object.values.keys) { found.append("has other values than its kind") }
        for leaf in leaves {
            guard let value = object.values[leaf.path] else { continue }
            let name = leaf.path.joined(separator: ".")
            if value == .null {
                if !leaf.isNullable { found.append("'\(name)' is null") }
            } else if !value.fits(leaf.type) {
                found.append("'\(name)' is no \(leaf.type.rawValue): \(value.spelled(against: nil))")
            } else if let rawValues = leaf.rawValues, !rawValues.contains(value) {
                found.append("'\(name)' is no case: \(value.spelled(against: nil))")
            }
        }
        for attribute in reading.plainAttributes(of: kind) {
            found += gaps(in: object, attribute, under: [], reading.schema)
        }
        return found
    }

    /// Parts that a composite must have, and that it has not although it is there.
    private func gaps(
        in object: WorldObject,
        _ attribute: Attribute,
        under prefix: [String],
        _ schema: Schema
    ) -> [String] {
        let path: [String] = prefix + [attribute.name]
        guard let composite = schema.composite(of: attribute) else {
            let isGap = !attribute.isOptional && object.values[path] == .null
            return isGap ? ["'\(path.joined(separator: "."))' is null, but required"] : []
        }
        let isAbsent = schema.storedLeaves(of: attribute, under: prefix).allSatisfy {
            object.values[$0.path] == .null
        }
        if attribute.isOptional, isAbsent { return [] }
        return composite.attributes.flatMap { gaps(in: object, $0, under: path, schema) }
    }

    private func referenceProblems(
        of object: WorldObject,
        _ identity: Int64,
        _ kind: String,
        in reading: Reading
    ) -> [String] {
        var found: [String] = []
        let relationships: [Relationship] = reading.storedRelationships(of: kind)
        if Set(relationships.map(\.name)) != Set(object.references.keys) {
            found.append("has other references than its kind")
        }
        for relationship in relationships {
            let targets: [Int64] = object.references[relationship.name] ?? []
            func report(_ problem: String) { found.append("'\(relationship.name)' \(problem): \(targets)") }
            if Set(targets).count < targets.count { report("leads to one object twice") }
            if !relationship.isToMany, targets.count > 1 { report("leads to several objects") }
            if !relationship.isOrdered, targets != targets.sorted() { report("is not in the order of identities") }
            guard let (number, side) = reading.storedUnit(of: relationship.name, in: kind) else { continue }
            let unit: ReferenceUnit = reading.units[number]
            for target in targets {
                guard let far = self.kind(of: target, below: relationship.destination, in: reading) else {
                    report("leads to no object")
                    continue
                }
                guard unit.allows(kind, far, from: side, in: reading) else {
                    report("cannot lead to a '\(far)'")
                    continue
                }
                let back: [Int64]? = unit.opposite(side).flatMap { objects[far]?[target]?.references[$0.name] }
                if let back, !back.contains(identity) { report("is not seen by the other side") }
            }
        }
        return found
    }
}
