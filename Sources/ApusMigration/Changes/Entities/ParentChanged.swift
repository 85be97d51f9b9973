/// An entity inherits from another entity, from one at all, or from none any more.
public struct ParentChanged: Difference {
    /// The older parent, by its older name; `nil` for none.
    public let from: String?

    /// The newer parent; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, "parent:", change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP108",
        "parentChanged",
        title: "An entity changes its parent",
        effects: [.lightweight],
        reason: """
            The entity inherits from another entity than before, from one for the first time, or from none any
            more. Its objects keep their identities, their values and the references between them. Rows move
            where the hierarchy's root is another one, as a hierarchy is one table. Core Data infers it too.

            What no longer fits is a change of its own: a property that is no longer inherited (AP221), a
            relationship that can no longer lead to the objects (AP313), hierarchies that meet (AP109).
            """,
        before: """
            entities:
              Animal:
                attributes:
                  name: string
              Dog:
                parent: Animal
                attributes:
                  breed: string?
            """,
        after: """
            entities:
              Animal:
                attributes:
                  name: string
              Pet:
                abstract: true
                parent: Animal
              Dog:
                parent: Pet
                attributes:
                  breed: string?
            """,
        advice: """
            Nothing.
            """
    )
}
