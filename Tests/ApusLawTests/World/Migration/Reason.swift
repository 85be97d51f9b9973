import ApusSchema

/// Why a stage is refused, whatever the store holds: what is meant, which rule, and the line that would settle it.
struct Reason: Hashable, Sendable {
    /// A line of a mapping that would settle it.
    enum Settlement: Hashable, Sendable {
        /// The loss is accepted, by the older name.
        case accept(ElementPath)
        /// A value is given, by the newer name.
        case fill(ElementPath)
        /// A conversion is chosen, by the newer name, from those names.
        case convert(ElementPath, [String])
        /// Every row is said to have a value, by the newer name.
        case require(ElementPath)
        /// The line with that number is taken away.
        case drop(StageLines.Kind, Int)
    }

    /// The rule, by the code of the change.
    let code: String
    /// The element.
    let path: ElementPath
    /// What would settle it, the best first; empty where nothing in a mapping would.
    let settlements: [Settlement]

    /// Whether two reasons say the same of the same element.
    static func == (lhs: Reason, rhs: Reason) -> Bool { lhs.code == rhs.code && lhs.path == rhs.path }

    func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(path)
    }
}

extension Reason: CustomStringConvertible {
    var description: String { "\(path): \(code)" }
}

/// A stage that no store can be migrated through.
struct StageRefused: Error, CustomStringConvertible {
    let reasons: [Reason]
    var description: String { "refused: \(reasons.map(\.description).joined(separator: ", "))" }
}

/// A migration that this data stops: a conversion fails, or a value that the mapping requires is missing.
struct MigrationStopped: Error, CustomStringConvertible {
    let reason: String
    var description: String { "stopped: \(reason)" }
}
