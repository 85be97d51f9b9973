import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The value of a form that a text says; `nil` if it says none, which is reported.
    mutating func value(_ scalar: YAMLScalar, _ form: Mapping.ValueForm, of path: ElementPath?) -> JSONValue? {
        switch form {
        case .fill: fill(scalar)?.json
        case .conversion: conversion(scalar).map { .text($0) }
        case .expression: expression(scalar, of: path).map { .text($0) }
        case .duplicates: duplicates(scalar).map { .text($0) }
        case .origins, .message, .function, .version: nil
        }
    }

    /// The text of an expression or a condition, if it is one; with the attribute that it computes, if it computes one.
    mutating func expression(_ scalar: YAMLScalar, of path: ElementPath? = nil) -> String? {
        do {
            _ = try ExpressionFormat.parse(scalar.text, calling: functions)
        } catch {
            if (try? PredicateFormat.parse(scalar.text, calling: functions)) != nil { return scalar.text }
            let fill = path.flatMap { Fill.help(inPlaceOf: scalar.text, of: $0) }
            report(
                error,
                in: scalar,
                help: fill ?? "Documentation/Expressions.md shows what expressions are",
                isBest: fill != nil
            )
            return nil
        }
        return scalar.text
    }

    /// The text of a condition, if it is one.
    mutating func condition(
        _ scalar: YAMLScalar,
        such example: String = "$source.name != nil",
        isAssertion: Bool = false
    ) -> String? {
        do {
            _ = try PredicateFormat.parse(scalar.text, calling: isAssertion ? [] : functions)
        } catch {
            report(error, in: scalar, help: "write a condition such as '\(example)'")
            return nil
        }
        return scalar.text
    }

    /// Reports a syntax error, with a help if it has none of its own, or if the help is the best one.
    private mutating func report(
        _ error: PredicateProblem,
        in scalar: YAMLScalar,
        help: String,
        isBest: Bool = false
    ) {
        for problem in error.diagnostics {
            findings.error(
                problem.message,
                at: scalar.location,
                help: problem.help.isEmpty || isBest ? [help] : problem.help
            )
        }
    }

    /// The name of a conversion.
    private mutating func conversion(_ word: YAMLScalar) -> String? {
        if ConversionNames.all.contains(word.text) { return word.text }
        findings.error(
            "'\(word.text)' is not a conversion",
            at: word.location,
            help: ConversionNames.help(for: word.text, among: ConversionNames.all),
            fixes: ConversionNames.meant(by: word.text, among: ConversionNames.all)
                .map { [.replace(word.location, word: word.text, with: $0)] } ?? []
        )
        return nil
    }

    /// The fill that a text says: a generator where it stands without quotes, otherwise itself.
    private mutating func fill(_ scalar: YAMLScalar) -> Fill? {
        guard scalar.style == .plain, Fill.isCall(scalar.text) else { return .literal(scalar.text) }
        if let generator = Fill.Generator(rawValue: scalar.text) { return .generated(generator) }
        let words: [String] = Fill.Generator.allCases.map(\.rawValue)
        // `uuid(4)` is not far from `uuid()`, whatever stands between the parentheses.
        let meant: String? = NearMiss.suggestion(for: scalar.text.prefix { $0 != "(" } + "()", among: words)
        findings.error(
            "'\(scalar.text)' is not a generator",
            at: scalar.location,
            help: [
                meant.map { "did you mean '\($0)'?" }
                    ?? "expected one of \(words.map { "'\($0)'" }.joined(separator: ", "))",
                "if this text is meant, write it in quotes",
            ],
            fixes: meant.map { [.replace(scalar.location, word: scalar.text, with: $0)] } ?? []
        )
        return nil
    }
}

extension YAMLScalar {
    /// Whether it is the name of a generator without its parentheses, and has no quotes.
    var isBareGenerator: Bool { style == .plain && Fill.Generator(rawValue: text + "()") != nil }
}

extension Fill {
    /// Whether a text without quotes is meant as a generator, if perhaps misspelt: any `word()`, and the name of a
    /// generator with something between its parentheses.
    static func isCall(_ text: String) -> Bool {
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return false }
        let head: String = text[..<open].lowercased()
        let inner = text[text.index(after: open)...].dropLast()
        if inner.isEmpty { return head.isIdentifier }
        return Generator.allCases.contains { $0.rawValue.lowercased() == head + "()" }
    }
}
