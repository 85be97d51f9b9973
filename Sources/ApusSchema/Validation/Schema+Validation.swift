public import ApusDiagnostics

extension Schema {
    /// Finds what the parts of a schema must not say about each other.
    ///
    /// - Parameters:
    ///   - unreadable: Elements that a file has, but that could not be read; what is said about them is not judged.
    ///   - locate: Gives the place of an element or a setting; a caller that has no files gives `nil`.
    /// - Returns: The findings, all of them.
    public func validate(
        unreadable: Set<ModelPath> = [],
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) -> [Diagnostic] {
        withoutActuallyEscaping(locate) { locate in
            var validator = SchemaValidator(self, unreadable: unreadable, locate: locate)
            validator.run()
            return validator.findings
        }
    }

    /// Finds out whether a name can be a model's, which becomes a folder's and a part of a Swift type's.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - location: Where it stands.
    /// - Returns: The findings; none where it can.
    public static func problems(withModelName name: String, at location: SourceLocation? = nil) -> [Diagnostic] {
        var validator = SchemaValidator(Schema(model: name), unreadable: [], locate: { _ in location })
        validator.checkName(name, .entity, at: ModelPath(["model"]))
        return validator.findings
    }
}

extension Table.Origin: CustomStringConvertible {
    /// The rows' source in words: `entity 'Trip'`, `relationship 'Trip.tags'`.
    public var description: String {
        switch self {
        case .hierarchy(let name): "entity '\(name)'"
        case .pairs(let path): "relationship '\(path)'"
        }
    }
}
