import ApusSchema

/// What a mapping says, found by the element that it says it of.
struct MappingWords: Hashable, Sendable {
    /// A line of a mapping that a stage needs.
    enum Line: Hashable, Sendable {
        case accept(ElementPath)
        case acceptAll(of: String)
        case fill(ElementPath)
        case convert(ElementPath)
        case require(ElementPath)

        /// Whether the line says the name of what it speaks of.
        var isByName: Bool {
            if case .acceptAll = self { false } else { true }
        }
    }

    private let accepted: Set<ElementPath>
    private let wildcards: Set<String>
    private let fills: [ElementPath: Fill]
    private let conversions: [ElementPath: String]
    private let required: Set<ElementPath>

    init(
        accept: [Mapping.Acceptance] = [],
        fill: [Mapping.Filling] = [],
        convert: [Mapping.NamedConversion] = [],
        require: [Mapping.Requirement] = []
    ) {
        accepted = Set(accept.filter { !$0.isWildcard }.map(\.path))
        wildcards = Set(accept.filter(\.isWildcard).map(\.path.entity))
        fills = Dictionary(fill.map { ($0.path, $0.fill) }) { first, _ in first }
        conversions = Dictionary(convert.map { ($0.path, $0.name) }) { first, _ in first }
        required = Set(require.map(\.path))
    }

    init(_ mapping: Mapping?) {
        self.init(
            accept: mapping?.accept ?? [],
            fill: mapping?.fill ?? [],
            convert: mapping?.convert ?? [],
            require: mapping?.require ?? []
        )
    }

    /// Whether nothing is said.
    var isEmpty: Bool {
        accepted.isEmpty && wildcards.isEmpty && fills.isEmpty && conversions.isEmpty && required.isEmpty
    }

    /// The line that accepts the loss of an entity with all its objects.
    func acceptance(of entity: String) -> Line? {
        accepted.contains(ElementPath(entity)) ? .accept(ElementPath(entity)) : nil
    }

    /// The line that accepts the loss of a property, a case or a part under one of some paths, nearest first.
    func acceptance(of paths: [ElementPath]) -> Line? {
        if accepted.isEmpty, wildcards.isEmpty { return nil }
        for path in paths {
            if accepted.contains(path) { return .accept(path) }
            if wildcards.contains(path.entity) { return .acceptAll(of: path.entity) }
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
}
