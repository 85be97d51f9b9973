/// New objects get another value; existing rows keep theirs.
public struct DefaultChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The older default; `nil` for none.
    public let from: String?

    /// The newer default; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(name: String, from: String?, to: String?) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "default " + change(from, to) + ", for new objects only", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP208",
        "defaultChanged",
        title: "A default changes",
        effects: [.lightweight],
        reason: """
            A default is the value of new objects. Existing rows keep what they have, also where that is the
            older default: nobody can tell whether it was meant. Core Data does the same.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  nights: int32 = 1
            """,
        after: """
            entities:
              Trip:
                attributes:
                  nights: int32 = 2
            """,
        advice: """
            Nothing. Where existing rows should have the newer value, change them in your app.
            """
    )
}
