public import ApusDiagnostics

extension Schema {
    /// What the schema says that the generated classes of this release, and the runtime below them, do not carry out yet.
    /// Stores hold all of it.
    ///
    /// Classes that leave a part of their model out would break what the model promises, so none are generated.
    ///
    /// - Parameter locate: Gives the place of an element or a setting; a caller that has no files gives `nil`.
    /// - Returns: An error a feature; none where classes carry all that the schema says.
    public func problemsOfGenerating(
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        // Most have no problem, and then need no path.
        func refuse(_ feature: String, at place: @autoclosure () -> ModelPath) {
            problems.append(
                .error(
                    "generated classes of this version of Apus do not carry \(feature) yet",
                    at: locate(place()),
                    help: ["the model itself is fine: 'apus check', 'diff' and 'freeze' take it, and stores hold it"]
                )
            )
        }
        for entity in entities {
            let place: ModelPath = .entity(entity.name)
            for attribute in entity.attributes {
                var place: ModelPath { .entity(entity.name).element("attributes", attribute.name) }
                let path = ElementPath(entity.name, attribute.name)
                for key in Attribute.unbuiltKeys where key.text(of: attribute) != nil {
                    refuse("'\(key.name)' of '\(path)'", at: place.key(key.name))
                }
            }
            for relationship in entity.relationships {
                var place: ModelPath { .entity(entity.name).element("relationships", relationship.name) }
                let path = ElementPath(entity.name, relationship.name)
                for key in Relationship.unbuiltKeys where key.text(of: relationship) != nil {
                    refuse("'\(key.name)' of '\(path)'", at: place.key(key.name))
                }
            }
            for property in entity.fetchedProperties {
                refuse(
                    "the fetched property '\(entity.name).\(property.name)'",
                    at: place.element("fetchedProperties", property.name)
                )
            }
        }
        for request in fetchRequests {
            refuse("the fetch request '\(request.name)'", at: .element("fetchRequests", request.name))
        }
        return problems
    }

    /// What ``problemsOfGenerating(locating:)`` says, for who has no diagnostics.
    public var messagesOfGenerating: [String] { problemsOfGenerating().map(\.message) }
}

extension Attribute {
    fileprivate static let unbuiltKeys: [Key<Attribute>] = keys.filter(\.isUnbuilt)
}

extension Relationship {
    fileprivate static let unbuiltKeys: [Key<Relationship>] = keys.filter(\.isUnbuilt)
}

extension Key {
    /// Whether the key means something to classes that this release does not build yet.
    fileprivate var isUnbuilt: Bool {
        false
    }
}

extension Attribute {
    /// The type of the column that keeps the values of an attribute whose type the schema does not name.
    public var columnType: ScalarType { type.scalar ?? .data }
}
