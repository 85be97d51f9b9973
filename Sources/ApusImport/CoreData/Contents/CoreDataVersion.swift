import ApusDiagnostics
import ApusSchema

/// One version of a Core Data model as its file says it.
struct CoreDataVersion {
    /// The version's name.
    let name: String

    /// The file that it was read from.
    let file: String

    /// The schema, without original names.
    var schema: Schema

    /// The renaming identifiers, which mean something only beside another version's.
    var identifiers: [ModelPath: String] = [:]

    /// Where the elements stand.
    var locations: [ModelPath: SourceLocation] = [:]

    /// Where an element stands, or else the next one that holds it.
    func location(of path: ModelPath) -> SourceLocation? {
        var holder: ModelPath? = path
        while let here = holder {
            if let location = locations[here] { return location }
            holder = here.parent
        }
        return nil
    }
}
