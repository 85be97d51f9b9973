import ApusSchema

/// The elements of a list that older objects have. They are the objects of an entity of their own, which the older schema does
/// not have: each refers to the older object, and has the element.
struct ElementList: Hashable, Sendable {
    /// What the elements are.
    enum Elements: Hashable, Sendable {
        /// Texts: the expression of the older object gives them as an ``ElementText``.
        case texts(TypedExpression<OlderValue>)
        /// The objects of an older to-many relationship.
        case objects(ElementPath)
    }

    /// The entity of the elements.
    let entity: Entity
    /// The older entity of the objects that have the list.
    let owner: String
    /// Those older entities at or below it whose objects are meant.
    let kinds: [String]
    /// The elements.
    let elements: Elements

    /// The property of an element for the older object; no model's property has such a name.
    static let source = "$source"
    /// The property of an element for the element itself.
    static let element = "$each"

    /// Checks the expression of a list.
    ///
    /// - Parameters:
    ///   - format: The expression.
    ///   - owner: The older entity of the objects that have the list.
    ///   - kinds: Those older entities at or below it whose objects are meant.
    ///   - name: The name of the elements' entity.
    ///   - schema: The older schema.
    ///   - functions: The functions in Swift that the mapping declares, by name.
    /// - Throws: The reason why it is not a list, with its offset.
    init(
        _ format: ExpressionFormat,
        of owner: String,
        _ kinds: [String],
        named name: String,
        in schema: IndexedSchema,
        _ functions: [String: FunctionDeclaration]
    ) throws(PredicateProblem) {
        (self.owner, self.kinds) = (owner, kinds)
        var entity = Entity(name, relationships: [.toOne(Self.source, owner)])
        var compiler = OlderCompiler(OlderScope(schema, entity: owner, functions: functions))
        if let list = try compiler.list(format) {
            elements = .texts(list)
            // An array may have nulls.
            let mayBeNull = if case .call(.elements, _, _) = list { true } else { false }
            entity.attributes = [Attribute(Self.element, .scalar(.string), isOptional: mayBeNull)]
        } else {
            let operand = try compiler.operand(format)
            guard case .reference(.objects(let path, let destination, let read)) = operand,
                read(.reference(path)) == .reference(path)
            else {
                throw PredicateProblem(
                    at: format.offset,
                    "'\(format.text)' is not a list",
                    help: [
                        "write split(text, ';'), elements(text) for an array in JSON, or a to-many relationship of the older object"
                    ]
                )
            }
            elements = .objects(path)
            entity.relationships.append(.toOne(Self.element, destination, isOptional: true))
        }
        self.entity = entity
    }
}

extension IndexedSchema {
    /// Returns the relationship from an element of a list to the object that has the list; `nil` if the entity is not one of
    /// elements.
    func sourceOfElements(_ entity: String) -> Relationship? {
        relationship(ElementPath(entity, ElementList.source))
    }
}
