/// Why an answer cannot be used.
package struct UnusableAnswer: Error, Hashable {
    /// The reason.
    package let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The edit cannot be made without rewriting what is around it.
    static func byHand(_ work: String) -> UnusableAnswer {
        UnusableAnswer("the text cannot be edited there: \(work) by hand, then run 'apus resolve' again")
    }
}
