package import ApusMigration
package import ApusSchema

/// A schema merged from two sides with a common base.
///
/// Elements of the three schemas are matched by the rules of matching, so one side can rename what the other one
/// changes or refers to. Settings are merged one by one. A setting that both sides changed differently is a conflict.
package struct SchemaMerge: Sendable {
    /// A side.
    package enum Side: Hashable, Sendable, CaseIterable {
        /// The common ancestor.
        case base
        /// Our side, into which the changes are merged.
        case ours
        /// Their side, whose changes are merged.
        case theirs
    }

    /// The schema with the changes of both sides. A conflict takes ours, or theirs if ours was removed. Is `nil` if a
    /// name would have two elements, or the changes of both sides cannot be combined.
    package let schema: Schema?

    /// The paths in ``schema`` that both sides changed differently.
    package let conflicts: [ModelPath]

    /// The paths that prevent a merged schema: names that two elements would have, and elements that one side moved in
    /// their hierarchy and the other one removed.
    let clashes: [ModelPath]

    /// The renames from each side to ``schema``.
    private let names: Sides<Renames>

    private let sides: Sides<Schema>

    /// Merges two sides.
    ///
    /// - Parameters:
    ///   - ours: The matching from the base to our side.
    ///   - theirs: The matching from the base to their side. The base is the older schema of both matchings.
    ///   - ourSchema: Our schema, if it has more than the matching's newer schema.
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
        let merged: JSONValue? = merge.merge(base: renamed.base, ours: renamed.ours, theirs: renamed.theirs)
        conflicts += merge.conflicts.map { ModelPath($0) }.filter { !conflicts.contains($0) }
        // An element that one side changed, and that the other one removed to give its name to another element.
        let gone = naming.gone
        let hasGhosts = conflicts.contains { $0.steps.contains { gone[$0] != nil } }
        self.conflicts = conflicts.map { path in ModelPath(path.steps.map { gone[$0] ?? $0 }) }
        schema = hasGhosts ? nil : merged.flatMap { try? Schema(json: $0.data) }
    }

    /// The path in ``schema`` of an element on a side.
    func mergedPath(of path: ModelPath, on side: Side) -> ModelPath { names[side].path(of: path) }

    /// The matching from a side to the merged schema, whatever former names elements have, or `nil` without a schema.
    package func matching(from side: Side) -> Matching? {
        guard let schema else { return nil }
        let old = names[side].inverted
        let copy: Schema = schema.withOriginalNames { path in
            path.property == nil ? old.entities[path.entity] ?? old.types[path.entity] : old.properties[path]
        }
        return Matching.match(sides[side].withoutOriginalNames, copy).matching
    }
}
