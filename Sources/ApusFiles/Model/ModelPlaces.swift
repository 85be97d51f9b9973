package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// Where the elements and settings of a model stand in its files.
package struct ModelPlaces: Hashable, Sendable {
    private var places: [ModelPath: SourceLocation] = [:]
    private var texts: [ModelPath: YAMLScalar] = [:]

    /// Creates an empty collection.
    package init() {}

    /// The place of what a path leads to, or of the nearest element that holds it.
    package subscript(path: ModelPath) -> SourceLocation? {
        if let character = path.character, let text = texts[path.whole] { return text.location(atOffset: character) }
        var next: ModelPath? = path.whole
        while let path = next {
            if let place = places[path] { return place }
            next = path.parent
        }
        return nil
    }

    /// The place of an entity, an enum or a composite, or of a property, case or part, else of what it was in.
    package subscript(element: ElementPath) -> SourceLocation? {
        let owners: [ModelPath] = ["entities", "enums", "composites"].map { .element($0, element.entity) }
        let kinds: [String] = ["attributes", "relationships", "fetchedProperties", "cases"]
        let property: SourceLocation? = element.property.flatMap { name in
            owners.lazy.flatMap { owner in kinds.lazy.compactMap { places[owner.element($0, name)] } }.first
        }
        return property ?? owners.lazy.compactMap { places[$0] }.first
    }

    /// The place of exactly what a path leads to.
    func exactly(_ path: ModelPath) -> SourceLocation? { places[path] }

    /// Keeps the place of a text, and so those of its characters.
    mutating func record(_ path: ModelPath, _ text: YAMLScalar) {
        places[path] = text.location
        texts[path] = text
    }

    /// Keeps a place.
    mutating func record(_ path: ModelPath, at location: SourceLocation) {
        places[path] = location
    }
}
