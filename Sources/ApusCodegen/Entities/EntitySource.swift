import ApusSchema

/// The Swift of an entity.
struct EntitySource {
    let entity: Entity
    let schema: Schema
    let access: AccessLevel
    let types: TypeNames
    let layout: ClassLayout
    /// The project's access, which applies to entities without a setting of their own.
    let projectAccess: AccessLevel

    /// Creates the Swift of an entity of a valid schema.
    init(_ entity: Entity, in schema: Schema, access: AccessLevel, types: TypeNames) {
        self.entity = entity
        self.schema = schema
        self.access = entity.access ?? access
        projectAccess = access
        self.types = types
        layout = ClassLayout(entity, in: schema, types: types)
        isParent = types.isParent(entity.name)
        name = types.class(of: entity.name)
    }

    /// The class's name in Swift source.
    let name: String

    /// The class's name in names of files.
    var fileName: String { entity.className ?? entity.name }

    /// Whether other entities inherit from the entity.
    let isParent: Bool

    /// Whether the entity is in a hierarchy, so that its class cannot declare the same static members as the others.
    var isInHierarchy: Bool { entity.parent != nil || isParent }

    /// Whether there can be objects of the entity itself.
    private var hasInitializer: Bool { !entity.isAbstract }

    /// The attributes whose types the properties, the columns, the initializer and the fetches name, each with the
    /// access of the declaration.
    private var exposed: [Exposed] {
        let initializerAccess = initializerAccess
        // Inherited attributes that are not stored have no columns.
        return layout.attributes.filter { $0.source.attribute.isStored }.map { ($0.source, access) }
            + layout.ownAttributes.map { ($0.source, access) }
            + (hasInitializer ? layout.attributes.map { ($0.source, initializerAccess) } : [])
            + fetches.flatMap { source, access in
                source.fields.compactMap { field in field.attribute.map { ($0, access) } }
            }
    }

    /// The access of what uses types of Foundation; `nil` if nothing does.
    var foundation: AccessLevel? {
        let ordered = layout.ownRelationships.map(\.relationship).filter(\.isOrdered)
        return .widest(
            of: [.foundation(exposed)] + ordered.map { access(withClassOf: $0.destination) }
                + fetches.map { source, access in source.usesFoundation ? access : nil }
        )
    }

    /// The access of what uses the user's own types; `nil` if nothing does.
    var own: AccessLevel? { .own(exposed) }

    /// The file with the class alone, for the mode `class`.
    var classFile: String {
        file(header: GeneratedFile.header(model: schema.model), isClassOnly: true) { addClass(to: &$0) }
    }

    /// The file with the class that the user owns, for the mode `extension`.
    var ownFile: String {
        file(header: nil, isClassOnly: true) { addClass(to: &$0) }
    }

    /// The file with the properties.
    var propertiesFile: String {
        file(header: GeneratedFile.header(model: schema.model), foundation: foundation, own: own) {
            addProperties(to: &$0)
        }
    }

    /// One file with the class and its properties.
    var wholeFile: String {
        file(header: nil, foundation: foundation, own: own) { text in
            addClass(to: &text)
            addProperties(to: &text)
            if entity.hasValueType {
                text.gap()
                addValue(to: &text)
            }
        }
    }

    /// The file with the structure for an object's values.
    var valueFile: String {
        let exposed: [Exposed] = valueAttributes.map { ($0, access) }
        return file(
            header: GeneratedFile.header(model: schema.model),
            foundation: .foundation(exposed),
            own: .own(exposed)
        ) { addValue(to: &$0) }
    }

    private func file(
        header: String?,
        isClassOnly: Bool = false,
        foundation: AccessLevel? = nil,
        own: AccessLevel? = nil,
        _ body: (inout SourceText) -> Void
    ) -> String {
        var text = SourceText()
        if let header { text.add(header) }
        if isClassOnly {
            // A class that inherits from another class of the model uses nothing of the runtime itself.
            text.addImports(apus: entity.parent == nil ? access : nil)
        } else {
            text.addImports(
                apus: access,
                usesInterface: true,
                foundation: foundation,
                own: own,
                modules: types.modules
            )
        }
        text.gap()
        body(&text)
        return text.contents
    }

    /// Adds the declaration of the class.
    func addClass(to text: inout SourceText) {
        text.document(entity.documentation ?? "An object of the entity \(entity.name).")
        let final = isParent ? "" : "final "
        let parent: String = entity.parent.map { types.class(of: $0) } ?? types.apus("ModelObject")
        text.add("nonisolated \(access.modifier)\(final)class \(types.declared(entity.name)): \(parent) {}")
    }

    /// Adds the properties, and what the runtime needs.
    func addProperties(to text: inout SourceText) {
        if hasInitializer, isParent {
            text.gap()
            // Each class of a hierarchy has its own initializer and must not inherit another one, because an object of
            // a sub-entity needs more values.
            text.block("nonisolated extension \(types.apus("PersistentModel")) where Self == \(name)") { text in
                addInitializer(to: &text)
            }
        }
        if hasInitializer && !isParent || layout.ownAttributes.count + layout.ownRelationships.count > 0 {
            text.gap()
            text.block("nonisolated extension \(name)") { text in
                if hasInitializer, !isParent { addInitializer(to: &text) }
                for attribute in layout.ownAttributes {
                    text.gap()
                    add(attribute, to: &text)
                }
                for relationship in layout.ownRelationships {
                    text.gap()
                    add(relationship, to: &text)
                }
            }
        }
        text.gap()
        addColumnsProperty(to: &text)
        addFetches(to: &text)
        addUidKey(to: &text)
        text.gap()
        let conformance = entity.parent == nil ? ": \(types.apus("PersistentModel"))" : ""
        text.block("nonisolated extension \(name)\(conformance)") { text in
            if entity.parent == nil {
                text.document("The generated schema of the class's model.")
                let type = "any \(types.apus("SchemaMigrationPlan")).Type"
                text.add("\(access.modifier)static var apusPlan: \(type) { \(types.plan(of: schema.model)).self }")
                text.gap()
            }
            addDescription(to: &text)
            text.gap()
            addColumns(to: &text)
            text.gap()
            addBacking(to: &text)
        }
    }

    /// The access of a property whose type is another entity's class: the narrower one of both.
    func access(withClassOf other: String) -> AccessLevel {
        let far: AccessLevel = schema.entity(other)?.access ?? projectAccess
        return far.isWider(than: access) ? access : far
    }

    private func add(_ attribute: ClassLayout.AttributeSlot, to text: inout SourceText) {
        let source = attribute.source
        text.document(source.attribute.documentation ?? "The attribute `\(source.attribute.name)`.")
        let head = "\(access.modifier)var \(source.name): \(source.type)"
        if source.attribute.isStored, source.attribute.derivation != nil {
            text.add("\(head) { apusReadDerived(\(attribute.index), ApusBacking.self).\(source.name) }")
            return
        }
        let values = "(\(attribute.index), ApusBacking.self)"
        text.block(head) { text in
            if source.externalTransformer != nil {
                let load = "apusLoad(\(attribute.index), apusRead\(values).\(source.name))"
                // The value is not nil unless its file is missing.
                let missing = source.attribute.isOptional ? nil : source.emptyLiteral ?? source.placeholder
                addGetter(load, otherwise: missing, to: &text)
                text.block("set") { text in
                    let value = "\(types.apus("ExternalValue"))(newValue)"
                    text.add("apusChange\(values) { $0.\(source.name) = \(value) }")
                }
                return
            }
            addGetter("apusRead\(values).\(source.name)", otherwise: source.placeholder, to: &text)
            let change = source.attribute.isTransient ? "apusChangeTransient" : "apusChange"
            text.add("set { \(change)\(values) { $0.\(source.name) = newValue } }")
        }
    }

    /// Adds a getter of a value, and of a placeholder if that is nil.
    private func addGetter(_ value: String, otherwise placeholder: String?, to text: inout SourceText) {
        let line = "get { \(value)\(placeholder.map { " ?? \($0)" } ?? "") }"
        guard let placeholder, !text.fits(line) else { return text.add(line) }
        text.block("get") { text in
            text.add(value)
            text.indented { $0.add("?? \(placeholder)") }
        }
    }
}
