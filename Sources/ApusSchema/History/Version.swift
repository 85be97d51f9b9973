package import ApusDiagnostics

extension Schema {
    /// The name of a released schema: up to three numbers, `1`, `1.2` or `1.2.3`; missing ones are 0.
    public struct Version: Hashable, Sendable {
        /// The first number.
        public let major: Int
        /// The second number.
        public let minor: Int
        /// The third number.
        public let patch: Int

        /// Creates a version.
        public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Parses `1`, `1.2` or `1.2.3`; `nil` for anything else, including signs, leading zeros and numbers of more
        /// than 15 digits.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let numbers: [Int] = parts.compactMap { part in
                part == "0" || part.first != "0" ? Int(digits: part) : nil
            }
            guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
            self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
        }
    }
}

extension Schema.Version: CustomStringConvertible {
    /// The shortest way to write the version: `3`, `3.1`, `3.0.1`.
    public var description: String {
        if patch != 0 { return "\(major).\(minor).\(patch)" }
        return minor != 0 ? "\(major).\(minor)" : "\(major)"
    }
}

extension Schema.Version {
    /// The next whole number, which is the name of a version if its author gives none.
    ///
    /// - Parameter newest: The newest version, if there is one.
    /// - Returns: The version.
    /// - Throws: `DiagnosticsError` if that has too many digits.
    package static func next(after newest: Schema.Version?) throws(DiagnosticsError) -> Schema.Version {
        let number = newest?.major ?? 0
        if number < .greatestRead { return Schema.Version(number + 1) }
        throw DiagnosticsError(
            .error(
                "no whole number of \(Int.digitsLimit) comes after version \(number)",
                help: ["name the new version with 'apus freeze --as', such as \(number).\((newest?.minor ?? 0) + 1)"]
            )
        )
    }
}

extension Schema.Version: Comparable {
    /// Orders versions by number. A history is instead in the order in which its versions were frozen.
    public static func < (lhs: Schema.Version, rhs: Schema.Version) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}
