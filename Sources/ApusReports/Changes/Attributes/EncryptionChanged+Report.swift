import ApusMigration

extension EncryptionChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let text =
            switch (from, to) {
            case (nil, let key?): "encrypted with the key '\(key)'"
            case (_?, nil): "no longer encrypted"
            case (let before, let after): "encrypted with another key, \(before ?? "") → \(after ?? "")"
            }
        return ChangeWords(.changed, name, text, from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "encryptionChanged",
        title: "Encryption changed",
        effects: [.lightweight],
        reason: """
            The values stay the same, and the store keeps them encrypted from now on, or as they are, or encrypted with
            another key. The migration rewrites them, so it needs the key, or both keys. A value that cannot be decrypted
            stops it before the first write.
            """,
        before: """
            entities:
              Note:
                attributes:
                  secret: string?
            """,
        after: """
            entities:
              Note:
                attributes:
                  secret: { type: string, optional: true, encrypted: notes }
            """,
        advice: """
            Give the app the key before it opens its store. Who has a copy of the file from before can still read it.
            """
    )
}
