import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema

/// A schema that an argument selects.
struct SchemaReference {
    /// The schema.
    let schema: Schema
    /// The schema's point in the history, or the argument if it is not in the history.
    let point: Stage.Point
    /// The locations of its elements, if it was read from files outside the project.
    let locations: ModelLocations?
    /// The git revision that the schema is from.
    var past: Past?

    /// The model at a git revision, and the schema's point in its history.
    struct Past {
        let source: GitSource
        let point: Stage.Point
        let model: ModelPast
    }

    init(_ schema: Schema, at point: Stage.Point, locations: ModelLocations? = nil) {
        self.schema = schema
        self.point = point
        self.locations = locations
    }

    /// The schema's point in a planner's history, which may be its own or another one with the same version.
    func point(in planner: Planner, of source: GitSource?) throws -> Stage.Point? {
        let own = past?.point ?? point
        if past?.source == source { return own }
        let version = own.version ?? planner.history.newest?.version
        guard past != nil || own.version != nil, let version else { return nil }
        let known = try failing { try planner.history.schema(of: version) }
        return known?.means(schema) == true ? .version(version) : nil
    }
}
