import ApusSchema

/// The source of an attribute's values. The model allows all of them.
protocol ValueSource: Sendable {
    /// The number of distinct values, or `nil` if there are more than a store ever needs.
    var capacity: Int? { get }

    /// How natural it is for the values to be unique; a lower rank is more natural.
    var rank: Int { get }

    /// The extreme values, if the profile uses them.
    var extremes: [StoredValue] { get }

    /// A random value.
    func value(_ random: inout SplitMix64) -> StoredValue

    /// The distinct value of a number.
    ///
    /// - Parameters:
    ///   - number: A number in `0..<capacity`.
    ///   - random: The generator for the parts that need not be unique.
    /// - Returns: The value.
    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue
}
