import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema

/// A schema that an argument names.
struct SchemaReference {
    /// The schema.
    let schema: Schema
    /// Its place in the history, or the argument itself where it has none there.
    let point: Stage.Point
    /// Where its elements stand, where it came from files that are not the project's.
    let places: ModelPlaces?
    /// The model as of the revision that it is of, and what it is there.
    var past: Past?

    /// A schema of a revision's history.
    struct Past {
        let source: GitSource
        let point: Stage.Point
        let model: ModelPast
    }

    init(_ schema: Schema, at point: Stage.Point, places: ModelPlaces? = nil) {
        self.schema = schema
        self.point = point
        self.places = places
    }

    /// What the schema is in a history: its own, or another one that has the same version.
    func point(in planner: Planner, of source: GitSource?) -> Stage.Point? {
        let own: Stage.Point = past?.point ?? point
        if past?.source == source { return own }
        let version: Schema.Version? = own.version ?? planner.history.newest?.version
        guard past != nil || own.version != nil, let version, planner.history.schema(of: version)?.means(schema) == true
        else { return nil }
        return .version(version)
    }
}
