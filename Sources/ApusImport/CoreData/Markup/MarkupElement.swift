/// An element of an XML file, with its line.
struct MarkupElement: Sendable {
    /// The element's name.
    let name: String

    /// The line on which the opening tag ends, counted from 1.
    let line: Int

    /// The XML attributes. They are called keys here to distinguish them from a model's attributes.
    let keys: [String: String]

    /// The child elements, in the file's order.
    var children: [MarkupElement] = []

    /// The text inside, without that of child elements.
    var text: String = ""

    /// The line of the first text inside that is not whitespace, if there is one.
    var textLine: Int?
}
