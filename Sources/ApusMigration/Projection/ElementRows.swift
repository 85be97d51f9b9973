package import ApusSchema

/// Rows that are made before a pass of other older rows: one for each element of a list.
///
/// They are an extent like those of the older schema, with an identity, a reference to the object that has the list, and the
/// element. The identities are 1, 2, 3 …, in the order of the objects' identities and of the elements in each list.
package struct ElementRows: Hashable, Sendable {
    /// Where elements come from.
    package enum Source: Hashable, Sendable {
        /// An expression that gives each row's elements as an ``ElementText``.
        case texts(ObjectRows, list: ExpressionGraph.ID)
        /// Rows that are one element each: the object that has the list, its element, and the order of the elements.
        case objects(ObjectRows, element: ExpressionGraph.ID, order: ExpressionGraph.ID)
    }

    /// The name of the extent, unique in the projection.
    package let name: String

    /// The older entity of the objects that have the lists, for messages.
    package let owner: String

    /// Where the elements come from.
    package let sources: [Source]

    /// The type of the elements.
    package let type: ScalarType

    /// The extent.
    package var extent: Extent.Name { .objects(name) }

    /// The field of the element.
    package static let element = Field.attribute([ElementList.element])

    /// The field of the identity of the object that has the list.
    package static let source = Field.key(ElementList.source)
}

extension ElementRows.Source {
    /// The rows, with the identity of the object that has the list.
    package var rows: ObjectRows {
        switch self {
        case .texts(let rows, _), .objects(let rows, _, _): rows
        }
    }
}
