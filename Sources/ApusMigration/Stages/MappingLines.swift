import ApusDiagnostics
import ApusSchema

/// A mapping's lines, found by the element that they are about.
struct MappingLines: Hashable, Sendable {
    private let mapping: Mapping?
    private let accepted: Set<ElementPath>
    private let wildcards: Set<String>
    private let fills: [ElementPath: Fill]
    private let conversions: [ElementPath: String]
    private let required: Set<ElementPath>

    /// Whether the mapping is about another starting point, so that a line may not fit here.
    let isBorrowed: Bool

    /// The lines of a mapping; none of `nil`.
    init(_ mapping: Mapping? = nil, isBorrowed: Bool = false) {
        self.mapping = mapping
        self.isBorrowed = isBorrowed
        accepted = Set((mapping?.accept ?? []).filter { !$0.isWildcard }.map(\.path))
        wildcards = Set((mapping?.accept ?? []).filter(\.isWildcard).map(\.path.entity))
        fills = Dictionary((mapping?.fill ?? []).map { ($0.path, $0.fill) }) { first, _ in first }
        conversions = Dictionary((mapping?.convert ?? []).map { ($0.path, $0.name) }) { first, _ in first }
        required = Set((mapping?.require ?? []).map(\.path))
    }

    /// Whether there are none.
    var isEmpty: Bool { mapping?.isEmpty ?? true }

    /// The line that accepts the loss of an entity with all its objects.
    func acceptance(of entity: String) -> Mapping.Line? {
        accepted.contains(ElementPath(entity)) ? .accept(ElementPath(entity)) : nil
    }

    /// The line that accepts the loss of a property, a case or a part under one of some paths, nearest first.
    func acceptance(of paths: [ElementPath]) -> Mapping.Line? {
        if accepted.isEmpty, wildcards.isEmpty { return nil }
        for path in paths {
            if accepted.contains(path) { return .accept(path) }
            if wildcards.contains(path.entity) { return .accept(ElementPath(path.entity), isWildcard: true) }
        }
        return nil
    }

    /// What fills a property or part that may go under some paths, nearest first.
    func fill(of paths: [ElementPath]) -> (path: ElementPath, fill: Fill)? {
        if fills.isEmpty { return nil }
        return paths.lazy.compactMap { path in fills[path].map { (path, $0) } }.first
    }

    /// The conversion of a property or part that may go under some paths, nearest first.
    func conversion(of paths: [ElementPath]) -> (path: ElementPath, name: String)? {
        if conversions.isEmpty { return nil }
        return paths.lazy.compactMap { path in conversions[path].map { (path, $0) } }.first
    }

    /// The path of some, nearest first, that is said to have a value in every row.
    func requirement(of paths: [ElementPath]) -> ElementPath? {
        required.isEmpty ? nil : paths.first(where: required.contains)
    }

    /// Where a line was written.
    func location(of line: Mapping.Line) -> SourceLocation? { mapping?.location(of: line) }
}

extension Mapping.Line {
    /// Whether the line has the name of what it accepts, not a wildcard.
    var isByName: Bool {
        if case .accept(_, isWildcard: true) = self { false } else { true }
    }
}
