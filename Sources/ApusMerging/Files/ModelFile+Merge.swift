import ApusDiagnostics
package import ApusFiles
package import ApusMigration
package import ApusSchema
import ApusYAML

extension ModelFile {
    /// Merges the changes of two sides in a model file: settings one by one, renames as renames. Lines are taken from
    /// the side that changed them, and comments are kept.
    ///
    /// - Parameters:
    ///   - base: The common ancestor.
    ///   - ours: Our file, whose path the findings and the result have.
    ///   - theirs: Their file.
    ///   - labels: The names of the sides in conflicts.
    /// - Returns: The merged file, or `nil` if one of the files cannot be read, or their lines cannot express the
    ///   merged schema.
    package static func merge(
        base: SourceFile,
        ours: SourceFile,
        theirs: SourceFile,
        labels: MergedFile.Labels = MergedFile.Labels()
    ) -> MergedFile? {
        merge(base: base, ours: ours, theirs: theirs, labels: labels, through: ([], []))
    }

    /// Merges with the versions between the base and each side, oldest first, in which elements may have had other
    /// names.
    package static func merge(
        base: SourceFile,
        ours: SourceFile,
        theirs: SourceFile,
        labels: MergedFile.Labels = MergedFile.Labels(),
        through versions: (ours: [Schema], theirs: [Schema])
    ) -> MergedFile? {
        let files = Sides(base: base, ours: ours, theirs: theirs)
        let isDirect = versions.ours.isEmpty && versions.theirs.isEmpty
        if isDirect, let merged = MergedFile(trivially: files, problem: problem(of:)) { return merged }
        // A file that both sides created has no ancestor.
        let isNew = base.text.allSatisfy(\.isWhitespace)
        guard let one = draft(of: ours), let other = draft(of: theirs),
            let before = isNew ? Schema(model: one.model) : draft(of: base),
            !before.hasCycles, !one.hasCycles, !other.hasCycles
        else { return nil }
        guard let mine = Matching.through([before] + versions.ours + [one]),
            let yours = Matching.through([before] + versions.theirs + [other])
        else { return nil }
        let merge = SchemaMerge(mine, yours)
        guard let schema = merge.schema else { return nil }
        let blocks: Sides<TextBlock?> = files.map { TextBlock($1.text, isApart: MergeKeys.isApart) }
        guard blocks.ours != nil, blocks.theirs != nil, isNew || blocks.base != nil else { return nil }
        var text = TextMerge(
            labels: Sides(base: labels.base, ours: labels.ours, theirs: labels.theirs),
            name: { side, path in merge.mergedPath(of: ModelPath(path), on: side).steps.last ?? "" },
            isConflict: { path, isApart in
                merge.conflicts.contains { conflict in
                    isApart ? conflict.steps == path : conflict.steps.starts(with: path)
                }
            }
        )
        let values = Sides(base: before.yaml, ours: one.yaml, theirs: other.yaml)
        let merged: MergedFile = text.file(saying: schema.yaml, blocks, values, like: ours)
        if !merged.findings.isEmpty { return text.conflicts.count >= merge.conflicts.count ? merged : nil }
        let file = SourceFile(path: ours.path, text: merged.text)
        guard merge.conflicts.isEmpty, draft(of: file)?.means(schema) == true else { return nil }
        return MergedFile(text: merged.text, findings: newErrors(in: file, besides: [ours, theirs]))
    }

    /// Why a file cannot be read; `nil` if it can, whatever is wrong with what it says.
    private static func problem(of file: SourceFile) -> Diagnostic? {
        draft(of: file) == nil ? read([file]).diagnostics.first { $0.severity == .error } : nil
    }

    /// The errors that neither side has alone, such as a reference to an element that the other side removed.
    private static func newErrors(in file: SourceFile, besides sides: [SourceFile]) -> [Diagnostic] {
        let known = sides.flatMap(errors(in:))
        return errors(in: file).filter { error in !known.contains(where: error.isSame) }.map(\.diagnostic)
    }

    private static func errors(in file: SourceFile) -> [ElementError] {
        let contents = contents(of: [file])
        let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return contents.diagnostics.filter { $0.severity == .error }.map { error in
            let number = (error.location?.line ?? 0) - 1
            return ElementError(
                diagnostic: error,
                elements: error.location.map(contents.locations.elements(inLineOf:)) ?? [],
                word: lines.indices.contains(number)
                    ? lines[number].dropFirst((error.location?.column ?? 1) - 1).prefix { !" ,]}".contains($0) } : nil
            )
        }
    }

    /// An error, the elements that it may be about, and the word at its location.
    private struct ElementError {
        let diagnostic: Diagnostic
        let elements: Set<ModelPath>
        let word: Substring?

        /// Returns whether another file has the error: one of the same kind, about the same word, and about the same element
        /// if both are about one.
        func isSame(_ other: ElementError) -> Bool {
            diagnostic.topic == other.diagnostic.topic && word == other.word
                && (elements.isEmpty || other.elements.isEmpty || !elements.isDisjoint(with: other.elements))
        }
    }
}

extension Matching {
    /// The matching from the first to the last of some schemas, or `nil` if the rules of matching have conflicts.
    package static func through(_ schemas: [Schema]) -> Matching? {
        var composed: Matching?
        for (older, newer) in zip(schemas, schemas.dropFirst()) {
            let (matching, claims) = match(older, newer)
            guard claims.isEmpty else { return nil }
            composed = composed?.composed(with: matching) ?? matching
        }
        return composed ?? schemas.first.map(identity)
    }
}

extension Schema {
    /// Whether an entity inherits from itself.
    fileprivate var hasCycles: Bool {
        let parents: [String: String] = Dictionary(
            entities.compactMap { entity in entity.parent.map { (entity.name, $0) } }
        ) { one, _ in one }
        return entities.contains { entity in
            var (name, steps): (String, Int) = (entity.name, 0)
            while let parent = parents[name], steps <= entities.count { (name, steps) = (parent, steps + 1) }
            return steps > entities.count
        }
    }
}
