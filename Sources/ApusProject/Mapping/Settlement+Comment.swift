import ApusMigration
package import ApusSchema

extension Settlement {
    /// Whether there is something to write in a mapping file.
    package var hasFile: Bool { !mapping.isEmpty || ownCode != nil || isUndecided }

    /// The comment for the reviewer: what is known about each kind of line, and nothing else.
    var comment: [String] {
        var lines = ["Imported, for review."]
        if let ownCode {
            lines.append("The app had code of its own here: \(ownCode.location).")
            if !translated.isEmpty {
                lines.append(
                    "\(Set(translated.map(\.key.rawValue)).sorted().joined(separator: ", ")): translated from it."
                )
            }
            lines += ownCode.work.map { "To be written: \($0.text)." }
        }
        lines += openQuestions.map { "To decide: \($0.message) [\($0.code)]" }
        if !losses.isEmpty {
            let what = translated.isEmpty ? "an inferred migration of Core Data" : "the app's migration"
            lines.append("accept: \(what) drops these without asking.")
        }
        let others: [Mapping.Line] = givenUp
        if !others.isEmpty { lines.append("accept: Apus cannot carry these over: \(others.names).") }
        lines += remarks.map { "\($0)." }
        lines += likelyRenames.map { "A rename? \($0.first?.uppercased() ?? "")\($0.dropFirst())." }
        if !likelyRenames.isEmpty {
            lines.append(
                "If so, give it that renaming identifier in a copy of the bundle, and import the copy instead."
            )
        }
        if !mapping[.fill].isEmpty { lines.append("fill: constants of the app's mapping model.") }
        let (numbers, texts) = conversions
        if !numbers.isEmpty {
            lines.append(
                "convert: Core Data infers a change of numbers; this stops at values that do not fit: \(numbers.names)."
            )
        }
        if !texts.isEmpty {
            lines.append(
                "convert: Core Data infers no such change of type; this stops at values that do not fit: \(texts.names)."
            )
        }
        if !mapping[.require].isEmpty {
            lines.append(
                "require: Core Data stops here if there are objects without a value (required, no default, nothing to "
                    + "fill it)."
            )
        }
        return lines
    }

    /// The lines that say what the app's own code did.
    package var translated: [Mapping.Line] { ownCode?.translations.map(\.line) ?? [] }

    /// The accepted losses that no inferred migration makes.
    package var givenUp: [Mapping.Line] {
        let losses = Set(losses)
        return mapping[.accept].filter { !losses.contains($0) }
    }

    /// The conversions between numbers, and the other ones.
    private var conversions: (numbers: [Mapping.Line], others: [Mapping.Line]) {
        let numbers: Set<ElementPath> = Set(
            stage.changes.compactMap { change in
                guard let type = change.difference as? TypeChanged,
                    [type.from, type.to].allSatisfy({ ScalarType(rawValue: $0)?.isNumberInCoreData == true })
                else { return nil }
                return ElementPath(change.entity, type.name)
            }
        )
        let all: [Mapping.Line] = mapping[.convert]
        func isNumber(_ line: Mapping.Line) -> Bool { numbers.contains(line.path) }
        return (all.filter(isNumber), all.filter { !isNumber($0) })
    }
}

extension ScalarType {
    /// Whether the type is a number for Core Data, which counts truth values among them.
    fileprivate var isNumberInCoreData: Bool {
        switch self {
        case .int16, .int32, .int64, .decimal, .double, .float, .bool: true
        case .string, .date, .data, .uuid, .url: false
        }
    }
}

extension [Mapping.Line] {
    /// The elements, in a row.
    fileprivate var names: String { map(\.path.description).joined(separator: ", ") }
}
