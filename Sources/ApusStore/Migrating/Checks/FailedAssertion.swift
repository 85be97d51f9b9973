public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

/// An assertion of a mapping that does not hold for a store, found before a pass's first write.
public struct FailedAssertion: Hashable, Sendable {
    /// A value that the assertion compares.
    public struct Value: Hashable, Sendable {
        /// The value as the mapping has it: `Person.count`.
        public let text: String
        /// What it is in this store, safe to print; `nil` if it cannot be computed exactly.
        public let result: String?
    }

    /// The points at which the stage starts and ends.
    public let from, to: Stage.Point
    /// The line of the mapping.
    public let line: Mapping.Line
    /// The values that it compares.
    public let values: [Value]
    /// Whether it only asserts something of the objects before the stage.
    package let isAboutOlder: Bool
}

extension FailedAssertion {
    /// The assertion, the values that it compares, and what to do.
    ///
    /// - Parameter location: The store.
    /// - Returns: The finding, an error.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        let known = values.compactMap { value in value.result.map { "\(value.text) is \($0)" } }
        let unknown = values.filter { $0.result == nil }.map { "'\($0.text)'" }
        let message = line.assertion?.message ?? ""
        let place = line.location.map { " at \($0)" } ?? ""
        return .error(
            unknown.isEmpty
                ? "\(message): this does not hold: \(known.joined(separator: ", "))"
                : "\(message): this cannot be checked, because \(unknown.joined(separator: " and ")) cannot be computed exactly",
            at: location,
            notes: ["the mapping from \(from) to \(to) asserts '\(line.subject)'\(place)"],
            help: [
                isAboutOlder
                    ? "change the values in the app or in the store first, or correct the assertion"
                    : "correct the mapping, or the assertion; nothing was written"
            ]
        )
    }
}
