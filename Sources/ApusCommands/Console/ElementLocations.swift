import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// Where the elements of schemas stand in files, for findings about them.
struct ElementLocations {
    /// The places in each schema that came from files which somebody can look at or edit.
    private var places: [Stage.Point: ModelPlaces] = [:]

    /// No places at all.
    static let none = ElementLocations()

    private init() {}

    /// Knows the places of the head's elements.
    init(head: ModelPlaces) {
        places = [.unreleased: head]
    }

    /// The places of the head's elements.
    var head: ModelPlaces { places[.unreleased] ?? ModelPlaces() }

    /// These places, and those of another schema.
    func adding(_ places: ModelPlaces?, of point: Stage.Point) -> ElementLocations {
        var copy: ElementLocations = self
        if let places { copy.places[point] = places }
        return copy
    }

    /// The location of an element of a schema, or of the model if the schema has no such element (any more). A frozen
    /// version has none, because it is never edited.
    func location(_ point: Stage.Point, _ path: ElementPath) -> SourceLocation? {
        places[point]?[path] ?? places[point]?[ModelPath(["model"])]
    }

    /// The location of an element that a stage leads to, or that is gone after it.
    func location(_ path: ElementPath, in stage: Stage) -> SourceLocation? {
        places[stage.to]?[path] ?? places[stage.from]?[path] ?? location(stage.to, path)
    }
}
