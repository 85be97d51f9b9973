/// The form of generated code: that which it has, and that which this runtime carries.
///
/// Generated code names its form. Where it and the runtime are of different releases that is a compile error, before
/// anything can go wrong with data: a form that is past is marked as such, and one that is still to come is not there.
public enum GeneratedCode: Sendable {
    /// The form before classes carried whole models.
    @available(*, unavailable, message: "an older Apus generated this code: run 'apus generate'")
    case form0

    /// The form before generated code named its own interface, `@_spi(Generated)`.
    @available(*, unavailable, message: "an older Apus generated this code: run 'apus generate'")
    case form1

    /// The form of this release.
    case form2
}
