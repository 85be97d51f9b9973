import ApusMigration
import ApusSchema

extension ObjectsMade: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let texts = origins.map { origin in
            origin.sources.joined(separator: ", ") + (origin.each.map { ", each \($0)" } ?? "")
                + (origin.condition.map { " where \($0)" } ?? "")
        }
        return ChangeWords(
            .changed,
            "objects:",
            "made of \(texts.joined(separator: "; "))",
            to: texts.joined(separator: "; ")
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "objectsMade",
        title: "Objects made",
        effects: [.written],
        reason: """
            `entities` says which older objects those of an entity are made of. Objects keep their identities where all
            origins of a hierarchy are of one older hierarchy; others get new ones, and references follow. An older object
            that no origin takes, or a value that no new object has, stops the migration before its first write, or
            has to be accepted as a loss.
            """,
        before: """
            entities:
              Contact:
                attributes:
                  name: string
                  street: string?
            """,
        after: """
            entities:
              Contact:
                attributes:
                  name: string
              Address:
                attributes:
                  street: string
            """,
        mapping: """
            entities:
              Address: { from: Contact, where: "street != nil", values: { street: "ifNull($source.street, '')" } }
            accept: [Contact.street]
            """,
        advice: """
            Nothing, if this is intended: the line is the decision.
            """
    )
}
