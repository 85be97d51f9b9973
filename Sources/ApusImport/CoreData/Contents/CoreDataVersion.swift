import ApusDiagnostics
import ApusSchema

/// A version of a Core Data model, as its file describes it.
struct CoreDataVersion: Sendable {
    /// The version's name.
    let name: String

    /// The file that it was read from.
    let file: String

    /// The schema, without original names.
    var schema: Schema

    /// The renaming identifiers, which are only meaningful together with those of another version.
    var identifiers: [ModelPath: String] = [:]

    /// The identifiers that elements had in older versions and have no more.
    var earlierIdentifiers: [ModelPath: Set<String>] = [:]

    /// The elements whose identifiers do not tell them apart, so that only their names match them.
    var ambiguous: Set<ModelPath> = []

    /// The locations of the elements.
    var locations: [ModelPath: SourceLocation] = [:]

    /// Returns the location of an element, or that of the nearest element that contains it.
    func location(of path: ModelPath) -> SourceLocation? {
        var holder: ModelPath? = path
        while let here = holder {
            if let location = locations[here] { return location }
            holder = here.parent
        }
        return nil
    }
}
