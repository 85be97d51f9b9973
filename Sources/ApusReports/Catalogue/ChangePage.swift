import ApusMigration

/// What the catalogue says of a change, or of a finding that is none: its page in the documentation.
package struct ChangePage: Hashable, Sendable {
    /// What a change asks of the stage that brings it.
    package enum Effect: String, CaseIterable, Hashable, Sendable {
        /// Nothing: it is inferred.
        case lightweight
        /// Nothing, but the data is looked at before the first write, and may stop the migration.
        case checked
        /// A loss: it needs `accept`.
        case loss
        /// A value for existing rows: it needs `fill`, a default or `require`.
        case fill
        /// Somebody's word: it needs `convert`, or a decision in the model.
        case mapped
        /// Nothing: the mapping says it by itself, or for what another change asks.
        case written
    }

    /// How much attention a change deserves, least first.
    package enum Severity: Int, CaseIterable, Hashable, Sendable {
        /// Nothing can go wrong.
        case none
        /// A migration may stop, or something outside the store has to follow.
        case caution
        /// Somebody has to decide.
        case decision
        /// Data may be lost.
        case loss
    }

    /// The stable code.
    package let code: String

    /// The name in machine-readable output: `attributeRemoved`.
    package let name: String

    /// The heading of the page.
    package let title: String

    /// What the change may ask of a stage, first what the example shows.
    package let effects: [Effect]

    /// How much attention the change deserves.
    package let severity: Severity

    /// What happens to the data and why, and what Core Data does where that is telling.
    package let reason: String

    /// The older schema of the example: a model without its first line, `model: Example`.
    package let before: String

    /// The newer schema of the example, in the same form.
    package let after: String

    /// The mapping of the example's stage, where it needs one.
    package let mapping: String?

    /// What to do.
    package let advice: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - name: The name in machine-readable output.
    ///   - title: The heading.
    ///   - effects: What the change may ask of a stage, first what the example shows.
    ///   - severity: How much attention it deserves; by default what follows from the effects.
    ///   - reason: What happens to the data and why.
    ///   - before: The older schema of the example.
    ///   - after: The newer schema of the example.
    ///   - mapping: The mapping of the example's stage, where it needs one.
    ///   - advice: What to do.
    package init(
        _ code: String,
        _ name: String,
        title: String,
        effects: [Effect],
        severity: Severity? = nil,
        reason: String,
        before: String,
        after: String,
        mapping: String? = nil,
        advice: String
    ) {
        self.code = code
        self.name = name
        self.title = title
        self.effects = effects
        self.severity = severity ?? effects.map(Severity.init).max() ?? .none
        self.reason = reason
        self.before = before
        self.after = after
        self.mapping = mapping
        self.advice = advice
    }
}

extension ChangePage.Severity: Comparable {
    /// Orders by attention, least first.
    package static func < (lhs: ChangePage.Severity, rhs: ChangePage.Severity) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// What follows from an effect.
    fileprivate init(_ effect: ChangePage.Effect) {
        self =
            switch effect {
            case .lightweight, .written: .none
            case .checked: .caution
            case .fill, .mapped: .decision
            case .loss: .loss
            }
    }
}

extension ChangePage: CustomStringConvertible {
    /// The code and the title.
    package var description: String { "\(code) \(title)" }
}
