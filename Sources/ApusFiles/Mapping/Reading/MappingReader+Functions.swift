import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The lines that declare functions. Those that cannot be used are reported.
    mutating func functions(_ node: YAMLNode, of key: Mapping.Key) -> [Mapping.Line] {
        let entries = entries(node, of: key.rawValue)
        // Calls of a function whose declaration is wrong are not reported as well.
        functions = Set(entries.map(\.key.text))
        return entries.compactMap { entry in
            let name = entry.key
            let isName = isFunctionName(name)
            guard let function = function(entry.value, named: name.text), isName else { return nil }
            return Mapping.Line(key, ElementPath(name.text), function.json, at: name.location)
        }
    }

    private static let functionHelp: String = "write 'name: { takes: [string], gives: string?, version: 1 }'"

    /// Returns whether a function can have a name, and reports it otherwise.
    private mutating func isFunctionName(_ name: YAMLScalar) -> Bool {
        guard name.text.isIdentifier else {
            findings.error(
                "'\(name.text)' is not the name of a function",
                at: name.location,
                help: ["write letters, digits and '_', with a letter or '_' first"]
            )
            return false
        }
        guard FunctionDeclaration.isReserved(name.text) else { return true }
        findings.error(
            "'\(name.text)' has another meaning in expressions",
            at: name.location,
            help: ["give the function another name"]
        )
        return false
    }

    /// Reads a declaration; `nil` if something of it is missing or wrong, which is reported.
    private mutating func function(_ node: YAMLNode, named name: String) -> FunctionDeclaration? {
        let what = "the function '\(name)'"
        if case .scalar(let scalar) = node.content, !scalar.isNull {
            findings.error(
                "\(what) must be keys and values, not a string",
                at: node.location,
                help: [Self.functionHelp]
            )
            return nil
        }
        let known = findings.diagnostics.count
        let names: [String] = Mapping.FunctionKey.allCases.map(\.rawValue)
        guard let keys = Keys(node, Keys.Kinds(owner: what, known: names), into: &findings) else { return nil }
        // An unknown key is probably a misspelled one.
        let isKnown = findings.diagnostics.count == known
        for name in names where isKnown && keys[name] == nil {
            findings.error("\(what) has no '\(name)'", at: keys.location, help: [Self.functionHelp])
        }
        let takes = keys[.takes].map { types($0, of: what) }
        let gives = keys[.gives]?.text(of: "'gives' of \(what)", into: &findings).flatMap { valueType($0) }
        let version = keys[.version]?.text(of: "'version' of \(what)", into: &findings).flatMap { versionNumber($0) }
        guard let takes, let gives, let version, findings.diagnostics.count == known else { return nil }
        return FunctionDeclaration(name, version: version, takes: takes, gives: gives)
    }

    private mutating func types(_ node: YAMLNode, of what: String) -> [FunctionDeclaration.ValueType] {
        let words = node.texts(of: "'takes' of \(what)", into: &findings)
        if words.count > FunctionDeclaration.mostArguments {
            findings.error(
                "\(what) takes \(words.count) arguments",
                at: node.location,
                help: ["a function takes at most \(FunctionDeclaration.mostArguments)"]
            )
        }
        return words.compactMap { valueType($0) }
    }

    private mutating func valueType(_ word: YAMLScalar) -> FunctionDeclaration.ValueType? {
        if let type = FunctionDeclaration.ValueType(word.text) { return type }
        let names: [String] = ScalarType.allCases.map(\.rawValue)
        let suffix = word.text.hasSuffix("?") ? "?" : ""
        let meant = NearMiss.suggestion(for: String(word.text.dropLast(suffix.count)), among: names).map { $0 + suffix }
        findings.error(
            "'\(word.text)' is not a type that a function takes or gives",
            at: word.location,
            help: [
                meant.map { "did you mean '\($0)'?" }
                    ?? "expected \(names.map { "'\($0)'" }.alternatives), with '?' if it can be null"
            ],
            fixes: meant.map { [.replace(word.location, word: word.text, with: $0)] } ?? []
        )
        return nil
    }

    mutating func versionNumber(_ word: YAMLScalar, of what: String = "a function") -> Int? {
        if let version = Int(digits: word.text), version > 0, String(version) == word.text { return version }
        findings.error(
            "'\(word.text)' is not a version of \(what)",
            at: word.location,
            help: ["write a whole number from 1"]
        )
        return nil
    }
}

extension Keys {
    fileprivate subscript(key: Mapping.FunctionKey) -> YAMLNode? { self[key.rawValue] }
}
