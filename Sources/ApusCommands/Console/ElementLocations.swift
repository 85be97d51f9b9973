import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// The locations of schema elements in files, for findings about them.
struct ElementLocations {
    /// The locations for each schema that was read from files.
    private var locations: [Stage.Point: ModelLocations] = [:]

    /// No locations.
    static let none = ElementLocations()

    private init() {}

    /// The locations of the head's elements.
    init(head: ModelLocations) {
        locations = [.unreleased: head]
    }

    /// The locations of the head's elements.
    var head: ModelLocations { locations[.unreleased] ?? ModelLocations() }

    /// These locations, and those of another schema.
    func adding(_ added: ModelLocations?, of point: Stage.Point) -> ElementLocations {
        var copy = self
        if let added { copy.locations[point] = added }
        return copy
    }

    /// The location of an element of a schema, or of the model if the schema does not have the element. A frozen
    /// version has no locations, because it is never edited.
    func location(_ point: Stage.Point, _ path: ElementPath) -> SourceLocation? {
        locations[point]?[path] ?? locations[point]?[ModelPath(["model"])]
    }

    /// The location of an element of a schema, or of its entity; `nil` if the files of the schema were not read.
    func found(_ point: Stage.Point, _ path: ElementPath) -> SourceLocation? { locations[point]?[path] }

    /// The location of an element in a stage's newer schema, or in the older one if the stage removes it.
    func location(_ path: ElementPath, in stage: Stage) -> SourceLocation? {
        locations[stage.to]?[path] ?? locations[stage.from]?[path] ?? location(stage.to, path)
    }
}
