package import ApusDiagnostics
package import ApusSchema

/// Generates Swift classes from a model's newest schema, and what they need to open a store from its history.
///
/// The generator is pure: it takes values and returns files in memory, and equal values give equal bytes.
package struct Generator: Sendable {
    let history: History
    private let entries: [History.Entry]
    let mappings: [Mapping]
    private let seedData: SeedRows?
    let schema: Schema
    let options: Options
    let versions: [VersionSource]
    private let types: TypeNames

    /// Creates a generator for the newest schema's classes.
    ///
    /// - Parameters:
    ///   - history: The model's schemas, which must be valid.
    ///   - mappings: The mappings of the history's stages.
    ///   - seedData: The rows that ship with the newest schema; `nil` if no file has any.
    ///   - options: The options of the project.
    ///   - locate: Returns the location of an element of the newest schema, if a file has it.
    /// - Throws: `DiagnosticsError` if a frozen version cannot be read, if a name is not possible in Swift, with a
    ///   suggestion, or if classes do not support something in the schema.
    package init(
        history: History,
        mappings: [Mapping],
        seedData: SeedRows? = nil,
        options: Options = Options(),
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) throws {
        self.history = history
        entries = try history.entries()
        self.mappings = mappings
        self.seedData = seedData
        self.options = options
        schema = Self.newestSchema(of: history)
        types = TypeNames(schema, modules: options.imports)
        var findings = DiagnosticCollector()
        versions = Self.checkedVersions(of: history, options, locating: locate, into: &findings)
        try findings.throwIfErrors()
    }

    /// Finds what is not possible in generated code, such as names that Swift does not allow.
    ///
    /// - Parameters:
    ///   - history: The model's schemas.
    ///   - options: The options of the project.
    ///   - locate: Returns the location of an element of the newest schema, if a file has it.
    /// - Returns: The findings.
    package static func problems(
        of history: History,
        options: Options = Options(),
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) -> [Diagnostic] {
        var findings = DiagnosticCollector()
        _ = checkedVersions(of: history, options, locating: locate, into: &findings)
        return findings.diagnostics
    }

    /// Checks everything that is generated, and returns the frozen versions that have classes.
    private static func checkedVersions(
        of history: History,
        _ options: Options,
        locating locate: (ModelPath) -> SourceLocation?,
        into findings: inout DiagnosticCollector
    ) -> [VersionSource] {
        let schema = newestSchema(of: history)
        let namespaces = VersionSource.namespaces(of: history, options)
        checkSwiftNames(of: schema, beside: namespaces, locating: locate, into: &findings)
        checkClasses(of: schema, access: options.access, locating: locate, into: &findings)
        checkFetches(of: schema, locating: locate, into: &findings)
        return VersionSource.sources(history, beside: schema, options, into: &findings)
    }

    /// The schema whose classes are at the top level.
    static func newestSchema(of history: History) -> Schema {
        history.head ?? history.newest?.schema ?? Schema(model: history.model)
    }

    /// The files of `apus generate`, named as Xcode names Core Data's.
    ///
    /// An entity in the mode `class` has `Trip+ApusClass.swift` and `Trip+ApusProperties.swift`; in the mode
    /// `extension`, a `Trip.swift` that is written once, and the properties; in the mode `none`, nothing. The other
    /// files are `Trips+ApusTypes.swift` with the enums and composites, if there are any, `Trips+ApusSchema.swift`, and
    /// a `Trips+ApusV2.swift` for each frozen version that has classes. An entity with `values` also has
    /// `TripValue+ApusValue.swift`.
    package func files() -> [GeneratedFile] {
        // The schema's file takes longest, so it starts first.
        let parts: [Entity?] = [nil] + schema.entities.map { $0 }
        let made: [[GeneratedFile]] = parts.concurrentMap { $0.map { files(of: $0) } ?? [schemaFile] }
        let hasTypes = !schema.enumerations.isEmpty || !schema.composites.isEmpty
        return made.dropFirst().flatMap { $0 } + (hasTypes ? [typesFile] : []) + made[0] + versions.map(\.file)
    }

    private func files(of entity: Entity) -> [GeneratedFile] {
        let source: EntitySource = source(entity)
        let own: GeneratedFile
        switch entity.codegen {
        case .class:
            own = GeneratedFile(name: "\(source.fileName)+ApusClass.swift", contents: source.classFile)
        case .extension:
            own = GeneratedFile(name: "\(source.fileName).swift", contents: source.ownFile, kind: .writtenOnce)
        case .none: return []
        }
        let properties = GeneratedFile(
            name: "\(source.fileName)+ApusProperties.swift",
            contents: source.propertiesFile
        )
        if !entity.hasValueType { return [own, properties] }
        let value = GeneratedFile(name: "\(source.valueName)+ApusValue.swift", contents: source.valueFile)
        return [own, properties, value]
    }

    /// Returns the plan that brings a folder up to date with these files.
    ///
    /// - Parameter contents: Returns the text of the folder's file with a name, or `nil`.
    /// - Returns: The plan.
    package func plan(contents: (String) -> String?) -> OutputPlan {
        OutputPlan(files(), model: history.model, contents: contents)
    }

    /// The names of the entities, in the model's order.
    package var entityNames: [String] { schema.entities.map(\.name) }

    /// The class and the properties of an entity in one file, whatever its mode: a template for a class that is written
    /// by hand.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The file, or `nil` if there is no such entity.
    package func source(of entity: String) -> GeneratedFile? {
        schema.entity(entity).map { entity in
            let source: EntitySource = source(entity)
            return GeneratedFile(name: "\(source.fileName).swift", contents: source.wholeFile, kind: .writtenOnce)
        }
    }

    var typesFile: GeneratedFile {
        GeneratedFile(
            name: "\(history.model)+ApusTypes.swift",
            contents: TypesSource(schema: schema, access: options.access, modules: options.imports).file
        )
    }

    var schemaFile: GeneratedFile {
        GeneratedFile(
            name: "\(history.model)+ApusSchema.swift",
            contents: SchemaSource(
                history: history,
                entries: entries,
                mappings: mappings,
                seedData: seedData,
                schema: schema,
                access: options.access
            ).file
        )
    }

    /// The Swift of an entity.
    func source(_ entity: Entity) -> EntitySource {
        EntitySource(entity, in: schema, access: options.access, types: types)
    }
}
