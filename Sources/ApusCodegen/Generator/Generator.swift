package import ApusDiagnostics
package import ApusSchema

/// Turns a model's newest schema into Swift classes, and its history into what they need to open a store.
///
/// Pure: values go in, files in memory come out; equal values give equal bytes.
package struct Generator: Sendable {
    let history: History
    let mappings: [Mapping]
    let schema: Schema
    let options: Options
    let versions: [VersionSource]
    private let types: TypeNames

    /// Creates a generator of the newest schema's classes.
    ///
    /// - Parameters:
    ///   - history: The model's schemas; all valid.
    ///   - mappings: What the stages may lose.
    ///   - options: What the project chooses.
    ///   - locate: Gives the place of an element of the newest schema, where a file has it.
    /// - Throws: `DiagnosticsError` where Swift cannot carry a name, with another name that it can, and where classes
    ///   do not carry what the schema says.
    package init(
        history: History,
        mappings: [Mapping],
        options: Options = Options(),
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) throws {
        self.history = history
        self.mappings = mappings
        self.options = options
        schema = history.head ?? history.newest?.schema ?? Schema(model: history.model)
        types = TypeNames(schema, modules: options.imports)
        var findings = DiagnosticCollector()
        findings.add(contentsOf: Self.problems(withNamesOf: history, locating: locate))
        checkClasses(of: schema, access: options.access, locating: locate, into: &findings)
        checkFetches(of: schema, locating: locate, into: &findings)
        versions = VersionSource.sources(history, beside: schema, options, into: &findings)
        try findings.throwIfErrors()
    }

    /// Finds the names of a model's newest schema that Swift cannot carry.
    ///
    /// - Parameters:
    ///   - history: The model's schemas.
    ///   - locate: Gives the place of an element, where a file has it.
    /// - Returns: The findings.
    package static func problems(
        withNamesOf history: History,
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) -> [Diagnostic] {
        var findings = DiagnosticCollector()
        let schema: Schema = history.head ?? history.newest?.schema ?? Schema(model: history.model)
        checkSwiftNames(of: schema, locating: locate, into: &findings)
        return findings.diagnostics
    }

    /// The files of `apus generate`, named as Xcode names Core Data's.
    ///
    /// An entity of mode `class` has `Trip+ApusClass.swift` and `Trip+ApusProperties.swift`; of mode `extension`, a
    /// `Trip.swift` that is written once, and the properties; of mode `none`, nothing. Then `Trips+ApusTypes.swift` with
    /// the enums and composites, where there are some, `Trips+ApusSchema.swift`, and a `Trips+ApusV2.swift` for each
    /// frozen version that has classes. An entity with `values` has `TripValue+ApusValue.swift` as well.
    package func files() -> [GeneratedFile] {
        // The schema's file takes longest; it begins first.
        let parts: [Entity?] = [nil] + schema.entities.map { $0 }
        let made: [[GeneratedFile]] = parts.concurrentMap { $0.map { files(of: $0) } ?? [schemaFile] }
        let hasTypes: Bool = !schema.enumerations.isEmpty || !schema.composites.isEmpty
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

    /// What is to be done with a folder so that it holds these files.
    ///
    /// - Parameter contents: Gives the text of a file of the folder, by its name; `nil` where there is none.
    /// - Returns: The plan.
    package func plan(contents: (String) -> String?) -> OutputPlan {
        OutputPlan(files(), model: history.model, contents: contents)
    }

    /// The names of the entities, in the model's order.
    package var entityNames: [String] { schema.entities.map(\.name) }

    /// The class and the properties of one entity in one file, whatever its mode: what somebody copies who wants to
    /// write the class by hand.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The file, or `nil` where there is no such entity.
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
            contents: SchemaSource(history: history, mappings: mappings, schema: schema, access: options.access).file
        )
    }

    /// The Swift of an entity.
    func source(_ entity: Entity) -> EntitySource {
        EntitySource(entity, schema, options.access, types)
    }
}
