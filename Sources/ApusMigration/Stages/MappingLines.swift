import ApusDiagnostics
import ApusSchema

/// A mapping's lines, as the judges of a stage ask for them.
struct MappingLines: Hashable, Sendable {
    private let mapping: Mapping?

    /// Whether the mapping is about another starting point, so that a line may not fit here.
    let isBorrowed: Bool

    /// The lines of a mapping; none of `nil`.
    init(_ mapping: Mapping? = nil, isBorrowed: Bool = false) {
        self.mapping = mapping.flatMap { $0.isEmpty ? nil : $0 }
        self.isBorrowed = isBorrowed
    }

    /// Whether there are none.
    var isEmpty: Bool { mapping == nil }

    /// The line that accepts the loss of an entity with all its objects.
    func acceptance(of entity: String) -> Mapping.Line? { mapping?.line(.accept, ElementPath(entity)) }

    /// The line that accepts the loss of a property, a case or a part under one of some paths, nearest first.
    func acceptance(of paths: [ElementPath]) -> Mapping.Line? {
        first(of: paths) { mapping, path in
            mapping.line(.accept, path) ?? mapping.line(.accept, ElementPath(path.entity), isWildcard: true)
        }
    }

    /// What fills a property or part that may go under some paths, nearest first.
    func fill(of paths: [ElementPath]) -> (path: ElementPath, fill: Fill)? {
        first(of: paths) { mapping, path in mapping.line(.fill, path)?.fill.map { (path, $0) } }
    }

    /// The conversion of a property or part that may go under some paths, nearest first.
    func conversion(of paths: [ElementPath]) -> (path: ElementPath, name: String)? {
        first(of: paths) { mapping, path in mapping.line(.convert, path)?.conversion.map { (path, $0) } }
    }

    /// The path of some, nearest first, that is said to have a value in every row.
    func requirement(of paths: [ElementPath]) -> ElementPath? {
        first(of: paths) { mapping, path in mapping.line(.require, path)?.path }
    }

    /// Where a line was written.
    func location(of line: Mapping.Line) -> SourceLocation? { mapping?.location(of: line) }

    private func first<Found>(of paths: [ElementPath], _ find: (Mapping, ElementPath) -> Found?) -> Found? {
        guard let mapping else { return nil }
        for path in paths { if let found = find(mapping, path) { return found } }
        return nil
    }
}
