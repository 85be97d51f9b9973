/// A to-one relationship became to-many, or a to-many one to-one.
public struct CardinalityChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// Whether it is to-many now.
    public let isToMany: Bool

    /// Creates the difference.
    public init(name: String, isToMany: Bool) {
        self.name = name
        self.isToMany = isToMany
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            isToMany ? "to-one → to-many" : "to-many → to-one",
            from: isToMany ? "to-one" : "to-many",
            to: isToMany ? "to-many" : "to-one"
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP305",
        "cardinalityChanged",
        title: "A relationship becomes to-many or to-one",
        effects: [.lightweight, .loss],
        reason: """
            A to-one relationship that becomes to-many keeps its reference, as the only one. Core Data infers
            that as well.

            A to-many one that becomes to-one would have to choose one reference of several and lose the others.
            Which one is right, nobody has said, so it is refused; so is an inverse that would make several
            objects share a to-one side.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guides: { toMany: Person, originalName: guide }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            To-one to to-many: nothing. To-many to to-one: add a to-one relationship beside the older one, let
            your app choose, and remove the older one in a later version; or accept the loss of all references
            under the older name.
            """
    )
}
