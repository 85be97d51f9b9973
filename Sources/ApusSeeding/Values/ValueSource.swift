import ApusSchema

/// Where the values of an attribute come from: all are ones that the model allows.
protocol ValueSource: Sendable {
    /// How many different values there are; `nil` where there are more than anybody needs.
    var room: Int? { get }

    /// The less, the more natural it is for the values to differ.
    var rank: Int { get }

    /// Values at the edges; none where the profile wants none.
    var extremes: [StoredValue] { get }

    /// A value.
    func value(_ random: inout SplitMix64) -> StoredValue

    /// A value that differs from that of any other number.
    ///
    /// - Parameters:
    ///   - number: From 0 up to but without ``room``.
    ///   - random: Chance, for what need not differ.
    /// - Returns: The value.
    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue
}
