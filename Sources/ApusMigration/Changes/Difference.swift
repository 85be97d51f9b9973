/// One way in which two matched schemas differ, as a typed value.
///
/// Each conforming type is one change of the catalogue, ``ChangeCatalogue``. What the change means for the data of a
/// store is the ``Change/verdict`` of the ``Change`` that holds it.
public protocol Difference: Hashable, Sendable {
    /// What the catalogue says, the same for all values of the type.
    static var page: ChangePage { get }

    /// The property, case or part by its newer name, or by its older one where it is gone; `nil` where it is the entity
    /// or the type itself.
    var property: String? { get }

    /// How people are told.
    var words: ChangeWords { get }
}

extension Difference {
    /// What the catalogue says.
    public var page: ChangePage { Self.page }

    /// Nothing but the entity or the type itself.
    public var property: String? { nil }
}
