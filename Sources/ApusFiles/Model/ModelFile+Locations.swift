public import ApusDiagnostics
public import ApusSchema

extension ModelFile {
    /// Where the elements of a schema stand in its files.
    ///
    /// - Parameter files: The files.
    /// - Returns: The place of the name of each entity and property.
    public static func locations(_ files: [SourceFile]) -> [ElementPath: SourceLocation] {
        var reader = ModelReader()
        for file in files { reader.read(file) }
        var locations: [ElementPath: SourceLocation] = [:]
        for (facet, place) in reader.places where facet.facet == .name { locations[facet.path] = place }
        return locations
    }
}
