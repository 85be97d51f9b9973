/// One key of an element of a model: its name, the form of its value, and the part of the element that it says.
///
/// The keys of each element are listed once, in an order of importance. The canonical JSON form, the YAML of model
/// files, their JSON Schema and the comparison of two schemas all follow these lists, so a key is known everywhere or
/// nowhere.
package struct Key<Element>: Sendable {
    /// The form of a key's value.
    package enum Form: Sendable {
        /// A text.
        case text(Lens<Element, String?>)
        /// True or false; the usual value is not written.
        case flag(Lens<Element, Bool>, usual: Bool)
        /// True, false, or neither.
        case choice(Lens<Element, Bool?>)
        /// A whole number that is not negative.
        case count(Lens<Element, Int?>)
        /// One of some words; `nil` is the usual one and is not written.
        case word([String], Lens<Element, String?>)
        /// A text with a grammar of its own, see ``Coding``.
        case coded(Coding<Element>)
        /// Names in order.
        case names(Lens<Element, [String]>)
        /// Texts under names of the author's own.
        case texts(Lens<Element, [String: String]>)
        /// A value with a structure of its own.
        case structure(KeyStructure)
    }

    /// The key's name.
    package let name: String

    /// The form of its value.
    package let form: Form

    /// What it says, in a sentence without a full stop at the end.
    package let summary: String

    /// What it says of an element in canonical JSON; `nil` where that is as usual.
    let json: @Sendable (Element) -> JSONValue?

    /// What it says of an element in one line; `nil` where that is as usual.
    let line: @Sendable (Element) -> String?

    init(_ name: String, _ form: Form, _ summary: String) {
        self.name = name
        self.form = form
        self.summary = summary
        json = form.json
        line = form.line
    }
}

/// How a part of an element is written as a text with a grammar of its own.
package struct Coding<Element>: Sendable {
    /// The text; `nil` where the element says nothing.
    package let text: @Sendable (Element) -> String?

    /// Reads a text into the element; false where it cannot be read.
    package let read: @Sendable (inout Element, String) -> Bool

    /// Whether the text is a number, a truth value or a date rather than a text.
    package let isWord: @Sendable (Element) -> Bool

    /// What such a text looks like for an element, as help: `a range such as 1...80`.
    package let expectation: @Sendable (Element) -> String

    init(
        text: @escaping @Sendable (Element) -> String?,
        read: @escaping @Sendable (inout Element, String) -> Bool,
        isWord: @escaping @Sendable (Element) -> Bool = { _ in false },
        expectation: @escaping @Sendable (Element) -> String
    ) {
        self.text = text
        self.read = read
        self.isWord = isWord
        self.expectation = expectation
    }
}

extension Key {
    /// The same key, of a larger element that holds this one.
    func lifted<Larger>(_ path: any WritableKeyPath<Larger, Element> & Sendable) -> Key<Larger> {
        let form: Key<Larger>.Form =
            switch self.form {
            case .text(let lens): .text(lens.lifted(path))
            case .flag(let lens, let usual): .flag(lens.lifted(path), usual: usual)
            case .choice(let lens): .choice(lens.lifted(path))
            case .count(let lens): .count(lens.lifted(path))
            case .word(let words, let lens): .word(words, lens.lifted(path))
            case .names(let lens): .names(lens.lifted(path))
            case .texts(let lens): .texts(lens.lifted(path))
            case .coded(let coding):
                .coded(
                    Coding(
                        text: { coding.text($0[keyPath: path]) },
                        read: { coding.read(&$0[keyPath: path], $1) },
                        isWord: { coding.isWord($0[keyPath: path]) },
                        expectation: { coding.expectation($0[keyPath: path]) }
                    )
                )
            case .structure(let structure): .structure(structure)
            }
        return Key<Larger>(name, form, summary)
    }
}
