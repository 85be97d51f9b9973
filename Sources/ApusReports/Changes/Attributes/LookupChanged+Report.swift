import ApusMigration

extension LookupChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let text = isAdded ? "encrypted values can be looked up" : "encrypted values can no longer be looked up"
        return ChangeWords(.changed, name, text, from: "\(!isAdded)", to: "\(isAdded)")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "lookupChanged",
        title: "Look-up of encrypted values changed",
        effects: [.lightweight],
        reason: """
            The values stay the same. With `lookup`, the store gets a column of lookups beside them, with an index, by which it finds
            equal values. The migration decrypts all values for it, so it needs the key. Without it any more, the store loses the
            column, for which no key is needed.
            """,
        before: """
            entities:
              Contact:
                attributes:
                  email: { type: string, encrypted: contacts }
            """,
        after: """
            entities:
              Contact:
                attributes:
                  email: { type: string, encrypted: contacts, lookup: true }
            """,
        advice: """
            Lookups show whoever has the file which values are equal, and how many. Leave them out where that says too much.
            """
    )
}
