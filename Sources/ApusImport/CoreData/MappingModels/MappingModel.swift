import ApusDiagnostics
import Foundation

/// A mapping model of Core Data, which maps one version to another, as far as its file can be understood.
struct MappingModel {
    /// The older objects that an entity mapping takes.
    enum Selection: Hashable {
        /// All of the entity, without those of its sub-entities.
        case all
        /// Those for which a predicate holds.
        case matching(String)
        /// Those that an expression gives, as text.
        case unknown(String)
    }

    /// The mapping of an entity.
    struct EntityMapping {
        /// The name, by which expressions refer to it.
        let name: String
        /// The older entity; `nil` if there is none, or if the app's own code creates the objects.
        let source: String?
        /// The newer entity; `nil` if the objects are removed.
        let destination: String?
        /// The class whose code migrates the objects.
        let policy: String?
        /// The sources of the values of attributes and relationships, by the newer names, except those that Core Data
        /// matches by name.
        let values: [(property: String, expression: MappingExpression)]
        /// The older objects that it takes.
        let selection: Selection

        init(
            name: String? = nil,
            source: String?,
            destination: String?,
            policy: String?,
            values: [(property: String, expression: MappingExpression)],
            selection: Selection = .all
        ) {
            // The name that Xcode gives.
            self.name = name ?? [source, destination].compactMap { $0 }.joined(separator: "To")
            (self.source, self.destination, self.policy) = (source, destination, policy)
            (self.values, self.selection) = (values, selection)
        }
    }

    /// The folder.
    let path: String
    /// The file.
    let file: String
    /// The bundle that contains the versions.
    let bundle: String
    let source: String
    let destination: String
    /// The entities, in the order of their numbers.
    let entities: [EntityMapping]

    /// Reads an `.xcmappingmodel`.
    ///
    /// - Parameter path: The folder's path.
    /// - Throws: `DiagnosticsError` if it cannot be read.
    init(path: String) throws {
        self.path = path
        file = "\(path)/xcmapping.xml"
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw DiagnosticsError(.error("no mapping model here", at: SourceLocation(file: path)))
        }
        let root = try MarkupReader.read(bytes, file: file)
        let objects = root.children.filter { $0.name == "object" }.map(Object.init)
        guard let model = objects.first(where: { $0.type == "XDDEVMAPPINGMODEL" }),
            let older = model.texts["sourcemodelpath"], let newer = model.texts["destinationmodelpath"]
        else {
            throw DiagnosticsError(
                .error("the file does not contain the versions that it maps", at: SourceLocation(file: file))
            )
        }
        source = Self.name(older)
        destination = Self.name(newer)
        bundle = URL(filePath: newer).deletingLastPathComponent().deletingPathExtension().lastPathComponent
        let byIdentifier: [String: Object] = Dictionary(objects.map { ($0.identifier, $0) }) { first, _ in first }
        entities = objects.filter { $0.type == "XDDEVENTITYMAPPING" }
            .sorted { (Int($0.texts["mappingnumber"] ?? "") ?? 0) < (Int($1.texts["mappingnumber"] ?? "") ?? 0) }
            .map { entity in
                let properties: [Object] = ["attributemappings", "relationshipmappings"]
                    .flatMap { entity.references[$0] ?? [] }.compactMap { byIdentifier[$0] }
                return EntityMapping(
                    name: entity.text("name"),
                    source: entity.text("sourcename"),
                    destination: entity.text("destinationname"),
                    policy: entity.text("migrationpolicyclassname"),
                    values: properties.compactMap { property in
                        guard let name = property.texts["name"], let expression = Self.expression(of: property, name)
                        else { return nil }
                        return (name, expression)
                    }
                    .sorted { $0.0 < $1.0 },
                    selection: Self.selection(of: entity)
                )
            }
    }

    /// Creates a mapping model that has no file.
    init(source: String, destination: String, _ entities: EntityMapping...) {
        self.init(source: source, destination: destination, entities: entities)
    }

    /// Creates a mapping model that has no file.
    init(source: String, destination: String, entities: [EntityMapping]) {
        (path, file, bundle, self.source, self.destination) = ("", "", "", source, destination)
        self.entities = entities
    }

    private static func expression(of property: Object, _ name: String) -> MappingExpression? {
        if let archive = property.text("valueexpressiondata") { return MappingExpression(archive: archive) }
        return MappingExpression(
            keyPath: property.text("sourcekeypath"),
            mapping: property.text("sourcemappingname"),
            property: name,
            isRelationship: property.type == "XDDEVRELATIONSHIPMAPPING"
        )
    }

    /// The older objects that an entity mapping takes: those that a fetch gives, or else those that a filter lets through.
    private static func selection(of entity: Object) -> Selection {
        var predicate = entity.text("sourcefilterpredicatestring")
        if let archive = entity.text("sourceexpressiondata") {
            let expression = MappingExpression(archive: archive)
            guard case .call("FETCH", let requests) = expression,
                requests.count == 1,
                case .call("fetchRequestForSourceEntityNamed:predicateString:", let arguments) = requests[0],
                arguments.count == 3, arguments[0] == .other("$manager"),
                entity.text("sourcename").map({ arguments[1] == .constant($0) }) == true,
                case .constant(let text) = arguments[2]
            else { return .unknown(expression.text) }
            predicate = text
        }
        guard let predicate, predicate != "TRUEPREDICATE" else { return .all }
        return .matching(predicate)
    }

    private static func name(_ path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// An object in the file, which is an XML store.
    private struct Object {
        let type: String
        let identifier: String
        var texts: [String: String] = [:]
        var references: [String: [String]] = [:]

        /// A text that is not empty.
        func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

        init(_ element: MarkupElement) {
            type = element.keys["type"] ?? ""
            identifier = element.keys["id"] ?? ""
            for child in element.children {
                guard let name = child.keys["name"] else { continue }
                switch child.name {
                case "attribute": texts[name] = child.text.trimmingCharacters(in: .whitespacesAndNewlines)
                case "relationship":
                    references[name] = (child.keys["idrefs"] ?? "").split(separator: " ").map(String.init)
                default: break
                }
            }
        }
    }
}
