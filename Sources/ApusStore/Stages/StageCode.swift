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

    /// Which objects have become which, as far as their identities do not say it; `nil` before the pass.
    package let associations: StageAssociations?

    /// Reports progress: the number of objects that are done, and of all.
    package let report: (_ done: Int, _ count: Int) -> Void

    /// Throws if the migration was cancelled.
    package let checkCancellation: () throws -> Void
}

/// The error that code threw, with what it threw it for.
package struct StageFailure: Error {
    /// The object; `nil` if it was for none.
    let object: String?
    /// The policy and its hook; `nil` for other code.
    let hook: String?
    let error: any Error

    /// Creates the error of code that runs for an object.
    ///
    /// - Parameters:
    ///   - entity: The name of the object's entity.
    ///   - row: The identity of its row.
    ///   - error: The error.
    package init(_ entity: String, row: Int64, _ error: any Error) {
        (object, hook, self.error) = ("'\(entity)' _id \(row)", nil, error)
    }

    /// Creates the error of a policy's hook. The object of an error that has one already is kept.
    ///
    /// - Parameters:
    ///   - hook: The policy and the hook.
    ///   - object: The name of the object's entity and the identity of its row; `nil` if the hook is for none.
    ///   - error: The error.
    package init(in hook: String, for object: (entity: String, row: Int64)? = nil, _ error: any Error) {
        let inner = error as? StageFailure
        self.hook = inner?.hook ?? hook
        self.object = inner?.object ?? object.map { "'\($0.entity)' _id \($0.row)" }
        self.error = inner?.error ?? error
    }
}
