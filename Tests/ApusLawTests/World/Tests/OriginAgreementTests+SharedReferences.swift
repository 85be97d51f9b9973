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
                shared(
                    name + suffix,
                    one: near,
                    other: near,
                    far: far,
                    near: [near],
                    back: back.map { [$0] } ?? [],
                    old: old,
                    objects: objects
                )
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
                    one: .toOne("r", "Z"),
                    other: one("r", "Z"),
                    far: [],
                    near: [one("r", "Z")],
                    back: [],
                    old: old,
                    objects: ends + ones
                ),
            ]
        }
    }

    /// The relationship gets another name where the newer entity has that of one of them, in either order.
    static let renamedSharedReferences: [Example] = ["A", "B"].flatMap { kept -> [Example] in
        [one("r", "Z"), many("r", "Z")].flatMap { r -> [Example] in
            [["A", "B"], ["B", "A"]].map { order -> Example in
                var q: Relationship = r
                (q.name, q.originalName) = ("q", "r")
                return Example(
                    "\(kept) has \(order), \(r.isToMany ? "to-many" : "to-one"), renamed",
                    StageExample(
                        ["A", "B"].map { Entity($0, attributes: [text], relationships: [r]) } + [Entity("Z")],
                        [Entity(kept, attributes: [text], relationships: [q]), Entity("Z")]
                    ).making(kept, Mapping.Origin(order)),
                    [
                        ("Z", 1, [:], [:]), ("Z", 2, [:], [:]), ("A", 1, [:], ["r": [2]]), ("A", 3, [:], ["r": [1]]),
                        ("B", 1, [:], ["r": [1]]), ("B", 2, [:], ["r": [2]]),
                    ]
                )
            }
        }
    }

    /// Join tables whose sources are the objects of one of them, and the targets those of the other.
    static let swappedSharedReferences: [Example] = [("A", "Zz"), ("Y", "Zz"), ("A", "B")].map { one, other in
        func entity(_ name: String, _ inverse: String, _ old: String? = nil) -> Entity {
            Entity(name, originalName: old, attributes: [text], relationships: [many("r", "Z", inverse)])
        }
        return Example(
            "both had it: \(one) and \(other), with inverses of many",
            StageExample(
                [
                    entity(one, "ones"), entity(other, "others"),
                    Entity("Z", relationships: [many("ones", one, "r"), many("others", other, "r")]),
                ],
                [entity("N", "ns", other), Entity("Z", relationships: [many("ns", "N", "r")])]
            ).making("N", Mapping.Origin([one]), Mapping.Origin([other])),
            [
                ("Z", 1, [:], ["ones": [1, 3], "others": [1, 2]]), ("Z", 2, [:], ["ones": [1], "others": [2]]),
                (one, 1, [:], ["r": [2, 1]]), (one, 3, [:], ["r": [1]]),
                (other, 1, [:], ["r": [1]]), (other, 2, [:], ["r": [2, 1]]),
            ]
        )
    }

    /// One origin gives the relationship a value, the other continues its own.
    static let partlyComputed: [Example] = ([nil, "A", "B"] as [String?]).map { old -> Example in
        Example(
            "computed for B, and continued for A, as \(old ?? "neither")",
            StageExample(
                ["A", "B"].map { Entity($0, attributes: [text], relationships: [one("r", "Z"), one("s", "Z")]) }
                    + [Entity("Z")],
                [
                    Entity("N", originalName: old, attributes: [text], relationships: [one("r", "Z"), one("s", "Z")]),
                    Entity("Z"),
                ]
            ).making("N", Mapping.Origin(["A"]), Mapping.Origin(["B"], values: ["r": "$source.s"]))
                .accepting("B.r"),
            [
                ("Z", 1, [:], [:]), ("Z", 2, [:], [:]), ("A", 1, [:], ["r": [1], "s": [2]]), ("A", 2, [:], ["r": [2]]),
                ("B", 1, [:], ["r": [1], "s": [2]]), ("B", 2, [:], ["s": [1]]),
            ]
        )
    }

    /// Lists whose order only one of them could have.
    static let severalOrders: [StageExample] = [one("r", "Z", "="), many("r", "Z", "=")].map { r in
        func entity(_ name: String, _ inverse: String) -> Entity {
            var own: Relationship = r
            own.inverse = inverse
            return Entity(name, attributes: [text], relationships: [own])
        }
        return StageExample(
            [
                entity("A", "as"), entity("B", "bs"),
                Entity(
                    "Z",
                    relationships: [many("as", "A", "r", isOrdered: true), many("bs", "B", "r", isOrdered: true)]
                ),
            ],
            [entity("C", "as"), Entity("Z", relationships: [many("as", "C", "r", isOrdered: true)])]
        ).making("C", Mapping.Origin(["A"]), Mapping.Origin(["B"]))
    }

    /// `A` has the relationship `one`, and `B` the `other`, which lead to the entity itself if they lead to `=`; their inverses
    /// at `Z` are `as` and `bs`. `C` has the objects of both, with the relationship `near`, whose inverse is `back`.
    private static func shared(
        _ name: String,
        one: Relationship,
        other: Relationship,
        far: [Relationship],
        near: [Relationship],
        back: [Relationship],
        old: String?,
        objects: Objects
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
