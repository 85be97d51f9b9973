import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// Where the head's elements stand in files, for findings about them.
struct ElementLocations {
    /// The places of the head's elements.
    let head: ModelPlaces

    /// No places at all.
    static let none = ElementLocations(head: ModelPlaces())

    /// The place of an element of the schema that a stage leads to. A frozen version has none that anybody could edit.
    func location(_ point: Stage.Point, _ path: ElementPath) -> SourceLocation? {
        point == .unreleased ? head[path] : nil
    }
}
