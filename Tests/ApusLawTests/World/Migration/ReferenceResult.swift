import ApusMigration
import ApusSchema

/// What the rules of references came to: which older references the newer ones go on with.
struct ReferenceResult: Sendable {
    let older: Reading
    let newer: Reading
    let survivors: Survivors
    /// By the newer set of references: what it goes on with.
    let strands: [Int: [Strand]]
    /// By the newer set of references: the relationships that expressions compute.
    let values: [Int: [ReferenceValue]]
    /// The older sets of references that conditions of origins may lose, which is not accepted.
    let watched: [Int]
    /// By the newer set of references: what such expressions go on with.
    let read: [Int: [Strand]]
    /// Newer to-one relationships that the mapping requires to have an object: concrete entity and name.
    let promises: [(kind: String, name: String)]
    /// Newer to-one relationships whose objects may have several references.
    let crowds: [ElementPath]
    /// The mapping's choices among several.
    let choices: [ElementPath: Mapping.Duplicates]

    /// Whether references of a strand can lead to what an older kind is now.
    func isPossible(_ strand: Strand, _ number: Int, _ oldFar: String) -> Bool {
        survivors.becoming(oldFar).contains { far in
            newer.units[number].allows(strand.kind, far.kind, from: strand.side, in: newer)
        }
    }
}
