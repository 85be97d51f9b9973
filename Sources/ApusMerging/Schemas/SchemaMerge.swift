package import ApusMigration
package import ApusSchema

/// One schema that says what two others changed, each from the same base: our side's changes and their side's.
///
/// An element is the same on all three by the rules of matching, so one side may rename what the other one changes, and
/// what refers to it. Settings are put together one by one; where both sides changed the same one, and not to the same,
/// is a conflict.
package struct SchemaMerge: Sendable {
    /// A side.
    package enum Side: Hashable, Sendable, CaseIterable {
        /// What both come from.
        case base
        /// Where the changes are put.
        case ours
        /// What is put there.
        case theirs
    }

    /// The schema with both sides' changes: of a conflict ours, or theirs where ours is gone. `nil` where one side gives an
    /// element a name that another element has on the other side, or where what each of them says cannot be said at once.
    package let schema: Schema?

    /// The places, by their names in ``schema``, that both sides changed, and not to the same.
    package let conflicts: [ModelPath]

    /// What is in the way of a schema: the places of names that two elements would have, and of what one side moved in its
    /// hierarchy and the other one removed.
    let clashes: [ModelPath]

    /// The names in ``schema`` of the elements of each side, where they have another name there.
    private let names: Sides<Renames>

    private let sides: Sides<Schema>

    /// Merges.
    ///
    /// - Parameters:
    ///   - ours: What each element of our side was in the base.
    ///   - theirs: What each element of their side was in the base; the older schemas of both are the base.
    ///   - ourSchema: What our side says, where that is more than the matching knows.
    package init(_ ours: Matching, _ theirs: Matching, ourSchema: Schema? = nil) {
        let mine: Schema = ourSchema ?? ours.newer.schema
        sides = Sides(base: theirs.older.schema, ours: mine, theirs: theirs.newer.schema)
        var naming = MergedNaming(ours, theirs)
        naming.find()
        names = Sides(base: naming.base, ours: naming.ours, theirs: naming.theirs)
        clashes = naming.clashes
        var conflicts: [ModelPath] = naming.conflicts
        guard clashes.isEmpty else {
            (schema, self.conflicts) = (nil, conflicts)
            return
        }
        var merge = JSONMerge()
        let renamed = sides.map { [names] side, schema in schema.renaming(names[side]).form }
        let merged: JSONValue? = merge.merge(renamed.base, renamed.ours, renamed.theirs)
        conflicts += merge.conflicts.map { ModelPath($0) }.filter { !conflicts.contains($0) }
        // What one side changed, and the other one removed to give its name to another element.
        let ghost: String = MergedNaming.name(ofGone: "")
        let hasGhosts: Bool = conflicts.contains { $0.steps.contains { $0.hasPrefix(ghost) } }
        self.conflicts = conflicts.map { path in
            ModelPath(path.steps.map { $0.hasPrefix(ghost) ? String($0.dropFirst(ghost.count)) : $0 })
        }
        schema = hasGhosts ? nil : merged.flatMap { try? Schema(json: $0.data) }
    }

    /// The place in ``schema`` of what a side has under a path.
    func mergedPath(of path: ModelPath, on side: Side) -> ModelPath { names[side].path(of: path) }

    /// What each element of the merged schema was on a side, whatever names it had before; `nil` without a schema.
    package func matching(from side: Side) -> Matching? {
        guard let schema else { return nil }
        let old = names[side].inverted
        let copy: Schema = schema.withOriginalNames { path in
            path.property == nil ? old.entities[path.entity] ?? old.types[path.entity] : old.properties[path]
        }
        return Matching.match(sides[side].withoutOriginalNames, copy).matching
    }
}
