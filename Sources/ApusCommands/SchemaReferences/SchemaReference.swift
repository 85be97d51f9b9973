import ApusFiles
import ApusMigration
import ApusSchema

/// A schema that an argument names.
struct SchemaReference {
    /// The schema.
    let schema: Schema
    /// Its place in the history, or the argument itself where it has none there.
    let point: Stage.Point
    /// Where its elements stand, where it came from files that are not the project's.
    let places: ModelPlaces?

    init(_ schema: Schema, at point: Stage.Point, places: ModelPlaces? = nil) {
        self.schema = schema
        self.point = point
        self.places = places
    }
}
