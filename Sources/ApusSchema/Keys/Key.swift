/// A key of an element of a model: its name, the form of its value, and the part of the element that it describes.
///
/// The keys of each element are listed once, by importance. The canonical JSON form, the YAML of model files, their
/// JSON Schema and the comparison of two schemas all follow these lists, so a key is known everywhere or nowhere.
package struct Key<Element>: Sendable {
    /// The form of a key's value.
    package enum Form: Sendable {
        /// A string.
        case text(Lens<Element, String?>)
        /// True or false; the default is not written.
        case flag(Lens<Element, Bool>, usual: Bool)
        /// True, false, or neither.
        case choice(Lens<Element, Bool?>)
        /// A non-negative whole number.
        case count(Lens<Element, Int?>)
        /// One of several words; `nil` is the default and is not written.
        case word([String], Lens<Element, String?>)
        /// A string with a syntax of its own; see ``Coding``.
        case coded(Coding<Element>)
        /// A list of names.
        case names(Lens<Element, [String]>)
        /// Strings with arbitrary keys.
        case texts(Lens<Element, [String: String]>)
        /// A value with a structure of its own.
        case structure(KeyStructure)
    }

    /// The key's name.
    package let name: String

    /// The form of its value.
    package let form: Form

    /// The meaning, as a sentence without a period at the end.
    package let summary: String

    /// Returns an element's value in canonical JSON; `nil` for the default.
    let json: @Sendable (Element) -> JSONValue?

    /// Returns an element's value on one line; `nil` for the default.
    let line: @Sendable (Element) -> String?

    init(_ name: String, _ form: Form, _ summary: String) {
        self.name = name
        self.form = form
        self.summary = summary
        json = form.json
        line = form.line
    }
}

/// The conversion between a part of an element and a string with a syntax of its own.
package struct Coding<Element>: Sendable {
    /// Returns the string; `nil` for the default.
    package let text: @Sendable (Element) -> String?

    /// Reads a string into the element; false if it is not valid.
    package let read: @Sendable (inout Element, String) -> Bool

    /// Whether the string is a number, a Boolean or a date.
    package let isWord: @Sendable (Element) -> Bool

    /// Returns the expected form of the string, for help: `a range such as 1...80`.
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
    /// Returns the same key of a larger element that contains this one.
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
