import ApusDiagnostics

/// The validation of a schema.
///
/// Each extension checks a concern. Lookups use ``SchemaIndex``, so that the validation takes linear time.
struct SchemaValidator {
    let schema: Schema

    let index: SchemaIndex

    /// What messages call a default: the values of a mapping are checked as if they were defaults.
    var defaultName: String = "default"

    /// The elements in files that could not be read.
    let unreadable: Set<ModelPath>

    /// The findings so far.
    private(set) var findings: [Diagnostic] = []

    /// The settings that the fix of another finding adds or changes.
    var fixedSettings: Set<ModelPath> = []

    /// The remaining time for matching regular expressions, in the steps that ICU reports.
    var patience: Int = 200

    /// The search for the names that were probably meant.
    let nearMisses = NearMissSearch()

    private let locate: (ModelPath) -> SourceLocation?

    init(_ schema: Schema, unreadable: Set<ModelPath>, locate: @escaping (ModelPath) -> SourceLocation?) {
        self.schema = schema
        self.unreadable = unreadable
        self.locate = locate
        index = SchemaIndex(schema, unreadable: unreadable)
    }

    /// The location of an element or a setting, if it is known.
    func location(of modelPath: ModelPath) -> SourceLocation? { locate(modelPath) }

    mutating func run() {
        checkTypeNames()
        checkClassNames()
        checkCycles()
        checkDerivationCycles()
        checkValueCycles()
        for entity in schema.entities {
            checkHierarchy(of: entity)
            checkPropertyNames(of: entity)
            let modelPath: ModelPath = .entity(entity.name)
            for attribute in entity.attributes {
                check(attribute, ElementPath(entity.name, attribute.name), of: entity, at: entity.path(of: attribute))
            }
            for relationship in entity.relationships { check(relationship, of: entity) }
            checkUid(of: entity)
            for property in entity.fetchedProperties {
                check(property, of: entity, at: modelPath.element("fetchedProperties", property.name))
            }
            checkConstraints(of: entity)
            checkIndexes(of: entity)
            if let text = entity.spotlightDisplayName {
                let modelPath = modelPath.key("spotlightDisplayName")
                checkExpression(text, of: "'\(entity.name)'", entity: entity, as: .displayName, at: modelPath)
            }
        }
        checkComposites()
        checkEnumerations()
        checkFetchRequests()
        checkConfigurations()
        checkLocalization()
        checkStoredNames()
    }
}

extension SchemaValidator {
    mutating func error(
        _ message: String,
        at modelPath: ModelPath,
        notes: [String] = [],
        help: [String] = [],
        meant: String? = nil,
        fixes: [Fix] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        findings.append(
            .error(
                message,
                at: locate(modelPath),
                notes: notes,
                help: help,
                meant: meant,
                fixes: fixes,
                file: file,
                line: line
            )
        )
    }

    mutating func warn(
        _ message: String,
        about topic: Topic,
        at modelPath: ModelPath,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) {
        findings.append(.warning(message, about: topic, at: locate(modelPath), notes: notes, help: help, fixes: fixes))
    }

    /// Reports an unknown name, with a suggestion.
    ///
    /// There is no fix if the fix of another finding changes the setting.
    mutating func unknown(
        _ message: String,
        _ name: String,
        among candidates: some Sequence<String>,
        at modelPath: ModelPath,
        otherwise help: [String] = [],
        isFixed: Bool = false,
        file: String = #fileID,
        line: Int = #line
    ) {
        guard let near = nearMisses.suggestion(for: name, among: candidates) else {
            return error(message, at: modelPath, help: help, file: file, line: line)
        }
        let fixes: [Fix] = isFixed ? [] : replacing(name, with: near, at: modelPath)
        let meant = "'\(near)'"
        error(
            message,
            at: modelPath,
            help: [NearMiss.question(meant)],
            meant: meant,
            fixes: fixes,
            file: file,
            line: line
        )
    }

    /// Reports an unknown type, with a suggestion.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - types: The model's own types that are possible.
    ///   - modelPath: The path of the setting.
    mutating func unknownType(_ name: String, among types: (Schema) -> [String], at modelPath: ModelPath) {
        let count = schema.composites.count + schema.enumerations.count + schema.entities.count
        guard nearMisses.mayCompare(with: count) else { return error("'\(name)' is not a type", at: modelPath) }
        let names = types(schema)
        let meant = TypeSuggestion.meant(by: name, among: names)
        error(
            "'\(name)' is not a type",
            at: modelPath,
            help: TypeSuggestion.help(for: name, among: names),
            meant: meant.map { "'\($0)'" },
            fixes: meant.map { replacing(name, with: $0, at: modelPath) } ?? []
        )
    }

    /// The edit that replaces a word, if its location is known.
    func replacing(_ word: String, with other: String, at modelPath: ModelPath) -> [Fix] {
        locate(modelPath).map { [.replace($0, word: word, with: other)] } ?? []
    }

    /// The edit that adds a setting to an element, if its location is known.
    func adding(_ key: String, _ value: String, to modelPath: ModelPath) -> [Fix] {
        locate(modelPath).map { [.add($0, key: key, value: value)] } ?? []
    }
}
