package import ApusSchema

/// Code in Swift over the objects of a stage.
package protocol StageCode: Sendable {
    /// What mappings know of it.
    var declaration: SwiftStage { get }

    /// Whether it runs before the pass that carries out the stage.
    var runsBefore: Bool { get }

    /// Whether it runs after that pass.
    var runsAfter: Bool { get }

    /// Returns the name of the classes among those of the code that are not of a stage's schemas; `nil` if they are.
    func foreignClasses(from old: Schema, to new: Schema) -> String?

    /// Runs before the pass.
    ///
    /// - Parameters:
    ///   - older: The store in its older version, which can be written.
    ///   - work: What the code needs besides.
    /// - Throws: The error of the code.
    func runBefore(_ older: Store, _ work: StageWork) throws

    /// Runs after the pass.
    ///
    /// - Parameters:
    ///   - older: The store as it was before the pass. It is not to be written.
    ///   - newer: The store in its newer version.
    ///   - work: What the code needs besides.
    /// - Throws: The error of the code.
    func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws
}

/// What the code of a stage needs besides the stores.
package struct StageWork {
    /// The older entities whose objects have become objects of newer ones and have kept their identities, by the newer entities.
    /// None of them is abstract.
    package let sources: [String: Set<String>]

    /// Reports progress: the number of objects that are done, and of all.
    package let report: (_ done: Int, _ count: Int) -> Void

    /// Throws if the migration was cancelled.
    package let checkCancellation: () throws -> Void
}

/// The error that code threw for an object.
package struct StageFailure: Error {
    let object: String
    let error: any Error

    /// - Parameters:
    ///   - entity: The name of the older object's entity.
    ///   - row: The identity of its row.
    ///   - error: The error.
    package init(_ entity: String, row: Int64, _ error: any Error) {
        object = "'\(entity)' _id \(row)"
        self.error = error
    }
}
