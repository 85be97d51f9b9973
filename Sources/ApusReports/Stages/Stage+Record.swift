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
            let refusal: String?
        }

        /// A reason why the stage is refused.
        package struct Reason: Encodable, Sendable {
            let code: String
            let path: String
            let message: String
            let help: [String]
            let settlements: [Settlement]
        }

        /// A resolution of a refusal that a tool can carry out.
        package struct Settlement: Encodable, Sendable {
            /// `line` (of a mapping), `originalName`, `removal` or `correction` (of a mapping's line).
            let kind: String
            /// The element's path in the mapping or the model.
            let path: String
            /// The key of the mapping.
            let key: String?
            /// The text to write: the mapping's value, the older name, or the corrected path.
            let value: String?
            /// The mapping's file.
            let file: String?
        }

        /// The format of this output.
        let format: Int
        let model: String
        let from: String
        let to: String
        let verdict: String
        let summary: String
        let changes: [Item]
        let losses: [String]
        let refusals: [Reason]
        let suggestion: String?
    }
}
