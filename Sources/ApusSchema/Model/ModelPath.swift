/// The path of an element or a setting in a model's document: `entities/Trip/attributes/name/default`.
///
/// The path of an element ends with its name, that of a setting with its key, and that of an element of a list with its
/// index.
public struct ModelPath: Hashable, Sendable {
    /// The names, keys and indexes from the document's root.
    public let steps: [String]

    /// The offset of a character in the string at the path, in Unicode scalars; `nil` for the whole string.
    public let character: Int?

    /// Creates a path; the empty path is the document.
    public init(_ steps: [String] = []) {
        self.init(steps, character: nil)
    }

    private init(_ steps: [String], character: Int?) {
        self.steps = steps
        self.character = character
    }

    /// Returns the path of a character in the string at this path.
    public func character(_ number: Int) -> ModelPath { ModelPath(steps, character: number) }

    /// The path of the whole string.
    public var whole: ModelPath { ModelPath(steps) }

    /// Returns the path of an element of a model: `.element("entities", "Trip")`.
    public static func element(_ section: String, _ name: String) -> ModelPath { ModelPath([section, name]) }

    /// Returns the path of an entity.
    public static func entity(_ name: String) -> ModelPath { .element("entities", name) }

    /// Returns the path of an element below this one: `path.element("attributes", "name")`.
    public func element(_ section: String, _ name: String) -> ModelPath { ModelPath(steps + [section, name]) }

    /// Returns the path of a setting of this element.
    public func key(_ name: String) -> ModelPath { ModelPath(steps + [name]) }

    /// Returns the path of an element of this list.
    public func index(_ number: Int) -> ModelPath { ModelPath(steps + [String(number)]) }

    /// The entity or property that contains the path.
    public var element: ElementPath? {
        guard steps.first == "entities", steps.count > 1 else { return nil }
        return ElementPath(steps[1], steps.count > 3 && Self.properties.contains(steps[2]) ? steps[3] : nil)
    }

    private static let properties: Set<String> = ["attributes", "relationships", "fetchedProperties"]

    /// The path of the owner; `nil` for the document.
    public var parent: ModelPath? { steps.isEmpty ? nil : ModelPath(steps.dropLast()) }
}

extension ModelPath: CustomStringConvertible {
    /// The steps with slashes between them.
    public var description: String { steps.joined(separator: "/") }
}
