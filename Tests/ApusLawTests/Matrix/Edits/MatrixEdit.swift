import ApusTestSupport

/// One way in which a schema can become another one.
struct MatrixEdit: Sendable {
    /// The name, as the matrix prints it.
    let name: String

    /// Does it to a draft, near what was done before; `false` where the draft has nothing that it could be done to.
    let apply: @Sendable (inout StageDraft) -> Bool

    init(_ name: String, _ apply: @escaping @Sendable (inout StageDraft) -> Bool) {
        self.name = name
        self.apply = apply
    }

    /// Does one of several edits.
    private init(_ name: String, anyOf edits: [MatrixEdit]) {
        self.init(name) { draft in
            for edit in draft.random.shuffled(edits) {
                var copy: StageDraft = draft
                guard edit.apply(&copy) else { continue }
                draft = copy
                return true
            }
            return false
        }
    }

    /// Every edit: the lines and the rows of the matrix.
    static let all: [MatrixEdit] = {
        let single: [MatrixEdit] =
            attributeNames + attributeLife + attributeTypes + attributeOptionality + attributeKinds + enumerations
            + composites + entities + hierarchies + relationshipLife + relationshipShape + relationshipEnds + settings
            + values + origins + assertions + duplicates
        let merged: Set<String> = Set(groups.flatMap(\.edits))
        return single.filter { !merged.contains($0.name) }
            + groups.map { group in MatrixEdit(group.name, anyOf: single.filter { group.edits.contains($0.name) }) }
    }()

    /// Edits that go the same way through the planner share a line.
    private static let groups: [(name: String, edits: [String])] = [
        ("attribute added with a fill", ["attribute added with a literal", "required attribute added by word"]),
        (
            "attribute added with a generator",
            ["attribute added with uuid()", "attribute added with now()", "attribute added with rowNumber()"]
        ),
        ("type converted exactly", ["type widened", "type to text"]),
        ("made required, with a fill", ["made required, with a literal", "made required, with a generator"]),
        ("attribute of a named type added", ["enum attribute added", "composite attribute added"]),
        ("validation, uniqueness, index", ["validation changed", "uniqueness changed", "index changed"]),
        ("derivation added or changed", ["derivation changed", "derived attribute added"]),
        ("raw values changed", ["case renumbered", "raw values swapped"]),
        ("composite or part replaced", ["composite replaced", "part replaced", "composite's name taken"]),
        ("enum to another enum, or under its name", ["enum to another enum", "enum's name taken"]),
    ]
}
