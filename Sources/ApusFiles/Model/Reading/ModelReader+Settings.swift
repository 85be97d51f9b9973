import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads the settings of an element that have no structure of their own.
    ///
    /// - Parameters:
    ///   - list: The element's keys.
    ///   - element: The element.
    ///   - keys: The keys in the file.
    ///   - path: The element's path.
    ///   - isTypeKnown: Whether the element's type is known, which values such as a default are read with.
    mutating func readSettings<Element>(
        _ list: [Key<Element>],
        of element: inout Element,
        from keys: Keys,
        at path: ModelPath,
        isTypeKnown: Bool = true
    ) {
        for key in list {
            guard let node = keys[key.name] else { continue }
            if case .coded = key.form, !isTypeKnown { continue }
            readSetting(key, of: &element, from: node, at: path.key(key.name))
        }
    }

    /// Reads a setting.
    mutating func readSetting<Element>(
        _ key: Key<Element>,
        of element: inout Element,
        from node: YAMLNode,
        at path: ModelPath
    ) {
        locations.record(path, at: node.location)
        switch key.form {
        case .text(let lens):
            if let scalar = node.text(of: "'\(key.name)'", into: &findings) {
                locations.record(path, scalar)
                lens.set(&element, scalar.text)
            }
        case .flag(let lens, _):
            if let truth = node.truth(of: key.name, into: &findings) { lens.set(&element, truth) }
        case .choice(let lens):
            if let truth = node.truth(of: key.name, into: &findings) { lens.set(&element, truth) }
        case .count(let lens):
            if let number = node.count(of: key.name, into: &findings) { lens.set(&element, number) }
        case .word(let words, let lens):
            if let word = node.word(of: key.name, among: words, into: &findings) { lens.set(&element, word) }
        case .coded(let coding):
            let what = "the \(key.name) of '\(path.parent?.title ?? "")'"
            if let scalar = node.text(of: what, into: &findings) {
                read(scalar.text, as: key.name, coding, of: &element, at: path, location: scalar.location)
            }
        case .names(let lens):
            let names = node.texts(of: "'\(key.name)'", into: &findings)
            for (index, name) in names.enumerated() { locations.record(path.index(index), at: name.location) }
            lens.set(&element, names.map(\.text))
        case .texts(let lens): lens.set(&element, readTexts(node, at: path))
        case .structure: break
        }
    }

    /// Reads a string with a syntax of its own.
    mutating func read<Element>(
        _ text: String,
        as name: String,
        _ coding: Coding<Element>,
        of element: inout Element,
        at path: ModelPath,
        location: SourceLocation
    ) {
        guard !coding.read(&element, text) else { return }
        let owner = "the \(name) '\(text)' of '\(path.parent?.title ?? "")'"
        let type = (element as? Attribute)?.type
        let isOfType = ["default", "minimum", "maximum"].contains(name)
        findings.error(
            isOfType ? "\(owner) is not \((type?.name ?? "value").withArticle)" : "\(owner) cannot be read",
            at: location,
            help: ["write \(coding.expectation(element))"]
        )
    }

    /// Reads strings with arbitrary keys.
    mutating func readTexts(_ node: YAMLNode, at path: ModelPath) -> [String: String] {
        var texts: [String: String] = [:]
        let section = path.steps.last ?? ""
        for entry in node.entries(of: "'\(section)'", into: &findings) ?? [] {
            let key = path.key(entry.key.text)
            if let first = locations.exactly(key) {
                findings.error(
                    "'\(entry.key.text)' of '\(section)' is defined twice",
                    at: entry.key.location,
                    notes: ["the first one is at \(first)"],
                    help: ["remove one of them"]
                )
            } else if let scalar = entry.value.text(of: "'\(entry.key.text)' of '\(section)'", into: &findings) {
                texts[entry.key.text] = scalar.text
            }
            locations.record(key, at: entry.key.location)
        }
        return texts
    }
}

extension ModelPath {
    /// The names of the elements in the path, as messages show them: `Trip.name`.
    var title: String {
        steps.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: ".")
    }
}
