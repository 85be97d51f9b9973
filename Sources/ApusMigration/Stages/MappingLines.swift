import ApusDiagnostics
import ApusSchema

/// A mapping's lines, with the queries of a stage's judges.
struct MappingLines: Hashable, Sendable {
    private let mapping: Mapping?

    /// Whether the mapping was written for another starting point, so that a line may not fit this stage.
    let isBorrowed: Bool

    /// The newer properties whose values are made before names are matched, by entity, and whether their type is an enum.
    private let made: [String: [String: Bool]]

    /// The older schema, before a preparation; `nil` if there is none. Expressions have its names.
    let read: IndexedSchema?

    /// The older property of each prepared one.
    private let former: [ElementPath: ElementPath]

    /// The functions in Swift that the mapping declares, by name.
    let functions: [String: FunctionDeclaration]

    /// The words of the expressions that compute values: what is not among them, no line reads.
    private let words: Set<Substring>

    /// Creates the lines of a mapping; `nil` has none.
    init(_ mapping: Mapping? = nil, isBorrowed: Bool = false, preparation: Preparation? = nil) {
        made = preparation?.computed ?? [:]
        read = preparation?.read
        former = preparation?.former ?? [:]
        self.mapping = mapping.flatMap { $0.isEmpty ? nil : $0 }
        self.isBorrowed = isBorrowed
        functions = mapping?.functions ?? [:]
        words = Set(
            (mapping?[.values] ?? []).flatMap { line in
                line.expression?.split { $0 != "_" && $0.unicodeScalars.contains { !$0.properties.isXIDContinue } }
                    ?? []
            }
        )
    }

    /// Whether there are no lines.
    var isEmpty: Bool { mapping == nil }

    /// Whether they are those of a released mapping, which cannot change.
    var isReleased: Bool { mapping?.to != nil }

    /// Returns the line that accepts the loss of an entity with all its objects.
    func acceptance(of entity: String) -> Mapping.Line? { mapping?.line(.accept, ElementPath(entity)) }

    /// Returns the line that accepts the loss of a property, case or part with one of some paths, nearest first; one that
    /// names it before one that a wildcard covers.
    func acceptance(of paths: [ElementPath]) -> Mapping.Line? {
        let paths = paths + paths.compactMap { former[$0] }
        return first(of: paths) { mapping, path in mapping.line(.accept, path) }
            ?? first(of: paths) { mapping, path in
                mapping.line(.accept, ElementPath(path.entity), isWildcard: true)
            }
    }

    /// Returns the path by which a mapping accepts what is lost of a property.
    func acceptable(_ path: ElementPath) -> ElementPath { former[path] ?? path }

    /// Returns the fill of a property or part with one of some paths, nearest first.
    func fill(of paths: [ElementPath]) -> (path: ElementPath, fill: Fill)? {
        first(of: paths) { mapping, path in mapping.line(.fill, path)?.fill.map { (path, $0) } }
    }

    /// Returns the expression that computes a property with one of some paths, nearest first.
    func expression(of paths: [ElementPath]) -> (path: ElementPath, text: String)? {
        if isMade(paths) != nil { return nil }
        return first(of: paths) { mapping, path in mapping.line(.values, path)?.expression.map { (path, $0) } }
    }

    /// Returns the line that computes a property with one of some paths, nearest first, even if its values are made before
    /// names are matched.
    func computing(_ paths: [ElementPath]) -> Mapping.Line? {
        first(of: paths) { mapping, path in mapping.line(.values, path) }
    }

    /// Returns whether a line that computes values may read an older property or part with a name.
    func mayRead(_ name: String) -> Bool { words.contains(name[...]) }

    /// Returns the conversion of a property or part with one of some paths, nearest first.
    func conversion(of paths: [ElementPath]) -> (path: ElementPath, name: String)? {
        // The raw values that an expression made are those of cases.
        if isMade(paths) == true, let path = paths.first { return (path, "cases") }
        return first(of: paths) { mapping, path in mapping.line(.convert, path)?.conversion.map { (path, $0) } }
    }

    /// Returns whether the type of a property whose values are made already is an enum; `nil` if they are not.
    func isMade(_ paths: [ElementPath]) -> Bool? {
        paths.first.flatMap { path in path.property.flatMap { made[path.entity]?[$0] } }
    }

    /// Returns the first of some paths, nearest first, that the mapping requires to have a value in every row.
    func requirement(of paths: [ElementPath]) -> ElementPath? {
        first(of: paths) { mapping, path in mapping.line(.require, path)?.path }
    }

    /// Returns which object a newer to-one relationship points to where there were several.
    func duplicates(of path: ElementPath) -> Mapping.Duplicates? { mapping?.line(.duplicates, path)?.duplicates }

    /// Returns the location of a line in its file.
    func location(of line: Mapping.Line) -> SourceLocation? { mapping?.location(of: line) }

    private func first<Found>(of paths: [ElementPath], _ find: (Mapping, ElementPath) -> Found?) -> Found? {
        guard let mapping else { return nil }
        for path in paths { if let found = find(mapping, path) { return found } }
        return nil
    }
}
