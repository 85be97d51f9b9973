/// Large values may now be kept beside the store, or no longer.
public struct ExternalStorageChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// Whether they may be kept beside the store now.
    public let isExternal: Bool

    /// Creates the difference.
    public init(name: String, isExternal: Bool) {
        self.name = name
        self.isExternal = isExternal
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "externalStorage \(!isExternal) → \(isExternal)",
            from: String(!isExternal),
            to: String(isExternal)
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP218",
        "externalStorageChanged",
        title: "Values move into files or out of them",
        effects: [.lightweight],
        reason: """
            The flag allows large values to be kept in files beside the store. Values are the same wherever they
            are kept; the flag alone moves none. In Core Data it is a change of the model that is inferred.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  photo: data?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  photo: { type: data, optional: true, externalStorage: true }
            """,
        advice: """
            Nothing.
            """
    )
}
