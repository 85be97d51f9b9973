import ApusDiagnostics

/// The check of a schema as a whole.
///
/// What one element says of itself and of others is checked in extensions, one a concern. Look-ups go through
/// ``SchemaIndex``, so that the check takes time in proportion to the schema.
struct SchemaValidator {
    let schema: Schema

    let index: SchemaIndex

    /// Elements that a file has, but that could not be read.
    let unreadable: Set<ModelPath>

    /// What has been found so far.
    private(set) var findings: [Diagnostic] = []

    /// Settings that another finding offers to add or to change already.
    var fixedSettings: Set<ModelPath> = []

    /// How much longer regular expressions are tried, in the steps that ICU reports.
    var patience: Int = 200

    /// How many more names are compared with all others, which costs their product.
    private var suggestionsLeft: Int = 200

    private let locate: (ModelPath) -> SourceLocation?

    init(_ schema: Schema, unreadable: Set<ModelPath>, locate: @escaping (ModelPath) -> SourceLocation?) {
        self.schema = schema
        self.unreadable = unreadable
        self.locate = locate
        index = SchemaIndex(schema, unreadable: unreadable)
    }

    /// The place of an element or a setting, where it is known.
    func location(of place: ModelPath) -> SourceLocation? { locate(place) }

    mutating func run() {
        checkTypeNames()
        checkClassNames()
        checkCircles()
        checkDerivedCircles()
        for entity in schema.entities {
            checkHierarchy(of: entity)
            checkPropertyNames(of: entity)
            let place: ModelPath = .entity(entity.name)
            for attribute in entity.attributes {
                check(attribute, ElementPath(entity.name, attribute.name), of: entity, at: entity.place(of: attribute))
            }
            for relationship in entity.relationships { check(relationship, of: entity) }
            for property in entity.fetchedProperties {
                check(property, of: entity, at: place.element("fetchedProperties", property.name))
            }
            checkConstraints(of: entity)
            checkIndexes(of: entity)
            if let text = entity.spotlightDisplayName {
                let place: ModelPath = place.key("spotlightDisplayName")
                checkExpression(text, of: "'\(entity.name)'", entity: entity, as: .displayName, at: place)
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
        at place: ModelPath,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) {
        findings.append(.error(message, at: locate(place), notes: notes, help: help, fixes: fixes))
    }

    mutating func warn(
        _ message: String,
        at place: ModelPath,
        notes: [String] = [],
        help: [String] = [],
        fixes: [Fix] = []
    ) {
        findings.append(.warning(message, at: locate(place), notes: notes, help: help, fixes: fixes))
    }

    /// Reports a name that is none, with the one that was probably meant.
    ///
    /// It offers no edit where another finding's edit changes the setting.
    mutating func unknown(
        _ message: String,
        _ name: String,
        among candidates: some Sequence<String>,
        at place: ModelPath,
        otherwise help: [String] = [],
        isFixed: Bool = false
    ) {
        suggestionsLeft -= 1
        guard suggestionsLeft >= 0, let meant = NearMiss.suggestion(for: name, among: candidates) else {
            return error(message, at: place, help: help)
        }
        let fixes: [Fix] = isFixed ? [] : replacing(name, with: meant, at: place)
        error(message, at: place, help: ["did you mean '\(meant)'?"], fixes: fixes)
    }

    /// Reports a word that is no type, with the one that was probably meant.
    mutating func unknownType(_ name: String, among names: [String], at place: ModelPath) {
        suggestionsLeft -= 1
        guard suggestionsLeft >= 0 else { return error("'\(name)' is no type", at: place) }
        error(
            "'\(name)' is no type",
            at: place,
            help: TypeSuggestion.help(for: name, among: names),
            fixes: TypeSuggestion.meant(by: name, among: names).map { replacing(name, with: $0, at: place) } ?? []
        )
    }

    /// The edit that puts another word in the place of one, where the place is known.
    func replacing(_ word: String, with other: String, at place: ModelPath) -> [Fix] {
        locate(place).map { [.replace($0, word: word, with: other)] } ?? []
    }

    /// The edit that gives an element one more setting, where its place is known.
    func adding(_ key: String, _ value: String, to place: ModelPath) -> [Fix] {
        locate(place).map { [.add($0, key: key, value: value)] } ?? []
    }
}
