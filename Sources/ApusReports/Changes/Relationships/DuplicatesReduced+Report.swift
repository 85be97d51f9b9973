import ApusMigration
import ApusSchema

extension DuplicatesReduced: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "refers to the \(choice.rawValue) of several objects", to: choice.rawValue)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "duplicatesReduced",
        title: "One of several objects chosen",
        effects: [.written],
        reason: """
            A relationship becomes to-one, or gets a to-one inverse, and some objects may have had several
            references. Without a line, the migration counts them before it writes and stops if there are any.
            `duplicates` says which one stays: `first` in the relationship's order, or else the object that was
            created first; or `newest`, the last one. The other references are lost. Of a one-to-one
            relationship, a reference stays only if both of its objects choose each other.
            """,
        before: """
            entities:
              Album:
                attributes:
                  name: string
                relationships:
                  photos: { toMany: Photo }
              Photo:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Album:
                attributes:
                  name: string
                relationships:
                  photos: { toMany: Photo, inverse: album }
              Photo:
                attributes:
                  name: string
                relationships:
                  album: { to: Album, optional: true, inverse: photos }
            """,
        mapping: """
            duplicates: { Photo.album: newest }
            """,
        advice: """
            Nothing, if the choice is right. Without it, `apus migrate STORE --dry-run` says how many objects have
            several, and so does `apus plan STORE` unless a stage before needs a pass of its own.
            """
    )
}
