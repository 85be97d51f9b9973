public import ApusDiagnostics

extension Schema {
    /// Validates the schema.
    ///
    /// - Parameters:
    ///   - unreadable: Elements in a file that could not be read, so references to them are not checked.
    ///   - locate: Returns the location of an element or a setting; `nil` without files.
    /// - Returns: All findings.
    public func validate(
        unreadable: Set<ModelPath> = [],
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) -> [Diagnostic] {
        validate(unreadable: unreadable, defaultsNamed: "default", locating: locate)
    }

    /// Validates the schema, with another name for defaults in messages.
    package func validate(
        unreadable: Set<ModelPath> = [],
        defaultsNamed defaultName: String,
        locating locate: (ModelPath) -> SourceLocation?
    ) -> [Diagnostic] {
        withoutActuallyEscaping(locate) { locate in
            var validator = SchemaValidator(self, unreadable: unreadable, locate: locate)
            validator.defaultName = defaultName
            validator.run()
            return validator.findings
        }
    }

    /// Checks a model's name, which is also that of a folder and a part of a Swift type's name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - location: Its location.
    /// - Returns: The findings; empty for a valid name.
    public static func problems(withModelName name: String, at location: SourceLocation? = nil) -> [Diagnostic] {
        var validator = SchemaValidator(Schema(model: name), unreadable: [], locate: { _ in location })
        validator.checkName(name, .entity, at: ModelPath(["model"]))
        return validator.findings
    }
}

extension Table.Origin: CustomStringConvertible {
    /// The source of the rows as messages name it: `entity 'Trip'`, `relationship 'Trip.tags'`.
    public var description: String {
        switch self {
        case .hierarchy(let name): "entity '\(name)'"
        case .joinTable(let path): "relationship '\(path)'"
        }
    }
}
