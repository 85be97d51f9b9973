extension Int {
    /// The greatest number that Apus reads from a file, a store or an option: 15 digits.
    ///
    /// Every reader keeps to it, so that no sum of such numbers overflows.
    package static let greatestRead: Int = 999_999_999_999_999

    /// What messages say about a number that is not ``init(digits:)``'s.
    package static let digitsLimit: String = "at most 15 digits"

    /// Reads a whole number of at most 15 digits; `nil` for anything else, including signs.
    package init?(digits text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, let number = Int(text), number <= Int.greatestRead else { return nil }
        self = number
    }
}
