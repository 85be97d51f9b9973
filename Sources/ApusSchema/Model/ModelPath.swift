/// The place of something in a model's document: `entities/Trip/attributes/name/default`.
///
/// The path of an element ends in its name, that of a setting in the setting's key, that of an element of a list in its
/// number, counted from 0.
public struct ModelPath: Hashable, Sendable {
    /// The names and numbers from the document's root.
    public let steps: [String]

    /// The number of a character of the text that the path leads to, in Unicode scalars from 0; `nil` for all of it.
    public let character: Int?

    /// Creates a path; the empty one is the document.
    public init(_ steps: [String] = []) {
        self.init(steps, character: nil)
    }

    private init(_ steps: [String], character: Int?) {
        self.steps = steps
        self.character = character
    }

    /// A character of the text that the path leads to.
    public func character(_ number: Int) -> ModelPath { ModelPath(steps, character: number) }

    /// The whole text, of a path that leads to a character of it.
    public var whole: ModelPath { ModelPath(steps) }

    /// An element of a model: `.element("entities", "Trip")`.
    public static func element(_ section: String, _ name: String) -> ModelPath { ModelPath([section, name]) }

    /// An entity.
    public static func entity(_ name: String) -> ModelPath { .element("entities", name) }

    /// An element below this one: `path.element("attributes", "name")`.
    public func element(_ section: String, _ name: String) -> ModelPath { ModelPath(steps + [section, name]) }

    /// A setting of this element.
    public func key(_ name: String) -> ModelPath { ModelPath(steps + [name]) }

    /// An element of a list.
    public func index(_ number: Int) -> ModelPath { ModelPath(steps + [String(number)]) }

    /// The entity, or the property of an entity, that has the place.
    public var element: ElementPath? {
        guard steps.first == "entities", steps.count > 1 else { return nil }
        return ElementPath(steps[1], steps.count > 3 && Self.properties.contains(steps[2]) ? steps[3] : nil)
    }

    private static let properties: Set<String> = ["attributes", "relationships", "fetchedProperties"]

    /// What holds the place: `nil` of the document.
    public var parent: ModelPath? { steps.isEmpty ? nil : ModelPath(steps.dropLast()) }
}

extension ModelPath: CustomStringConvertible {
    /// The steps with slashes between them.
    public var description: String { steps.joined(separator: "/") }
}
