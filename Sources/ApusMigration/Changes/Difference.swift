/// One way in which two matched schemas differ, as a typed value.
///
/// What the difference means for the data of a store is the ``Change/verdict`` of the ``Change`` that holds it.
package protocol Difference: Hashable, Sendable {
    /// The stable code, which the documentation explains.
    static var code: String { get }

    /// The property, case or part by its newer name, or by its older one if it is gone; `nil` if it is the entity or the
    /// type itself.
    var property: String? { get }
}

extension Difference {
    /// Nothing but the entity or the type itself.
    package var property: String? { nil }
}
