package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// The locations of a model's elements and settings in its files.
package struct ModelLocations: Hashable, Sendable {
    private var locations: [ModelPath: SourceLocation] = [:]
    private var texts: [ModelPath: YAMLScalar] = [:]

    /// Creates an empty collection.
    package init() {}

    /// The location of what a path refers to, or of the nearest element that contains it.
    package subscript(path: ModelPath) -> SourceLocation? {
        if let character = path.character, let text = texts[path.whole] { return text.location(atOffset: character) }
        var next: ModelPath? = path.whole
        while let path = next {
            if let location = locations[path] { return location }
            next = path.parent
        }
        return nil
    }

    /// The location of an entity, an enum or a composite; or that of a property, case or part, or else its owner.
    package subscript(element: ElementPath) -> SourceLocation? {
        let owners: [ModelPath] = ["entities", "enums", "composites"].map { .element($0, element.entity) }
        let kinds = ["attributes", "relationships", "fetchedProperties", "cases"]
        let property: SourceLocation? = element.property.flatMap { name in
            owners.lazy.flatMap { owner in kinds.lazy.compactMap { locations[owner.element($0, name)] } }.first
        }
        return property ?? owners.lazy.compactMap { locations[$0] }.first
    }

    /// The elements and settings in a location's line, without their indices in lists.
    package func elements(inLineOf location: SourceLocation) -> Set<ModelPath> {
        let paths = locations.filter { $0.value.file == location.file && $0.value.line == location.line }.keys
        return Set(paths.map { path in ModelPath(path.steps.filter { $0.first?.isNumber != true }) })
    }

    /// The location of exactly what a path refers to.
    func exactly(_ path: ModelPath) -> SourceLocation? { locations[path] }

    /// Records the location of a string, from which those of its characters follow.
    mutating func record(_ path: ModelPath, _ text: YAMLScalar) {
        locations[path] = text.location
        texts[path] = text
    }

    /// Records a location.
    mutating func record(_ path: ModelPath, at location: SourceLocation) {
        locations[path] = location
    }
}
