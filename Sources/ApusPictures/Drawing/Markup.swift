import ApusReports

/// XML that is written element by element. Only here are texts and values escaped, and the names of elements and attributes cannot be
/// made of data.
struct Markup {
    /// The attributes of an element. One without a value is left out.
    typealias Attributes = KeyValuePairs<StaticString, String?>

    /// What was written so far.
    private(set) var text = ""

    /// Adds an element in the line.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], content: (inout Markup) -> Void) {
        start(name, attributes)
        text += ">"
        content(&self)
        text += "</\(name)>"
    }

    /// Adds an element that contains nothing but text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ content: String) {
        element(name, attributes) { $0.add(content) }
    }

    /// Adds an element whose start and end have lines of their own.
    mutating func block(_ name: StaticString, _ attributes: Attributes = [:], content: (inout Markup) -> Void) {
        text += "\n"
        element(name, attributes) { markup in
            content(&markup)
            markup.text += "\n"
        }
    }

    /// Adds an element in a line of its own.
    mutating func line(_ name: StaticString, _ attributes: Attributes = [:], content: (inout Markup) -> Void) {
        text += "\n"
        element(name, attributes, content: content)
    }

    /// Adds an element that contains nothing but text, in a line of its own.
    mutating func line(_ name: StaticString, _ attributes: Attributes = [:], _ content: String) {
        line(name, attributes) { $0.add(content) }
    }

    /// Adds an element that has no content, in a line of its own. HTML knows this form for its void elements and in SVG only.
    mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) {
        text += "\n"
        start(name, attributes)
        text += "/>"
    }

    /// Adds text of one line.
    mutating func add(_ content: String) {
        text += content.xml
    }

    /// Adds text with its line breaks.
    mutating func add(lines content: String) {
        text += content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).xml }
            .joined(separator: "\n")
    }

    /// Adds text of our own as it is: a style, a script, numbers as JSON.
    mutating func add(own content: String) {
        text += content
    }

    /// Adds what another builder wrote.
    mutating func add(_ markup: Markup) {
        text += markup.text
    }

    private mutating func start(_ name: StaticString, _ attributes: Attributes) {
        text += "<\(name)"
        for case (let name, let value?) in attributes {
            text += " \(name)=\"\(value.xml)\""
        }
    }
}
