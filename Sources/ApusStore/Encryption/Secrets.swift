import ApusMigration
import ApusSchema

/// The values of a pass that no message shows: those of attributes that are encrypted before it or after it.
///
/// An attribute with the name of an encrypted one counts, too: a mapping may have moved the value.
struct Secrets {
    /// What stands for such a value.
    static let text = "‹encrypted›"

    private let names: Set<String>
    private let pass: TablePass?

    init(_ pass: TablePass) {
        names = Self.names(of: [pass.source, pass.target])
        self.pass = pass
    }

    init(_ layouts: [Layout]) {
        names = Self.names(of: layouts)
        pass = nil
    }

    /// The attributes that are encrypted in some layouts and not in others.
    init(_ layouts: [Layout], besides others: [Layout]) {
        names = Self.names(of: layouts).subtracting(Self.names(of: others))
        pass = nil
    }

    private static func names(of layouts: [Layout]) -> Set<String> {
        Set(layouts.flatMap(\.tables).flatMap(\.columns).filter { $0.seal != nil }.compactMap(\.field.lastName))
    }

    /// Whether there are none.
    var isEmpty: Bool { names.isEmpty }

    /// Whether a path, or its last part, is that of an encrypted attribute.
    func covers(_ path: String) -> Bool {
        !names.isEmpty && path.split(separator: ".").last.map { names.contains(String($0)) } ?? false
    }

    /// Whether a column is that of an encrypted attribute.
    func covers(_ column: Column) -> Bool { column.field.lastName.map(names.contains) ?? false }

    /// Whether a text mentions an encrypted attribute.
    func areMentioned(in text: String) -> Bool { names.contains { text.contains($0) } }

    /// Whether an expression reads an encrypted value, or may read one of another row.
    func isRead(by id: ExpressionGraph.ID, over row: SourceRow) -> Bool {
        guard let pass, !names.isEmpty, !pass.source.keyNames.isEmpty else { return false }
        return pass.graph.reads(id) { field in row.column(of: field)?.seal != nil }
    }

    /// A value as a message shows it.
    func shown(_ text: String, isSecret: Bool) -> String { isSecret && !text.isEmpty ? Self.text : text }
}

extension Field {
    /// The name of the attribute, or of the innermost part of a composite; `nil` if it is no value.
    fileprivate var lastName: String? {
        if case .attribute(let path) = self { path.last } else { nil }
    }
}

extension ExpressionGraph {
    /// Whether an expression reads a field of its row of which something holds, or a value of other rows.
    fileprivate func reads(_ id: ID, where holds: (Field) -> Bool) -> Bool {
        var (seen, waiting): (Set<ID>, [ID]) = ([], [id])
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            switch self[next].value {
            case .field(let field): if holds(field) { return true }
            case .computed(let expression): waiting += expression.leaves
            case .required(let part, _), .stored(let part, _), .reference(let part, _): waiting.append(part)
            case .lookup: return true
            case .rowNumber, .largest, .uuid, .now, .derived: break
            }
        }
        return false
    }
}
