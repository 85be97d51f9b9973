/// The text of a difference in a diff.
package struct ChangeWords: Hashable, Sendable {
    /// Whether an element was added, removed, renamed or changed.
    package enum Sign: CaseIterable, Hashable, Sendable {
        /// Only the newer schema has it.
        case added
        /// Only the older schema has it.
        case removed
        /// It has a new name.
        case renamed
        /// Both schemas have it, and it differs.
        case changed

        /// The sign at the start of a line.
        package var symbol: String {
            switch self {
            case .added: "+"
            case .removed: "-"
            case .renamed, .changed: "~"
            }
        }
    }

    /// Whether the element was added, removed, renamed or changed.
    package let sign: Sign

    /// The element's name, or its older and newer names: `start → startDate`.
    package let subject: String

    /// The difference.
    package let detail: String

    /// What the older schema has, if a single text can describe it.
    package let from: String?

    /// What the newer schema has, if a single text can describe it.
    package let to: String?

    /// Creates the text.
    package init(_ sign: Sign, _ subject: String, _ detail: String, from: String? = nil, to: String? = nil) {
        self.sign = sign
        self.subject = subject
        self.detail = detail
        self.from = from
        self.to = to
    }
}
