public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

/// Turns a model's newest schema into Swift classes, and its history into what they need to open a store.
///
/// Pure: values go in, files in memory come out; equal values give equal bytes.
public struct Generator: Sendable {
    /// A file of the head, as the build plugin knows it.
    public struct HeadFile: Hashable, Sendable {
        /// The file's name without its extension.
        public let baseName: String

        /// The entities that are written in it.
        public let entities: [String]

        /// Creates a file of the head.
        public init(baseName: String, entities: [String]) {
            self.baseName = baseName
            self.entities = entities
        }
    }

    private let history: History
    private let mappings: [Mapping]
    private let schema: Schema
    private let access: AccessLevel

    /// Creates a generator of the newest schema's classes.
    ///
    /// - Parameters:
    ///   - history: The model's schemas; all valid.
    ///   - mappings: What the stages may lose.
    ///   - access: Who can use the classes.
    ///   - locate: Gives the place of an element of the newest schema, where a file has it.
    /// - Throws: `DiagnosticsError` where Swift cannot carry a name, with another name that it can, and where classes
    ///   do not carry what the schema says.
    public init(
        history: History,
        mappings: [Mapping],
        access: AccessLevel = .internal,
        locating locate: (ModelPath) -> SourceLocation? = { _ in nil }
    ) throws {
        self.history = history
        self.mappings = mappings
        self.access = access
        schema = history.head ?? history.newest?.schema ?? Schema(model: history.model)
        var findings = DiagnosticCollector()
        findings.add(contentsOf: Self.problems(withNamesOf: history, locating: locate))
        checkClasses(of: schema, access: access, locating: locate, into: &findings)
        checkFetches(of: schema, locating: locate, into: &findings)
        try findings.throwIfErrors()
    }

    /// Finds the names of a model's newest schema that Swift cannot carry.
    ///
    /// - Parameters:
    ///   - history: The model's schemas.
    ///   - locate: Gives the place of an element, where a file has it.
    /// - Returns: The findings.
    public static func problems(
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
    /// the enums and composites, where there are some, and `Trips+ApusSchema.swift`.
    public func files() -> [GeneratedFile] {
        schema.entities.flatMap { entity -> [GeneratedFile] in
            let source = EntitySource(entity, schema, access)
            let properties = GeneratedFile(
                name: "\(source.fileName)+ApusProperties.swift",
                contents: source.propertiesFile
            )
            switch entity.codegen {
            case .class:
                return [
                    GeneratedFile(name: "\(source.fileName)+ApusClass.swift", contents: source.classFile), properties,
                ]
            case .extension:
                let own = GeneratedFile(name: "\(source.fileName).swift", contents: source.ownFile, kind: .writtenOnce)
                return [own, properties]
            case .none:
                return []
            }
        } + (schema.enumerations.isEmpty && schema.composites.isEmpty ? [] : [typesFile]) + [schemaFile]
    }

    /// What is to be done with a folder so that it holds these files.
    ///
    /// - Parameter contents: Gives the text of a file of the folder, by its name; `nil` where there is none.
    /// - Returns: The plan.
    public func plan(contents: (String) -> String?) -> OutputPlan {
        OutputPlan(files(), model: history.model, contents: contents)
    }

    /// The names of the entities, in the model's order.
    public var entityNames: [String] { schema.entities.map(\.name) }

    /// The files of the build plugin, whose names follow from the names of the model's files alone.
    ///
    /// A head file `Trips.yaml` has `Trips+ApusModels.swift` with the classes of its entities; a class of mode
    /// `extension` is the target's own. Then `Trips+ApusTypes.swift` and `Trips+ApusSchema.swift`, named by the model.
    ///
    /// - Parameter heads: The head's files. An entity that is in none of them comes with the first.
    /// - Returns: A file a head file, in the same order, then the one with the types and the one with the versions.
    public func pluginFiles(heads: [HeadFile]) -> [GeneratedFile] {
        let placed: Set<String> = Set(heads.flatMap(\.entities))
        return heads.enumerated().map { index, head in
            let entities: [Entity] = schema.entities.filter { entity in
                head.entities.contains(entity.name) || (index == 0 && !placed.contains(entity.name))
            }
            return GeneratedFile(name: Self.modelsFileName(head: head.baseName), contents: models(entities))
        } + [typesFile, schemaFile]
    }

    /// The name of the build plugin's file for a file of the head.
    public static func modelsFileName(head baseName: String) -> String {
        "\(baseName)+ApusModels.swift"
    }

    /// The name of the file that holds a model's versions.
    public static func schemaFileName(model: String) -> String {
        "\(model)+ApusSchema.swift"
    }

    /// The class and the properties of one entity in one file, whatever its mode: what somebody copies who wants to
    /// write the class by hand.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The file, or `nil` where there is no such entity.
    public func source(of entity: String) -> GeneratedFile? {
        schema.entity(entity).map { entity in
            let source = EntitySource(entity, schema, access)
            return GeneratedFile(name: "\(source.fileName).swift", contents: source.wholeFile, kind: .writtenOnce)
        }
    }

    /// The name of the file that holds a model's enums and composites.
    public static func typesFileName(model: String) -> String {
        "\(model)+ApusTypes.swift"
    }

    private var typesFile: GeneratedFile {
        GeneratedFile(
            name: Self.typesFileName(model: history.model),
            contents: TypesSource(schema: schema, access: access).file
        )
    }

    private var schemaFile: GeneratedFile {
        GeneratedFile(
            name: Self.schemaFileName(model: history.model),
            contents: SchemaSource(history: history, mappings: mappings, schema: schema, access: access).file
        )
    }

    private func models(_ entities: [Entity]) -> String {
        let sources: [EntitySource] = entities.filter { $0.codegen != .none }.map { EntitySource($0, schema, access) }
        var text = SourceText()
        text.add(GeneratedFile.header(model: history.model))
        if !sources.isEmpty {
            text.gap()
            text.addImports(
                access: sources.map(\.access).reduce(access) { $1.isWider(than: $0) ? $1 : $0 },
                foundation: sources.contains { $0.needsFoundation }
            )
        }
        for source in sources {
            if source.entity.codegen == .class {
                text.gap()
                source.addClass(to: &text)
            }
            source.addProperties(to: &text)
        }
        return text.contents
    }
}
