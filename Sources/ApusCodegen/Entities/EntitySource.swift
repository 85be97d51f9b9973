import ApusSchema

/// The Swift of one entity.
struct EntitySource {
    let entity: Entity
    let schema: Schema
    let access: AccessLevel
    let types: TypeNames

    /// The Swift of an entity of a valid schema.
    init(_ entity: Entity, _ schema: Schema, _ access: AccessLevel) {
        self.entity = entity
        self.schema = schema
        self.access = access
        types = TypeNames(schema)
    }

    /// The class's name as Swift writes it.
    var name: String { swiftName(entity.name) }

    /// Whether the properties use types of Foundation.
    var needsFoundation: Bool { entity.attributes.contains { $0.columnType.isFoundation } }

    /// The file of mode `class` with the class alone.
    var classFile: String {
        file(header: GeneratedFile.header(model: schema.model), foundation: false) { addClass(to: &$0) }
    }

    /// The file of mode `extension` that a person owns.
    var ownFile: String {
        file(header: nil, foundation: false) { addClass(to: &$0) }
    }

    /// The file with the properties.
    var propertiesFile: String {
        file(header: GeneratedFile.header(model: schema.model), foundation: needsFoundation) { addProperties(to: &$0) }
    }

    /// Class and properties together.
    var wholeFile: String {
        file(header: nil, foundation: needsFoundation) { text in
            addClass(to: &text)
            addProperties(to: &text)
        }
    }

    private func file(header: String?, foundation: Bool, _ body: (inout SourceText) -> Void) -> String {
        var text = SourceText()
        if let header { text.add(header) }
        text.gap()
        text.addImports(access: access, foundation: foundation)
        text.gap()
        body(&text)
        return text.contents
    }

    /// The class's declaration.
    func addClass(to text: inout SourceText) {
        text.document("An object of the entity \(entity.name).")
        text.add("nonisolated \(access.modifier)final class \(name): \(types.apus("ModelObject")) {}")
    }

    /// The properties, and what the runtime needs.
    func addProperties(to text: inout SourceText) {
        text.gap()
        text.block("nonisolated extension \(name)") { text in
            addInitializer(to: &text)
            for (position, property) in entity.properties.enumerated() {
                text.gap()
                switch property {
                case .attribute(let attribute): add(attribute, position, to: &text)
                case .relationship(let relationship) where relationship.isToMany:
                    addToMany(relationship, position, to: &text)
                case .relationship(let relationship): addToOne(relationship, position, to: &text)
                }
            }
        }
        text.gap()
        text.block("nonisolated extension \(name): \(types.apus("PersistentModel"))") { text in
            addDescription(to: &text)
            text.gap()
            addBacking(to: &text)
        }
    }

    private func addInitializer(to text: inout SourceText) {
        let toOne: [Relationship] = entity.relationships.filter { !$0.isToMany }
        let parameters: [String] =
            entity.attributes.map { attribute in
                let literal: String? = attribute.defaultValue.map { swiftLiteral($0, attribute.columnType, types) }
                let value: String? = literal ?? (attribute.isOptional ? "nil" : nil)
                return "\(swiftName(attribute.name)): \(types.type(of: attribute))" + (value.map { " = \($0)" } ?? "")
            }
            + toOne.map { relationship in
                "\(swiftName(relationship.name)): \(swiftName(relationship.destination))"
                    + (relationship.isOptional ? "? = nil" : "")
            }
        text.document("Creates an object that is in no context yet.")
        text.list("\(access.modifier)convenience init(", parameters, ") {")
        text.indented { text in
            text.add("self.init(apusBacking: ApusBacking())")
            for name in entity.attributes.map(\.name) + toOne.map(\.name) {
                text.add("self.\(swiftName(name)) = \(swiftName(name))")
            }
        }
        text.add("}")
    }

    private func add(_ attribute: Attribute, _ position: Int, to text: inout SourceText) {
        text.document("The attribute `\(attribute.name)`.")
        let name: String = swiftName(attribute.name)
        text.block("\(access.modifier)var \(name): \(types.type(of: attribute))") { text in
            text.add("get { apusRead(ApusBacking.self).\(name) }")
            text.add("set { apusChange(\(position), ApusBacking.self).\(name) = newValue }")
        }
    }

    private func addToOne(_ relationship: Relationship, _ position: Int, to text: inout SourceText) {
        // Required or not, there is a time before the other end is set and a time after it was deleted.
        let need: String = relationship.isOptional ? "" : " It must lead to one when the object is saved."
        text.document("The relationship `\(relationship.name)`\(inverse(of: relationship)).\(need)")
        let head: String = "\(access.modifier)var \(swiftName(relationship.name)): "
        text.block(head + swiftName(relationship.destination) + "?") { text in
            text.add("get { apusObject(\(position)) }")
            text.add("set { apusSet(\(position), newValue) }")
        }
    }

    private func addToMany(_ relationship: Relationship, _ position: Int, to text: inout SourceText) {
        let far: String = swiftName(relationship.destination)
        let name: String = relationship.name
        text.document("The relationship `\(name)`\(inverse(of: relationship)), in no particular order.")
        text.block("\(access.modifier)var \(swiftName(name)): [\(far)]") { text in
            text.add("get { apusObjects(\(position)) }")
            text.add("set { apusSet(\(position), newValue) }")
        }
        let capitalized: String = name.prefix(1).uppercased() + name.dropFirst()
        for (verb, article, method) in [("addTo", "Adds", "apusAdd"), ("removeFrom", "Removes", "apusRemove")] {
            let preposition: String = verb == "addTo" ? "to" : "from"
            text.gap()
            text.document("\(article) an object \(preposition) `\(name)`.")
            text.block("\(access.modifier)func \(verb)\(capitalized)(_ object: \(far))") { text in
                text.add("\(method)(\(position), object)")
            }
            text.gap()
            text.document("\(article) objects \(preposition) `\(name)`.")
            let objects: String = "some \(types.swift("Sequence"))<\(far)>"
            text.block("\(access.modifier)func \(verb)\(capitalized)(_ objects: \(objects))") { text in
                text.add("for object in objects { \(method)(\(position), object) }")
            }
        }
    }

    private func inverse(of relationship: Relationship) -> String {
        let back: String? = schema.inverse(of: relationship, in: entity)?.relationship.name
        return back.map { ", the inverse of `\(relationship.destination).\($0)`" } ?? ""
    }
}
