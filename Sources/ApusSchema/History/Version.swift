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

        /// Parses `1`, `1.2` or `1.2.3`; `nil` for anything else, including signs and leading zeros.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let numbers: [Int] = parts.compactMap { part in
                let isPlain = part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                return isPlain && (part == "0" || part.first != "0") ? Int(part) : nil
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

extension Schema.Version: Comparable {
    /// Orders versions by number. A history is instead in the order in which its versions were frozen.
    public static func < (lhs: Schema.Version, rhs: Schema.Version) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}
