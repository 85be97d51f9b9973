/// An element of an XML file, with the line that its place is named by.
struct MarkupElement {
    /// The element's name.
    let name: String

    /// The line on which the opening tag ends, counted from 1.
    let line: Int

    /// The XML attributes. They are called keys here, because a model's elements are attributes too.
    let keys: [String: String]

    /// The elements inside, in the file's order.
    var children: [MarkupElement] = []

    /// The text inside, apart from that of elements inside.
    var text: String = ""

    /// The line of the first text inside that is not white space, where there is one.
    var textLine: Int?
}
