/// A difference in the words of a person who reads a diff.
package struct ChangeWords: Hashable, Sendable {
    /// Whether something is new, gone, renamed or different.
    package enum Sign: CaseIterable, Hashable, Sendable {
        /// It is new.
        case added
        /// It is gone.
        case removed
        /// It has another name.
        case renamed
        /// It was and is, and differs.
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

    /// Whether something is new, gone, renamed or different.
    package let sign: Sign

    /// The name, or the older and the newer one: `start → startDate`.
    package let subject: String

    /// What differs.
    package let detail: String

    /// What the older schema says, where that can be said in one text.
    package let from: String?

    /// What the newer schema says, where that can be said in one text.
    package let to: String?

    /// Creates the words.
    package init(_ sign: Sign, _ subject: String, _ detail: String, from: String? = nil, to: String? = nil) {
        self.sign = sign
        self.subject = subject
        self.detail = detail
        self.from = from
        self.to = to
    }
}
