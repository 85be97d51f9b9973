import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: Relationships that are not each other's inverse any more

    /// 'N' is merged into 'T', whose relationship 'p' and the inverse 'ts' are two from now on; one of them may get another
    /// destination, which loses its references, but not those of the other.
    static let parted: [Example] = [true, false].flatMap { isList -> [Example] in
        func near(_ far: String, _ inverse: String?) -> Relationship {
            isList ? many("p", far, inverse, isOrdered: true) : one("p", far, inverse)
        }
        let older = [
            Entity("P", relationships: [many("ts", "T", "p", isOrdered: true)]), Entity("B"),
            Entity("T", attributes: [text], relationships: [near("P", "ts")]), Entity("N", attributes: [text]),
        ]
        let objects: Objects = [
            ("P", 1, [:], ["ts": [3, 2]]), ("P", 2, [:], ["ts": isList ? [2] : []]), ("B", 2, [:], [:]),
            ("N", 1, ["t": .text("n")], [:]), ("N", 2, ["t": .text("m")], [:]),
            ("T", 2, ["t": .text("t")], ["p": isList ? [2, 1] : [1]]), ("T", 3, ["t": .text("u")], ["p": [1]]),
        ]
        return [("P", "T", []), ("B", "T", ["T.p"]), ("P", "B", ["P.ts"])].flatMap { far, back, accepted -> [Example] in
            let newer = [
                Entity("P", relationships: [many("ts", back, isOrdered: true)]), Entity("B"),
                Entity("T", attributes: [text], relationships: [near(far, nil)]),
            ]
            let stage = accepted.reduce(StageExample(older, newer)) { $0.accepting($1) }
            return [
                ("", stage), (", merged", stage.making("T", Mapping.Origin(["N"]), Mapping.Origin(["T"]))),
                (", merged the other way", stage.making("T", Mapping.Origin(["T", "N"]))),
            ].map { what, stage in
                // Without a line, the objects of 'N' go.
                Example("\(isList), \(far), \(back)\(what)", what.isEmpty ? stage.accepting("N") : stage, objects)
            }
        }
    }
}
