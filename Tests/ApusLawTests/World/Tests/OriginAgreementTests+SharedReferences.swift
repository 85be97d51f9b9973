import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    /// Two entities become one that has a relationship which both had.
    static let sharedReferences: [Example] = ([nil, "A"] as [String?]).flatMap { (old: String?) -> [Example] in
        [false, true].flatMap { (isOrdered: Bool) -> [Example] in
            let suffix = (old == nil ? "" : ", one renamed") + (isOrdered ? ", ordered" : "")
            func alike(
                _ name: String,
                _ near: Relationship,
                _ far: [Relationship],
                to back: Relationship?,
                _ objects: Objects
            )
                -> Example
            {
                shared(name + suffix, near, near, far, [near], back.map { [$0] } ?? [], old, objects)
            }
            let ends: Objects = [("Z", 1, [:], [:]), ("Z", 2, [:], [:])]
            let ones: Objects = [
                ("A", 1, [:], ["r": [2]]), ("A", 4, [:], ["r": [1]]), ("B", 1, [:], ["r": [1]]),
                ("B", 2, [:], ["r": [1]]),
                ("B", 7, [:], [:]),
            ]
            let lists: Objects = [
                ("A", 1, [:], ["r": [2, 1]]), ("A", 4, [:], ["r": [1]]), ("B", 1, [:], ["r": [1, 2]]),
                ("B", 2, [:], ["r": [2]]),
                ("B", 7, [:], [:]),
            ]
            return [
                alike("to-one", one("r", "Z"), [], to: nil, ends + ones),
                alike("to-many", many("r", "Z", isOrdered: isOrdered), [], to: nil, ends + lists),
                alike(
                    "to-one with inverses",
                    one("r", "Z", "xs"),
                    [many("as", "A", "r", isOrdered: isOrdered), many("bs", "B", "r", isOrdered: isOrdered)],
                    to: many("xs", "C", "r", isOrdered: isOrdered),
                    ends + ones
                ),
                alike(
                    "to-many with inverses",
                    many("r", "Z", "xs", isOrdered: isOrdered),
                    [many("as", "A", "r"), many("bs", "B", "r")],
                    to: many("xs", "C", "r"),
                    ends + lists
                ),
                alike("to their own kind", one("r", "="), [], to: nil, ones.map { ($0.0, $0.1, $0.2, ["r": [$0.1]]) }),
                alike(
                    "lists of their own kind",
                    many("r", "=", isOrdered: isOrdered),
                    [],
                    to: nil,
                    ones.map { ($0.0, $0.1, $0.2, ["r": $0.0 == "A" ? [4, 1] : [2, $0.1 == 2 ? 7 : $0.1]]) }
                ),
                shared(
                    "one of them required" + suffix,
                    .toOne("r", "Z"),
                    one("r", "Z"),
                    [],
                    [one("r", "Z")],
                    [],
                    old,
                    ends + ones
                ),
            ]
        }
    }

    /// - Parameters:
    ///   - one: The relationship of `A`; `=` leads to the entity itself, and the inverses are `as` and `bs`.
    ///   - other: That of `B`.
    ///   - far: The inverses at `Z`.
    ///   - near: The relationships of `C`, which has the objects of both.
    ///   - back: The inverse at the newer `Z`.
    private static func shared(
        _ name: String,
        _ one: Relationship,
        _ other: Relationship,
        _ far: [Relationship],
        _ near: [Relationship],
        _ back: [Relationship],
        _ old: String?,
        _ objects: Objects
    ) -> Example {
        func entity(_ name: String, _ relationship: Relationship, _ inverse: String) -> Entity {
            var relationship = relationship
            if relationship.destination == "=" { relationship.destination = name }
            if relationship.inverse != nil { relationship.inverse = inverse }
            return Entity(name, attributes: [text], relationships: [relationship])
        }
        var c = entity("C", near[0], "xs")
        c.originalName = old
        return Example(
            "both had it: \(name)",
            StageExample(
                [entity("A", one, "as"), entity("B", other, "bs"), Entity("Z", relationships: far)],
                [c, Entity("Z", relationships: back)]
            ).making("C", Mapping.Origin(["A"]), Mapping.Origin(["B"])),
            objects
        )
    }
}
