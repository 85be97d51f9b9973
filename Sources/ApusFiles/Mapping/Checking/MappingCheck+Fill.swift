import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// A literal to be held against the rules of its attribute.
    struct Literal {
        let line: Mapping.Line
        /// The attribute, with the literal as its default.
        let attribute: Attribute
    }

    /// A fill is a value that its attribute may have.
    mutating func checkFills(_ fills: [(line: Mapping.Line, attribute: Attribute)], in version: VersionNames) {
        var literals: [Literal] = []
        for (line, attribute) in fills {
            switch line.fill {
            case .generated(let generator)?: check(generator, of: line, attribute, in: version)
            case .literal(let text)?:
                if let literal = literal(text, of: line, attribute) { literals.append(literal) }
            case nil: break
            }
        }
        checkRules(of: literals, in: version)
    }

    private mutating func check(
        _ generator: Fill.Generator,
        of line: Mapping.Line,
        _ attribute: Attribute,
        in version: VersionNames
    ) {
        let path: ElementPath = line.path
        guard let type = attribute.type.scalar, generator.types.contains(type) else {
            let fitting: [String] = Fill.Generator.allCases
                .filter { attribute.type.scalar.map($0.types.contains) == true }.map { "'\($0.rawValue)'" }
            return error(
                "'\(generator.rawValue)' does not make \(attribute.type.name.withArticle), the type of '\(path)'",
                at: line.location,
                help: [fitting.first.map { "write \($0), or a value" } ?? "write \(attribute.type.expectation)"]
            )
        }
        if generator == .rowNumber, case .part? = version[path] {
            error(
                "'\(generator.rawValue)' counts the rows of an entity, and '\(path)' is a part of a composite",
                at: line.location,
                help: ["write a value"]
            )
        }
    }

    private mutating func literal(_ text: String, of line: Mapping.Line, _ attribute: Attribute) -> Literal? {
        let path: ElementPath = line.path
        if attribute.type.isForeign {
            error(
                "'\(path)' is \(attribute.type.name), and its bytes cannot be written as text, so it cannot be filled",
                at: line.location,
                help: ["remove it: if rows have no value, the attribute must be optional"]
            )
            return nil
        }
        var copy: Attribute = attribute
        copy.name = path.property ?? attribute.name
        (copy.defaultValue, copy.defaultExpression) = (nil, nil)
        let generator = Fill.Generator(rawValue: text + "()")
        guard let key = Attribute.keys.first(where: { $0.name == "default" }), case .coded(let coding) = key.form,
            !coding.read(&copy, text)
        else {
            if let generator, bareGenerators.contains(path), attribute.type.scalar.map(generator.types.contains) == true
            {
                warning(
                    "the fill of '\(path)' is the text '\(text)', the same in every row",
                    at: line.location,
                    help: ["did you mean '\(generator.rawValue)'?", "if this text is meant, write it in quotes"]
                )
            }
            return Literal(line: line, attribute: copy)
        }
        let meant: String? = generator.map { "did you mean '\($0.rawValue)'?" }
        error(
            "the fill '\(text)' of '\(path)' is not \(attribute.type.name.withArticle)",
            at: line.location,
            help: [meant ?? "write \(coding.expectation(copy))"]
        )
        return nil
    }

    /// Checks literals against the rules of their attributes: cases, least and greatest values, lengths, patterns. They
    /// are checked as if they were the attributes' defaults.
    private mutating func checkRules(of literals: [Literal], in version: VersionNames) {
        guard !literals.isEmpty else { return }
        var schema = Schema(model: "Fills")
        schema.enumerations = version.enumerations
        var indices: [ModelPath: Int] = [:]
        var attributes: [String: [Attribute]] = [:]
        for (index, literal) in literals.enumerated() {
            let owner: String = literal.line.path.entity
            indices[.entity(owner).element("attributes", literal.attribute.name).key("default")] = index
            attributes[owner, default: []].append(literal.attribute)
        }
        schema.entities = attributes.sorted { $0.key < $1.key }.map { Entity($0.key, attributes: $0.value) }
        // Findings about anything but the defaults of this temporary schema have no location, and are left out.
        let problems = schema.validate(defaultsNamed: "fill") { modelPath in
            indices[modelPath].map { SourceLocation(file: "", line: $0) }
        }
        for problem in problems {
            guard let index = problem.location?.line else { continue }
            let isRule = problem.severity == .warning
            error(
                problem.message,
                at: literals[index].line.location,
                help: isRule ? ["choose a value that the model allows"] : problem.help
            )
        }
    }
}
