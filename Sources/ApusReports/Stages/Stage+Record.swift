package import ApusMigration

extension Stage {
    /// A stage in machine-readable output.
    ///
    /// `Documentation/Diff.md` documents the keys. Removing a key or changing its meaning requires a new number for
    /// `format`.
    package struct Record: Encodable, Sendable {
        /// A change.
        package struct Item: Encodable, Sendable {
            let code: String
            let kind: String
            let entity: String
            let property: String?
            let subject: String
            let from: String?
            let to: String?
            let detail: String
            let verdict: String
            let fill: String?
            let values: String?
            let convert: String?
            let require: Bool?
            /// Whether existing rows stay without an object of a required relationship; `nil` if not.
            let staysEmpty: Bool?
            let refusal: String?
        }

        /// A reason why the stage is refused, with what settles it.
        package struct Decision: Encodable, Sendable {
            let code: String
            let element: String
            let reason: String
            let answers: [Answer]
        }

        /// What settles a decision.
        package struct Answer: Encodable, Sendable {
            /// `lines` (of a mapping), `originalName`, `removal` or `correction` (of a mapping's line), or `edit` (by the
            /// author).
            let kind: String
            /// The answer in words.
            let description: String
            /// The mapping's file.
            var file: String?
            /// The text to paste.
            var yaml: String?
            /// The lines of the mapping.
            var lines: [Line]?
            /// The element of the model to edit, or the corrected path of the mapping's line.
            var element: String?
        }

        /// A line of a mapping.
        package struct Line: Encodable, Sendable {
            /// The key that the line is below.
            let key: String
            /// The element's path.
            let path: String
            /// The text of the value.
            let value: String?
        }

        /// The format of this output.
        let format: Int
        let model: String
        let from: String
        let to: String
        /// The versions that a direct mapping skips; `nil` if it is none.
        let skips: [String]?
        let verdict: String
        let summary: String
        let changes: [Item]
        let losses: [String]
        /// The code in Swift that the stage runs; `nil` if it runs none.
        let swift: [Line]?
        /// The decisions that the stage needs.
        package let decisions: [Decision]
        let suggestion: String?
    }
}
