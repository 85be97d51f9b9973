/// An entity no longer has a property that it inherited, and that others still have.
public struct InheritedPropertyLost: Difference {
    /// The property's older name.
    public let property: String?

    /// The entity that declared it.
    public let declaredBy: String

    /// Whether a store held values or references of it.
    public let isLoss: Bool

    /// Creates the difference.
    public init(property: String, declaredBy: String, isLoss: Bool) {
        self.property = property
        self.declaredBy = declaredBy
        self.isLoss = isLoss
    }

    /// The stable code.
    public static let code = "AP221"
}
