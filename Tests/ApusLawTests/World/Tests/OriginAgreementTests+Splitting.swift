import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    /// An entity becomes two that have a relationship which it had.
    static let splitReferences: [Example] = ([nil, "A", "B"] as [String?]).flatMap { (kept: String?) -> [Example] in
        [false, true].flatMap { (isOrdered: Bool) -> [Example] in
            let suffix = (kept.map { ", \($0) renamed" } ?? "") + (isOrdered ? ", ordered" : "")
            func split(
                _ name: String,
                _ near: Relationship,
                _ far: [Relationship],
                _ back: [Relationship],
                _ objects: Objects
            ) -> Example {
                splitting(name + suffix, near: near, far: far, back: back, kept: kept, objects: objects)
            }
            let ones: Objects = [
                ("N", 1, ["n": .integer(1)], ["r": [2]]), ("N", 2, ["n": .integer(2)], ["r": [2]]),
                ("N", 4, ["n": .integer(1)], ["r": [1]]), ("N", 5, ["n": .integer(2)], [:]),
            ]
            let lists: Objects = [
                ("N", 1, ["n": .integer(1)], ["r": [2, 1]]), ("N", 2, ["n": .integer(2)], ["r": [2, 1]]),
                ("N", 4, ["n": .integer(1)], ["r": [1]]), ("N", 5, ["n": .integer(2)], [:]),
            ]
            func ends(_ one: [Int64], _ two: [Int64]) -> Objects {
                [("Z", 1, [:], ["ns": one]), ("Z", 2, [:], ["ns": two]), ("Z", 3, [:], [:])]
            }
            return [
                split("to-one", one("r", "Z"), [], [], ends([], []) + ones),
                split("to-many", many("r", "Z", isOrdered: isOrdered), [], [], ends([], []) + lists),
                split(
                    "to-one with inverses",
                    one("r", "Z", "ns"),
                    [many("ns", "N", "r", isOrdered: isOrdered)],
                    [many("as", "A", "r", isOrdered: isOrdered), many("bs", "B", "r", isOrdered: isOrdered)],
                    ends([4], [2, 1]) + ones
                ),
                split(
                    "to-many with inverses",
                    many("r", "Z", "ns", isOrdered: isOrdered),
                    [many("ns", "N", "r")],
                    [many("as", "A", "r"), many("bs", "B", "r")],
                    ends([1, 2, 4], [1, 2]) + lists
                ),
                split(
                    "lists whose inverses are to-one",
                    many("r", "Z", "ns", isOrdered: isOrdered),
                    [one("ns", "N", "r")],
                    [one("as", "A", "r"), one("bs", "B", "r")],
                    [("Z", 1, [:], ["ns": [2]]), ("Z", 2, [:], ["ns": [1]]), ("Z", 3, [:], ["ns": [1]])]
                        + [
                            ("N", 1, ["n": .integer(1)], ["r": [3, 2]]), ("N", 2, ["n": .integer(2)], ["r": [1]]),
                            ("N", 4, ["n": .integer(1)], [:]),
                        ]
                ),
                split(
                    "one-to-one",
                    one("r", "Z", "ns"),
                    [one("ns", "N", "r")],
                    [one("as", "A", "r"), one("bs", "B", "r")],
                    [("Z", 1, [:], ["ns": [2]]), ("Z", 2, [:], ["ns": [1]]), ("Z", 3, [:], [:])]
                        + [
                            ("N", 1, ["n": .integer(1)], ["r": [2]]), ("N", 2, ["n": .integer(2)], ["r": [1]]),
                            ("N", 4, ["n": .integer(1)], [:]),
                        ]
                ),
            ]
        }
    }

    /// A stage that also makes parts changes a relationship.
    static let besideParts: [Example] = [
        Example(
            "references that are given up stay given up beside a part",
            StageExample(
                [Entity("P", attributes: [number], relationships: [many("heroes", "P")])],
                [Entity("P", relationships: [one("heroes", "P")]), Entity("Q", attributes: [number])]
            ).making("Q", Mapping.Origin(["P"], where: "n != nil")).accepting("P.heroes"),
            [("P", 1, ["n": .integer(1)], ["heroes": [2]]), ("P", 2, [:], [:])]
        ),
        Example(
            "a to-one relationship is no path through a to-many one",
            StageExample(
                [
                    Entity("P", relationships: [many("ts", "T")]), Entity("T", relationships: [one("z", "Z")]),
                    Entity("Z"),
                ],
                [
                    Entity("P", relationships: [many("ts", "T"), one("x", "Z")]),
                    Entity("T", relationships: [one("z", "Z")]), Entity("Z"),
                ]
            ).computing("P.x", "$source.ts.z"),
            []
        ),
    ]

    /// References between objects that become those of two entities, where each keeps those to its own kind.
    static let splitAmongThemselves: [Example] = [nil, "A"].flatMap { (kept: String?) in
        [one("r", "="), many("r", "="), many("r", "=", isOrdered: true)].flatMap { near in
            // The second one leads from an object of one entity to one of the other.
            [Int64(2), 4].map { end in
                splitting(
                    "among themselves, \(near.isToMany ? "to-many" : "to-one")\(near.isOrdered ? ", ordered" : "")"
                        + "\(end == 2 ? "" : ", crossing")\(kept == nil ? "" : ", A renamed")",
                    near: near,
                    far: [],
                    back: [],
                    kept: kept,
                    objects: [
                        ("N", 1, ["n": .integer(1)], ["r": near.isToMany ? [4, 1] : [4]]),
                        ("N", 2, ["n": .integer(2)], ["r": [end]]), ("N", 4, ["n": .integer(1)], ["r": [1]]),
                        ("N", 5, ["n": .integer(2)], [:]),
                    ]
                )
            }
        }
    }

    /// `N` has the relationship `near`, which leads to the entity itself if it leads to `=`; its inverse at `Z` is `ns`. `A` and
    /// `B` have its objects, each with the relationship, whose inverses are `as` and `bs`.
    private static func splitting(
        _ name: String,
        near: Relationship,
        far: [Relationship],
        back: [Relationship],
        kept: String?,
        objects: Objects
    ) -> Example {
        func entity(_ name: String, _ inverse: String) -> Entity {
            var near = near
            if near.destination == "=" { near.destination = name }
            if near.inverse != nil { near.inverse = inverse }
            return Entity(
                name,
                originalName: kept == name ? "N" : nil,
                attributes: [number],
                relationships: [near]
            )
        }
        return Example(
            "split: \(name)",
            StageExample(
                [entity("N", "ns"), Entity("Z", relationships: far)],
                [entity("A", "as"), entity("B", "bs"), Entity("Z", relationships: back)]
            ).making("A", Mapping.Origin(["N"], where: "n == 1"))
                .making("B", Mapping.Origin(["N"], where: "n != 1 OR n == NIL")),
            objects
        )
    }
}
