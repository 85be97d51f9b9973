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
    var identifiers: [ElementPath: String] = [:]

    /// Where the elements stand.
    var locations: [ElementPath: SourceLocation] = [:]

    /// What Core Data matches an element by: its renaming identifier, its name otherwise.
    func effectiveIdentifier(of path: ElementPath) -> String {
        identifiers[path] ?? path.property ?? path.entity
    }
}
