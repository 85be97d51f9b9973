/// One way in which two matched schemas differ, as a typed value.
///
/// The ``Change/verdict`` of the ``Change`` that holds a difference says what the difference means for a store's data.
package protocol Difference: Hashable, Sendable {
    /// The stable code. `Documentation/Changes.md` has a section for each.
    static var code: String { get }

    /// The newer name of the property, case or part that differs, or its older name if it was removed; `nil` if the
    /// entity or the type itself differs.
    var property: String? { get }
}

extension Difference {
    /// `nil`: the entity or the type itself differs.
    package var property: String? { nil }
}
