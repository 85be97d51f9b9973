import ApusDiagnostics
import ApusSchema

/// The Swift of a frozen version: its classes and types in a namespace, `TripsV2.Trip`.
///
/// Tests and tools use it to create and read stores of that version with classes that the compiler checks.
struct VersionSource {
    let version: Schema.Version
    private let model: String
    private let schema: Schema
    private let access: AccessLevel
    private let types: TypeNames
    private let hasRetired: Bool

    /// The name of a version's namespace: `TripsV2`, `TripsV1_2`.
    static func namespace(_ model: String, _ version: Schema.Version) -> String {
        "\(model)V\("\(version)".replacing(".", with: "_"))"
    }

    /// The namespaces of the versions that a project chooses.
    static func namespaces(of history: History, _ options: Generator.Options) -> Set<String> {
        Set(chosen(history, options).map { namespace(history.model, $0) })
    }

    private static func chosen(_ history: History, _ options: Generator.Options) -> [Schema.Version] {
        switch options.versions {
        case .all: history.versions
        case .some(let versions): versions
        }
    }

    /// Returns the sources of the versions that a project chooses.
    ///
    /// - Returns: The sources. Unknown versions, and what Swift does not support in one, are reported.
    static func sources(
        _ history: History,
        beside head: Schema,
        _ options: Generator.Options,
        into findings: inout DiagnosticCollector
    ) -> [VersionSource] {
        chosen(history, options).compactMap { version in
            let schema: Schema?
            do throws(DiagnosticsError) {
                schema = try history.schema(of: version)
            } catch {
                findings.add(contentsOf: error.diagnostics)
                return nil
            }
            guard let frozen = schema else {
                let known = history.versions.map(\.description).joined(separator: ", ")
                findings.error(
                    history.isRetired(version)
                        ? "version \(version) of '\(history.model)' is retired"
                        : "'\(history.model)' has no frozen version \(version)",
                    help: [known.isEmpty ? "freeze one: 'apus freeze'" : "its versions are \(known)"]
                )
                return nil
            }
            var problems = DiagnosticCollector()
            let namespaces: Set<String> = [namespace(history.model, version)]
            checkSwiftNames(of: frozen, beside: namespaces, locating: { _ in nil }, into: &problems)
            checkClasses(of: frozen, access: options.access, locating: { _ in nil }, into: &problems)
            for problem in problems.diagnostics where problem.severity == .error {
                findings.error(
                    "version \(version) cannot have classes: \(problem.message)",
                    help: ["choose other versions, because a frozen version is never edited"]
                )
            }
            return VersionSource(frozen, version, beside: head, options, hasRetired: !history.retired.isEmpty)
        }
    }

    private init(
        _ frozen: Schema,
        _ version: Schema.Version,
        beside head: Schema,
        _ options: Generator.Options,
        hasRetired: Bool
    ) {
        self.version = version
        self.hasRetired = hasRetired
        model = frozen.model
        access = options.access
        // Fetches, value types and access belong to the current classes only.
        var schema = frozen
        schema.fetchRequests = []
        for index in schema.entities.indices {
            schema.entities[index].fetchedProperties = []
            schema.entities[index].hasValueType = false
            schema.entities[index].uid = nil
            schema.entities[index].access = nil
        }
        self.schema = schema
        types = TypeNames(
            schema,
            modules: options.imports,
            in: Self.namespace(frozen.model, version),
            beside: head
        )
    }

    /// The file's name.
    var fileName: String { "\(model)+ApusV\("\(version)".replacing(".", with: "_")).swift" }

    /// The version's file.
    var file: GeneratedFile {
        var text = SourceText()
        text.add(GeneratedFile.header(model: model))
        text.addImports(
            apus: access,
            usesInterface: true,
            foundation: foundation,
            own: own,
            modules: types.modules
        )
        add(to: &text)
        return GeneratedFile(name: fileName, contents: text.contents)
    }

    private var entities: [EntitySource] {
        schema.entities.map { EntitySource($0, in: schema, access: access, types: types) }
    }

    private var enumerations: [EnumerationSource] {
        schema.enumerations.map { EnumerationSource(enumeration: $0, access: access, types: types) }
    }

    private var composites: [CompositeSource] {
        schema.composites.map { CompositeSource($0, in: schema, access: access, types: types) }
    }

    /// The access of what uses types of Foundation; `nil` if nothing does.
    var foundation: AccessLevel? { .widest(of: entities.map(\.foundation) + composites.map(\.foundation)) }

    /// The access of what uses the user's own types; `nil` if nothing does.
    var own: AccessLevel? { .widest(of: entities.map(\.own) + composites.map(\.own)) }

    /// Adds the namespace, and the classes and types in it.
    func add(to text: inout SourceText) {
        let namespace = Self.namespace(model, version)
        let plan = "\(model)Schema"
        let `static`: String = "\(access.modifier)static let"
        text.gap()
        text.document(
            "Version \(version) of the model \(model), for creating and reading stores of that version."
        )
        text.block("nonisolated \(access.modifier)enum \(namespace): \(types.apus("SchemaMigrationPlan"))") { text in
            text.document("The model's name.")
            text.add("\(`static`) modelName = \(plan).modelName")
            text.gap()
            text.addEntities(of: schema, `static`, types)
            text.gap()
            if hasRetired {
                text.document("The released versions that can no longer be opened, oldest first.")
                text.add("\(`static`) retired = \(plan).retired")
                text.gap()
            }
            text.document("The schemas up to this one, oldest first.")
            let number = stringLiteral("\(version)")
            text.add("\(`static`) versions = \(plan).versions(through: \(number))")
            text.gap()
            text.document("The schema being edited: none, because a version is frozen.")
            text.add("\(`static`) head: \(types.apus("FrozenSchema"))? = nil")
            text.gap()
            text.document("The mappings of the stages up to this version.")
            text.add("\(`static`) mappings = \(plan).mappings(through: \(number))")
            text.gap()
            text.document("The code of the functions that the mappings call.")
            text.add("\(`static`) code = \(plan).code")
        }
        text.gap()
        text.block("nonisolated extension \(namespace)") { text in
            for enumeration in enumerations where enumeration.enumeration.enclosingEntity == nil {
                enumeration.add(to: &text)
            }
            for composite in composites {
                text.gap()
                composite.addDeclaration(to: &text)
            }
            for entity in entities {
                text.gap()
                entity.addClass(to: &text)
            }
        }
        for enumeration in enumerations where enumeration.enumeration.enclosingEntity != nil {
            enumeration.add(to: &text)
        }
        for composite in composites {
            text.gap()
            composite.addConformance(to: &text)
        }
        for entity in entities { entity.addProperties(to: &text) }
    }
}
