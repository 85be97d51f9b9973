package import ApusDiagnostics
package import ApusMigration
package import ApusSchema

extension Picture {
    /// Returns the location of an element of one of an album's schemas, if it is known.
    package typealias Locator = (Stage.Point, ElementPath) -> SourceLocation?

    /// Creates the picture of what changes between two schemas.
    ///
    /// The cards are those of the newer schema in its order; a removed one follows the one that it followed. Cards without a change
    /// are folded. Each change of the stage is a note of its row, of its card, or of the picture.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - identities: What the cards of both schemas are in an album; `nil` for a picture by itself.
    ///   - stages: The stages that it is composed of, if there are several.
    ///   - locate: Returns the location of an element in the model's files.
    package init(
        _ stage: Stage,
        _ identities: (older: CardIdentities, newer: CardIdentities)? = nil,
        through stages: [Stage] = [],
        locating locate: @escaping Locator = { _, _ in nil }
    ) {
        let older = identities?.older ?? CardIdentities(stage.old)
        self =
            StagePicture(
                stage,
                older,
                identities?.newer ?? older.following(stage.overall),
                through: stages
            ) { point, path in
                locate(point, path).map(Source.init)
            }.picture
    }
}
