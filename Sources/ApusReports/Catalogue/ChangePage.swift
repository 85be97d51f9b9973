import ApusMigration

/// The documentation page of a change or of another finding about a stage.
package struct ChangePage: Hashable, Sendable {
    /// What a stage needs in order to carry out a change.
    package enum Effect: String, CaseIterable, Hashable, Sendable {
        /// Nothing: the change is inferred.
        case lightweight
        /// Nothing, but the data is checked before the first write, which may stop the migration.
        case checked
        /// An `accept`, because data is lost.
        case loss
        /// A `fill`, a default or a `require`, because existing rows need a value.
        case fill
        /// A `convert`, or a decision in the model.
        case mapped
        /// Nothing: a line of the mapping makes the change, on its own or for another change.
        case written
    }

    /// How much attention a change deserves, in ascending order.
    package enum Severity: Int, CaseIterable, Hashable, Sendable {
        /// Nothing can go wrong.
        case none
        /// A migration may stop, or something outside the store needs an update.
        case caution
        /// The author has to decide.
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

    /// What a stage may need for the change, starting with what the example shows.
    package let effects: [Effect]

    /// How much attention the change deserves.
    package let severity: Severity

    /// What happens to the data and why, and what Core Data does if that is relevant.
    package let reason: String

    /// The older schema of the example, without the line `model: Example`.
    package let before: String

    /// The version between both, if the finding is about a direct mapping.
    package let between: String?

    /// The newer schema of the example, in the same form.
    package let after: String

    /// The mapping of the example's stage, if it needs one.
    package let mapping: String?

    /// What to do.
    package let advice: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - name: The name in machine-readable output.
    ///   - title: The heading.
    ///   - effects: What a stage may need for the change, starting with what the example shows.
    ///   - severity: How much attention it deserves; by default, the highest severity of the effects.
    ///   - reason: What happens to the data and why.
    ///   - before: The older schema of the example.
    ///   - between: The version between both, if the finding is about a direct mapping.
    ///   - after: The newer schema of the example.
    ///   - mapping: The mapping of the example's stage, if it needs one.
    ///   - advice: What to do.
    package init(
        _ code: String,
        _ name: String,
        title: String,
        effects: [Effect],
        severity: Severity? = nil,
        reason: String,
        before: String,
        between: String? = nil,
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
        self.between = between
        self.after = after
        self.mapping = mapping
        self.advice = advice
    }
}

extension ChangePage.Severity: Comparable {
    /// Orders severities by attention.
    package static func < (lhs: ChangePage.Severity, rhs: ChangePage.Severity) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// The severity of a change with an effect.
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
