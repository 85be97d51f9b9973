import ApusDiagnostics

/// An element of a `contents` file as messages name it: `attribute 'Trip.name'`, `an element of fetch index 'Trip.byDay'`.
struct ElementLabel: CustomStringConvertible {
    /// The kind of the element, and what it belongs to.
    let kind: String

    /// The name of the element, or of what it belongs to; `nil` in the model itself.
    let name: String?

    init(_ kind: String, _ name: String? = nil) {
        (self.kind, self.name) = (kind, name)
    }

    /// Returns the label of a part of the element: `the user info of`.
    func part(_ words: String) -> ElementLabel { ElementLabel("\(words) \(kind)", name) }

    var description: String { name.map { "\(kind) '\($0)'" } ?? kind }

    /// The name in quotes, as a list of findings has it.
    var subject: String { name.map { "'\($0)'" } ?? kind }
}
